// Which hands a game lays, apart from any rule: whose cards are shown, and whose may be asked for.
import { coded } from "./texts/texts.ts";
import type { Place, Worth } from "./view.ts";

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
  "casino-holdem": { table: ["dealer", "board", "player"], atSeats: true, cardsMax: 6 },
};

export const handsOf = (game: string): HandsOfGame => BY_GAME[game] ?? DEALT;

/** What a hand is worth, in words or as its total. */
export const worthText = (worth: Worth): string =>
  typeof worth === "number" ? String(worth) : coded("hand", worth);
