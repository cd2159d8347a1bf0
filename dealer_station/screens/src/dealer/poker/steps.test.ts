import { beforeAll, expect, test } from "vitest";
import { en } from "../../shared/texts/en.ts";
import { pokerEn } from "../../shared/texts/poker.en.ts";
import { addTexts } from "../../shared/texts/texts.ts";
import type { Legal, View } from "../../shared/view.ts";
import { amountOf, isAllowed, offers, openRange, potPrimary, turnOf } from "./steps.ts";

beforeAll(() => addTexts({ en: { ...en, ...pokerEn } }));

function view(part: Partial<View>): View {
  return {
    table: {
      id: "TH-1",
      name: "Texas Hold'em 1",
      game: "texas-holdem",
      rules: "gardens-no-limit",
      currency: "USD",
      seats: [1, 2, 3],
      limits: { min: "2.00", max: null },
      player_cards_public: false,
      spots: [],
      is_pot_game: true,
      has_button: true,
      chip: "5.00",
    },
    version: 1,
    played_version: 1,
    round: 7,
    step: 0,
    is_open: true,
    phase: "idle",
    stage: part.phase ?? "idle",
    next: { kind: "none" },
    commands: [],
    now: 0,
    ...part,
  };
}

const acting = (legal: Legal, part: Partial<View> = {}): View =>
  view({
    phase: "acting",
    next: { kind: "act", seat: 2, legal },
    stacks: { "2": "100.00" },
    bets: { "2": "10.00" },
    ...part,
  });

const labels = (shown: View, entered = ""): string[] =>
  offers(shown, entered).map(({ label, under }) => (under ? `${label} (${under})` : label));
const orders = (shown: View, entered = "") =>
  offers(shown, entered).map(({ order }) => order?.fields ?? null);

test("every act that the view allows is a button with its amount, giving up first", () => {
  expect(labels(acting({ call: "15.00", fold: true }))).toEqual(["Fold", "Call 15"]);
  expect(labels(acting({ check: true, fold: true, bet: { min: "8.00", max: "8.00" } }))).toEqual([
    "Fold",
    "Check",
    "Bet 8",
  ]);
  const forced = acting({ bring_in: "12.00", complete: "15.00" });
  expect(labels(forced)).toEqual(["Bring in 12", "Complete to 15"]);
  expect(orders(forced)).toEqual([
    { seat: 2, action: "bring_in" },
    { seat: 2, action: "complete" },
  ]);
});

test("where two sizes are fixed each is a button, and none between is offered", () => {
  const shown = acting({ fold: true, bet: { sizes: ["5.00", "10.00"] } });
  expect(orders(shown).slice(1)).toEqual([
    { seat: 2, action: "bet", amount: "5.00" },
    { seat: 2, action: "bet", amount: "10.00" },
  ]);
  expect(openRange(shown.next.legal ?? {})).toBeNull();
});

test("a wager of any size is the smallest, the one that is entered, or the whole stack", () => {
  const shown = acting({ fold: true, raise: { min: "40.00", max: "110.00" } });
  expect(labels(shown)).toEqual([
    "Fold",
    "Raise to 40 (smallest)",
    "Other amount (40 to 110)",
    "Raise to 110 (all-in)",
  ]);
  expect(orders(shown)[2]).toBeNull();
  expect(labels(shown, "65")[2]).toBe("Raise to 65");
  expect(orders(shown, "65")[2]).toEqual({ seat: 2, action: "raise", amount: "65.00" });
});

test.each(["39", "111", "62", "", ".", "65.555"])("nothing is sent for %j", (entered) => {
  expect(
    orders(acting({ fold: true, raise: { min: "40.00", max: "110.00" } }), entered)[2],
  ).toBeNull();
});

test("an amount is of whole chips, unless it is the smallest or all there is", () => {
  const range = { min: "41.00", max: "112.50" };
  expect([4100, 4500, 11250].map((value) => isAllowed(value, range, 500))).toEqual([
    true,
    true,
    true,
  ]);
  expect([4200, 11000.5, 11300].map((value) => isAllowed(value, range, 500))).toEqual([
    false,
    false,
    false,
  ]);
  expect([amountOf("12."), amountOf("12.5"), amountOf("x")]).toEqual([1200, 1250, null]);
});

test("a call with the last chips says so", () => {
  expect(labels(acting({ fold: true, call: "100.00" }))).toEqual(["Fold", "Call 100 (all-in)"]);
});

test("who shows first has no choice, and unread cards are named before they count", () => {
  const shown = acting({ show: true }, { phase: "showdown", cards: { "2": "?? Kd" } });
  expect(labels(shown)).toEqual(["Show the hand (shows first)"]);
  expect(offers(shown, "")[0]?.names).toBe(1);
  const free = acting({ show: true, muck: true }, { phase: "showdown", cards: { "2": "## ##" } });
  expect(offers(free, "").map(({ key, names }) => [key, names])).toEqual([
    ["act-muck", undefined],
    ["act-show", undefined],
  ]);
});

test("a turn is another one as soon as anything that is asked has changed", () => {
  const shown = acting({ fold: true });
  expect(turnOf({ ...shown, version: 2 })).toBe(turnOf(shown));
  expect(turnOf({ ...shown, bets: { "2": "20.00" } })).not.toBe(turnOf(shown));
});

test("where no chips are followed an act has no amount, and an all-in says who must answer", () => {
  const legal = { all_in_raise: true, raise: true, all_in: true, call: true, fold: true } as const;
  const shown = acting(legal, { stacks: {}, bets: {} });
  expect(labels(shown)).toEqual(["Fold", "Call", "All-in, no raise", "Raise", "All-in, raises"]);
  expect(orders(shown).map((fields) => fields?.action)).toEqual([
    "fold",
    "call",
    "all_in",
    "raise",
    "all_in_raise",
  ]);
  expect(orders(shown).every((fields) => fields !== null && !("amount" in fields))).toBe(true);
  expect(openRange(legal)).toBeNull();
  const opening = acting({ bring_in: true, complete: true }, { all_in_offers: [2] });
  expect(labels(opening)).toEqual(["Bring in", "Complete", "All-in"]);
  const offered = acting({ check: true, all_in: true }, { all_in_offers: [2] });
  expect(labels(offered)).toEqual(["Check", "All-in, no raise"]);
});

const label = (part: Partial<View>): string => potPrimary(view(part), "live", []).label;

test("the next step is what the view says", () => {
  expect(label({ commands: ["start_hand"] })).toBe("Start hand 8");
  expect(label({ start_fault: "no_button" })).toBe("Place the button");
  expect(label({ start_fault: "too_few_players" })).toBe("Seat two players");
  const card = { kind: "card", position: "seat 3 card 2" } as const;
  expect(label({ phase: "dealing", next: card })).toBe("Deal: Seat 3 · card 2");
  expect(label({ phase: "dealing", next: { ...card, position: "burn" } })).toBe("Burn a card");
  const shares = [
    { seat: 1, amount: "60.50" },
    { seat: 3, amount: "60.00" },
  ];
  const award = { amount: "124.50", seats: [1, 3], rake: "4.00", shares };
  const paying = { phase: "paying", next: { kind: "pay" }, awards: [award] } as const;
  expect(label(paying)).toBe("Push the pots · 120.50");
  expect(potPrimary(view(paying), "live", []).hint).toBe("rake 4");
  expect(potPrimary(view(paying), "stale", []).does).toBeNull();
  const untracked = { ...view({}).table, tracks_stakes: false };
  expect(label({ ...paying, table: untracked })).toBe("The hand is over");
});
