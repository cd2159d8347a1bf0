import { beforeAll, expect, test } from "vitest";
import { consoleEn } from "../shared/texts/console.en.ts";
import { consolePl } from "../shared/texts/console.pl.ts";
import { addTexts } from "../shared/texts/texts.ts";
import { item, tile } from "./floor.test.support.ts";
import type { Item, Tile } from "./floor.ts";
import { paceOf, phaseOf, playersOf, waitsFor, wallOf } from "./wall.ts";

beforeAll(() => addTexts({ en: consoleEn, pl: consolePl }));

const waiting = (table: string, danger: Item["danger"]): Item =>
  item(`${table} ${danger}`, { table, danger });

test("what needs a person floats to the top, then alerts, then the order of the numbers", () => {
  const tables = [
    tile("CS-10"),
    tile("CS-2"),
    tile("CS-3", { alerts: 1 }),
    tile("CS-4", { needs: 2 }),
    tile("CS-5", { needs: 1 }),
  ];
  const inbox = [waiting("CS-4", 1), waiting("CS-4", 2), waiting("CS-5", 4)];
  const wall = wallOf({ tables, inbox });
  expect(wall.map(({ tile: { id }, danger }) => [id, danger])).toEqual([
    ["CS-5", 4],
    ["CS-4", 2],
    ["CS-3", 0],
    ["CS-2", 0],
    ["CS-10", 0],
  ]);
});

test("a closed table has no phase and waits to be opened", () => {
  const closed = tile("CS-1", { is_open: false, phase: "idle", next: { kind: "none" } });
  expect(phaseOf(closed)).toBe("closed");
  expect(waitsFor(closed)).toBe("Closed: to be opened");
});

test("a tile says whom the table waits for", () => {
  expect(waitsFor(tile("CS-1", { next: { kind: "card", position: "seat 3 card 2" } }))).toBe(
    "Card 2 to Seat 3",
  );
  expect(waitsFor(tile("BA-1", { next: { kind: "card", position: "banker card 3" } }))).toBe(
    "Card 3 to Banker",
  );
  expect(waitsFor(tile("BA-1", { next: { kind: "card", position: "burn" } }))).toBe(
    "Burn of a new shoe",
  );
  expect(waitsFor(tile("CS-1", { next: { kind: "verify", seat: 5 } }))).toContain("seat 5");
});

test("the pace leaves out what is not known yet", () => {
  expect(paceOf(tile("CS-1"))).toBe("42 rounds/h · 85 s");
  expect(paceOf(tile("CS-1", { rounds_last_hour: 0, seconds_per_round: null }))).toBe("0 rounds/h");
});

test("at a table with a book the bettors are meant where others have a seat", () => {
  const waits = (next: Tile["next"]): string => waitsFor(tile("CH-1", { next }));
  expect(waits({ kind: "act", undecided: 1056 })).toBe("Decisions of bettors: 1,056 to go");
  expect(waits({ kind: "verify", seat: 0 })).toBe("See the bettors' hand");
  expect(waits({ kind: "pay", seat: 0 })).toBe("Settlement of the bettors");
  expect(waits({ kind: "pay", seat: 3 })).toBe("Payment of seat 3");
  expect(playersOf(tile("CH-1", { seats_playing: 0, bettors: 0 }))).toBe("Bettors: 0");
  expect(playersOf(tile("CS-1"))).toBe("Seats: 3");
});
