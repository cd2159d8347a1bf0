// Which hands a game lays, apart from any rule: whose cards are shown, and whose may be asked for.
import { coded, position } from "./texts/texts.ts";
import type { Maybe, Place, View, Worth } from "./view.ts";

export interface HandsOfGame {
  /** Hands of the table, in the order in which they are named. */
  readonly table: readonly Place[];
  /** Whether seats have cards too. */
  readonly atSeats: boolean;
  /** A hand has at most so many cards, one dealt by mistake counted in. */
  readonly cardsMax: number;
}

const DEALT: HandsOfGame = { table: ["dealer"], atSeats: true, cardsMax: 7 };
const BY_GAME: Readonly<Record<string, HandsOfGame>> = {
  baccarat: { table: ["player", "banker"], atSeats: false, cardsMax: 4 },
  "texas-holdem": { table: ["board"], atSeats: true, cardsMax: 5 },
  "seven-card-stud": { table: ["board"], atSeats: true, cardsMax: 8 },
  "casino-holdem": { table: ["dealer", "board", "player"], atSeats: true, cardsMax: 6 },
};

/** The hands of a round by the cards that lie there: where one hand is dealt for all bettors, no seat
 * has one. `nextPosition`: where the next card goes. */
export function handsLaid(
  game: string,
  cards: View["cards"],
  nextPosition: Maybe<string> = "",
): HandsOfGame {
  const hands = handsOf(game);
  if (!hands.atSeats) return hands;
  const isShared = Boolean(cards?.player) || position(nextPosition ?? "")?.place === "player";
  const own = hands.table.filter((place) => isShared || place !== "player");
  return { ...hands, table: own, atSeats: !isShared };
}

/** The hands of a table at this moment. */
export const handsAt = ({ table, cards, next }: Pick<View, "table" | "cards" | "next">) =>
  handsLaid(table.game, cards, next.position);

export const handsOf = (game: string): HandsOfGame => BY_GAME[game] ?? DEALT;

/** What a hand is worth, in words or as its total. */
export const worthText = (worth: Worth): string =>
  typeof worth === "number" ? String(worth) : coded("hand", worth);
