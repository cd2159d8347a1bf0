import { expect, test } from "vitest";
import type { RecordedEvent } from "./floor.ts";
import { actsByStreet, awardsOf } from "./poker_recall.tsx";

const event = (position: number, type: string, facts: RecordedEvent["facts"]): RecordedEvent =>
  ({ position, type, facts, at: 0, recorded_at: 0, stream: "", version: 1 }) as RecordedEvent;

const EVENTS = [
  event(1, "hand_started", {}),
  event(2, "betting_round_opened", { street: 0 }),
  event(3, "player_acted", { seat: 1, action: "raise", to: "4.00", put: "4.00" }),
  event(4, "player_acted", { seat: 2, action: "fold", to: "1.00", put: "0.00" }),
  event(5, "betting_round_opened", { street: 1 }),
  event(6, "player_acted", { seat: 1, action: "check", to: "0.00", put: "0.00" }),
  event(7, "pots_pushed", { awards: [{ amount: "5.00", seats: [1], rake: "0.00", shares: [] }] }),
];

test("acts stand under the street on which they were taken", () => {
  const streets = actsByStreet({ game: "texas-holdem", events: EVENTS });
  expect(streets.map(({ street, acts }) => [street, acts.map(({ position }) => position)])).toEqual(
    [
      ["pre_flop", [3, 4]],
      ["flop", [6]],
    ],
  );
});

test("the pots are those that were pushed; a hand that is not over has none", () => {
  expect(awardsOf({ events: EVENTS }).map(({ amount }) => amount)).toEqual(["5.00"]);
  expect(awardsOf({ events: EVENTS.slice(0, 4) })).toEqual([]);
});
