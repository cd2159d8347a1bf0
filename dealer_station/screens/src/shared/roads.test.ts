import { expect, test } from "vitest";
import { lastColumns } from "./roads.tsx";

const marks = [0, 1, 1, 4].map((column, row) => ({ column, row, name: `${column}.${row}` }));

test("a road that fits its paper is shown as the station drew it", () => {
  expect(lastColumns(marks, 5)).toEqual(marks);
  expect(lastColumns([], 5)).toEqual([]);
});

test("of a longer road the last columns are shown, moved to the left edge", () => {
  expect(lastColumns(marks, 4)).toEqual([
    { column: 0, row: 1, name: "1.1" },
    { column: 0, row: 2, name: "1.2" },
    { column: 3, row: 3, name: "4.3" },
  ]);
  expect(lastColumns(marks, 1)).toEqual([{ column: 0, row: 3, name: "4.3" }]);
});
