// The floor as the station sends it: all tables, what waits for a person, meters, devices, alerts;
// and the record of rounds. Masked for the person's role. Amounts are decimal text, times UTC
// milliseconds. A screen shows it and computes no rule from it.
import type {
  Book,
  BookOutcome,
  CommandFields,
  DeviceState,
  Facts,
  Maybe,
  Next,
  OpenRuling,
  Outcome,
  Phase,
  View,
} from "../shared/view.ts";

/** 4 is the worst. */
export type Danger = 1 | 2 | 3 | 4;

export interface Tile {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly currency: string;
  readonly is_open: boolean;
  readonly stage: Phase;
  readonly phase: Phase;
  readonly round: number;
  readonly limits: { readonly min: string; readonly max: Maybe<string> };
  readonly seats_playing: number;
  /** How many play by a book; missing at a table with seats. */
  readonly bettors?: Maybe<number>;
  readonly rounds_last_hour: number;
  readonly seconds_per_round: Maybe<number>;
  readonly held_since: Maybe<number>;
  readonly supervisor_called: boolean;
  /** Items of the inbox. */
  readonly needs: number;
  readonly alerts: number;
  readonly dealer: Maybe<string>;
  readonly next: Next;
}

export type ItemKind = "ruling" | "verification" | "call" | "device_fault";

export interface PlacedCard {
  readonly position: string;
  readonly card: string;
}

/** A command's body as the station has made it ready, without id and version. */
export type ReadyCommand = CommandFields & { readonly command: string };

export interface Item {
  /** Stays the same as long as it waits. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly table: string;
  readonly table_name: string;
  readonly since: number;
  readonly danger: Danger;
  readonly title: string;
  readonly needs: "supervisor" | "manager";
  readonly round: number;
  readonly version: number;
  readonly played_version: number;
  readonly ruling?: Maybe<OpenRuling>;
  /** Those concerned. */
  readonly cards?: Maybe<readonly PlacedCard[]>;
  readonly seat?: Maybe<number>;
  readonly amount?: Maybe<string>;
  readonly category?: Maybe<string>;
  readonly hand?: Maybe<readonly string[]>;
  readonly device?: Maybe<string>;
  readonly faults?: Maybe<readonly string[]>;
  readonly reason?: Maybe<string>;
  readonly command?: Maybe<ReadyCommand>;
}

export interface Hit {
  readonly table: string;
  readonly round: number;
  readonly seats: readonly number[];
  readonly amount: string;
  readonly currency: string;
  readonly category: string;
  readonly hand: readonly string[];
  readonly at: number;
}

/** What a table in another currency shows of a progressive. */
export interface OwnMeter {
  readonly table: string;
  readonly currency: string;
  /** What one unit of the table's currency is in the progressive's. */
  readonly conversion: string;
  readonly meter: string;
}

/** All terms of a level: rates and probability are fractions in text, and parts of a wager. */
export interface Terms {
  readonly base: string;
  readonly rate: string;
  readonly reserve_rate: string;
  readonly cap: Maybe<string>;
  readonly overflow_to: string;
  readonly reserve_use: string;
  readonly probability: Maybe<string>;
}

/** A prize that is fixed and neither paid nor taken back. */
export interface OpenAward {
  readonly award: string;
  readonly kind: "win" | "envy";
  readonly status: "locked" | "verified" | "disputed";
  /** A dispute was settled, and nobody has seen the hand since. */
  readonly is_doubted: boolean;
  readonly table: string;
  readonly round: number;
  /** Null: the bettors of a book. */
  readonly seat: Maybe<number>;
  /** The seat whose hand an envy sum is owed for. */
  readonly follows: Maybe<number>;
  readonly category: string;
  readonly cards: readonly string[];
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
  /** What taking it back gives to the meter and to the house, exact; the seats whose sums lapse. */
  readonly void: {
    readonly meter: string;
    readonly house: string;
    /** What the meter started again with, where nothing of the hit stands then. */
    readonly base: string;
    readonly lapses: readonly number[];
  };
}

export interface MeterRow {
  readonly progressive: string;
  readonly level: string;
  /** What signs call the level. */
  readonly name: string;
  readonly currency: string;
  readonly meter: string;
  readonly state: "live" | "suspended";
  readonly tables: readonly string[];
  readonly seed: string;
  /** Null: an old record has filed none. */
  readonly terms: Maybe<Terms>;
  /** Tables with an open round: no terms change meanwhile. */
  readonly in_play: readonly string[];
  readonly awards: readonly OpenAward[];
  readonly own: readonly OwnMeter[];
  readonly cap: Maybe<string>;
  /** Collected above the cap, and put by for the next base: shown to no player. */
  readonly overflow: string;
  readonly reserve: string;
  readonly last_hit: Maybe<Hit>;
  /** Time and value in smallest units, over the last day, oldest first. */
  readonly spark: readonly (readonly [at: number, meterMinor: number])[];
}

export interface SignShown {
  readonly what: string;
  readonly text?: Maybe<string>;
  readonly amount?: Maybe<string>;
  readonly is_read_back?: Maybe<boolean>;
  readonly at?: Maybe<number>;
}

export interface DeviceRow {
  readonly table: string;
  readonly id: string;
  readonly kind: string;
  readonly seat?: Maybe<number>;
  /** The device's own word, or that it must be there and has told nothing. */
  readonly state: DeviceState | "missing";
  readonly since?: Maybe<number>;
  readonly session?: Maybe<number>;
  readonly reason?: Maybe<string>;
  readonly faults?: Maybe<readonly string[]>;
  readonly expected?: Maybe<boolean>;
  readonly window?: Maybe<"open" | "closed">;
  readonly lamp?: Maybe<boolean>;
  readonly lit_at?: Maybe<number>;
  readonly shown?: Maybe<SignShown>;
}

export interface Alert {
  readonly id: string;
  readonly table: Maybe<string>;
  readonly kind: string;
  readonly code: string;
  readonly text_key: string;
  readonly since: number;
  readonly facts: Facts;
}

export interface Floor {
  readonly now: number;
  readonly tables: readonly Tile[];
  readonly inbox: readonly Item[];
  readonly meters: readonly MeterRow[];
  readonly devices: readonly DeviceRow[];
  readonly alerts: readonly Alert[];
}

// ------------------------------------------------------------------ the record of rounds

export interface RoundRow {
  readonly number: number;
  readonly phase: Phase;
  readonly opened_at: number;
  readonly ended_at: Maybe<number>;
  readonly seats: readonly number[];
  readonly staked: string;
  readonly returned: string;
  /** Result for the house. */
  readonly house: string;
  readonly irregularities: readonly string[];
  readonly prize: Maybe<string>;
}

export interface RoundPage {
  readonly rounds: readonly RoundRow[];
  readonly before: Maybe<number>;
}

/** One line of an entry: exact, may hold a fraction of the smallest unit. */
export interface LedgerLine {
  readonly account: string;
  readonly amount: string;
}

export interface BookedLine extends LedgerLine {
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly type: string;
}

export interface WagerRecord {
  readonly seat: number;
  readonly spot: string;
  readonly stake: string;
  readonly odds: Maybe<string>;
  readonly outcome: Maybe<Outcome>;
  readonly wins: Maybe<string>;
  readonly handed_back: Maybe<string>;
  readonly rule: Maybe<string>;
  readonly rule_text: Maybe<string | { readonly en: string; readonly pl: string }>;
  readonly cards: readonly string[];
  readonly dealer_cards: readonly string[];
  readonly ledger: readonly BookedLine[];
}

/** The bettors' book of a round, each outcome with its rule in words. */
export interface BookRecord extends Omit<Book, "outcomes"> {
  readonly outcomes: readonly (BookOutcome & Pick<WagerRecord, "rule_text">)[];
}

/** A wrong payment that was put right. */
export interface CompensationRecord {
  readonly seat: number;
  readonly paid: string;
  readonly due: string;
  readonly difference: string;
  readonly rule: Maybe<string>;
  readonly rule_text: WagerRecord["rule_text"];
  readonly person: Maybe<string>;
  readonly at: number;
}

export interface LightRecord {
  readonly seat: number;
  readonly lit_at: Maybe<number>;
  readonly dark_at: Maybe<number>;
  readonly window_closed_at: Maybe<number>;
  readonly token_at: Maybe<number>;
}

export interface RulingRecord {
  readonly number: number;
  readonly irregularity: string;
  readonly title: string;
  readonly facts: Facts;
  readonly options: readonly { readonly option: string; readonly needs: string }[];
  readonly option: Maybe<string>;
  readonly by: Maybe<string>;
  readonly person: Maybe<string>;
  readonly raised_at: number;
  readonly ruled_at: Maybe<number>;
  readonly source: string;
}

/** What stands in an event: already masked. */
export type EventFacts = Readonly<Record<string, unknown>>;

export interface RecordedEvent {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly recorded_at: number;
  readonly type: string;
  readonly text: string;
  /** "dealer", "device", "station" or a person's id. */
  readonly source: string;
  readonly person: Maybe<string>;
  readonly facts: EventFacts;
  readonly ledger: Maybe<readonly LedgerLine[]>;
  readonly rule: Maybe<string>;
}

export interface RoundRecord {
  readonly number: number;
  readonly table: string;
  readonly game: string;
  readonly rules: { readonly name: string; readonly digest: string };
  readonly phase: Phase;
  readonly opened_at: number;
  readonly ended_at: Maybe<number>;
  readonly dealer: Maybe<string>;
  readonly view: Pick<
    View,
    "cards" | "hands" | "status" | "net" | "stakes" | "outcome" | "auto_folded"
  >;
  /** How a hand went at a table at which players play against each other. */
  readonly hand?: Maybe<
    Pick<View, "up" | "stacks" | "pots" | "won" | "shows" | "button" | "blinds" | "rake">
  >;
  /** Those that are settled. */
  readonly wagers: readonly WagerRecord[];
  /** The bettors, where they are in a book. */
  readonly book?: Maybe<BookRecord>;
  /** Result for the house, wrong payments with it. */
  readonly house: string;
  /** The part of it that wrong payments brought. */
  readonly compensated: string;
  readonly compensations?: Maybe<readonly CompensationRecord[]>;
  readonly lights: readonly LightRecord[];
  readonly rulings: readonly RulingRecord[];
  readonly events: readonly RecordedEvent[];
}

export interface Movement {
  readonly version: number;
  readonly position: number;
  readonly at: number;
  readonly type: string;
  readonly text: string;
  /** Who brought it about. */
  readonly person: Maybe<string>;
  readonly facts: EventFacts;
  readonly table: Maybe<string>;
  readonly round: Maybe<number>;
  readonly seat: Maybe<number>;
  /** Exact. */
  readonly amount: Maybe<string>;
  readonly meter_before: Maybe<string>;
  readonly meter_after: Maybe<string>;
  readonly entry: readonly LedgerLine[];
}

export interface MovementPage {
  readonly movements: readonly Movement[];
  readonly before: Maybe<number>;
}

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  readonly before: Maybe<number>;
}

export interface LogQuery {
  readonly text: string;
  readonly table: string;
  readonly type: string;
  /** Local date and time as the field holds them, or empty. */
  readonly from: string;
  readonly until: string;
}
