// The course of a meter over a day as a line. Values are whole smallest units; the line is a
// picture, the figures beside it are the truth.

export type Point = readonly [at: number, meterMinor: number];

export interface Spark {
  /** SVG path of the line: a step at every change, for a meter stands still between wagers. */
  readonly line: string;
  /** The same, closed down to the lower edge. */
  readonly area: string;
  readonly end: { readonly x: number; readonly y: number };
  readonly lowest: number;
  readonly highest: number;
}

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Room above and below the line, for its width and the dot at its end. */
const MARGIN = 4;

const place = (value: number): string => String(Math.round(value * 10) / 10);

/** Null where there is nothing to draw. `until` is the right edge, a day after the left one. */
export function sparkOf(
  points: readonly Point[],
  until: number,
  width: number,
  height: number,
): Spark | null {
  const last = points.at(-1);
  if (!last) return null;
  const values = points.map(([, value]) => value);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const x = (at: number): number =>
    Math.min(width, Math.max(0, ((at - (until - DAY_MS)) / DAY_MS) * width));
  const y = (value: number): number =>
    highest === lowest
      ? height / 2
      : MARGIN + (1 - (value - lowest) / (highest - lowest)) * (height - 2 * MARGIN);
  const [first = last] = points;
  let line = `M${place(x(first[0]))} ${place(y(first[1]))}`;
  for (const [at, value] of points.slice(1)) line += `H${place(x(at))}V${place(y(value))}`;
  line += `H${place(width)}`;
  return {
    line,
    area: `${line}V${height}H${place(x(first[0]))}Z`,
    end: { x: width, y: y(last[1]) },
    lowest,
    highest,
  };
}
