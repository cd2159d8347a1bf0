import { expect, test } from "vitest";
import { ProblemError } from "../shared/api.ts";
import { Loaded } from "./loaded.ts";

const problem = { status: 403, code: "right_missing", title: "", detail: "", facts: {} };

test("the answer is shown, and meanwhile that it is waited for", async () => {
  const loaded = new Loaded<string>();
  const done = loaded.load(async () => "first");
  expect([loaded.isLoading.value, loaded.value.value]).toEqual([true, null]);
  await done;
  expect([loaded.isLoading.value, loaded.value.value]).toEqual([false, "first"]);
});

test("only the newest question counts, whichever answer comes last", async () => {
  const loaded = new Loaded<string>();
  let answerFirst: (value: string) => void = () => undefined;
  const first = loaded.load(
    () =>
      new Promise((resolve) => {
        answerFirst = resolve;
      }),
  );
  await loaded.load(async () => "second");
  answerFirst("first");
  await first;
  expect(loaded.value.value).toBe("second");
});

test("what went wrong is told beside the value before, until an answer comes", async () => {
  const loaded = new Loaded<string>();
  await loaded.load(async () => "known");
  await loaded.load(() => Promise.reject(new ProblemError(problem)));
  expect([loaded.value.value, loaded.problem.value]).toEqual(["known", problem]);
  await loaded.load(() => Promise.reject(new TypeError("no network")));
  expect(loaded.problem.value?.code).toBe("no_reply");
  await loaded.load(async () => "newer");
  expect([loaded.value.value, loaded.problem.value]).toEqual(["newer", null]);
});

test("what was cleared stays empty when its answer comes late", async () => {
  const loaded = new Loaded<string>();
  const late = loaded.load(async () => "late");
  loaded.clear();
  await late;
  expect([loaded.value.value, loaded.isLoading.value]).toEqual([null, false]);
});
