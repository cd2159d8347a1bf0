import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HINT_MS, HOLD_MS, Hold } from "./hold.ts";

let confirmed: number;
let hold: Hold;

beforeEach(() => {
  vi.useFakeTimers();
  confirmed = 0;
  hold = new Hold(() => {
    confirmed += 1;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test("a press that lasts long enough counts once, however long it goes on", () => {
  hold.press();
  vi.advanceTimersByTime(HOLD_MS - 1);
  expect([confirmed, hold.grip.value]).toEqual([0, "held"]);
  vi.advanceTimersByTime(1);
  expect([confirmed, hold.grip.value]).toEqual([1, "done"]);
  hold.press();
  vi.advanceTimersByTime(5 * HOLD_MS);
  expect(confirmed).toBe(1);
  hold.release();
  expect(hold.grip.value).toBe("rest");
});

test("a short press never counts and says so for a while", () => {
  hold.press();
  vi.advanceTimersByTime(HOLD_MS - 1);
  hold.release();
  expect(hold.grip.value).toBe("short");
  vi.advanceTimersByTime(HINT_MS);
  expect([confirmed, hold.grip.value]).toEqual([0, "rest"]);
});

test("a key that repeats does not start anew, so many short presses do not add up", () => {
  for (let press = 0; press < 5; press += 1) {
    hold.press();
    vi.advanceTimersByTime(200);
    hold.press();
    vi.advanceTimersByTime(200);
    hold.release();
  }
  expect(confirmed).toBe(0);
});

test("a press that is lost does not count", () => {
  hold.press();
  vi.advanceTimersByTime(HOLD_MS / 2);
  hold.cancel();
  vi.advanceTimersByTime(HOLD_MS);
  expect([confirmed, hold.grip.value]).toEqual([0, "rest"]);
});

test("what has ended counts nothing", () => {
  hold.press();
  hold.stop();
  vi.advanceTimersByTime(HOLD_MS);
  expect(confirmed).toBe(0);
});
