import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HINT_MS, HOLD_MS, Hold } from "./hold.ts";

let confirmed: number;
let hold: Hold;

const confirm = (): void => {
  confirmed += 1;
};

beforeEach(() => {
  vi.useFakeTimers();
  confirmed = 0;
  hold = new Hold();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a press that lasts long enough counts once, however long it goes on", () => {
  hold.press(confirm);
  vi.advanceTimersByTime(HOLD_MS - 1);
  expect([confirmed, hold.grip.value]).toEqual([0, "held"]);
  vi.advanceTimersByTime(1);
  expect([confirmed, hold.grip.value]).toEqual([1, "done"]);
  hold.press(confirm);
  vi.advanceTimersByTime(5 * HOLD_MS);
  expect(confirmed).toBe(1);
  hold.release();
  expect(hold.grip.value).toBe("rest");
});

test("a short press never counts and says so for a while", () => {
  hold.press(confirm);
  vi.advanceTimersByTime(HOLD_MS - 1);
  hold.release();
  expect(hold.grip.value).toBe("short");
  vi.advanceTimersByTime(HINT_MS);
  expect([confirmed, hold.grip.value]).toEqual([0, "rest"]);
});

test("a key that repeats does not start anew, so many short presses do not add up", () => {
  for (let press = 0; press < 5; press += 1) {
    hold.press(confirm);
    vi.advanceTimersByTime(200);
    hold.press(confirm);
    vi.advanceTimersByTime(200);
    hold.release();
  }
  expect(confirmed).toBe(0);
});

test("a press that is lost does not count", () => {
  hold.press(confirm);
  vi.advanceTimersByTime(HOLD_MS / 2);
  hold.cancel();
  vi.advanceTimersByTime(HOLD_MS);
  expect([confirmed, hold.grip.value]).toEqual([0, "rest"]);
});

test("what has ended counts nothing", () => {
  hold.press(confirm);
  hold.stop();
  vi.advanceTimersByTime(HOLD_MS);
  expect(confirmed).toBe(0);
});

test("what counts is what stood there when it was pressed", () => {
  const said: string[] = [];
  hold.press(() => said.push("at the press"));
  vi.advanceTimersByTime(HOLD_MS / 2);
  hold.press(() => said.push("later"));
  vi.advanceTimersByTime(HOLD_MS);
  expect(said).toEqual(["at the press"]);
});

test("a press does not count when what is shown changes under it, and says so", () => {
  hold.press(confirm);
  vi.advanceTimersByTime(HOLD_MS - 1);
  hold.change();
  vi.advanceTimersByTime(HOLD_MS);
  hold.release();
  hold.cancel();
  expect([confirmed, hold.grip.value]).toEqual([0, "changed"]);
  vi.advanceTimersByTime(HINT_MS);
  expect([confirmed, hold.grip.value]).toEqual([0, "rest"]);
});

test("a change while nothing is pressed is nothing, and the next press counts", () => {
  hold.change();
  expect(hold.grip.value).toBe("rest");
  hold.press(confirm);
  hold.change();
  hold.press(confirm);
  vi.advanceTimersByTime(HOLD_MS);
  expect(confirmed).toBe(1);
});
