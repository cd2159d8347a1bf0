// Something that was asked for once and is shown until it is asked for again: its value, whether an
// answer is waited for, and what went wrong. Only the newest question's answer counts.
import { batch, type Signal, signal } from "@preact/signals";
import { NO_REPLY, ProblemError } from "../shared/api.ts";
import type { Problem } from "../shared/view.ts";

export class Loaded<T> {
  readonly value: Signal<T | null> = signal(null);
  readonly problem: Signal<Problem | null> = signal(null);
  readonly isLoading: Signal<boolean> = signal(false);

  #newest = 0;

  /** Asks; the value before stays until the answer has come, and where there is none. */
  async load(ask: () => Promise<T>): Promise<void> {
    this.#newest += 1;
    const own = this.#newest;
    this.isLoading.value = true;
    let value: T | null = null;
    let problem: Problem | null = null;
    try {
      value = await ask();
    } catch (error) {
      problem = error instanceof ProblemError ? error.problem : NO_REPLY;
    }
    if (own !== this.#newest) return;
    batch(() => {
      if (value !== null) this.value.value = value;
      this.problem.value = problem;
      this.isLoading.value = false;
    });
  }

  /** Forgets everything; an answer that is still on its way is dropped. */
  clear(): void {
    this.#newest += 1;
    batch(() => {
      this.value.value = null;
      this.problem.value = null;
      this.isLoading.value = false;
    });
  }
}
