// Hold to confirm: something counts only when it was pressed for a while, by pointer or by key, and
// one press counts once. What counts is what stood there when it was pressed. Knows no button and no
// browser.
import { type Signal, signal } from "@preact/signals";

/** So long a press must last before it counts. */
export const HOLD_MS = 600;
/** So long the words stay that say a press was too short. */
export const HINT_MS = 2500;

/** `done`: has counted, and waits for the release. `changed`: what was pressed is no longer what is
 * shown, so it does not count. */
export type Grip = "rest" | "held" | "short" | "changed" | "done";

export class Hold {
  readonly grip: Signal<Grip> = signal("rest");

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Pressed down; `onDone` is what counts. A key that repeats, or a second finger, changes nothing. */
  press(onDone: () => void): void {
    if (this.grip.value === "held" || this.grip.value === "done") return;
    this.#become("held", HOLD_MS, () => {
      this.#become("done");
      onDone();
    });
  }

  /** Something else is shown now: what is being pressed must be looked at again. */
  change(): void {
    if (this.grip.value === "held") this.#become("changed", HINT_MS, () => this.#become("rest"));
  }

  /** Let go by intention: too early is said in words. */
  release(): void {
    if (this.grip.value === "held") this.#become("short", HINT_MS, () => this.#become("rest"));
    else if (this.grip.value === "done") this.#become("rest");
  }

  /** The press was lost: the pointer went away, the button is gone. */
  cancel(): void {
    if (this.grip.value === "held" || this.grip.value === "done") this.#become("rest");
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
