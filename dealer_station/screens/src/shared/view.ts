// The table's view as the station sends it: whole, versioned, already masked for the person's role.
// A screen shows it and computes no rule from it. Amounts are decimal text. Absent = null or missing.

import type { PotKeys, PotTable } from "./pot_view.ts";
import type { History } from "./roads.tsx";

export type Role = "dealer" | "supervisor" | "manager" | "technician" | "auditor";

export type Phase =
  | "idle"
  | "betting"
  | "closing"
  | "dealing"
  | "deciding"
  | "drawing"
  | "acting"
  | "showdown"
  | "paying"
  | "settled"
  | "void"
  | "held";

export type Outcome = "win" | "lose" | "push" | "void" | "pending";
export type SeatStatus = "in" | "folded" | "dead" | "all_in" | "void" | "out";
export type DeviceState = "ready" | "init" | "degraded" | "disconnected" | "lost" | "unknown";

/** Seat number as text, or "dealer", "player", "banker", "aside" … */
export type Place = string;
export type Maybe<T> = T | null | undefined;

export interface Spot {
  readonly name: string;
  readonly base?: Maybe<boolean>;
  readonly price?: Maybe<string>;
  readonly decision?: Maybe<boolean>;
  /** Least and most of a stake that is not of a fixed price. */
  readonly min?: Maybe<string>;
  readonly max?: Maybe<string>;
  /** What it pays to one, where that is always the same. */
  readonly pays?: Maybe<string>;
}

export interface TableInfo extends Partial<PotTable> {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly rules: string;
  readonly currency: string;
  readonly seats: readonly number[];
  readonly limits: { readonly min: string; readonly max: Maybe<string> };
  readonly player_cards_public: boolean;
  readonly spots: readonly Spot[];
}

export interface Range {
  readonly min: string;
  readonly max: string;
}

/** Where more than one size is fixed: these and none between. */
export interface Sizes {
  readonly sizes: readonly string[];
}

export type Legal = Readonly<Record<string, true | string | Range | Sizes>>;

export interface Next {
  readonly kind: "bets" | "acceptors" | "card" | "act" | "ruling" | "verify" | "pay" | "none";
  readonly seat?: Maybe<number>;
  /** Whose acceptors have still to shut. */
  readonly seats?: Maybe<readonly number[]>;
  readonly position?: Maybe<string>;
  readonly legal?: Maybe<Legal>;
  /** How many bettors of a book have still to decide. */
  readonly undecided?: Maybe<number>;
}

export type Facts = Readonly<Record<string, string>>;

export interface RulingDone {
  readonly irregularity: string;
  readonly option: string;
  readonly by: Maybe<string>;
}

export interface RulingOption {
  readonly option: string;
  readonly needs: "supervisor" | "manager";
  /** It picks a card, which has to be named. */
  readonly card?: Maybe<boolean>;
}

export interface OpenRuling {
  readonly number: number;
  readonly irregularity: string;
  readonly title: string;
  readonly facts: Facts;
  readonly proposal: string;
  readonly options: readonly RulingOption[];
  readonly source: string;
  readonly reported_by: "dealer" | "table";
  /** The same card read once more settles it without a ruling. */
  readonly reread?: Maybe<boolean>;
}

export type FactName =
  | "seat"
  | "position"
  | "card"
  | "cards"
  | "count"
  | "action"
  | "amount"
  | "chips"
  | "round_paid"
  | "note";

export interface IrregularityKind {
  readonly id: string;
  readonly title: string;
  readonly needs: readonly FactName[];
  readonly optional?: Maybe<readonly FactName[]>;
  readonly decided_by: "dealer" | "supervisor" | "manager";
}

export interface Wager {
  readonly spot: string;
  readonly stake: string;
  readonly odds?: Maybe<string>;
  /** Missing until the seat's turn to be paid. */
  readonly outcome?: Maybe<Outcome>;
  /** Net: what it won, or with a minus what it lost. */
  readonly wins?: Maybe<string>;
  readonly rule?: Maybe<string>;
}

/** What another seat gets for the hand of a payout, handed out with its prize. */
export interface EnvyPrize {
  readonly seat: number;
  readonly amount: string;
  readonly rule: string;
}

export interface Payout {
  readonly seat: number;
  readonly state: "paid" | "current" | "waiting";
  readonly verify?: Maybe<boolean>;
  readonly hand?: Maybe<string>;
  readonly wagers: readonly Wager[];
  /** What crosses the table to the player; not known while the seat waits. */
  readonly hand_back: string;
  readonly envy?: Maybe<readonly EnvyPrize[]>;
}

/** What lies on one spot of the bettors' book. */
export interface BookSpot {
  readonly spot: string;
  readonly stakes: number;
  readonly staked: string;
  /** The bettors'; missing until the book is settled. */
  readonly net: Maybe<string>;
}

/** What the stakes on a spot came to whose bettors decided alike. */
export interface BookOutcome {
  readonly spot: string;
  readonly action: Maybe<string>;
  readonly outcome: Outcome;
  readonly odds: Maybe<string>;
  readonly stakes: number;
  readonly staked: string;
  readonly net: string;
  readonly rule: string;
}

/** The bettors of a hand that is dealt for all of them, in sums. */
export interface Book {
  readonly stage: "betting" | "deciding" | "closed";
  readonly bettors: number;
  readonly undecided: number;
  readonly auto_folded: number;
  readonly decisions: Readonly<Record<string, number>>;
  readonly spots: readonly BookSpot[];
  /** Empty until it is settled. */
  readonly outcomes: readonly BookOutcome[];
  /** What the house has from the bettors, or with a minus has lost to them. */
  readonly house: Maybe<string>;
}

export interface Device {
  readonly id: string;
  readonly kind: string;
  readonly state: DeviceState;
  /** Codes of the faults that a supervisor has to clear. */
  readonly faults?: Maybe<readonly string[]>;
  /** In the driver's own words; not told to a dealer. */
  readonly reason?: Maybe<string>;
  readonly since?: Maybe<number>;
}

/** A seat's acceptor as it last told; null where it has not told yet. */
export interface Acceptor {
  readonly device: string;
  readonly open: Maybe<boolean>;
  readonly lit: Maybe<boolean>;
  readonly window_at: Maybe<number>;
  readonly lamp_at: Maybe<number>;
  /** It was silent when betting closed, and the table goes on without it. */
  readonly excused: boolean;
}

export interface Clock {
  readonly remaining_ms: number;
  readonly running: boolean;
}

/** How far a shoe is that serves many rounds. */
export interface Shoe {
  readonly cards_out: number;
  readonly cards: number;
  /** Cards still to be burned; null: the first one says how many. */
  readonly burn_left: number | null;
  readonly is_burn_due: boolean;
  readonly is_cut_out: boolean;
  /** Rounds after the one that is on or was last; null until the cut card is out. */
  readonly rounds_left: number | null;
}

/** What the last check of the cards has found, since betting was opened or they were changed. */
export interface DeckCheck {
  /** `open`: as many cards were not read as are missing. */
  readonly verdict: "complete" | "wrong" | "open";
  readonly count: number;
  readonly decks: number;
  readonly unread: number;
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
  /** Cards left in a shoe were counted, and added to those that had left it. */
  readonly is_rest: boolean;
}

/** The worth of a hand: a category of poker by name, or a total of baccarat. */
export type Worth = string | number;

type PerSpot<T> = Readonly<Record<string, T>>;
type PerSeat<T> = Readonly<Record<string, T>>;

export interface View extends PotKeys {
  readonly table: TableInfo;
  readonly version: number;
  /** Version of the last change of the play; words of devices and calls come after it. */
  readonly played_version: number;
  readonly round: number;
  readonly step: number;
  readonly is_open: boolean;
  readonly phase: Phase;
  readonly stage: Phase;
  readonly next: Next;
  readonly cards?: Maybe<Readonly<Record<Place, string>>>;
  readonly hands?: Maybe<Readonly<Record<Place, Worth>>>;
  readonly status?: Maybe<PerSeat<SeatStatus>>;
  readonly stakes?: Maybe<PerSeat<PerSpot<string>>>;
  readonly net?: Maybe<PerSeat<PerSpot<string>>>;
  readonly outcome?: Maybe<PerSeat<PerSpot<Outcome>>>;
  readonly meters?: Maybe<Readonly<Record<string, string>>>;
  readonly rulings?: Maybe<readonly RulingDone[]>;
  readonly ruling?: Maybe<OpenRuling>;
  readonly irregularities?: Maybe<readonly IrregularityKind[]>;
  /** What every seat that still owes a decision may do. */
  readonly acts?: Maybe<Readonly<Record<string, Legal>>>;
  /** Seats that were folded because time ran out. */
  readonly auto_folded?: Maybe<readonly number[]>;
  /** Seats that still owe a decision: the spots that have won and that a fold would lose. */
  readonly call_to_collect?: Maybe<PerSeat<readonly string[]>>;
  readonly payouts?: Maybe<readonly Payout[]>;
  /** Where the table's bettors are in a book and not at seats, from the first round on. */
  readonly book?: Maybe<Book>;
  readonly clock?: Maybe<Clock>;
  /** Spots on which nobody may stake now. */
  readonly suspended?: Maybe<readonly string[]>;
  readonly deck_locked?: Maybe<boolean>;
  readonly supervisor_called?: Maybe<boolean>;
  readonly can_repeat?: Maybe<boolean>;
  readonly commands: readonly string[];
  readonly devices?: Maybe<readonly Device[]>;
  readonly acceptors?: Maybe<PerSeat<Acceptor>>;
  readonly shoe?: Maybe<Shoe>;
  readonly deck_check?: Maybe<DeckCheck>;
  /** The roads of the shoe's settled rounds, where the game shows them. */
  readonly history?: Maybe<History>;
  readonly now: number;
}

export interface Person {
  readonly person: string;
  readonly name: string;
  readonly role: Role;
  readonly expires_at: number;
}

export interface TableListed {
  readonly id: string;
  readonly name: string;
  readonly game: string;
}

export interface Approval {
  readonly approval: string;
  readonly person: string;
  readonly role: Role;
  readonly expires_at: number;
}

/** A command's own fields, or its whole body. */
export type CommandFields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly facts: Facts;
}
