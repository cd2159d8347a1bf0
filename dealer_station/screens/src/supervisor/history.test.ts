import { expect, test } from "vitest";
import { filesOf, type HistoryPage, historyPath, type PlayersHand } from "./history.ts";

test("a seat alone asks for who sits there", () => {
  expect(historyPath("TH 1", { seat: 3 })).toBe("/api/tables/TH%201/seats/3/history?limit=50");
});

test("the end of a range is below what the station is asked for", () => {
  const path = "/api/tables/T/seats/3/history";
  expect(historyPath("T", { seat: 3, first: 4, last: 9 })).toBe(
    `${path}?first=4&before=10&limit=50`,
  );
  expect(historyPath("T", { seat: 3, first: 4, last: 9 }, 7)).toBe(
    `${path}?first=4&before=7&limit=50`,
  );
  expect(historyPath("T", { seat: 3, last: 9 })).toBe(`${path}?before=10&limit=50`);
});

const hand = (number: number, format: PlayersHand["format"]): PlayersHand =>
  ({ number, format, record: `${number}\n` }) as PlayersHand;

const page = (...hands: PlayersHand[]): HistoryPage => ({
  seat: 3,
  player: null,
  hands,
  before: null,
  players: [],
});

test("the file has the hands in the order in which they were played", () => {
  expect(filesOf("T", page(hand(9, "phhs"), hand(7, "phhs"), hand(4, "phhs")))).toEqual([
    { name: "T-seat-3-hands-4-9.phhs", text: "4\n7\n9\n" },
  ]);
  expect(filesOf("T", page())).toEqual([]);
});

test("hands of another form have a file of their own", () => {
  const names = filesOf("T", page(hand(2, "jsonl"), hand(1, "phhs"))).map(({ name }) => name);
  expect(names).toEqual(["T-seat-3-hands-1-1.phhs", "T-seat-3-hands-2-2.jsonl"]);
});
