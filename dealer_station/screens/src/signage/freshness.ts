// Whether what is shown may be shown: the last payload that came was good, newer than the one before
// it, and came a short time ago by this screen's own clock. Pure; times are monotonic milliseconds.
import type { Hit, LevelAmount, Meter } from "./meter.ts";
import type { Checked, Distrust } from "./trust.ts";

/** DSP-09: after this long without a fresh meter the sign goes blank. */
export const LATE_AFTER_MS = 2000;

export type Reason =
  | Distrust
  | "waiting"
  | "late"
  | "not_newer"
  | "no_check"
  | "other_progressive"
  | "no_currency"
  | "no_level";

export type Shown =
  | { readonly meter: Meter; readonly reason?: never }
  | { readonly meter?: never; readonly reason: Reason };

export class Freshness {
  readonly #progressive: string;
  readonly #level: string | null;
  readonly #currency: string | null;
  #newest: Meter | null = null;
  #freshAt = 0;
  #reason: Reason = "waiting";

  /**
   * `level`: the one prize to show; null is all of them, the meter's first the largest. `currency`:
   * null is the meter's own.
   */
  constructor(progressive: string, level: string | null = null, currency: string | null = null) {
    this.#progressive = progressive;
    this.#level = level;
    this.#currency = currency;
  }

  /** Takes the outcome of one payload that came at a moment. */
  take(checked: Checked, arrivedAt: number): void {
    const fault = checked.fault ?? this.#faultOf(checked.meter);
    if (fault) {
      this.#reason = fault;
      return;
    }
    this.#newest = checked.meter ?? null;
    this.#freshAt = arrivedAt;
    this.#reason = "late";
  }

  #faultOf(meter: Meter): Reason | null {
    if (meter.progressive !== this.#progressive) return "other_progressive";
    if (!this.#levels(meter)) return "no_currency";
    if (!this.level(meter)) return "no_level";
    const newest = this.#newest;
    if (!newest || meter.epoch > newest.epoch) return null;
    const isNewer = meter.epoch === newest.epoch && meter.sequence > newest.sequence;
    return isNewer ? null : "not_newer";
  }

  /** The currency that this sign shows. */
  currency(meter: Meter): string {
    return this.#currency ?? meter.currency;
  }

  /** The amounts in that currency, converted by the station; none where nobody plays in it. */
  #levels(meter: Meter): readonly LevelAmount[] | undefined {
    const currency = this.currency(meter);
    if (currency === meter.currency) return meter.levels;
    return meter.own.find((own) => own.currency === currency)?.levels;
  }

  /** The prize that this sign shows large. */
  level(meter: Meter): LevelAmount | undefined {
    const levels = this.#levels(meter) ?? [];
    return this.#level === null ? levels[0] : levels.find(({ level }) => level === this.#level);
  }

  /** The prizes beside it: none where the sign is of one prize alone. */
  others(meter: Meter): readonly LevelAmount[] {
    return this.#level === null ? (this.#levels(meter) ?? []).slice(1) : [];
  }

  /** The hit that this sign shows: one of a prize of its own. */
  hit(meter: Meter): Hit | null {
    const own = [this.level(meter), ...this.others(meter)];
    return meter.hit && own.some((one) => one?.level === meter.hit?.level) ? meter.hit : null;
  }

  /** What may be shown at a moment: the meter, or why there is none. */
  shown(now: number): Shown {
    const meter = this.#newest;
    const isGood = this.#reason === "late" && now - this.#freshAt < LATE_AFTER_MS;
    return meter && isGood ? { meter } : { reason: this.#reason };
  }
}
