// Cards by name, and how many copies of each.
import { face } from "./suits.ts";
import { coded, text } from "./texts/texts.ts";

/** "Td" -> "10 of diamonds". */
export function cardName(card: string): string {
  const front = face(card);
  if (!front) return card === "Jo" ? text("card.joker") : card;
  const { rank, suit } = front;
  return text("card.name", { rank: coded("rank", rank), suit: coded("suit", suit) });
}

/** Each card once, in the order in which they come first, with the number of its copies. */
export function copiesOf(cards: readonly string[]): readonly (readonly [string, number])[] {
  const counted = new Map<string, number>();
  for (const card of cards) counted.set(card, (counted.get(card) ?? 0) + 1);
  return [...counted];
}

/** The name, with the number of copies where there are several. */
export const copiesName = ([card, count]: readonly [string, number]): string =>
  count === 1 ? cardName(card) : text("deck_check.copies", { count, card: cardName(card) });
