import { afterEach, beforeAll, expect, test } from "vitest";
import { consoleEn } from "../shared/texts/console.en.ts";
import { consolePl } from "../shared/texts/console.pl.ts";
import { irregularitiesEn } from "../shared/texts/irregularities.en.ts";
import { irregularitiesPl } from "../shared/texts/irregularities.pl.ts";
import { addTexts, language } from "../shared/texts/texts.ts";
import type { EventFacts } from "./floor.ts";
import { exact, factsOf, lineOf, sourceOf } from "./recorded.ts";

beforeAll(() =>
  addTexts({
    en: { ...consoleEn, ...irregularitiesEn },
    pl: { ...consolePl, ...irregularitiesPl },
  }),
);
afterEach(() => {
  language.value = "en";
});

const line = (type: string, facts: EventFacts): string => lineOf({ type, text: type, facts });
const words = (facts: EventFacts): Record<string, string> =>
  Object.fromEntries(factsOf({ facts }).map((fact) => [fact.label, fact.words]));

test("an event is one line in the language shown", () => {
  const placed = { seat: 3, spot: "ante", amount: "1250.00" };
  expect(line("wager_placed", placed)).toBe("Seat 3: 1,250.00 on Ante");
  language.value = "pl";
  expect(line("wager_placed", placed)).toBe("Miejsce 3: 1\u00a0250,00 na Ante");
});

test("what is not told to the reader is left out of the line", () => {
  expect(line("card_drawn", { card: "##", position: "seat 3 card 2" })).toBe(
    "Card drawn: Seat 3, card 2",
  );
  expect(line("card_drawn", { card: "##", position: "" })).toBe("Card drawn");
  expect(line("decisions_closed", { pay_order: [] })).toBe("Decisions closed");
});

test("a decision says its stake where it costs one", () => {
  expect(line("act_taken", { seat: 4, action: "bet", stake: "20.00" })).toBe("Seat 4: bet · 20.00");
  expect(line("act_taken", { seat: 5, action: "fold", stake: "0.00" })).toBe("Seat 5: fold");
  expect(line("act_taken", { seat: 6, action: "call", stake: "20.00", is_timeout: false })).toBe(
    "Seat 6: call · 20.00",
  );
});

test("a fold by the clock says so", () => {
  const late = { seat: 7, action: "fold", stake: "0.00", is_timeout: true };
  expect(line("act_taken", late)).toBe("Seat 7: fold · time ran out");
  expect(words(late)["Decided by the clock"]).toBe("time ran out");
});

test("codes are said in words, lists in a row", () => {
  expect(line("betting_closed", { deal_order: ["seat 3", "seat 5", "dealer"] })).toBe(
    "No more bets · cards go to Seat 3, Seat 5, Dealer",
  );
  expect(line("ruling_made", { number: 2, option: "void_hand" })).toBe(
    "Irregularity 2 ruled: Void the hand",
  );
  expect(line("window_reported", { seat: 2, is_open: false, device_id: "acceptor-2" })).toBe(
    "Seat 2: Window shut · acceptor-2",
  );
});

test("a deck check names the cards that are missing and those that are too many", () => {
  const found = { count: 52, unread: 0, missing: ["2c"], surplus: ["As", "Jo"], is_rest: false };
  expect(line("deck_checked", found)).toBe("Deck check of 52 cards: missing 2c, too many As, Jo");
  const many = { ...found, missing: Array(412).fill("2c"), surplus: [] };
  expect(line("deck_checked", many)).toBe(`Deck check of 52 cards: missing ${"2c, ".repeat(8)}…`);
  expect(line("deck_checked", { ...found, missing: [], surplus: [] })).toBe(
    "Deck check of 52 cards",
  );
  const drawn = factsOf({ facts: found }).filter(({ cards }) => cards !== null);
  expect(drawn.map(({ label, cards }) => [label, cards])).toEqual([
    ["Missing", ["2c"]],
    ["Too many", ["As", "Jo"]],
  ]);
});

test("a card that was put right is said with its place and the report", () => {
  const facts = { position: "board 2", card: "##", irregularity: "CH-I02" };
  expect(line("card_corrected", facts)).toMatch(
    /^Card put right: Board, card 2 · CH-I02 · Misread/,
  );
});

test("what the reader may not see is left out of the line and said of the fact", () => {
  const hidden = { hand: "##", amount: "50.00", shares: [] };
  expect(line("prize_locked", hidden)).toBe("Award of 50.00 fixed");
  expect(line("prize_locked", { ...hidden, hand: "flush" })).toBe("Award of 50.00 fixed · Flush");
  expect(words({ hand: "##", pay_order: [2, "##"] })).toEqual({
    Hand: "face down",
    "Order of payment": "2, face down",
  });
});

test("a fault means what it does for its kind of device", () => {
  const fault = { device_id: "a-3", device_kind: "bet_acceptor", code: "device_lost" };
  expect(line("device_fault_reported", fault)).toBe(
    "Seat acceptor a-3: the acceptor does not answer",
  );
  expect(words({ device_kind: "card_shoe", faults: ["device_lost"] }).Faults).toBe(
    "cards may have passed unread",
  );
});

test("an event of a kind without words is said as the station says it", () => {
  expect(lineOf({ type: "new_kind", text: "Something happened", facts: {} })).toBe(
    "Something happened",
  );
});

test("facts stand one by one, those that say nothing left out", () => {
  expect(words({ seat: 3, is_coin: true, reason: "", lost_count: null, faults: [] })).toEqual({
    Seat: "3",
    "Through the acceptor": "yes",
  });
  expect(words({ rules_content: "long", spot: "progressive" })).toEqual({ Spot: "Progressive" });
  expect(words({ shares: [{ seat: 3, amount: "100.50" }] })).toEqual({
    Shares: "Seat 3, Amount 100.50",
  });
  expect(words({ options: [{ option: "play_on", needs: "supervisor" }] })).toEqual({
    Options: "Play on (Supervisor)",
  });
  expect(words({ number: 1, facts: { seat: "3", note: "both saw it" } })).toEqual({
    Number: "1",
    Seat: "3",
    Note: "both saw it",
  });
  const wager = { spot: "ante", stake: "10.00", outcome: "win", wins: "10.00", rule: "CS-11" };
  expect(words({ wagers: [wager] })).toEqual({ Wagers: "Ante 10.00: Wins 10.00 (CS-11)" });
});

test("cards are drawn as cards, a hand's name is said", () => {
  const [card] = factsOf({ facts: { card: "Th" } });
  expect(card?.cards).toEqual(["Th"]);
  const [hand] = factsOf({ facts: { hand: "full_house" } });
  expect([hand?.cards, hand?.words]).toEqual([null, "Full house"]);
});

test("a source is a role, a device or a person", () => {
  expect(sourceOf({ source: "dealer", person: "D-104" })).toBe("Dealer D-104");
  expect(sourceOf({ source: "device", person: null })).toBe("Device");
  expect(sourceOf({ source: "S-201", person: "S-201" })).toBe("S-201");
});

test("an exact amount keeps every digit and stands in the language's form", () => {
  expect(exact("-1234.5")).toBe("\u22121,234.50");
  expect(exact("0.714285")).toBe("0.714285");
  expect(exact("7")).toBe("7.00");
  expect(exact("-1/3")).toBe("\u22121/3");
  language.value = "pl";
  expect(exact("10582.428570")).toBe("10\u00a0582,428570");
});

test("what is done for all bettors of a book is said of no seat", () => {
  const facts = { seat: 0, role: "supervisor" };
  const line = { type: "hand_verified", text: "", facts };
  expect(lineOf(line)).toBe("The bettors' hand seen and confirmed");
  expect(lineOf({ ...line, facts: { ...facts, seat: 3 } })).toBe(
    "Hand of seat 3 seen and confirmed",
  );
  expect(factsOf({ facts })[0]).toMatchObject({ label: "Seat", words: "Bettors" });
});
