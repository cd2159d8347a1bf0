// The roads of a baccarat shoe as pictures. The station draws them (columns and rows); here marks are
// put on paper, and where a road is longer than its paper its last columns are shown. Colour is never
// alone: Player is a circle and Banker a square, in derived roads red is round and blue is square.
import type { ComponentChildren } from "preact";
import type { Side, Winner } from "./baccarat.ts";
import { text } from "./texts/texts.ts";

export interface Placed {
  readonly column: number;
  readonly row: number;
}

export interface Bead extends Placed {
  readonly winner: Winner;
  readonly total: number;
  readonly event: "dragon7" | "tiger8" | null;
}

export interface BigMark extends Bead {
  readonly ties: number;
}

export type Colour = "red" | "blue";

export interface DerivedMark extends Placed {
  readonly colour: Colour;
}

export const DERIVED = ["big_eye_boy", "small_road", "cockroach_pig"] as const;
export type DerivedRoad = (typeof DERIVED)[number];

export type History = {
  readonly counts: Readonly<Record<Winner, number>>;
  readonly bead_plate: readonly Bead[];
  readonly big_road: readonly BigMark[];
  readonly waiting_ties: number;
  readonly next: Readonly<Record<Side, Readonly<Record<DerivedRoad, Colour | null>>>>;
} & Readonly<Record<DerivedRoad, readonly DerivedMark[]>>;

/** The marks of the last columns that fit, their columns counted from the left edge of the paper. */
export function lastColumns<T extends Placed>(marks: readonly T[], columns: number): readonly T[] {
  const end = marks.reduce((most, { column }) => Math.max(most, column + 1), 0);
  const first = Math.max(0, end - columns);
  if (first === 0) return marks;
  return marks
    .filter(({ column }) => column >= first)
    .map((mark) => ({ ...mark, column: mark.column - first }));
}

export const ROWS = 6;
/** A cell of the bead plate and the big road; a derived road's is half as wide. */
const CELL = 20;
const HALF = CELL / 2;

const initialOf = (winner: Winner): string => text(`road.initial_${winner}`);

function Paper({ columns, rows, cell }: { columns: number; rows: number; cell: number }) {
  const width = columns * cell;
  const height = rows * cell;
  const down = Array.from({ length: columns - 1 }, (_, at) => `M${(at + 1) * cell} 0V${height}`);
  const across = Array.from({ length: rows - 1 }, (_, at) => `M0 ${(at + 1) * cell}H${width}`);
  return (
    <>
      <rect class="road-paper" width={width} height={height} />
      <path class="road-lines" d={[...down, ...across].join("")} />
    </>
  );
}

interface RoadProps {
  readonly name: string;
  readonly columns: number;
  readonly cell?: number;
  readonly rows?: number;
  readonly count: number;
  readonly children: ComponentChildren;
}

function Road({ name, columns, cell = CELL, rows = ROWS, count, children }: RoadProps) {
  return (
    <svg
      class={`road road-${name}`}
      data-testid={`road-${name}`}
      data-marks={count}
      viewBox={`0 0 ${columns * cell} ${rows * cell}`}
      role="img"
      aria-label={text(`road.${name}` as "road.big_road")}
    >
      <Paper columns={columns} rows={rows} cell={cell} />
      {children}
    </svg>
  );
}

/** Player a circle, Banker a square, a tie a lozenge; all centred on 0, 0. */
function WinnerShape({ winner }: { winner: Winner }) {
  if (winner === "player") return <circle r="8.4" />;
  if (winner === "banker") return <rect x="-8" y="-8" width="16" height="16" rx="3" />;
  return <path d="M0 -9.4L9.4 0 0 9.4 -9.4 0z" />;
}

const at = ({ column, row }: Placed, cell: number): string =>
  `translate(${(column + 0.5) * cell} ${(row + 0.5) * cell})`;

/** Every round in its turn, top to bottom: its winner's letter; a dot on Dragon 7 and Tiger 8. */
export function BeadPlate({ history, columns }: { history: History; columns: number }) {
  const marks = lastColumns(history.bead_plate, columns);
  return (
    <Road name="bead_plate" columns={columns} count={marks.length}>
      {marks.map((mark) => (
        <g
          key={`${mark.column}.${mark.row}`}
          class={`bead side-${mark.winner}`}
          transform={at(mark, CELL)}
        >
          <WinnerShape winner={mark.winner} />
          <text class="bead-letter" y="4.2">
            {initialOf(mark.winner)}
          </text>
          {mark.event && <circle class="bead-event" cx="6.6" cy="-6.6" r="2.9" />}
        </g>
      ))}
    </Road>
  );
}

/** A stroke across; more than one tie with their number. */
function Ties({ count }: { count: number }) {
  return (
    <>
      {count > 0 && <path class="run-tie" d="M-8.5 8.5L8.5 -8.5" />}
      {count > 1 && (
        <text class="run-ties" y="3.6">
          {count}
        </text>
      )}
    </>
  );
}

/** Runs of the same winner as columns, ties across them; those before any winner wait in the first
 * place. */
export function BigRoad({ history, columns }: { history: History; columns: number }) {
  const marks = lastColumns(history.big_road, columns);
  return (
    <Road name="big_road" columns={columns} count={marks.length}>
      {marks.map((mark) => (
        <g
          key={`${mark.column}.${mark.row}`}
          class={`run side-${mark.winner}`}
          transform={at(mark, CELL)}
        >
          <WinnerShape winner={mark.winner} />
          {mark.event && <circle class="run-event" r="3" />}
          <Ties count={mark.ties} />
        </g>
      ))}
      {history.big_road.length === 0 && (
        <g transform={at({ column: 0, row: 0 }, CELL)}>
          <Ties count={history.waiting_ties} />
        </g>
      )}
    </Road>
  );
}

/** Rings in big eye boy, discs in the small road, strokes in cockroach pig; red round, blue square. */
function DerivedShape({ road, colour }: { road: DerivedRoad; colour: Colour }) {
  if (road === "cockroach_pig") {
    return <path d={colour === "red" ? "M-3.2 3.2L3.2 -3.2" : "M-3.2 -3.2L3.2 3.2"} />;
  }
  if (colour === "red") return <circle r="3.4" />;
  return <rect x="-3.2" y="-3.2" width="6.4" height="6.4" />;
}

export function Derived({
  road,
  history,
  columns,
}: {
  road: DerivedRoad;
  history: History;
  columns: number;
}) {
  const marks = lastColumns(history[road], columns);
  return (
    <Road name={road} columns={columns} cell={HALF} count={marks.length}>
      {marks.map((mark) => (
        <g
          key={`${mark.column}.${mark.row}`}
          class={`derived derived-${road} road-${mark.colour}`}
          transform={at(mark, HALF)}
        >
          <DerivedShape road={road} colour={mark.colour} />
        </g>
      ))}
    </Road>
  );
}

/** What the derived roads would show if this side won next. */
export function Forecast({ history, side }: { history: History; side: Side }) {
  const next = history.next[side];
  return (
    <p class={`forecast side-${side}`} data-testid={`forecast-${side}`}>
      <SideBadge side={side} />
      <span>{text(`road.if_${side}`)}</span>
      <svg viewBox="0 0 42 12" aria-hidden="true">
        {DERIVED.map((road, place) => {
          const colour = next[road];
          return (
            <g key={road} transform={`translate(${7 + place * 14} 6)`}>
              {colour ? (
                <g class={`derived derived-${road} road-${colour}`} transform="scale(1.4)">
                  <DerivedShape road={road} colour={colour} />
                </g>
              ) : (
                <path class="forecast-none" d="M-3 0H3" />
              )}
            </g>
          );
        })}
      </svg>
    </p>
  );
}

/** The mark of a winner, as in the bead plate. */
export function SideBadge({ side }: { side: Winner }) {
  return (
    <svg class={`side-badge bead side-${side}`} viewBox="-10 -10 20 20" aria-hidden="true">
      <WinnerShape winner={side} />
      <text class="bead-letter" y="4.2">
        {initialOf(side)}
      </text>
    </svg>
  );
}
