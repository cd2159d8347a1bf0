// The console's own state and what touches do. The floor and the chosen table live in the
// snapshots; here are only the connections, the person, and what was chosen on this screen.
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import * as api from "../shared/api.ts";
import { Commands, type Order, type Touch } from "../shared/commands.ts";
import { Connection, type Link } from "../shared/connection.ts";
import { isPotGame } from "../shared/pot_games.ts";
import { SignOut } from "../shared/sign_out.ts";
import { decidesAlone, Signatures, type Signing, type ToSign } from "../shared/signatures.ts";
import { bringMore } from "../shared/texts/loading.ts";
import { coded, type Params, text } from "../shared/texts/texts.ts";
import type { Person, Problem, View } from "../shared/view.ts";
import type { Floor, Item } from "./floor.ts";
import { decides, inOrder, itemBeside, openItem, touchesOf } from "./inbox.ts";
import { POKER_WORDS } from "./poker_parts.tsx";
import { TableRecord } from "./record.ts";
import { Searches } from "./searches.ts";
import { wallOf } from "./wall.ts";

/** The four areas; where the glass is narrow they are tabs. */
export const AREAS = ["wall", "table", "inbox", "house"] as const;
export type Area = (typeof AREAS)[number];

/** What stands in the middle: the table as it is now, or something that was looked up. */
export type Stage =
  | { readonly kind: "live" }
  | { readonly kind: "round"; readonly number: number }
  | { readonly kind: "meter"; readonly progressive: string; readonly level: string }
  | { readonly kind: "history" }
  | { readonly kind: "log" };

/** A change of a level that is being prepared or signed for. */
export interface LevelSheet {
  readonly progressive: string;
  readonly level: string;
  readonly change: "change_terms" | "dispute_award" | "settle_dispute" | "void_award";
  /** The prize that it is about. */
  readonly award?: string;
}

export interface Message {
  readonly code: string;
  readonly facts: Params;
  readonly detail: string;
}

const MESSAGE_MS = 10_000;
const LIVE: Stage = { kind: "live" };

export class ConsoleScreen {
  /** undefined: not known yet; null: nobody. */
  readonly person: Signal<Person | null | undefined> = signal(undefined);
  readonly leaving: SignOut = new SignOut();
  /** Why nobody is signed in any more, where the station has said so. */
  readonly ended: Signal<"signed_out" | "no_right" | null> = signal(null);
  readonly floor: Signal<Floor | null> = signal(null);
  readonly table: Signal<string | null> = signal(null);
  readonly view: Signal<View | null> = signal(null);
  readonly area: Signal<Area> = signal("inbox");
  readonly stage: Signal<Stage> = signal(LIVE);
  readonly chosenItem: Signal<string | null> = signal(null);
  readonly signing: Signal<Signing | null> = signal(null);
  readonly levelSheet: Signal<LevelSheet | null> = signal(null);
  readonly message: Signal<Message | null> = signal(null);
  /** How often a search was asked for: each time the field takes the focus. */
  readonly searchesAsked: Signal<number> = signal(0);
  readonly record: TableRecord = new TableRecord();
  readonly searches: Searches = new Searches();

  readonly #floorLine: Signal<Connection<Floor> | null> = signal(null);
  readonly #tableLine: Signal<Connection<View> | null> = signal(null);
  readonly #commands: Signal<Readonly<Record<string, Commands>>> = signal({});
  readonly #signatures = new Signatures({
    open: () => this.signing.value,
    show: (signing) => {
      this.signing.value = signing;
    },
    say: (problem) => this.say(problem),
    commandsOf: (table) => this.#commands.value[table] ?? null,
  });
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  readonly link: ReadonlySignal<Link> = computed(
    () => this.#floorLine.value?.link.value ?? "connecting",
  );
  readonly silentSeconds: ReadonlySignal<number> = computed(
    () => this.#floorLine.value?.silentSeconds.value ?? 0,
  );
  readonly tableLink: ReadonlySignal<Link> = computed(
    () => this.#tableLine.value?.link.value ?? "connecting",
  );
  readonly inbox: ReadonlySignal<readonly Item[]> = computed(() =>
    inOrder(this.floor.value?.inbox ?? []),
  );
  readonly item: ReadonlySignal<Item | undefined> = computed(() =>
    openItem(this.inbox.value, this.chosenItem.value),
  );
  /** Answers are taken only while the picture is fresh, from a role that decides. */
  readonly canDecide: ReadonlySignal<boolean> = computed(
    () => this.link.value !== "stale" && decides(this.person.value?.role),
  );

  /** The station's time now, or null before its first message. */
  stationTime(): number | null {
    const line = this.#floorLine.value;
    return line && this.floor.value ? line.stationTime() : null;
  }

  // ---------------------------------------------------------------- person

  async start(): Promise<void> {
    effect(() => this.record.follow(this.person.value?.role, this.view.value));
    if (this.leaving.isOwed.value) await this.leaving.run();
    this.person.value = await api.untilAnswered(api.currentPerson).catch(() => null);
    if (this.person.value) this.#follow();
  }

  async signIn(person: string, password: string): Promise<Problem | null> {
    try {
      const signedIn = await api.signIn(person, password);
      this.ended.value = null;
      this.person.value = signedIn;
      this.#follow();
      return null;
    } catch (error) {
      return error instanceof api.ProblemError ? error.problem : api.NO_REPLY;
    }
  }

  async signOut(): Promise<void> {
    const ended = this.leaving.run();
    this.#leave(null);
    await ended;
  }

  #follow(): void {
    this.#floorLine.value?.stop();
    const line = new Connection<Floor>({
      path: "/api/floor/live",
      part: "floor",
      onSnapshot: (floor) => this.show(floor),
      onClosed: (why) => this.#leave(why),
    });
    this.#floorLine.value = line;
    line.start();
  }

  #leave(why: "signed_out" | "no_right" | null): void {
    this.#floorLine.value?.stop();
    this.#tableLine.value?.stop();
    // Whoever may not see the floor is still signed in on this machine: that ends too.
    if (why === "no_right") void this.leaving.run();
    batch(() => {
      this.#floorLine.value = null;
      this.#tableLine.value = null;
      this.#commands.value = {};
      this.person.value = null;
      this.ended.value = why;
      this.floor.value = null;
      this.table.value = null;
      this.view.value = null;
      this.stage.value = LIVE;
      this.chosenItem.value = null;
      this.signing.value = null;
      this.levelSheet.value = null;
      this.message.value = null;
    });
    this.record.clear();
    this.searches.clear();
  }

  // ---------------------------------------------------------------- snapshots

  /** A snapshot has come: it is the truth. Touches that it contains are no longer pending. */
  show(floor: Floor): void {
    batch(() => {
      this.floor.value = floor;
      if (floor.tables.some(({ game }) => isPotGame(game))) void bringMore(POKER_WORDS);
      this.#commands.value = this.#commandsFor(floor);
      for (const [table, commands] of Object.entries(this.#commands.value)) {
        commands.shown(pictureOf(floor, table));
      }
      this.#signatures.closeOutdated();
    });
    if (this.table.value === null) {
      const first = this.item.value?.table ?? wallOf(floor)[0]?.tile.id;
      if (first !== undefined) this.#followTable(first);
    }
  }

  #commandsFor(floor: Floor): Readonly<Record<string, Commands>> {
    const known = this.#commands.value;
    return Object.fromEntries(
      floor.tables.map(({ id }) => [id, known[id] ?? new Commands(id)] as const),
    );
  }

  /** Chooses the table in the middle, and goes there. */
  chooseTable(table: string): void {
    batch(() => {
      this.stage.value = LIVE;
      this.area.value = "table";
    });
    if (this.table.value !== table) this.#followTable(table);
  }

  #followTable(table: string): void {
    this.#tableLine.value?.stop();
    const line = new Connection<View>({
      path: api.livePath(table),
      part: "view",
      onSnapshot: (view) => {
        this.view.value = view;
      },
      onClosed: (why) => this.#leave(why),
    });
    this.record.clear();
    batch(() => {
      this.table.value = table;
      this.view.value = null;
      this.#tableLine.value = line;
    });
    line.start();
  }

  // ---------------------------------------------------------------- the inbox

  /** Opens an item, and shows its table in the middle. */
  chooseItem(item: Item): void {
    this.chosenItem.value = item.id;
    this.dismiss();
    if (this.table.value !== item.table) {
      this.stage.value = LIVE;
      this.#followTable(item.table);
    }
  }

  /** So many items further down (or up). */
  step(steps: number): void {
    this.area.value = "inbox";
    const item = itemBeside(this.inbox.value, this.item.value?.id, steps);
    if (item) this.chooseItem(item);
  }

  /** Touches on an item that no snapshot contains yet. */
  pendingOn(item: Item): readonly Touch[] {
    return touchesOf(item, this.#commands.value[item.table]?.pending.value ?? []);
  }

  /** Touches of a command at a table that no snapshot contains yet. */
  pendingAt(table: string, command: string): readonly Touch[] {
    const touches = this.#commands.value[table]?.pending.value ?? [];
    return touches.filter((touch) => touch.command === command);
  }

  /** Decides an item, or asks for the second person who may. */
  async decide(item: Item, toSign: ToSign): Promise<void> {
    if (!this.canDecide.value) return;
    this.chosenItem.value = item.id;
    await this.order(item.table, toSign);
  }

  /** Orders something at a table, or asks for the second person who may. */
  async order(table: string, { order, role, title }: ToSign): Promise<void> {
    if (!this.canDecide.value) return;
    this.dismiss();
    if (decidesAlone(this.person.value?.role, role)) await this.#send(table, order);
    else this.#signatures.ask(table, order, role, title);
  }

  async #send(table: string, order: Order): Promise<void> {
    const result = await this.#commands.value[table]?.send(order);
    if (!result || result === "done") return;
    if (result.status === 401) this.#leave("signed_out");
    else if (result.code === "approval_needed") {
      const title = coded("approval", order.command, text("approval.title"));
      this.#signatures.ask(table, order, null, title);
    } else this.say(result);
  }

  /** Signs as another person and sends the command in his name. Null: done, or told elsewhere. */
  approve(signing: Signing, person: string, password: string): Promise<Problem | null> {
    return this.#signatures.sign(signing, person, password);
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

  // ---------------------------------------------------------------- the middle

  recallRound(number: number): void {
    const table = this.table.value;
    if (table === null) return;
    batch(() => {
      this.stage.value = { kind: "round", number };
      this.area.value = "table";
    });
    this.record.recall(table, number);
  }

  showMovements(progressive: string, level: string): void {
    batch(() => {
      this.stage.value = { kind: "meter", progressive, level };
      this.area.value = "table";
    });
    this.searches.loadMovements(progressive, level);
  }

  /** A player's hands, of a poker table. */
  showHistory(): void {
    this.stage.value = { kind: "history" };
  }

  showLog(): void {
    batch(() => {
      this.stage.value = { kind: "log" };
      this.searchesAsked.value += 1;
      this.area.value = "table";
    });
    this.searches.searchLog();
  }

  /** Back to the table as it is now. */
  showLive(): void {
    this.stage.value = LIVE;
  }
}

/** What the newest floor says of a table's version. Where nothing of it waits any more, everything
 * that was touched here has been carried out: touches answer what waits. */
function pictureOf(
  floor: Floor,
  table: string,
): { readonly round: number; readonly version: number; readonly played_version: number } {
  const items = floor.inbox.filter((item) => item.table === table);
  const round = floor.tables.find(({ id }) => id === table)?.round ?? 0;
  if (items.length === 0) {
    return { round, version: Number.MAX_SAFE_INTEGER, played_version: Number.MAX_SAFE_INTEGER };
  }
  return {
    round,
    version: Math.max(...items.map(({ version }) => version)),
    played_version: Math.max(...items.map(({ played_version }) => played_version)),
  };
}
