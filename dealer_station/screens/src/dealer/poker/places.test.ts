import { expect, test } from "vitest";
import { layoutOf } from "./places.ts";

const seats = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const OPTIONS = { isCompact: false, hasBets: true, mostWidth: 184 };

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("%i seats stand on the felt and apart", (count) => {
  for (const isCompact of [false, true]) {
    const layout = layoutOf(seats(count), { ...OPTIONS, isCompact });
    const boxes = [...layout.seats.values()];
    expect(boxes).toHaveLength(count);
    boxes.forEach((one, at) => {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.left + layout.width).toBeLessThanOrEqual(1040);
      expect(one.top + layout.height).toBeLessThanOrEqual(isCompact ? 330 : 568);
      for (const other of boxes.slice(at + 1)) {
        const across = Math.abs(one.left - other.left) >= layout.width;
        const down = Math.abs(one.top - other.top) >= layout.height;
        expect(across || down).toBe(true);
      }
    });
  }
});

test("the first seat is at the dealer's left, which is the right on the glass; then clockwise", () => {
  const places = layoutOf(seats(10), OPTIONS).seats;
  const at = (seat: number) => places.get(seat) ?? { left: 0, top: 0 };
  expect(at(1).left).toBeGreaterThan(at(10).left);
  expect(at(1).top).toBeLessThan(at(2).top);
  expect(at(3).left).toBeGreaterThan(at(8).left);
  expect(at(10).top).toBeLessThan(at(9).top);
});

test("bets lie between the seats and the middle", () => {
  const { seats: places, middle } = layoutOf(seats(10), OPTIONS);
  expect(places.get(1)?.bet.left).toBeLessThan(places.get(1)?.left ?? 0);
  expect(places.get(10)?.bet.left).toBeGreaterThan(places.get(10)?.left ?? 0);
  expect(middle.left + middle.width).toBeLessThan(places.get(1)?.bet.left ?? 0);
  expect(middle.top + middle.height).toBeLessThanOrEqual(places.get(5)?.bet.top ?? 0);
});
