// The cards of a deck check as they are counted by touch. Pure; what they should be, the station says.
import { RANKS, SUITS } from "../shared/suits.ts";
import type { View } from "../shared/view.ts";

const DECK = 52;
/** More than this the station takes no check for. */
export const CARDS_MAX = 8 * DECK + 16;
export const JOKER = "Jo";
export const UNREAD = "??";

/** The deck as it lies in the mind: a row a suit. */
export const DECK_CARDS: readonly string[] = SUITS.flatMap((suit) =>
  RANKS.map((rank) => rank + suit),
);

export interface DeckCount {
  /** The cards left in a shoe, to be added to those that had left it; else every card. */
  readonly isRest: boolean;
  readonly copies: Readonly<Record<string, number>>;
}

export const decksOf = (view: Pick<View, "shoe">): number =>
  view.shoe ? view.shoe.cards / DECK : 1;

/** How many cards there ought to be. */
export const cardsDue = (view: Pick<View, "shoe">, isRest: boolean): number =>
  view.shoe && isRest ? view.shoe.cards - view.shoe.cards_out : decksOf(view) * DECK;

/** Whether the rest of a shoe can be counted apart from what has left it. */
export const hasRest = (view: Pick<View, "shoe">): boolean => (view.shoe?.cards_out ?? 0) > 0;

/** All cards begin as full decks, of which touches take and to which they add; a rest begins empty. */
export function newCount(view: Pick<View, "shoe">, isRest: boolean): DeckCount {
  const decks = decksOf(view);
  return {
    isRest,
    copies: isRest ? {} : Object.fromEntries(DECK_CARDS.map((card) => [card, decks])),
  };
}

export const copiesAt = (count: DeckCount, card: string): number => count.copies[card] ?? 0;

export const totalOf = (count: DeckCount): number =>
  Object.values(count.copies).reduce((sum, copies) => sum + copies, 0);

/** One copy more or less; never below none, nor more cards than a check takes. */
export function counted(count: DeckCount, card: string, by: 1 | -1): DeckCount {
  const copies = copiesAt(count, card) + by;
  if (copies < 0 || (by > 0 && totalOf(count) >= CARDS_MAX)) return count;
  return { ...count, copies: { ...count.copies, [card]: copies } };
}

/** The command's cards: every copy of every card. */
export const cardsCounted = (count: DeckCount): readonly string[] =>
  [...DECK_CARDS, JOKER, UNREAD].flatMap((card) =>
    Array.from({ length: copiesAt(count, card) }, () => card),
  );
