// Hold to confirm: something counts only when it was pressed for a while, by pointer or by key, and
// one press counts once. Knows no button and no browser.
import { type Signal, signal } from "@preact/signals";

/** So long a press must last before it counts. */
export const HOLD_MS = 600;
/** So long the words stay that say a press was too short. */
export const HINT_MS = 2500;

/** `done`: has counted, and waits for the release. */
export type Grip = "rest" | "held" | "short" | "done";

export class Hold {
  readonly grip: Signal<Grip> = signal("rest");

  readonly #onDone: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onDone: () => void) {
    this.#onDone = onDone;
  }

  /** Pressed down. A key that repeats, or a second finger, changes nothing. */
  press(): void {
    if (this.grip.value === "held" || this.grip.value === "done") return;
    this.#become("held", HOLD_MS, () => {
      this.#become("done");
      this.#onDone();
    });
  }

  /** Let go by intention: too early is said in words. */
  release(): void {
    if (this.grip.value === "held") this.#become("short", HINT_MS, () => this.#become("rest"));
    else if (this.grip.value === "done") this.#become("rest");
  }

  /** The press was lost: the pointer went away, the button is gone. */
  cancel(): void {
    if (this.grip.value !== "short") this.#become("rest");
  }

  /** Ends for good: nothing that was pressed counts any more. */
  stop(): void {
    this.#become("rest");
  }

  #become(grip: Grip, afterMs = 0, then?: () => void): void {
    clearTimeout(this.#timer);
    this.grip.value = grip;
    if (then) this.#timer = setTimeout(then, afterMs);
  }
}
