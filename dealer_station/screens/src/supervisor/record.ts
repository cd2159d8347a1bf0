// The record of the chosen table: the time line of the round that is on, the last rounds, and the
// round that was recalled. It follows the live picture: when that has changed, it is asked for anew.
import { batch, type Signal, signal } from "@preact/signals";
import { UNATTENDED } from "../shared/api.ts";
import type { Role, View } from "../shared/view.ts";
import type { RoundPage, RoundRecord } from "./floor.ts";
import { recallsRounds } from "./inbox.ts";
import { Loaded } from "./loaded.ts";
import * as requests from "./requests.ts";

/** A round changes many times a second while cards come; it is asked for no more often than this. */
const REFRESH_MS = 700;

export class TableRecord {
  /** The round that is on, as recorded. */
  readonly current: Loaded<RoundRecord> = new Loaded();
  readonly rounds: Loaded<RoundPage> = new Loaded();
  readonly recalled: Loaded<RoundRecord> = new Loaded();
  /** The event of a time line that lies open, by its position in the record. */
  readonly openEvent: Signal<number | null> = signal(null);

  #followed = "";
  #listed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** Follows the live picture of the table, for a role that may recall rounds. */
  follow(role: Role | undefined, view: View | null): void {
    if (!view || !recallsRounds(role)) return;
    const { id } = view.table;
    const listed = `${id} ${view.round} ${view.is_open} ${isOver(view)}`;
    // Looked at without following it: a problem asks again with the next picture, not at once.
    if (listed !== this.#listed || this.rounds.problem.peek()) {
      this.#listed = listed;
      void this.rounds.load(async () => {
        const newest = await requests.rounds(id, null, UNATTENDED);
        return joined(newest, this.rounds.value.peek());
      });
    }
    const followed = `${id} ${view.round} ${view.version}`;
    const isKnown = followed === this.#followed && !this.current.problem.peek();
    if (isKnown || view.round === 0) return;
    this.#followed = followed;
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#askedAt + REFRESH_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#askedAt = performance.now();
      void this.current.load(() => requests.round(id, view.round, UNATTENDED));
    }, wait);
  }

  recall(table: string, number: number): void {
    this.recalled.clear();
    this.openEvent.value = null;
    void this.recalled.load(() => requests.round(table, number));
  }

  /** Goes on with the rounds before those that are listed. */
  moreRounds(table: string): void {
    const listed = this.rounds.value.value;
    if (!listed?.before) return;
    void this.rounds.load(async () => {
      const older = await requests.rounds(table, listed.before);
      return { ...older, rounds: [...listed.rounds, ...older.rounds] };
    });
  }

  toggleEvent(position: number): void {
    this.openEvent.value = this.openEvent.value === position ? null : position;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#followed = "";
    this.#listed = "";
    batch(() => {
      this.current.clear();
      this.rounds.clear();
      this.recalled.clear();
      this.openEvent.value = null;
    });
  }
}

/** The newest rounds, and below them those that were paged back to before they came. */
function joined(newest: RoundPage, listed: RoundPage | null): RoundPage {
  const oldest = newest.rounds.at(-1)?.number;
  const last = listed?.rounds[0]?.number;
  if (!listed || oldest === undefined || last === undefined || last < oldest - 1) return newest;
  const older = listed.rounds.filter(({ number }) => number < oldest);
  return older.length > 0
    ? { rounds: [...newest.rounds, ...older], before: listed.before }
    : newest;
}

const isOver = ({ phase }: View): boolean =>
  phase === "settled" || phase === "void" || phase === "idle";
