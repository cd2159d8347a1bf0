// The sign as a whole: payloads in, checked one after the other, and what of them is on the glass.
import { computed, type Signal, signal } from "@preact/signals";
import { ProblemError } from "../shared/api.ts";
import type { SignAddress } from "./address.ts";
import { Checker } from "./checker.ts";
import { factsOf, type ProgressiveFacts } from "./facts.ts";
import { Freshness, LATE_AFTER_MS, type Reason, type Shown } from "./freshness.ts";
import { Line } from "./line.ts";
import type { Hit, LevelAmount, Meter } from "./meter.ts";
import { Roller } from "./roller.ts";
import type { Checked } from "./trust.ts";

const FACTS_AGAIN_MS = 60_000;
const FACTS_RETRY_MS = 3000;

/** The same as before where nothing in it has changed, so that nothing is drawn again. */
function keeping<T>(source: () => T): () => T {
  let kept: T;
  let words: string | undefined;
  return () => {
    const next = source();
    const said = JSON.stringify(next);
    if (said !== words) {
      words = said;
      kept = next;
    }
    return kept;
  };
}

export class SignScreen {
  readonly facts: Signal<ProgressiveFacts | null> = signal(null);
  /** The large number, and the one beneath a hit. */
  readonly roller = new Roller();
  readonly nextRoller = new Roller();

  readonly #shown: Signal<Shown>;
  readonly #address: SignAddress;
  readonly #freshness: Freshness;
  readonly #checker: Checker;
  /** Whose value stands beneath a hit. */
  #next = "";
  #late: ReturnType<typeof setTimeout> | undefined;
  #factsAgain: ReturnType<typeof setTimeout> | undefined;

  /** Why there is no number; null while there is one. */
  readonly reason = computed<Reason | null>(() => this.#shown.value.reason ?? null);
  readonly level = computed<LevelAmount | null>(
    keeping(() => {
      const meter = this.#shown.value.meter;
      return (meter && this.#freshness.level(meter)) ?? null;
    }),
  );
  /** The prizes that stand beside it, in the order of the meter. */
  readonly others = computed<readonly LevelAmount[]>(
    keeping(() => {
      const meter = this.#shown.value.meter;
      return meter ? this.#freshness.others(meter) : [];
    }),
  );
  readonly hit = computed<Hit | null>(
    keeping(() => {
      const meter = this.#shown.value.meter;
      return meter ? this.#freshness.hit(meter) : null;
    }),
  );
  readonly currency = computed(
    () =>
      this.#address.currency ??
      this.#shown.value.meter?.currency ??
      this.facts.value?.currency ??
      "",
  );
  /** The progressive's own currency, in which a hit is told unless it says another. */
  readonly ownCurrency = computed(
    () => this.#shown.value.meter?.currency ?? this.facts.value?.currency ?? "",
  );
  readonly levelName = computed(
    () => this.level.value?.level ?? this.#address.level ?? this.facts.value?.levels[0]?.name ?? "",
  );

  constructor(address: SignAddress, newWorker: () => Worker) {
    this.#address = address;
    this.#freshness = new Freshness(address.progressive, address.level, address.currency);
    this.#shown = signal<Shown>({ reason: address.keys.length ? "waiting" : "no_key" });
    this.#checker = new Checker({
      newWorker,
      keys: address.keys,
      onChecked: (checked, arrivedAt) => this.#take(checked, arrivedAt),
      onDown: () => this.#look(),
    });
  }

  start(): void {
    this.#checker.start();
    const place = `/api/signage/${encodeURIComponent(this.#address.progressive)}/live`;
    const url = new URL(place, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    new Line({
      url: url.href,
      onText: (text, arrivedAt) => this.#checker.check(text, arrivedAt),
      onOpen: () => void this.#loadFacts(),
    }).start();
    void this.#loadFacts();
  }

  #take(checked: Checked, arrivedAt: number): void {
    this.#freshness.take(checked, arrivedAt);
    clearTimeout(this.#late);
    const left = arrivedAt + LATE_AFTER_MS - performance.now();
    this.#late = setTimeout(() => this.#look(), Math.max(0, left) + 1);
    this.#look();
  }

  /** Puts on the glass what may be shown now. */
  #look(): void {
    const shown: Shown = this.#checker.isDown
      ? { reason: "no_check" }
      : this.#freshness.shown(performance.now());
    const level = shown.meter && this.#freshness.level(shown.meter);
    if (level) {
      const isKnown = this.#shown.value.meter !== undefined;
      if (isKnown) this.roller.show(level.amount_minor);
      else this.roller.jump(level.amount_minor);
      this.#rollNext(this.#playedForNext(shown.meter, level), isKnown);
    }
    this.#shown.value = shown;
  }

  /** What the others play for beneath a hit: the level that was hit, started again. */
  #playedForNext(meter: Meter, level: LevelAmount): LevelAmount {
    const own = [level, ...this.#freshness.others(meter)];
    return own.find((one) => one.level === meter.hit?.level) ?? level;
  }

  /** Another level's value is another number: nothing rolls from one to the other. */
  #rollNext(next: LevelAmount, isKnown: boolean): void {
    if (isKnown && next.level === this.#next) this.nextRoller.show(next.amount_minor);
    else this.nextRoller.jump(next.amount_minor);
    this.#next = next.level;
  }

  async #loadFacts(): Promise<void> {
    clearTimeout(this.#factsAgain);
    let wait = FACTS_AGAIN_MS;
    try {
      this.facts.value = await factsOf(this.#address.progressive);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      wait = FACTS_RETRY_MS;
    }
    clearTimeout(this.#factsAgain);
    this.#factsAgain = setTimeout(() => void this.#loadFacts(), wait);
  }
}
