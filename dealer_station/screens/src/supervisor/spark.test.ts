import { expect, test } from "vitest";
import { DAY_MS, sparkOf } from "./spark.ts";

const UNTIL = 10 * DAY_MS;
const ago = (hours: number): number => UNTIL - hours * 60 * 60 * 1000;

test("a meter that stood still is a flat line through the middle", () => {
  const spark = sparkOf([[ago(24), 1_000_000]], UNTIL, 240, 40);
  expect(spark?.line).toBe("M0 20H240");
});

test("it rises in steps, within its frame, and ends at the newest value", () => {
  const spark = sparkOf(
    [
      [ago(24), 100],
      [ago(12), 300],
      [ago(0), 200],
    ],
    UNTIL,
    240,
    40,
  );
  expect(spark?.line).toBe("M0 36H120V4H240V20H240");
  expect(spark?.area).toBe("M0 36H120V4H240V20H240V40H0Z");
  expect([spark?.lowest, spark?.highest, spark?.end.y]).toEqual([100, 300, 20]);
});

test("what is older than a day, or of a clock ahead, stays within the frame", () => {
  const spark = sparkOf(
    [
      [ago(30), 100],
      [UNTIL + 5000, 200],
    ],
    UNTIL,
    240,
    40,
  );
  expect(spark?.line).toBe("M0 36H240V4H240");
});

test("nothing known, nothing drawn", () => {
  expect(sparkOf([], UNTIL, 240, 40)).toBe(null);
});
