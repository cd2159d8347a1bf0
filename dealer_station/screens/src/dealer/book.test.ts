import { expect, test } from "vitest";
import type { Book, View } from "../shared/view.ts";
import { paidInAll } from "./book.tsx";
import { hasStakes, primary } from "./state.ts";
import { TABLE } from "./table.test.support.ts";

const BOOK: Book = {
  stage: "deciding",
  bettors: 1234,
  undecided: 56,
  auto_folded: 0,
  decisions: { call: 1000, fold: 178 },
  spots: [
    { spot: "ante", stakes: 1234, staked: "12340.50", net: null },
    { spot: "call", stakes: 1000, staked: "20000.00", net: null },
  ],
  outcomes: [],
  house: null,
};

const view = (part: Partial<View>): View => ({
  table: { ...TABLE, game: "casino-holdem", seats: [] },
  version: 1,
  played_version: 1,
  round: 7,
  step: 0,
  is_open: true,
  phase: "idle",
  stage: part.phase ?? "idle",
  next: { kind: "none" },
  commands: [],
  book: BOOK,
  now: 0,
  ...part,
});

const step = (shown: View) => primary(shown, {}, "live", []);

test("while betting is open a platform sends the wagers, and the dealer closes it", () => {
  const betting = view({ phase: "betting", next: { kind: "bets" }, book: { ...BOOK, bettors: 0 } });
  expect(step(betting)).toMatchObject({ label: "Waiting for the platform's wagers", does: null });
  expect(hasStakes(betting)).toBe(false);
  const staked = { ...betting, book: BOOK, commands: ["close_betting"] };
  expect(hasStakes(staked)).toBe(true);
  expect(step(staked)).toMatchObject({
    label: "No more bets",
    hint: "",
    does: { kind: "order", order: { command: "close_betting" } },
  });
});

test("nobody at the table decides for a bettor, however many are still to decide", () => {
  const deciding = view({ phase: "deciding", next: { kind: "act", undecided: 1056 } });
  expect(step(deciding)).toMatchObject({ label: "Bettors decide · 1,056 to go", does: null });
});

test("all bettors are settled under one number, which is no seat's", () => {
  const paying = view({
    phase: "paying",
    next: { kind: "pay", seat: 0 },
    payouts: [{ seat: 0, state: "current", hand_back: "0.00", wagers: [] }],
  });
  expect(step(paying)).toMatchObject({
    label: "Settle the bettors · 1,234",
    does: { kind: "order", order: { command: "pay_seat", fields: { seat: 0 } } },
  });
  expect(step({ ...paying, next: { kind: "pay" } }).does).toMatchObject({
    order: { command: "pay_seat", fields: { seat: 0 } },
  });
});

test("a supervisor sees the hand of all bettors", () => {
  const verify = view({ phase: "paying", next: { kind: "verify", seat: 0 } });
  expect(step(verify)).toMatchObject({
    label: "Supervisor must see the bettors' hand",
    does: {
      kind: "sign",
      order: { command: "verify_hand", fields: { seat: 0 } },
      title: "Supervisor confirms: the bettors' hand was seen",
    },
  });
});

test("what was paid is what came back with the stakes, to the cent, once all is settled", () => {
  expect(paidInAll(BOOK)).toBe(null);
  const spots = BOOK.spots.map((spot, at) => ({ ...spot, net: at ? "-20000.00" : "0.01" }));
  expect(paidInAll({ ...BOOK, spots })).toBe(1_234_051);
});
