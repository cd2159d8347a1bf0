// The dealer screen's own state and what touches do. The table's state lives in the snapshots; here
// are only the connection, the person, and choices made on this glass (chip, marks, open dialog).
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { decimal } from "../shared/amount.ts";
import * as api from "../shared/api.ts";
import {
  bodyOf,
  type Command,
  Commands,
  type Order,
  type Result,
  renewed,
  type Touch,
} from "../shared/commands.ts";
import { Connection, type Link } from "../shared/connection.ts";
import { remember, remembered } from "../shared/memory.ts";
import { coded, type Params, refusalText, text } from "../shared/texts/texts.ts";
import type { Device, Person, Problem, Role, TableListed, View } from "../shared/view.ts";
import {
  baseSpot,
  decidesAtOnce,
  inDoubt,
  type LastStakes,
  lastStakes,
  type Mark,
  type Marks,
  NO_STAKES,
  type Primary,
  pricedSpots,
  stakesOf,
  stakingAction,
  undecided,
} from "./state.ts";

export type Chip = number | "take_back";

/** A second person must sign before the command goes out: this one, made when he was asked. */
export interface Signing {
  readonly kind: "approval";
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

export type Dialog = { readonly kind: "menu" } | { readonly kind: "irregularity" } | Signing;

export interface Message {
  readonly code: string;
  readonly facts: Params;
  readonly detail: string;
}

const MESSAGE_MS = 8000;

/** Who was about to sign has seen an older picture than the one that the table has now. */
const CHANGED: Problem = { status: 409, code: "stale_version", title: "", detail: "", facts: {} };
const STALE: ReadonlySet<string> = new Set(["stale_round", "stale_version"]);

export class DealerScreen {
  /** undefined: not known yet; null: nobody. */
  readonly person: Signal<Person | null | undefined> = signal(undefined);
  readonly tables: Signal<readonly TableListed[] | null> = signal(null);
  readonly view: Signal<View | null> = signal(null);
  readonly chip: Signal<Chip> = signal(10);
  readonly marks: Signal<Marks> = signal({});
  readonly dialog: Signal<Dialog | null> = signal(null);
  readonly message: Signal<Message | null> = signal(null);
  readonly fourColours: Signal<boolean> = signal(remembered("four_colours") === "yes");
  readonly last: Signal<LastStakes> = signal(NO_STAKES);
  readonly hasEnded: Signal<boolean> = signal(false);

  readonly #connection: Signal<Connection | null> = signal(null);
  readonly #commands: Signal<Commands | null> = signal(null);
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  readonly link: ReadonlySignal<Link> = computed(
    () => this.#connection.value?.link.value ?? "connecting",
  );
  readonly hasTable: ReadonlySignal<boolean> = computed(() => this.#connection.value !== null);
  readonly silentSeconds: ReadonlySignal<number> = computed(
    () => this.#connection.value?.silentSeconds.value ?? 0,
  );
  readonly pending: ReadonlySignal<readonly Touch[]> = computed(
    () => this.#commands.value?.pending.value ?? [],
  );
  /** Touches are taken only while what is shown is fresh and a dealer's business. */
  readonly canTouch: ReadonlySignal<boolean> = computed(() => this.link.value !== "stale");

  /** The station's time now, or null before its first message. */
  stationTime(): number | null {
    const connection = this.#connection.value;
    return connection && this.view.value ? connection.stationTime() : null;
  }

  // ---------------------------------------------------------------- person and table

  async start(): Promise<void> {
    this.person.value = await untilAnswered(api.currentPerson).catch(() => null);
    if (this.person.value) await this.#findTable();
  }

  async signIn(person: string, password: string): Promise<Problem | null> {
    try {
      const signedIn = await api.signIn(person, password);
      this.hasEnded.value = false;
      this.person.value = signedIn;
      void this.#findTable();
      return null;
    } catch (error) {
      return error instanceof api.ProblemError ? error.problem : api.NO_REPLY;
    }
  }

  async signOut(): Promise<void> {
    await api.signOut().catch(() => null);
    this.#leave();
  }

  async #findTable(): Promise<void> {
    const tables = await untilAnswered(api.tables).catch(() => null);
    if (!tables) {
      this.#leave();
      return;
    }
    this.tables.value = tables;
    const wanted = new URLSearchParams(location.search).get("table");
    const table =
      tables.find(({ id }) => id === wanted) ?? (tables.length === 1 ? tables[0] : null);
    if (table) this.chooseTable(table.id);
  }

  chooseTable(table: string): void {
    this.#connection.value?.stop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const connection = new Connection({
      url: `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/live`,
      onView: (view) => this.show(view),
      onSignedOut: () => {
        this.hasEnded.value = true;
        this.#leave();
      },
    });
    batch(() => {
      this.#commands.value = new Commands(table);
      this.#connection.value = connection;
    });
    connection.start();
  }

  #leave(): void {
    this.#connection.value?.stop();
    batch(() => {
      this.#connection.value = null;
      this.#commands.value = null;
      this.person.value = null;
      this.view.value = null;
      this.tables.value = null;
      this.dialog.value = null;
      this.message.value = null;
      this.marks.value = {};
      this.last.value = NO_STAKES;
    });
  }

  // ---------------------------------------------------------------- snapshots

  /** A snapshot has come: it is the truth, and what was chosen for an earlier moment is dropped. */
  show(view: View): void {
    const before = this.view.value;
    const open = new Set(undecided(view));
    const kept = Object.entries(this.marks.value).filter(
      ([seat]) => open.has(Number(seat)) && before?.round === view.round,
    );
    batch(() => {
      this.view.value = view;
      this.last.value = lastStakes(this.last.value, view);
      this.marks.value = Object.fromEntries(kept);
      this.#commands.value?.shown(view);
      if (before) this.#closeOutdated(before, view);
    });
  }

  /** Closes an open report or signature for something that is no longer asked. */
  #closeOutdated(before: View, view: View): void {
    const dialog = this.dialog.value;
    if (dialog?.kind === "irregularity") {
      const ruling = before.ruling?.number !== view.ruling?.number;
      if (ruling || before.round !== view.round) this.dialog.value = null;
    }
    // A command that is on its way may itself have changed the picture: its answer decides.
    if (dialog?.kind !== "approval" || this.#isUnderway(dialog.command)) return;
    if (!this.#commands.value?.isCurrent(dialog.command)) this.#askAgain(CHANGED);
  }

  #isUnderway({ id }: Command): boolean {
    return this.pending.value.some((touch) => touch.id === id);
  }

  /** What was to be signed is not what lies on the table: close the sheet and say so. */
  #askAgain(problem: Problem): void {
    this.dialog.value = null;
    this.say(problem);
  }

  // ---------------------------------------------------------------- touches

  async send(order: Order): Promise<Result> {
    const commands = this.#commands.value;
    if (!commands || !this.canTouch.value) return api.NO_REPLY;
    this.dismiss();
    const result = await commands.send(order);
    if (result === "done") return result;
    if (result.status === 401) {
      this.hasEnded.value = true;
      this.#leave();
    } else if (result.code === "approval_needed") {
      const title = coded("approval", order.command, text("approval.title"));
      this.#ask(order, null, title);
    } else {
      this.say(result);
    }
    return result;
  }

  say({ code, facts, detail }: Problem): void {
    clearTimeout(this.#messageTimer);
    this.message.value = { code, facts, detail };
    this.#messageTimer = setTimeout(() => this.dismiss(), MESSAGE_MS);
  }

  dismiss(): void {
    clearTimeout(this.#messageTimer);
    this.message.value = null;
  }

  doPrimary(step: Primary): void {
    if (step.does?.kind === "order") void this.send(step.does.order);
    if (step.does?.kind === "decide") void this.decideAll();
    if (step.does?.kind === "sign") this.sign(step.does);
  }

  /** Asks for the second signature, unless the person here may decide it himself. */
  sign({ order, role, title }: ToSign): void {
    const own = this.person.value?.role;
    if (own === "manager" || own === role) void this.send(order);
    else this.#ask(order, role, title);
  }

  /** Opens the sheet for a signature. The command is made here: this picture is what is signed. */
  #ask(order: Order, role: Role | null, title: string): void {
    const command = this.#commands.value?.make(order);
    if (command) this.dialog.value = { kind: "approval", command, role, title };
  }

  /** Signs as another person and sends the command in his name. Null: done, or told elsewhere;
   * else what went wrong. */
  async approve(signing: Signing, person: string, password: string): Promise<Problem | null> {
    const table = this.view.value?.table.id;
    const commands = this.#commands.value;
    if (table === undefined || !commands) return api.NO_REPLY;
    const { command } = signing;
    try {
      const { approval } = await api.approve(person, password, table, bodyOf(command));
      // Closed meanwhile, by a touch or because the table has changed: nothing is to be done.
      if (this.dialog.value !== signing) return null;
      const result = await commands.deliver(command, approval);
      return this.#signed(signing, commands.isCurrent(command), result);
    } catch (error) {
      return error instanceof api.ProblemError ? error.problem : api.NO_REPLY;
    }
  }

  /** What a signed command came to. A no keeps the sheet open for another signature, as long as
   * the picture is the one that was signed for. */
  #signed(signing: Signing, isCurrent: boolean, result: Result): Problem | null {
    const isOpen = this.dialog.value === signing;
    if (result === "done") {
      if (isOpen) this.dialog.value = null;
      return null;
    }
    const isNo = result.status >= 400 && result.status < 500;
    if (!isOpen) {
      this.say(result);
      return null;
    }
    if (isNo && (STALE.has(result.code) || !isCurrent)) {
      this.#askAgain(result);
      return null;
    }
    // The station keeps its no under this id. Without an answer the same command is signed again:
    // it may have been carried out.
    if (isNo) this.dialog.value = { ...signing, command: renewed(signing.command) };
    return result;
  }

  /** Ante spot touched: the chosen chip is added, or the stake taken back. */
  touchBase(seat: number): void {
    const view = this.view.value;
    const spot = view && baseSpot(view);
    const chip = this.chip.value;
    if (!spot) return;
    if (chip === "take_back") {
      void this.send({ command: "withdraw_wager", fields: { seat, spot: spot.name } });
    } else {
      const amount = decimal(chip * 100);
      void this.send({ command: "place_wager", fields: { seat, spot: spot.name, amount } });
    }
  }

  /** Fixed-price spot touched: on becomes off and the other way round. */
  touchPriced(seat: number, spot: string): void {
    const view = this.view.value;
    if (!view) return;
    const isOn = spot in stakesOf(view, seat);
    if (!isOn && view.acceptors?.[String(seat)]) return;
    const command = isOn ? "withdraw_wager" : "place_wager";
    void this.send({ command, fields: { seat, spot } });
  }

  /** Seat touched while betting: off with all its stakes, or on with those it had last. */
  async touchSeat(seat: number): Promise<void> {
    const view = this.view.value;
    const base = view && baseSpot(view);
    if (!view || !base) return;
    const stakes = stakesOf(view, seat);
    const [standing] = base.name in stakes ? [base.name] : Object.keys(stakes);
    if (standing !== undefined) {
      const { before, ...last } = this.last.value;
      this.last.value = { ...last, before: { ...before, [String(seat)]: stakes } };
      void this.send({ command: "withdraw_wager", fields: { seat, spot: standing } });
      return;
    }
    const before = this.last.value.before[String(seat)] ?? {};
    const ante = before[base.name];
    if (ante === undefined) {
      if (this.chip.value !== "take_back") this.touchBase(seat);
      return;
    }
    const fields = { seat, spot: base.name, amount: ante };
    if ((await this.send({ command: "place_wager", fields })) !== "done") return;
    for (const { name } of pricedSpots(view)) {
      if (name in before) void this.send({ command: "place_wager", fields: { seat, spot: name } });
    }
  }

  /** Bet or fold at a seat: counts at once while a clock runs, else marked until confirmed. */
  mark(seat: number, mark: Mark): void {
    const view = this.view.value;
    if (!view || !undecided(view).includes(seat)) return;
    if (decidesAtOnce(view)) {
      void this.send({ command: "act", fields: { seat, action: this.#action(view, mark) } });
    } else {
      this.marks.value = { ...this.marks.value, [seat]: mark };
    }
  }

  /** Sends the decision of every seat that owes one; unmarked seats bet. A refusal ends it. */
  async decideAll(): Promise<void> {
    const view = this.view.value;
    if (!view) return;
    const marks = this.marks.value;
    for (const seat of undecided(view)) {
      const fields = { seat, action: this.#action(view, marks[seat] ?? "bet") };
      if ((await this.send({ command: "act", fields })) !== "done") return;
    }
  }

  #action(view: View, mark: Mark): string {
    return mark === "fold" ? "fold" : stakingAction(view);
  }

  callSupervisor(): void {
    if (this.view.value?.supervisor_called) {
      const title = text("approval.answer_call");
      this.sign({ order: { command: "answer_call" }, role: "supervisor", title });
    } else {
      void this.send({ command: "call_supervisor" });
    }
  }

  /** A supervisor has compared the cards: the device's faults, those on the screen, are cleared. */
  clearFaults(device: Device): void {
    const fields = { device: device.id, faults: device.faults ?? [] };
    const title = text("approval.clear_faults", inDoubt(device));
    this.sign({ order: { command: "clear_device_faults", fields }, role: "supervisor", title });
  }

  toggleFourColours(): void {
    this.fourColours.value = !this.fourColours.value;
    remember("four_colours", this.fourColours.value ? "yes" : "no");
  }
}

/** Asks again every second while the station does not answer or fails (it may be starting); any
 * other problem is thrown. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const status = error instanceof api.ProblemError ? error.problem.status : 0;
      if (status > 0 && status < 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

export const messageText = (message: Pick<Message, "code" | "facts" | "detail">): string =>
  refusalText(message.code, message.facts, message.detail);
