import { expect, test } from "vitest";
import { endOfField, logQuery, momentOfField, withQuery } from "./requests.ts";
import { EVERYTHING } from "./searches.ts";

test("what is empty is left out of a question", () => {
  expect(withQuery("/api/log", { text: "", table: null, before: 0 })).toBe("/api/log?before=0");
  expect(withQuery("/api/log", {})).toBe("/api/log");
});

test("a search says words, table, kind and times", () => {
  const query = { ...EVERYTHING, text: " seat 3 & 4 ", table: "CS-1", from: "2026-11-30T21:00" };
  const asked = new URL(logQuery(query, 812), "http://station");
  const from = new Date(2026, 10, 30, 21, 0).getTime();
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    text: "seat 3 & 4",
    table: "CS-1",
    from: String(from),
    before: "812",
    limit: "50",
  });
});

test("a time that is not whole is no time", () => {
  expect(momentOfField("")).toBe(null);
  expect(momentOfField("2026-13-")).toBe(null);
});

test("the end of a search is the end of the second or minute that its field shows", () => {
  const at = new Date(2026, 10, 30, 21, 0).getTime();
  expect(endOfField("2026-11-30T21:00:05")).toBe(at + 5999);
  expect(endOfField("2026-11-30T21:00")).toBe(at + 59_999);
  expect(endOfField("")).toBe(null);
  const asked = new URL(
    logQuery({ ...EVERYTHING, until: "2026-11-30T21:00:05" }),
    "http://station",
  );
  expect(asked.searchParams.get("until")).toBe(String(at + 5999));
});
