// A level with its terms and its open prizes, for tests.
import type { MeterRow, OpenAward, Terms } from "./floor.ts";

export const TERMS_NOW: Terms = {
  base: "10000.00",
  rate: "7/10",
  reserve_rate: "0",
  cap: null,
  overflow_to: "overflow",
  reserve_use: "pays_base",
  probability: "1/649740",
};

export const award = (part: Partial<OpenAward> = {}): OpenAward => ({
  award: "CS-1-7-1-2",
  kind: "win",
  status: "locked",
  is_doubted: false,
  table: "CS-2",
  round: 7,
  seat: 2,
  follows: null,
  category: "royal_flush",
  cards: [],
  amount: "5000.70",
  currency: "USD",
  at: 0,
  void: { meter: "5000.70", house: "0.00", base: "0.00", lapses: [] },
  ...part,
});

export const meter = (part: Partial<MeterRow> = {}): MeterRow => ({
  progressive: "CS-main",
  level: "main",
  name: "main",
  currency: "USD",
  meter: "10581.00",
  state: "live",
  tables: ["CS-1", "CS-2"],
  seed: "10000.00",
  terms: TERMS_NOW,
  in_play: [],
  awards: [],
  own: [],
  cap: null,
  overflow: "0.00",
  reserve: "0.00",
  last_hit: null,
  spark: [],
  ...part,
});
