// A coup of baccarat in words, from the totals that the station states: which side won, and by what.
import { cardsOf } from "./suits.ts";
import type { Maybe, Place, Worth } from "./view.ts";

export const SIDES = ["player", "banker"] as const;
export type Side = (typeof SIDES)[number];
export type Winner = Side | "tie";
export type CoupEvent = "dragon7" | "tiger8";

/** What is shown of both hands; a seat's view and a sign's facts have it alike. */
export interface HandsShown {
  readonly cards?: Maybe<Readonly<Record<Place, string>>>;
  readonly hands?: Maybe<Readonly<Record<Place, Worth>>>;
}

export interface Coup {
  readonly winner: Winner;
  readonly totals: Readonly<Record<Side, number>>;
  readonly event: CoupEvent | null;
  /** Total of the better natural; null where there is none. */
  readonly natural: number | null;
}

/** The total of a side as the station has it; null before its second card. */
export function totalOf({ hands }: HandsShown, side: Side): number | null {
  const worth = hands?.[side];
  return typeof worth === "number" ? worth : null;
}

const FIRST_CARDS = 2;
const NATURAL_FROM = 8;

/** The coup of two hands to which no card comes any more. */
export function coupOf(shown: HandsShown): Coup | null {
  const [player, banker] = SIDES.map((side) => totalOf(shown, side));
  if (typeof player !== "number" || typeof banker !== "number") return null;
  const count = (side: Side): number => cardsOf(shown.cards?.[side]).length;
  const winner = player > banker ? "player" : banker > player ? "banker" : "tie";
  const naturals = [
    count("player") === FIRST_CARDS ? player : 0,
    count("banker") === FIRST_CARDS ? banker : 0,
  ].filter((total) => total >= NATURAL_FROM);
  const isDragon7 = winner === "banker" && banker === 7 && count("banker") > FIRST_CARDS;
  const isTiger8 = winner === "player" && player === 8 && count("player") > FIRST_CARDS;
  return {
    winner,
    totals: { player, banker },
    event: isDragon7 ? "dragon7" : isTiger8 ? "tiger8" : null,
    natural: naturals.length > 0 ? Math.max(...naturals) : null,
  };
}
