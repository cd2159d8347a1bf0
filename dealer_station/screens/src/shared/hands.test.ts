import { expect, test } from "vitest";
import { handsAt } from "./hands.ts";
import type { View } from "./view.ts";

const table = (game: string) => ({ game }) as View["table"];
const none = { kind: "none" } as const;

test("boxes have hands of their own, and no hand is shared", () => {
  const at = handsAt({ table: table("casino-holdem"), cards: { "1": "As Kd" }, next: none });
  expect([at.table, at.atSeats]).toEqual([["dealer", "board"], true]);
});

test("one hand for all bettors leaves none at the seats, from its first card on", () => {
  const next = { kind: "card", position: "player card 1" } as const;
  for (const view of [
    { table: table("casino-holdem"), cards: {}, next },
    { table: table("casino-holdem"), cards: { player: "As" }, next: none },
  ]) {
    const at = handsAt(view);
    expect([at.table, at.atSeats]).toEqual([["dealer", "board", "player"], false]);
  }
});

test("other games are what they are, whatever lies there", () => {
  const baccarat = handsAt({ table: table("baccarat"), cards: {}, next: none });
  expect([baccarat.table, baccarat.atSeats]).toEqual([["player", "banker"], false]);
  const stud = handsAt({ table: table("caribbean-stud"), cards: {}, next: none });
  expect([stud.table, stud.atSeats]).toEqual([["dealer"], true]);
});
