// A second person's signature for one command: the sheet that asks for it, the signature itself, and
// what the signed command came to. The command is made when the sheet opens; exactly this one is
// signed and exactly this one is sent.
import * as api from "./api.ts";
import {
  bodyOf,
  type Command,
  type Commands,
  type Order,
  type Result,
  renewed,
} from "./commands.ts";
import type { Problem, Role } from "./view.ts";

/** A second person must sign before the command goes out: this one, made when he was asked. */
export interface Signing {
  readonly kind: "approval";
  readonly table: string;
  readonly command: Command;
  readonly role: Role | null;
  readonly title: string;
}

/** An order that needs a signature, unless the person here may give it himself. */
export interface ToSign {
  readonly order: Order;
  readonly role: Role;
  readonly title: string;
}

/** The screen that the sheet lies on. */
export interface SigningDesk {
  /** The sheet that is open, where it asks for a signature. */
  readonly open: () => Signing | null;
  readonly show: (signing: Signing | null) => void;
  readonly say: (problem: Problem) => void;
  readonly commandsOf: (table: string) => Commands | null;
}

/** Who was about to sign has seen an older picture than the one that the table has now. */
const CHANGED: Problem = { status: 409, code: "stale_version", title: "", detail: "", facts: {} };
const STALE: ReadonlySet<string> = new Set(["stale_round", "stale_version"]);

/** Whether a person decides by himself what a role may decide. */
export const decidesAlone = (own: Role | undefined, role: Role): boolean =>
  own === "manager" || own === role;

export class Signatures {
  readonly #desk: SigningDesk;

  constructor(desk: SigningDesk) {
    this.#desk = desk;
  }

  /** Opens the sheet. The command is made here: this picture is what is signed. */
  ask(table: string, order: Order, role: Role | null, title: string): void {
    const command = this.#desk.commandsOf(table)?.make(order);
    if (command) this.#desk.show({ kind: "approval", table, command, role, title });
  }

  /** A snapshot came: closes the sheet for something that is no longer asked. */
  closeOutdated(): void {
    const signing = this.#desk.open();
    const commands = signing && this.#desk.commandsOf(signing.table);
    if (!commands) return;
    // A command that is on its way may itself have changed the picture: its answer decides.
    const isUnderway = commands.pending.value.some(({ id }) => id === signing.command.id);
    if (!isUnderway && !commands.isCurrent(signing.command)) this.#askAgain(CHANGED);
  }

  /** Signs as another person and sends the command in his name. Null: done, or told elsewhere;
   * else what went wrong. */
  async sign(signing: Signing, person: string, password: string): Promise<Problem | null> {
    const { table, command } = signing;
    const commands = this.#desk.commandsOf(table);
    if (!commands) return api.NO_REPLY;
    try {
      const { approval } = await api.approve(person, password, table, bodyOf(command));
      // Closed meanwhile, by a touch or because the table has changed: nothing is to be done.
      if (this.#desk.open() !== signing) return null;
      const result = await commands.deliver(command, approval);
      return this.#signed(signing, commands.isCurrent(command), result);
    } catch (error) {
      return error instanceof api.ProblemError ? error.problem : api.NO_REPLY;
    }
  }

  /** What a signed command came to. A no keeps the sheet open for another signature, as long as
   * the picture is the one that was signed for. */
  #signed(signing: Signing, isCurrent: boolean, result: Result): Problem | null {
    const isOpen = this.#desk.open() === signing;
    if (result === "done") {
      if (isOpen) this.#desk.show(null);
      return null;
    }
    const isNo = result.status >= 400 && result.status < 500;
    if (!isOpen) {
      this.#desk.say(result);
      return null;
    }
    if (isNo && (STALE.has(result.code) || !isCurrent)) {
      this.#askAgain(result);
      return null;
    }
    // The station keeps its no under this id. Without an answer the same command is signed again:
    // it may have been carried out.
    if (isNo) this.#desk.show({ ...signing, command: renewed(signing.command) });
    return result;
  }

  /** What was to be signed is not what lies on the table: close the sheet and say so. */
  #askAgain(problem: Problem): void {
    this.#desk.show(null);
    this.#desk.say(problem);
  }
}
