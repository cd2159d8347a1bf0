// What was looked up on this screen: movements of a meter, and the log by text, table, kind and time.
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Maybe } from "../shared/view.ts";
import type { EventPage, LogQuery, MovementPage } from "./floor.ts";
import { Loaded } from "./loaded.ts";
import * as requests from "./requests.ts";

export const EVERYTHING: LogQuery = { text: "", table: "", type: "", from: "", until: "" };

/** One question looks through the record for about a second and may find nothing though there is
 * more; so often it goes on by itself. */
const QUESTIONS = 10;

async function found(query: LogQuery, before: Maybe<number>): Promise<EventPage> {
  let page = await requests.log(query, before);
  for (let asked = 1; asked < QUESTIONS; asked += 1) {
    if (page.events.length > 0 || !page.before) break;
    page = await requests.log(query, page.before);
  }
  return page;
}

const isSame = (one: LogQuery, other: LogQuery): boolean =>
  requests.logQuery(one) === requests.logQuery(other);

export class Searches {
  readonly movements: Loaded<MovementPage> = new Loaded();
  readonly log: Loaded<EventPage> = new Loaded();
  readonly query: Signal<LogQuery> = signal(EVERYTHING);
  /** What the events shown were asked for with; the form may have been changed since. */
  readonly asked: Signal<LogQuery> = signal(EVERYTHING);

  /** What is shown answers another question than the one that stands in the form. */
  readonly isNotAsked: ReadonlySignal<boolean> = computed(
    () => this.log.value.value !== null && !isSame(this.query.value, this.asked.value),
  );

  loadMovements(progressive: string, level: string): void {
    this.movements.clear();
    void this.movements.load(() => requests.movements(progressive, level));
  }

  moreMovements(progressive: string, level: string): void {
    const shown = this.movements.value.value;
    if (!shown?.before) return;
    void this.movements.load(async () => {
      const older = await requests.movements(progressive, level, shown.before);
      return { ...older, movements: [...shown.movements, ...older.movements] };
    });
  }

  change(part: Partial<LogQuery>): void {
    this.query.value = { ...this.query.value, ...part };
  }

  searchLog(): void {
    const query = this.query.value;
    batch(() => {
      this.asked.value = query;
      this.log.clear();
    });
    void this.log.load(() => found(query, null));
  }

  moreEvents(): void {
    const shown = this.log.value.value;
    const query = this.asked.value;
    if (!shown?.before) return;
    void this.log.load(async () => {
      const older = await found(query, shown.before);
      return { ...older, events: [...shown.events, ...older.events] };
    });
  }

  clear(): void {
    batch(() => {
      this.movements.clear();
      this.log.clear();
      this.query.value = EVERYTHING;
      this.asked.value = EVERYTHING;
    });
  }
}
