import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Checker } from "./checker.ts";
import type { Checked } from "./trust.ts";

const GOOD: Checked = { fault: "malformed" };

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly posted: unknown[] = [];
  isTerminated = false;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(data: unknown): void {
    this.posted.push(data);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(arrivedAt: number): void {
    this.onmessage?.({ data: { checked: GOOD, arrivedAt } });
  }
}

let checked: number[];
let downs: number;
let isSupported: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  checked = [];
  downs = 0;
  isSupported = true;
});

afterEach(() => {
  vi.useRealTimers();
});

function started(): Checker {
  const checker = new Checker({
    newWorker: () => {
      if (!isSupported) throw new TypeError("no module workers");
      return new FakeWorker() as unknown as Worker;
    },
    keys: ["k"],
    onChecked: (_, arrivedAt) => checked.push(arrivedAt),
    onDown: () => {
      downs += 1;
    },
  });
  checker.start();
  return checker;
}

const worker = (): FakeWorker => FakeWorker.all.at(-1) as FakeWorker;

test("the keys go first, and each answer says when its payload came", () => {
  const checker = started();
  checker.check("a", 10);
  checker.check("b", 20);
  expect(worker().posted).toEqual([
    ["k"],
    { text: "a", arrivedAt: 10 },
    { text: "b", arrivedAt: 20 },
  ]);
  worker().answer(10);
  worker().answer(20);
  expect([checked, checker.isDown, downs]).toEqual([[10, 20], false, 0]);
});

test("a browser without such workers is said to check nothing", () => {
  isSupported = false;
  const checker = started();
  checker.check("a", 10);
  expect([checker.isDown, downs, checked]).toEqual([true, 1, []]);
});

test("a worker that has died is told and replaced, and is down until one answers", () => {
  const checker = started();
  const dead = worker();
  dead.onerror?.();
  expect([checker.isDown, downs, dead.isTerminated]).toEqual([true, 1, true]);
  checker.check("lost", 10);
  vi.advanceTimersByTime(5000);
  expect(FakeWorker.all).toHaveLength(2);
  expect(checker.isDown).toBe(true);
  checker.check("b", 20);
  worker().answer(20);
  expect([checker.isDown, checked]).toEqual([false, [20]]);
});

test("a worker that answers nothing is told, and what waits for it does not grow", () => {
  const checker = started();
  const silent = worker();
  for (let at = 0; at < 1000; at += 1) checker.check("x", at);
  expect(checker.isDown).toBe(true);
  expect(silent.posted.length).toBeLessThan(50);
});
