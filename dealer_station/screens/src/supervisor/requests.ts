// What the console asks the station for beside the live line: the record of rounds, the movements of
// a meter, the log.
import { type RequestOptions, request } from "../shared/api.ts";
import type { EventPage, LogQuery, MovementPage, RoundPage, RoundRecord } from "./floor.ts";

const ROUNDS = 20;
const MOVEMENTS = 50;
const EVENTS = 50;

type Part = string | number | null | undefined;

/** A path with what is given of a query; what is empty is left out. */
export function withQuery(path: string, query: Readonly<Record<string, Part>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") given.set(name, String(value));
  }
  const words = given.toString();
  return words ? `${path}?${words}` : path;
}

const roundsOf = (table: string): string => `/api/tables/${encodeURIComponent(table)}/rounds`;

/** Rounds of a table, the newest first; `before` goes on with those before a number. */
export const rounds = (
  table: string,
  before?: number | null,
  options?: RequestOptions,
): Promise<RoundPage> =>
  request("GET", withQuery(roundsOf(table), { before, limit: ROUNDS }), options);

/** One round, whole; it may still be open. */
export const round = async (
  table: string,
  number: number,
  options?: RequestOptions,
): Promise<RoundRecord> => {
  const answer = await request<{ readonly round: RoundRecord }>(
    "GET",
    `${roundsOf(table)}/${number}`,
    options,
  );
  return answer.round;
};

export const movements = (
  progressive: string,
  level: string,
  before?: number | null,
): Promise<MovementPage> =>
  request(
    "GET",
    withQuery(`/api/progressives/${encodeURIComponent(progressive)}/movements`, {
      level,
      before,
      limit: MOVEMENTS,
    }),
  );

/** Milliseconds of a date and time as a field holds them, in the zone of the screen. */
export function momentOfField(field: string): number | null {
  const at = field ? new Date(field).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The last millisecond of what a field shows. Browsers leave out seconds that are none, so without
 * them it is the whole minute: rather an event too many than one too few. */
export function endOfField(field: string): number | null {
  const at = momentOfField(field);
  if (at === null) return null;
  return at + (/T\d\d:\d\d$/.test(field) ? 60_000 : 1000) - 1;
}

export const logQuery = (query: LogQuery, before?: number | null): string =>
  withQuery("/api/log", {
    text: query.text.trim(),
    table: query.table,
    type: query.type,
    from: momentOfField(query.from),
    until: endOfField(query.until),
    before,
    limit: EVENTS,
  });

/** Events of the record that match, the newest first. */
export const log = (query: LogQuery, before?: number | null): Promise<EventPage> =>
  request("GET", logQuery(query, before));
