import { expect, test } from "vitest";
import type { TableFacts } from "./facts.ts";
import { newResult, resultOf } from "./result.ts";

const facts = (part: Partial<TableFacts>): TableFacts => ({
  id: "BA-1",
  name: "Baccarat 1",
  game: "baccarat",
  currency: "USD",
  version: 1,
  round: 7,
  is_open: true,
  phase: "drawing",
  limits: { min: "5.00", max: "500.00" },
  spots: [],
  cards: { player: "4s 2h", banker: "Kh 3c" },
  hands: { player: 6, banker: 3 },
  history: null,
  ...part,
});

const DRAWING = facts({});
const PAYING = facts({
  phase: "paying",
  cards: { player: "4s 2h", banker: "Kh 3c 4h" },
  hands: { player: 6, banker: 7 },
});

test("a result is new when the last card of its round has come", () => {
  expect(resultOf(DRAWING)).toBe(null);
  expect(newResult(DRAWING, PAYING)).toMatchObject({
    round: 7,
    coup: { winner: "banker", event: "dragon7" },
  });
});

test("it is shown once, also when the phase goes on, and again for the next round", () => {
  const settled = { ...PAYING, phase: "settled" };
  expect(newResult(PAYING, PAYING)).toBe(null);
  expect(newResult(PAYING, settled)).toBe(null);
  expect(newResult(settled, { ...PAYING, round: 8 })).toMatchObject({ round: 8 });
});

test("a sign that is switched on after the result does not show it large", () => {
  expect(newResult(null, PAYING)).toBe(null);
});

test("a void round has no result", () => {
  expect(newResult(DRAWING, { ...PAYING, phase: "void" })).toBe(null);
});
