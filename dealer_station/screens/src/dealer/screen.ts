// The dealer screen's own state and what touches do. The table's state lives in the snapshots; here
// are only the connection, the person, and choices made on this glass (chip, marks, open dialog).
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { decimal } from "../shared/amount.ts";
import * as api from "../shared/api.ts";
import { Commands, type Order, type Result, type Touch } from "../shared/commands.ts";
import { Connection, type Link } from "../shared/connection.ts";
import { remember, remembered } from "../shared/memory.ts";
import { SignOut } from "../shared/sign_out.ts";
import { decidesAlone, Signatures, type Signing, type ToSign } from "../shared/signatures.ts";
import { coded, type Params, refusalText, text } from "../shared/texts/texts.ts";
import type { Device, Person, Problem, Role, TableListed, View } from "../shared/view.ts";
import type { DeckCount } from "./deck_count.ts";
import {
  baseSpots,
  decidesAtOnce,
  type LastStakes,
  lastStakes,
  type Mark,
  type Marks,
  NO_STAKES,
  type Primary,
  stakesOf,
  stakingAction,
  undecided,
} from "./state.ts";

export type Chip = number | "take_back";

export type Dialog =
  | { readonly kind: "menu" | "irregularity" | "deck_check" }
  /** A seat of a poker table, or the hand there, whose cards are to be named. */
  | { readonly kind: "seat" | "named"; readonly seat: number }
  /** A ruling that picks a card. */
  | { readonly kind: "ruled_card"; readonly option: string; readonly role: Role }
  | Signing;

export interface Message {
  readonly code: string;
  readonly facts: Params;
  readonly detail: string;
}

const MESSAGE_MS = 8000;

export class DealerScreen {
  /** This screen is touched; others only watch the same table. */
  readonly isWatching = false;
  /** undefined: not known yet; null: nobody. */
  readonly person: Signal<Person | null | undefined> = signal(undefined);
  readonly leaving: SignOut = new SignOut();
  readonly tables: Signal<readonly TableListed[] | null> = signal(null);
  readonly view: Signal<View | null> = signal(null);
  readonly chip: Signal<Chip> = signal(10);
  readonly marks: Signal<Marks> = signal({});
  readonly dialog: Signal<Dialog | null> = signal(null);
  readonly message: Signal<Message | null> = signal(null);
  readonly fourColours: Signal<boolean> = signal(remembered("four_colours") === "yes");
  readonly last: Signal<LastStakes> = signal(NO_STAKES);
  readonly hasEnded: Signal<boolean> = signal(false);
  /** Cards counted for a deck check that has not been made yet; null: nothing is counted. */
  readonly deckCount: Signal<DeckCount | null> = signal(null);
  /** What the number pad of a poker table holds for the seat whose turn it is. */
  readonly entered: Signal<string> = signal("");

  readonly #connection: Signal<Connection<View> | null> = signal(null);
  readonly #commands: Signal<Commands | null> = signal(null);
  readonly #signatures = new Signatures({
    open: () => (this.dialog.value?.kind === "approval" ? this.dialog.value : null),
    show: (signing) => {
      this.dialog.value = signing;
    },
    say: (problem) => this.say(problem),
    commandsOf: () => this.#commands.value,
  });
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
    if (this.leaving.isOwed.value) await this.leaving.run();
    this.person.value = await api.untilAnswered(api.currentPerson).catch(() => null);
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
    const ended = this.leaving.run();
    this.#leave();
    await ended;
  }

  async #findTable(): Promise<void> {
    const tables = await api.untilAnswered(api.tables).catch(() => null);
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
    const connection = new Connection<View>({
      path: api.livePath(table),
      part: "view",
      onSnapshot: (view) => this.show(view),
      onClosed: () => {
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
      this.deckCount.value = null;
      this.entered.value = "";
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
    // Other cards, or others of them out of the shoe: what was counted is no count of these.
    if (
      before.round !== view.round ||
      before.shoe?.cards_out !== view.shoe?.cards_out ||
      JSON.stringify(before.deck_check) !== JSON.stringify(view.deck_check)
    ) {
      this.deckCount.value = null;
    }
    if (dialog?.kind === "deck_check" && !view.commands.includes("check_deck")) {
      this.dialog.value = null;
    }
    if (dialog?.kind === "irregularity") {
      const ruling = before.ruling?.number !== view.ruling?.number;
      if (ruling || before.round !== view.round) this.dialog.value = null;
    }
    if (!sameTurn(before, view)) this.entered.value = "";
    if (dialog && isOutdated(dialog, before, view)) this.dialog.value = null;
    this.#signatures.closeOutdated();
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
    if (step.does?.kind === "card") {
      const { option, role } = step.does;
      this.dialog.value = { kind: "ruled_card", option, role };
    }
  }

  /** Asks for the second signature, unless the person here may decide it himself. */
  sign({ order, role, title }: ToSign): void {
    if (decidesAlone(this.person.value?.role, role)) void this.send(order);
    else this.#ask(order, role, title);
  }

  #ask(order: Order, role: Role | null, title: string): void {
    const table = this.view.value?.table.id;
    if (table !== undefined) this.#signatures.ask(table, order, role, title);
  }

  /** Signs as another person and sends the command in his name. Null: done, or told elsewhere. */
  approve(signing: Signing, person: string, password: string): Promise<Problem | null> {
    return this.#signatures.sign(signing, person, password);
  }

  /** A spot touched: the chosen chip is added, or the stake taken back. */
  touchSpot(seat: number, spot: string): void {
    const chip = this.chip.value;
    if (chip === "take_back") {
      void this.send({ command: "withdraw_wager", fields: { seat, spot } });
    } else {
      const amount = decimal(chip * 100);
      void this.send({ command: "place_wager", fields: { seat, spot, amount } });
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
    const bases = view ? baseSpots(view).map(({ name }) => name) : [];
    if (!view || bases.length === 0) return;
    const stakes = stakesOf(view, seat);
    if (Object.keys(stakes).length > 0) {
      await this.#takeOff(seat, stakes, bases);
      return;
    }
    const before = this.last.value.before[String(seat)] ?? {};
    const again = bases.filter((name) => name in before);
    const [only, other] = bases;
    if (again.length === 0) {
      const isOne = only !== undefined && other === undefined;
      if (isOne && this.chip.value !== "take_back") this.touchSpot(seat, only);
      return;
    }
    for (const spot of again) {
      const fields = { seat, spot, amount: before[spot] ?? "" };
      if ((await this.send({ command: "place_wager", fields })) !== "done") return;
    }
    for (const { name: spot, price, base } of view.table.spots) {
      const amount = before[spot];
      if (base || amount === undefined) continue;
      const fields = price ? { seat, spot } : { seat, spot, amount };
      void this.send({ command: "place_wager", fields });
    }
  }

  /** With a base stake the station takes the seat's side stakes away too. */
  async #takeOff(
    seat: number,
    stakes: Readonly<Record<string, string>>,
    bases: readonly string[],
  ): Promise<void> {
    const { before, ...last } = this.last.value;
    this.last.value = { ...last, before: { ...before, [String(seat)]: stakes } };
    const standing = bases.filter((name) => name in stakes);
    for (const spot of standing.length > 0 ? standing : Object.keys(stakes).slice(0, 1)) {
      const withdrawn = await this.send({ command: "withdraw_wager", fields: { seat, spot } });
      if (withdrawn !== "done") return;
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

  /** A supervisor has looked after the device's faults, those on the screen: they are cleared. */
  clearFaults(device: Device, title: string): void {
    const fields = { device: device.id, faults: device.faults ?? [] };
    this.sign({ order: { command: "clear_device_faults", fields }, role: "supervisor", title });
  }

  toggleFourColours(): void {
    this.fourColours.value = !this.fourColours.value;
    remember("four_colours", this.fourColours.value ? "yes" : "no");
  }
}

/** Whether the same seat is still to act on the same bets. */
const sameTurn = (before: View, view: View): boolean =>
  before.round === view.round && JSON.stringify(before.next) === JSON.stringify(view.next);

/** Whether a sheet of a poker table asks what is no longer asked. */
function isOutdated(dialog: Dialog, before: View, view: View): boolean {
  if (dialog.kind === "named") return view.next.seat !== dialog.seat;
  if (dialog.kind === "ruled_card") return before.ruling?.number !== view.ruling?.number;
  return dialog.kind === "seat" && before.round !== view.round;
}

export const messageText = (
  message: Pick<Message, "code" | "facts" | "detail">,
  game: string,
): string => refusalText(message.code, message.facts, message.detail, game);
