import { expect, test } from "vitest";
import { aimed, digitCount, drums, isResting, type Motion, moved, resting } from "./odometer.ts";

const FRAME_MS = 1000 / 60;

function* frames(start: Motion, frameMs = FRAME_MS): Generator<Motion> {
  let motion = start;
  while (!isResting(motion)) {
    motion = moved(motion, frameMs);
    yield motion;
  }
}

/** What can be read on the drums: each figure rounded down, and each to the nearest. */
function readings(position: number, count: number): [number, number] {
  let [down, near] = [0, 0];
  drums(position, count).forEach(({ turn }, place) => {
    down += Math.floor(turn) * 10 ** place;
    near += (Math.round(turn) % 10) * 10 ** place;
  });
  return [down, near];
}

test.each([1, 9, 70, 490, 12_345, 9_999_999])("a rise of %i ends exactly, and soon", (gap) => {
  for (const frameMs of [4, FRAME_MS, 50, 250]) {
    const path = [...frames(aimed(resting(5_431_207), 5_431_207 + gap), frameMs)];
    expect(path.at(-1)?.position).toBe(5_431_207 + gap);
    expect((path.length - 1) * frameMs).toBeLessThan(600);
  }
});

test("every value is reached in its own time, however many come after it", () => {
  let motion = resting(1000);
  const told: [at: number, amount: number][] = [];
  for (let frame = 0; frame < 400; frame += 1) {
    const now = frame * FRAME_MS;
    if (frame % 12 === 0) {
      told.push([now, 1001 + told.length * (frame % 5 === 0 ? 1 : 3)]);
      motion = aimed(motion, Math.max(...told.map(([, amount]) => amount)));
    }
    motion = moved(motion, FRAME_MS);
    for (const [at, amount] of told)
      if (now + FRAME_MS - at >= 601) expect(motion.position).toBeGreaterThanOrEqual(amount);
  }
});

test("values that come while no frame is drawn do not pile up", () => {
  let motion = resting(0);
  for (let amount = 1; amount < 5000; amount += 1) motion = aimed(motion, amount);
  expect(motion.due.length).toBeLessThan(50);
  expect(moved(motion, 700)).toEqual(resting(4999));
});

test("a roll takes most of its time and no leap", () => {
  const path = [...frames(aimed(resting(1000), 1070))];
  expect(path.length * FRAME_MS).toBeGreaterThan(300);
  const steps = path.map(({ position }, at) => position - (path[at - 1]?.position ?? 1000));
  expect(Math.max(...steps)).toBeLessThan(7);
});

test("no frame is ever above the value, and none falls", () => {
  for (const frameMs of [1, 7, FRAME_MS, 33, 100, 500])
    for (const gap of [1, 3, 70, 999, 50_000]) {
      let before = 9_990;
      for (const { position } of frames(aimed(resting(before), before + gap), frameMs)) {
        expect(position).toBeGreaterThanOrEqual(before);
        expect(position).toBeLessThanOrEqual(9_990 + gap);
        before = position;
      }
    }
});

test("neither reading of the drums is above the value in any frame", () => {
  const target = 10_010_37;
  for (const { position } of frames(aimed(resting(9_989_95), target)))
    for (const reading of readings(position, digitCount(target)))
      expect(reading).toBeLessThanOrEqual(target);
});

test("a value that rises while the drums turn is headed for without a jump", () => {
  let motion = aimed(resting(1000), 1100);
  for (let frame = 0; frame < 20; frame += 1) motion = moved(motion, FRAME_MS);
  const onTheWay = aimed(motion, 1400);
  expect(onTheWay.position).toBe(motion.position);
  expect(onTheWay.speed).toBe(motion.speed);
  expect([...frames(onTheWay)].at(-1)?.position).toBe(1400);
});

test("a lower value is shown at once, also while the drums turn", () => {
  const turning = moved(aimed(resting(5_000_00), 5_004_90), 100);
  expect(aimed(turning, 1_000_00)).toEqual(resting(1_000_00));
  // Lower than where it was headed, above where the drums stand: still headed for.
  const lower = aimed(turning, 5_002_00);
  expect(lower.target).toBe(5_002_00);
  expect(lower.position).toBe(turning.position);
});

test("a frame that comes late finds the drums where they are due", () => {
  const motion = aimed(resting(0), 100_000);
  expect(moved(motion, 60_000)).toEqual(resting(100_000));
  expect(moved(motion, 600).position).toBe(100_000);
  expect(moved(motion, -5).position).toBe(0);
});

test("drums stand still at a whole value", () => {
  expect(drums(5_431_207, 7).map(({ turn }) => turn)).toEqual([7, 0, 2, 1, 3, 4, 5]);
});

test("drums that carry turn together with the cents", () => {
  expect(drums(1999.25, 4).map(({ turn }) => turn)).toEqual([9.25, 9.25, 9.25, 1.25]);
  expect(drums(1989.25, 4).map(({ turn }) => turn)).toEqual([9.25, 8.25, 9, 1]);
});

test("there is no nought before the first digit that counts", () => {
  expect(drums(7, 5).map(({ isLeading }) => isLeading)).toEqual([false, false, false, true, true]);
  expect(drums(99_999.5, 6).at(-1)).toEqual({ turn: 0.5, isLeading: true });
  expect(drums(100_000, 6).at(-1)).toEqual({ turn: 1, isLeading: false });
});

test("there are as many drums as digits, three at least", () => {
  expect([0, 7, 999, 1000, 5_431_207].map(digitCount)).toEqual([3, 3, 3, 4, 7]);
});
