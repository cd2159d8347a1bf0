import { expect, test } from "vitest";
import { Freshness, LATE_AFTER_MS } from "./freshness.ts";
import type { Meter } from "./meter.ts";

function meter(epoch: number, sequence: number, changes: Partial<Meter> = {}): Meter {
  return {
    epoch,
    sequence,
    progressive: "main",
    sent_at: 0,
    currency: "USD",
    levels: [
      { level: "main", amount_minor: 100 * sequence, state: "live" },
      { level: "mini", amount_minor: 7, state: "live" },
    ],
    own: [
      {
        currency: "EUR",
        levels: [
          { level: "main", amount_minor: 92 * sequence, state: "live" },
          { level: "mini", amount_minor: 6, state: "live" },
        ],
      },
    ],
    hit: null,
    key_id: "k",
    ...changes,
  };
}

const given = (...meters: Meter[]): Freshness => {
  const freshness = new Freshness("main");
  for (const each of meters) freshness.take({ meter: each }, 0);
  return freshness;
};

test("nothing is shown before the first meter", () => {
  expect(new Freshness("main").shown(0)).toEqual({ reason: "waiting" });
});

test("a meter is shown until it is late by this screen's own clock", () => {
  const freshness = new Freshness("main");
  freshness.take({ meter: meter(1, 1) }, 5000);
  expect(freshness.shown(5000).meter?.sequence).toBe(1);
  expect(freshness.shown(5000 + LATE_AFTER_MS - 1).meter?.sequence).toBe(1);
  expect(freshness.shown(5000 + LATE_AFTER_MS)).toEqual({ reason: "late" });
  freshness.take({ meter: meter(1, 2) }, 9000);
  expect(freshness.shown(9001).meter?.sequence).toBe(2);
});

test.each([
  ["the same once more", meter(2, 5)],
  ["an older one", meter(2, 4)],
  ["one of an epoch that is over", meter(1, 99)],
])("%s is not shown, and does not make the last one fresh", (_, old) => {
  const freshness = given(meter(2, 5));
  freshness.take({ meter: old }, 100);
  expect(freshness.shown(100)).toEqual({ reason: "not_newer" });
  freshness.take({ meter: meter(2, 6) }, 200);
  expect(freshness.shown(200).meter?.sequence).toBe(6);
});

test("a restart of the station begins again at 1 under a higher epoch", () => {
  expect(given(meter(2, 500), meter(3, 1)).shown(1).meter?.epoch).toBe(3);
});

test("a gap in the sequence is no fault", () => {
  expect(given(meter(1, 1), meter(1, 40)).shown(1).meter?.sequence).toBe(40);
});

test("a payload that is not trusted takes the number away until the next good one", () => {
  const freshness = given(meter(1, 1));
  freshness.take({ fault: "wrong_signature" }, 10);
  expect(freshness.shown(10)).toEqual({ reason: "wrong_signature" });
  freshness.take({ meter: meter(1, 2) }, 20);
  expect(freshness.shown(20).meter?.sequence).toBe(2);
});

test("a meter of another progressive is not shown", () => {
  const freshness = given(meter(1, 1), meter(1, 2, { progressive: "other" }));
  expect(freshness.shown(1)).toEqual({ reason: "other_progressive" });
});

test("a sign shows the first prize, or the one that its address names", () => {
  const both = meter(1, 1);
  expect(new Freshness("main").level(both)?.level).toBe("main");
  expect(new Freshness("main", "mini").level(both)?.amount_minor).toBe(7);
  const freshness = new Freshness("main", "grand");
  freshness.take({ meter: both }, 0);
  expect(freshness.shown(0)).toEqual({ reason: "no_level" });
});

test("a sign celebrates only hits of its own prize", () => {
  const hit = {
    number: 1,
    level: "main",
    table: "T",
    seats: [3],
    amount_minor: 5,
    category: "royal_flush",
    hand: [],
    hit_at: 0,
    currency: null,
  };
  const told = meter(1, 1, { hit });
  expect(new Freshness("main").hit(told)).toEqual(hit);
  expect(new Freshness("main", "main").hit(told)).toEqual(hit);
  expect(new Freshness("main", "mini").hit(told)).toBe(null);
  expect(
    new Freshness("main", "mini").hit(meter(1, 2, { hit: { ...hit, level: "mini" } })),
  ).not.toBe(null);
  expect(new Freshness("main").hit(meter(1, 3))).toBe(null);
});

test("a sign shows a currency that tables play in, as the station has converted it", () => {
  const euro = new Freshness("main", "mini", "EUR");
  euro.take({ meter: meter(1, 1) }, 0);
  const shown = euro.shown(0).meter;
  expect(shown && [euro.currency(shown), euro.level(shown)?.amount_minor]).toEqual(["EUR", 6]);
  const own = new Freshness("main", null, "USD");
  own.take({ meter: meter(1, 3) }, 0);
  expect(own.level(meter(1, 3))?.amount_minor).toBe(300);
});

test("a currency that nobody plays in is not guessed", () => {
  const freshness = new Freshness("main", null, "GBP");
  freshness.take({ meter: meter(1, 1) }, 0);
  expect(freshness.shown(0)).toEqual({ reason: "no_currency" });
});

test("a sign of all prizes has the others beside the first, and shows a hit of any", () => {
  const both = meter(1, 1);
  expect(new Freshness("main").others(both).map(({ level }) => level)).toEqual(["mini"]);
  expect(new Freshness("main", "main").others(both)).toEqual([]);
  const told = meter(1, 2, {
    hit: {
      number: 4,
      level: "mini",
      currency: "USD",
      table: "CS-1",
      seats: [2],
      amount_minor: 7,
      category: "straight_flush",
      hand: [],
      hit_at: 0,
    },
  });
  expect(new Freshness("main").hit(told)?.number).toBe(4);
  expect(new Freshness("main", "main").hit(told)).toBe(null);
});
