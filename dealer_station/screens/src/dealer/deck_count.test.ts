import { expect, test } from "vitest";
import type { Shoe } from "../shared/view.ts";
import {
  CARDS_MAX,
  cardsCounted,
  cardsDue,
  copiesAt,
  counted,
  DECK_CARDS,
  hasRest,
  JOKER,
  newCount,
  totalOf,
  UNREAD,
} from "./deck_count.ts";

const shoe: Shoe = {
  cards_out: 402,
  cards: 416,
  burn_left: 0,
  is_burn_due: false,
  is_cut_out: true,
  rounds_left: 0,
};

test("a deck begins whole, and every card is in it once", () => {
  const deck = newCount({}, false);
  expect(cardsCounted(deck)).toEqual(DECK_CARDS);
  expect(new Set(DECK_CARDS).size).toBe(52);
  expect([totalOf(deck), cardsDue({}, false), hasRest({})]).toEqual([52, 52, false]);
});

test("a shoe begins with as many copies as it has decks, its rest with none", () => {
  const all = newCount({ shoe }, false);
  expect([copiesAt(all, "Td"), totalOf(all), cardsDue({ shoe }, false)]).toEqual([8, 416, 416]);
  const rest = newCount({ shoe }, true);
  expect([totalOf(rest), cardsDue({ shoe }, true), hasRest({ shoe })]).toEqual([0, 14, true]);
  expect(hasRest({ shoe: { ...shoe, cards_out: 0 } })).toBe(false);
});

test("touches add and take away, jokers and unreadable cards too", () => {
  let count = counted(newCount({}, false), "2c", -1);
  count = counted(counted(count, JOKER, 1), UNREAD, 1);
  count = counted(count, "As", 1);
  const cards = cardsCounted(count);
  expect(cards.filter((card) => card === "As")).toHaveLength(2);
  expect(cards).not.toContain("2c");
  expect(cards.slice(-2)).toEqual([JOKER, UNREAD]);
  expect(totalOf(count)).toBe(54);
});

test("there is no card less than none, and none more than a check takes", () => {
  const none = newCount({ shoe }, true);
  expect(counted(none, "2c", -1)).toBe(none);
  let full = newCount({ shoe }, false);
  while (totalOf(full) < CARDS_MAX) full = counted(full, UNREAD, 1);
  expect(counted(full, "As", 1)).toBe(full);
  expect(totalOf(counted(full, "As", -1))).toBe(CARDS_MAX - 1);
});
