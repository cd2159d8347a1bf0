import { expect, test } from "vitest";
import { type Coup, coupOf, totalOf } from "./baccarat.ts";

const coup = (player: string, banker: string, totals: [number, number]): Coup | null =>
  coupOf({ cards: { player, banker }, hands: { player: totals[0], banker: totals[1] } });

// By id of the worked tests of the rule sheet.
test.each<[string, string, string, [number, number], Partial<Coup>]>([
  ["BA-T01", "4s 2h", "Ks 3d 4c", [6, 7], { winner: "banker", event: "dragon7", natural: null }],
  ["BA-T02", "5s 2h", "2d As 4c", [7, 7], { winner: "tie", event: null }],
  ["BA-T03", "6s Kh", "3d 4c", [6, 7], { winner: "banker", event: null }],
  ["BA-T04", "2s 3h 3c", "Td 7c", [8, 7], { winner: "player", event: "tiger8", natural: null }],
  ["BA-T06", "Ks 5h 3c", "4d Kc 4h", [8, 8], { winner: "tie", event: null }],
  ["BA-T09", "Ks Qh 9c", "2d Ac 5h", [9, 8], { winner: "player", event: null, natural: null }],
  ["BA-T17", "5s 3h", "4d 5c", [8, 9], { winner: "banker", event: null, natural: 9 }],
  ["BA-T19", "2s 3h", "5d 3c", [5, 8], { winner: "banker", event: null, natural: 8 }],
  ["BA-T21", "Ks Qh 8c", "Ad Ac 5h", [8, 7], { winner: "player", event: "tiger8" }],
])("%s: %s against %s", (_, player, banker, totals, said) => {
  expect(coup(player, banker, totals)).toMatchObject(said);
});

test("there is no coup while a hand has no total", () => {
  expect(coupOf({})).toBe(null);
  expect(coupOf({ cards: { player: "4s 2h", banker: "Ks" }, hands: { player: 6 } })).toBe(null);
  expect(totalOf({ hands: { player: 0 } }, "player")).toBe(0);
  expect(totalOf({ hands: { player: "pair" } }, "player")).toBe(null);
});
