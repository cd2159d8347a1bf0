// Ranks and suits of the notation ("Ah", "Td"), and the outlines of the suits on a 100 grid.

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
export const SUITS = ["s", "h", "d", "c"] as const;
export type Suit = (typeof SUITS)[number];

export const SUIT_PATH: Readonly<Record<Suit, string>> = {
  h: "M50 92C18 66 5 49 5 30 5 16 16 6 29 6c9 0 17 5 21 13 4-8 12-13 21-13 13 0 24 10 24 24 0 19-13 36-45 62z",
  d: "M50 3c10 20 22 34 37 47-15 13-27 27-37 47-10-20-22-34-37-47C28 37 40 23 50 3z",
  s: "M50 4c9 21 44 36 44 60 0 13-10 21-21 21-8 0-15-4-19-11 1 10 5 17 12 22H34c7-5 11-12 12-22-4 7-11 11-19 11C16 85 6 77 6 64 6 40 41 25 50 4z",
  c: "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-12 31c1 11 5 20 12 25H33c7-5 11-14 12-25a22 22 0 1 1-12-31A22 22 0 0 1 50 4z",
};

export interface Face {
  readonly rank: string;
  readonly suit: Suit;
}

/** "Th" -> rank "10" of hearts; null for what is no face (##, ??, Jo, CUT). */
export function face(card: string): Face | null {
  const suit = SUITS.find((each) => each === card[1]);
  if (card.length !== 2 || !suit) return null;
  const rank = RANKS.find((each) => each === card[0]);
  if (!rank) return null;
  return { rank: rank === "T" ? "10" : rank, suit };
}

/** "Ah ## ??" -> its cards. */
export const cardsOf = (words: string | null | undefined): readonly string[] =>
  words ? words.split(" ").filter(Boolean) : [];
