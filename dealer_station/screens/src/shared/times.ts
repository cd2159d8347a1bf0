// Times and durations as people read them. Times are UTC milliseconds and are shown in the zone of
// the screen's machine.
import { text } from "./texts/texts.ts";

const TWO = (value: number): string => String(value).padStart(2, "0");

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "21:04:07" */
export function clockTime(at: number): string {
  const time = new Date(at);
  return `${TWO(time.getHours())}:${TWO(time.getMinutes())}:${TWO(time.getSeconds())}`;
}

/** "2026-11-30" in the zone of the screen. */
export function dayOf(at: number): string {
  const time = new Date(at);
  return `${time.getFullYear()}-${TWO(time.getMonth() + 1)}-${TWO(time.getDate())}`;
}

/** The time of day; the day too where it is another one than that of `now`. */
export const momentOf = (at: number, now: number): string =>
  dayOf(at) === dayOf(now) ? clockTime(at) : `${dayOf(at)} ${clockTime(at)}`;

/** "42 s", "4 min", "2 h 05 min", "3 d": no finer than a person needs. */
export function lasting(ms: number): string {
  const rest = Math.max(0, ms);
  if (rest < MINUTE_MS) return text("time.seconds", { seconds: Math.floor(rest / SECOND_MS) });
  if (rest < HOUR_MS) return text("time.minutes", { minutes: Math.floor(rest / MINUTE_MS) });
  if (rest >= 2 * DAY_MS) return text("time.days", { days: Math.floor(rest / DAY_MS) });
  return text("time.hours", {
    hours: Math.floor(rest / HOUR_MS),
    minutes: TWO(Math.floor((rest % HOUR_MS) / MINUTE_MS)),
  });
}
