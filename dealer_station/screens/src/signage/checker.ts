// Hands payloads to the worker that checks signatures, and notices when nobody checks: a browser that
// has no such workers, one that has died, or one that is too slow to keep up.
import type { Checked } from "./trust.ts";

/** What goes to the worker and comes back with its answer: when the payload came. */
export interface Payload {
  readonly text: string;
  readonly arrivedAt: number;
}

export interface Answer {
  readonly checked: Checked;
  readonly arrivedAt: number;
}

/** A meter comes twice a second: so many without an answer are more than any worker needs to start. */
const UNANSWERED_MAX = 40;
const AGAIN_MS = 5000;

export interface CheckerOptions {
  /** Throws where the browser has no such workers. */
  readonly newWorker: () => Worker;
  readonly keys: readonly string[];
  readonly onChecked: (checked: Checked, arrivedAt: number) => void;
  /** Whether anybody checks has changed. */
  readonly onDown: () => void;
}

export class Checker {
  readonly #options: CheckerOptions;
  #worker: Worker | null = null;
  #unanswered = 0;
  #isDown = false;

  constructor(options: CheckerOptions) {
    this.#options = options;
  }

  /** Nobody checks: nothing that comes may be shown. */
  get isDown(): boolean {
    return this.#isDown;
  }

  start(): void {
    try {
      const worker = this.#options.newWorker();
      worker.onmessage = ({ data }) => this.#take(data as Answer);
      worker.onerror = () => this.#fail();
      worker.onmessageerror = () => this.#fail();
      worker.postMessage(this.#options.keys);
      this.#worker = worker;
    } catch {
      this.#fail();
    }
  }

  /** What comes while nobody checks is dropped, so that nothing piles up. */
  check(text: string, arrivedAt: number): void {
    if (!this.#worker) return;
    if (this.#unanswered >= UNANSWERED_MAX) {
      this.#fail();
      return;
    }
    this.#unanswered += 1;
    const payload: Payload = { text, arrivedAt };
    this.#worker.postMessage(payload);
  }

  #take({ checked, arrivedAt }: Answer): void {
    this.#unanswered -= 1;
    this.#isDown = false;
    this.#options.onChecked(checked, arrivedAt);
  }

  /** Ends the worker and makes a new one after a while: a sign has nobody who would reload it. */
  #fail(): void {
    const worker = this.#worker;
    if (worker) {
      worker.onmessage = null;
      worker.onerror = null;
      worker.onmessageerror = null;
      worker.terminate();
    }
    this.#worker = null;
    this.#unanswered = 0;
    this.#isDown = true;
    setTimeout(() => this.start(), AGAIN_MS);
    this.#options.onDown();
  }
}
