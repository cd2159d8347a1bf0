// Makes commands and sends them to a table, one after the other in the order of the touches. A
// command whose reply was lost is sent again with the same id, so that it is carried out once; a
// touch stays pending until the snapshot that contains it has come.
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
  "check_deck",
  "call_supervisor",
  "answer_call",
  "clear_device_faults",
  "place_button",
  "start_hand",
]);

/** Commands where acting on an old picture would be wrong: they name the version on the screen. */
const WITH_VERSION = new Set(["apply_ruling", "verify_hand", "pay_seat", "push_pots"]);

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
}

/** An order made for the picture on the screen at one moment: this, whole, is signed and sent. */
export interface Command {
  readonly id: string;
  readonly order: Order;
  /** What it names of the picture; undefined where it does not depend on it. */
  readonly round: number | undefined;
  readonly version: number | undefined;
}

export interface Accepted {
  readonly command_id: string;
  readonly version: number;
  readonly repeat: boolean;
}

/** "done" or the problem that the station (or its silence) gave. */
export type Result = "done" | Problem;

/** The command as the station reads it; the same at each call, for its signature is bound to it. */
export function bodyOf({ id, order, round, version }: Command): CommandFields {
  return {
    command_id: id,
    command: order.command,
    ...(round === undefined ? {} : { round }),
    ...(version === undefined ? {} : { version }),
    ...order.fields,
  };
}

/** The same order on the same picture under a new id: the station has said no to the old one. */
export const renewed = (command: Command): Command => ({ ...command, id: newId() });

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a body, and the same again while no answer comes: its id lets it be carried out once.
 * Throws ProblemError. */
export async function untilAnswered<T>(path: string, body: object, approval?: string): Promise<T> {
  const headers: Record<string, string> = approval ? { "x-approval": approval } : {};
  const until = performance.now() + GIVE_UP_AFTER_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request<T>("POST", path, { body, headers });
    } catch (error) {
      const status = error instanceof ProblemError ? error.problem.status : 0;
      if (!LOST_REPLY.has(status) || performance.now() >= until) throw error;
      await later(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0);
    }
  }
}

type Shown = Pick<View, "round" | "version" | "played_version">;

export class Commands {
  readonly pending: Signal<readonly Touch[]> = signal([]);

  readonly #table: string;
  #shown: Shown = { round: 0, version: 0, played_version: 0 };
  #queue: Promise<unknown> = Promise.resolve();

  constructor(table: string) {
    this.#table = table;
  }

  /** A snapshot came: touches that it contains are no longer pending. */
  shown(view: Shown): void {
    this.#shown = view;
    this.#settle();
  }

  /** Makes the command that an order is now: on the picture that is on the screen. */
  make(order: Order): Command {
    const { round, version } = this.#shown;
    return {
      id: newId(),
      order,
      round: WITHOUT_ROUND.has(order.command) ? undefined : round,
      version: WITH_VERSION.has(order.command) ? version : undefined,
    };
  }

  /** Whether the picture that the command was made on is still on the screen. */
  isCurrent({ round, version }: Command): boolean {
    const shown = this.#shown;
    return (
      (round ?? shown.round) === shown.round && (version ?? shown.version) >= shown.played_version
    );
  }

  /** Sends after all earlier touches, for the picture on the screen at this moment. */
  send(order: Order): Promise<Result> {
    return this.deliver(this.make(order));
  }

  /** Sends a command that was made before, after all earlier touches. */
  deliver(command: Command, approval?: string): Promise<Result> {
    const { id, order } = command;
    const touch = { id, command: order.command, fields: order.fields ?? {}, version: null };
    this.pending.value = [...this.pending.value, touch];
    const result = this.#queue.then(() => this.#deliver(id, bodyOf(command), approval));
    this.#queue = result;
    return result;
  }

  async #deliver(id: string, body: object, approval: string | undefined): Promise<Result> {
    try {
      const path = `/api/tables/${encodeURIComponent(this.#table)}/commands`;
      const accepted = await untilAnswered<Accepted>(path, body, approval);
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

  #settle(): void {
    const shown = this.#shown.version;
    const open = this.pending.value.filter(
      (touch) => touch.version === null || touch.version > shown,
    );
    if (open.length !== this.pending.value.length) this.pending.value = open;
  }
}
