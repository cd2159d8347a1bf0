// Sends commands to a table, one after the other in the order of the touches. A command whose reply
// was lost is sent again with the same id, so that it is carried out once; a touch stays pending
// until the snapshot that contains it has come.
import { type Signal, signal } from "@preact/signals";
import { NO_REPLY, ProblemError, request } from "./api.ts";
import { newId } from "./ids.ts";
import type { CommandFields, Problem, View } from "./view.ts";

/** How long a lost reply is asked for again before the person is told. */
const GIVE_UP_AFTER_MS = 12_000;
const RETRY_DELAYS_MS = [300, 700, 1500, 3000];

/** Commands that stand outside a round, so they name none. */
const WITHOUT_ROUND = new Set([
  "open_table",
  "close_table",
  "open_betting",
  "change_deck",
  "call_supervisor",
  "answer_call",
  "clear_device_faults",
]);

/** Commands where acting on an old picture would be wrong: they name the version on the screen. */
const WITH_VERSION = new Set(["apply_ruling", "verify_hand", "pay_seat"]);

/** No answer, or one from before the command was written: the same command may be sent again. */
const LOST_REPLY = new Set([0, 502, 503, 504]);

export interface Touch {
  readonly id: string;
  readonly command: string;
  readonly fields: CommandFields;
  /** Version that contains it, once the station has answered. */
  readonly version: number | null;
}

export interface Order {
  readonly command: string;
  readonly fields?: CommandFields;
  readonly approval?: string | undefined;
}

export interface Accepted {
  readonly command_id: string;
  readonly version: number;
  readonly repeat: boolean;
}

/** "done" or the problem that the station (or its silence) gave. */
export type Result = "done" | Problem;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class Commands {
  readonly pending: Signal<readonly Touch[]> = signal([]);

  readonly #table: string;
  #shown: Pick<View, "round" | "version"> = { round: 0, version: 0 };
  #queue: Promise<unknown> = Promise.resolve();

  constructor(table: string) {
    this.#table = table;
  }

  /** A snapshot came: touches that it contains are no longer pending. */
  shown(view: Pick<View, "round" | "version">): void {
    this.#shown = view;
    this.#settle();
  }

  /** Sends after all earlier touches; the round is the one on the screen at this moment. */
  send(order: Order): Promise<Result> {
    const id = newId();
    const { round, version } = this.#shown;
    const fields = order.fields ?? {};
    this.pending.value = [
      ...this.pending.value,
      { id, command: order.command, fields, version: null },
    ];
    const body = {
      command_id: id,
      command: order.command,
      ...(WITHOUT_ROUND.has(order.command) ? {} : { round }),
      ...(WITH_VERSION.has(order.command) ? { version } : {}),
      ...fields,
    };
    const result = this.#queue.then(() => this.#deliver(id, body, order.approval));
    this.#queue = result;
    return result;
  }

  async #deliver(id: string, body: object, approval: string | undefined): Promise<Result> {
    try {
      const accepted = await this.#untilAnswered(body, approval);
      this.pending.value = this.pending.value.map((touch) =>
        touch.id === id ? { ...touch, version: accepted.version } : touch,
      );
      this.#settle();
      return "done";
    } catch (error) {
      this.pending.value = this.pending.value.filter((touch) => touch.id !== id);
      return error instanceof ProblemError ? error.problem : NO_REPLY;
    }
  }

  async #untilAnswered(body: object, approval: string | undefined): Promise<Accepted> {
    const path = `/api/tables/${encodeURIComponent(this.#table)}/commands`;
    const headers: Record<string, string> = approval ? { "x-approval": approval } : {};
    const until = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await request<Accepted>("POST", path, { body, headers });
      } catch (error) {
        const status = error instanceof ProblemError ? error.problem.status : 0;
        const lost = LOST_REPLY.has(status);
        if (!lost || performance.now() >= until) throw error;
        await later(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0);
      }
    }
  }

  #settle(): void {
    const shown = this.#shown.version;
    const open = this.pending.value.filter(
      (touch) => touch.version === null || touch.version > shown,
    );
    if (open.length !== this.pending.value.length) this.pending.value = open;
  }
}
