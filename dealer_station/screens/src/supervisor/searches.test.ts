import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Searches } from "./searches.ts";

let asked: string[];
/** What the station answers in turn: how many events, and where to go on. */
let pages: [events: number, before: number | null][];
let searches: Searches;

beforeEach(() => {
  asked = [];
  searches = new Searches();
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const [count, before] = pages.shift() ?? [0, null];
    const events = Array.from({ length: count }, (_, position) => ({ position }));
    return new Response(JSON.stringify({ events, before }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const done = (): Promise<void> =>
  vi.waitFor(() => expect(searches.log.isLoading.value).toBe(false));
const shown = (): number | undefined => searches.log.value.value?.events.length;

test("a search goes on by itself while nothing is found and there is more to look at", async () => {
  pages = [
    [0, 900],
    [0, 500],
    [3, 100],
  ];
  searches.change({ text: "royal" });
  searches.searchLog();
  await done();
  expect(shown()).toBe(3);
  expect(asked.map((path) => new URL(path, "http://station").searchParams.get("before"))).toEqual([
    null,
    "900",
    "500",
  ]);
});

test("a search that finds nothing for long leaves it to the person to go on", async () => {
  pages = Array.from({ length: 40 }, (_, at) => [0, 4000 - at]);
  searches.searchLog();
  await done();
  expect([shown(), asked.length]).toEqual([0, 10]);
  expect(searches.log.value.value?.before).not.toBe(null);
});

test("older events follow those that are shown, asked for with the same words", async () => {
  pages = [
    [2, 700],
    [1, null],
  ];
  searches.change({ text: "royal" });
  searches.searchLog();
  await done();
  searches.change({ text: "something else, not yet asked for" });
  searches.moreEvents();
  await done();
  expect(shown()).toBe(3);
  expect(asked.every((path) => path.includes("text=royal"))).toBe(true);
});

test("a form that was changed says that what is shown was not asked for with it", async () => {
  pages = [[2, null]];
  expect(searches.isNotAsked.value).toBe(false);
  searches.change({ text: "royal" });
  expect(searches.isNotAsked.value).toBe(false);
  searches.searchLog();
  await done();
  expect(searches.isNotAsked.value).toBe(false);
  searches.change({ table: "CS-1" });
  expect(searches.isNotAsked.value).toBe(true);
  searches.change({ table: "", text: "royal " });
  expect(searches.isNotAsked.value).toBe(false);
});
