// Turns the drums on the glass: one style change a drum and frame, and none while they stand.
import { signal } from "@preact/signals";
import { aimed, digitCount, drums, isResting, type Motion, moved, resting } from "./odometer.ts";

/** Figures on a strip: the nine above the nought, the ten, and what follows the nine. */
export const STRIP = [9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1] as const;
const DIGITS_AT_FIRST = 7;

const stillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How far up a strip stands, in parts of its own height. */
export const lift = (turn: number): string =>
  `translate3d(0, ${(-100 * (turn + 1)) / STRIP.length}%, 0)`;

export class Roller {
  /** How many drums there are. */
  readonly count = signal(DIGITS_AT_FIRST);
  /** Counts the rises, for what shines then. */
  readonly rises = signal(0);
  readonly #strips = new Map<number, HTMLElement>();
  /** What each drum's style was set to: the browser writes it back in another way. */
  readonly #lifts = new Map<number, string>();
  #motion: Motion = resting(0);
  #paintedAt = 0;
  #frame = 0;

  /** Shows a value that nothing is known before. */
  jump(amount: number): void {
    this.#begin(resting(amount));
  }

  /** Goes on to a value: rolls up to it, falls to it at once. */
  show(amount: number): void {
    if (amount === this.#motion.target) return;
    const next = aimed(this.#motion, amount);
    if (!isResting(next)) this.rises.value += 1;
    this.#begin(stillness() ? resting(amount) : next);
  }

  /** A drum of the cents' place counted from 0 has come to the glass, or gone. */
  attach(place: number, strip: HTMLElement | null): void {
    if (!strip) {
      this.#strips.delete(place);
      return;
    }
    this.#strips.set(place, strip);
    this.#lifts.delete(place);
    this.#paint();
  }

  #begin(motion: Motion): void {
    this.#motion = motion;
    this.count.value = digitCount(motion.target);
    this.#paint();
    if (isResting(motion) || this.#frame) return;
    this.#paintedAt = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#roll(now));
  }

  #roll(now: number): void {
    this.#frame = 0;
    if (isResting(this.#motion)) return;
    this.#motion = moved(this.#motion, now - this.#paintedAt);
    this.#paintedAt = now;
    this.#paint();
    if (!isResting(this.#motion)) this.#frame = requestAnimationFrame((next) => this.#roll(next));
  }

  #paint(): void {
    const places = Math.max(
      this.count.value,
      ...[...this.#strips.keys()].map((place) => place + 1),
    );
    drums(this.#motion.position, places).forEach((drum, place) => {
      const strip = this.#strips.get(place);
      if (!strip) return;
      const transform = lift(drum.turn);
      if (this.#lifts.get(place) !== transform) {
        this.#lifts.set(place, transform);
        strip.style.transform = transform;
      }
      const leading = String(drum.isLeading);
      if (strip.dataset.leading !== leading) strip.dataset.leading = leading;
    });
  }
}
