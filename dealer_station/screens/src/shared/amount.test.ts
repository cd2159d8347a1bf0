import { expect, test } from "vitest";
import { cents, chipPiles, decimal, sum, written } from "./amount.ts";

const ENGLISH = { group: ",", point: "." };
const POLISH = { group: "\u00a0", point: "," };

test("amounts become whole cents without passing through a fraction", () => {
  expect(cents("0.29")).toBe(29);
  expect(cents("-12.5")).toBe(-1250);
  expect(cents("90071992547409.91")).toBe(9007199254740991);
  expect(sum(["0.10", undefined, "0.20"])).toBe(30);
});

test.each(["", "1,00", "1.234", "1e3", "NaN", "90071992547409.92"])("%j is no amount", (text) => {
  expect(() => cents(text)).toThrow(RangeError);
});

test("cents are written in the station's notation and in the reader's", () => {
  expect(decimal(-5)).toBe("-0.05");
  expect(written(5431207, ENGLISH)).toBe("54,312.07");
  expect(written(-123456700, POLISH)).toBe("\u22121\u00a0234\u00a0567,00");
  expect(written(1000, ENGLISH, true)).toBe("10");
  expect(written(1050, ENGLISH, true)).toBe("10.50");
});

test("piles of chips and coins make up the amount exactly", () => {
  const [piles, coins] = chipPiles(38_607, [1, 5, 10, 25, 100]);
  expect(piles).toEqual([
    { chip: 100, count: 3 },
    { chip: 25, count: 3 },
    { chip: 10, count: 1 },
    { chip: 1, count: 1 },
  ]);
  expect(coins).toBe(7);
});
