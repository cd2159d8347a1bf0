// When a result is shown large: as soon as no card comes any more, and only to those who saw the round
// before that. Pure.
import { type Coup, coupOf } from "../../shared/baccarat.ts";
import type { TableFacts } from "./facts.ts";

const OVER: ReadonlySet<string> = new Set(["paying", "settled"]);

export interface Result {
  readonly round: number;
  readonly coup: Coup;
}

/** The finished coup of the round that is on, or was last. */
export function resultOf(facts: TableFacts): Result | null {
  const coup = OVER.has(facts.phase) ? coupOf(facts) : null;
  return coup && { round: facts.round, coup };
}

/** The result that has just come; a sign that was switched on later has missed it. */
export function newResult(before: TableFacts | null, facts: TableFacts): Result | null {
  const result = resultOf(facts);
  if (!before || !result) return null;
  return resultOf(before)?.round === result.round ? null : result;
}
