// The sign of a table's rounds: asks each second, knows when what it has is old, and holds a new result
// large for some seconds.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { ProblemError } from "../../shared/api.ts";
import { type TableFacts, tableFacts } from "./facts.ts";
import { newResult, type Result } from "./result.ts";

const ASK_EVERY_MS = 1000;
/** Three answers have not come: the table may be elsewhere by now. */
export const STALE_AFTER_MS = 3500;
export const RESULT_MS = 5000;

export class TableScreen {
  readonly facts: Signal<TableFacts | null> = signal(null);
  readonly isStale: Signal<boolean> = signal(false);
  readonly result: Signal<Result | null> = signal(null);
  readonly isPortrait: ReadonlySignal<boolean>;

  readonly #table: string;
  #late: ReturnType<typeof setTimeout> | undefined;
  #shrink: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string) {
    this.#table = table;
    const standing = matchMedia("(orientation: portrait)");
    const isPortrait = signal(standing.matches);
    standing.addEventListener("change", ({ matches }) => {
      isPortrait.value = matches;
    });
    this.isPortrait = isPortrait;
  }

  start(): void {
    this.#becomeLate();
    void this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      this.#take(await tableFacts(this.#table));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
    setTimeout(() => void this.#ask(), ASK_EVERY_MS);
  }

  #take(facts: TableFacts): void {
    const result = newResult(this.facts.value, facts);
    this.facts.value = facts;
    this.isStale.value = false;
    this.#becomeLate();
    if (result) this.#enlarge(result);
  }

  #becomeLate(): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => {
      this.isStale.value = true;
    }, STALE_AFTER_MS);
  }

  #enlarge(result: Result): void {
    clearTimeout(this.#shrink);
    this.result.value = result;
    this.#shrink = setTimeout(() => {
      this.result.value = null;
    }, RESULT_MS);
  }
}
