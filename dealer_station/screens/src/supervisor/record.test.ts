import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { view } from "./floor.test.support.ts";
import { TableRecord } from "./record.ts";

let asked: string[];
let attended: string[];
let record: TableRecord;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  attended = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(path);
    if (!(init.headers as Record<string, string>)["x-unattended"]) attended.push(path);
    return new Response(JSON.stringify({ rounds: [], before: null, round: { number: 7 } }));
  });
  record = new TableRecord();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const times = (path: string): number => asked.filter((each) => each === path).length;
const CURRENT = "/api/tables/CS-2/rounds/7";
const LISTED = "/api/tables/CS-2/rounds?limit=20";

test("the round that is on is asked for again as it changes, but not at every card", () => {
  for (let version = 1; version <= 20; version += 1) {
    record.follow("supervisor", view({ version }));
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(1000);
  expect(times(CURRENT)).toBeGreaterThan(1);
  expect(times(CURRENT)).toBeLessThan(6);
  expect(times(LISTED)).toBe(1);
  const before = times(CURRENT);
  record.follow("supervisor", view({ version: 20 }));
  vi.advanceTimersByTime(1000);
  expect(times(CURRENT)).toBe(before);
});

test("the last rounds are asked for again when a round is over", () => {
  record.follow("auditor", view({ phase: "paying" }));
  record.follow("auditor", view({ phase: "settled" }));
  record.follow("auditor", view({ phase: "settled", version: 41 }));
  expect(times(LISTED)).toBe(2);
});

test("what could not be had is asked for again with the next picture", async () => {
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response("{}", { status: 503 });
  });
  record.follow("supervisor", view());
  await vi.advanceTimersByTimeAsync(1000);
  expect([times(LISTED), times(CURRENT)]).toEqual([1, 1]);
  record.follow("supervisor", view());
  await vi.advanceTimersByTimeAsync(1000);
  expect([times(LISTED), times(CURRENT)]).toEqual([2, 2]);
});

test("a role that may not recall rounds asks for none", () => {
  record.follow("technician", view());
  record.follow(undefined, view());
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
});

test("before the first round there is nothing to ask for", () => {
  record.follow("supervisor", view({ round: 0, phase: "idle" }));
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([LISTED]);
});

test("a touch opens an event and closes it again", () => {
  record.toggleEvent(12);
  expect(record.openEvent.value).toBe(12);
  record.toggleEvent(13);
  expect(record.openEvent.value).toBe(13);
  record.toggleEvent(13);
  expect(record.openEvent.value).toBe(null);
});

test("what is read by itself keeps nobody signed in; what a person asks for does", () => {
  record.follow("supervisor", view());
  vi.advanceTimersByTime(1000);
  expect([asked, attended]).toEqual([[LISTED, CURRENT], []]);
  record.recall("CS-2", 7);
  expect(attended).toEqual([CURRENT]);
});

const page = (first: number, count: number, before: number | null) => ({
  rounds: Array.from({ length: count }, (_, at) => ({ number: first - at })),
  before,
});

const listed = (): readonly number[] =>
  (record.rounds.value.value?.rounds ?? []).map(({ number }) => number);

/** Answers questions for the list with these pages in turn. */
function answerLists(pages: object[]): void {
  vi.stubGlobal("fetch", async (path: string) => {
    const answer = /rounds\?/.test(path) ? pages.shift() : { round: { number: 0 } };
    return new Response(JSON.stringify(answer));
  });
}

test("a new round keeps the rounds that were paged back to", async () => {
  const pages = [page(30, 3, 28), page(27, 3, 25), page(31, 3, 29)];
  answerLists(pages);
  record.follow("auditor", view({ round: 30, phase: "settled" }));
  await vi.advanceTimersByTimeAsync(1);
  record.moreRounds("CS-2");
  await vi.advanceTimersByTimeAsync(1);
  expect(listed()).toEqual([30, 29, 28, 27, 26, 25]);
  record.follow("auditor", view({ round: 31, phase: "settled" }));
  await vi.advanceTimersByTimeAsync(1);
  expect(listed()).toEqual([31, 30, 29, 28, 27, 26, 25]);
  expect(record.rounds.value.value?.before).toBe(25);
});

test("rounds that do not follow on those that come are not kept, so that none is missing", async () => {
  const pages = [page(30, 3, 28), page(90, 3, 88)];
  answerLists(pages);
  record.follow("auditor", view({ round: 30, phase: "settled" }));
  await vi.advanceTimersByTimeAsync(1);
  record.follow("auditor", view({ round: 90, phase: "settled" }));
  await vi.advanceTimersByTimeAsync(1);
  expect(listed()).toEqual([90, 89, 88]);
});
