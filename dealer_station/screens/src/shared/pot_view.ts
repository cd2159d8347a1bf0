// What the station sends of a table at which players play against each other, beside what it sends of
// every table. Amounts are decimal text; what may be done stands in `next.legal` and `commands`.
import type { Maybe } from "./view.ts";

export interface PotTable {
  readonly is_pot_game: boolean;
  readonly has_button: boolean;
  /** False: cards that lie face down come unread, and are named when a hand is shown. */
  readonly reads_hole_cards: boolean;
  /** False: the table follows cards and order only, no chips. */
  readonly tracks_stakes: boolean;
  /** What a player has to bring, exactly. */
  readonly buy_in: Maybe<string>;
  /** What the house calls the level that is played. */
  readonly level: Maybe<string>;
  readonly ante: string;
  readonly small_blind: string;
  readonly big_blind: string;
  readonly bring_in: string;
  /** The smallest chip: wagers without a limit are made of it. */
  readonly chip: string;
}

export interface PotPlayer {
  readonly is_away: boolean;
  readonly is_leaving: boolean;
  readonly entry: "post" | "wait";
  readonly owes: readonly string[];
}

export interface Pot {
  readonly amount: string;
  readonly seats: readonly number[];
}

export interface PotShare {
  readonly seat: number;
  readonly amount: string;
}

/** What becomes of a pot: the house's part, and the winners' in the order of odd chips. */
export interface PotAward extends Pot {
  readonly rake: string;
  readonly shares: readonly PotShare[];
}

/** What a seat did last on the street, and the chips it put in by that. */
export interface SaidAct {
  readonly action: string;
  readonly put: string;
}

export interface Announcement {
  readonly kind: string;
  readonly seat: number;
  readonly card: Maybe<string>;
  readonly ranks: readonly string[];
  readonly suit: Maybe<string>;
  readonly to: Maybe<string>;
}

type BySeat<T> = Readonly<Record<string, T>>;

/** Keys of the snapshot; a table against the house has none of them. */
export interface PotKeys {
  readonly players?: Maybe<BySeat<PotPlayer>>;
  readonly stacks?: Maybe<BySeat<string>>;
  readonly bets?: Maybe<BySeat<string>>;
  readonly said?: Maybe<BySeat<SaidAct>>;
  /** What was said or done out of turn, and waits for the seat's turn. */
  readonly announced?: Maybe<BySeat<{ readonly action: string; readonly to: Maybe<string> }>>;
  /** Seats that may be all-in for the pots as they are, in turn or not. */
  readonly all_in_offers?: Maybe<readonly number[]>;
  readonly up?: Maybe<BySeat<string>>;
  readonly pots?: Maybe<readonly Pot[]>;
  readonly awards?: Maybe<readonly PotAward[]>;
  readonly won?: Maybe<BySeat<string>>;
  /** Who won each pot; where no chips are followed, after the winners those of a side pot. */
  readonly winners?: Maybe<readonly (readonly number[])[]>;
  readonly shows?: Maybe<readonly number[]>;
  readonly shown?: Maybe<readonly number[]>;
  readonly mucked?: Maybe<readonly number[]>;
  readonly rake?: Maybe<string>;
  readonly button?: Maybe<number>;
  readonly blinds?: Maybe<{ readonly small?: Maybe<number>; readonly big?: Maybe<number> }>;
  readonly street?: Maybe<string>;
  readonly announcements?: Maybe<readonly Announcement[]>;
  /** Too few cards for everybody: what is due, and how many cards come before the stub is mixed. */
  readonly shortage?: Maybe<{ readonly step: string; readonly cards: number }>;
  /** Why no hand can begin; missing: it can. */
  readonly start_fault?: Maybe<string>;
}
