// The floor of the tests' snapshots.
import { TABLE } from "../dealer/table.test.support.ts";
import type { View } from "../shared/view.ts";
import type { Floor, Item, Tile } from "./floor.ts";

export const tile = (id: string, part: Partial<Tile> = {}): Tile => ({
  id,
  name: "Caribbean Stud 2",
  game: "caribbean-stud",
  currency: "USD",
  is_open: true,
  stage: "betting",
  phase: "betting",
  round: 7,
  limits: { min: "5.00", max: "500.00" },
  seats_playing: 3,
  rounds_last_hour: 42,
  seconds_per_round: 85.4,
  held_since: null,
  supervisor_called: false,
  needs: 0,
  alerts: 0,
  dealer: "D-104",
  next: { kind: "bets" },
  ...part,
});

export const item = (id: string, part: Partial<Item> = {}): Item => ({
  id,
  kind: "call",
  table: "CS-2",
  table_name: "Caribbean Stud 2",
  since: 0,
  danger: 1,
  title: "",
  needs: "supervisor",
  round: 7,
  version: 40,
  played_version: 38,
  ...part,
});

/** A ruling that a supervisor may give, and one of its options that only a manager may. */
export const RULING: Item = item("CS-2/ruling/2", {
  kind: "ruling",
  danger: 3,
  ruling: {
    number: 2,
    irregularity: "CS-I08",
    title: "",
    facts: {},
    proposal: "play_on",
    options: [
      { option: "play_on", needs: "supervisor" },
      { option: "fouled_deck", needs: "manager" },
    ],
    source: "",
    reported_by: "dealer",
  },
});

export const floor = (part: Partial<Floor> = {}): Floor => ({
  now: 1_000_000,
  tables: [tile("CS-1"), tile("CS-2")],
  inbox: [],
  meters: [],
  devices: [],
  alerts: [],
  ...part,
});

export const view = (part: Partial<View> = {}): View => ({
  table: TABLE,
  version: 40,
  played_version: part.version ?? 40,
  round: 7,
  step: 0,
  is_open: true,
  phase: "dealing",
  stage: "dealing",
  next: { kind: "none" },
  commands: [],
  now: 0,
  ...part,
});
