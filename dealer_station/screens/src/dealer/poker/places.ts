// Where the seats of a poker table stand on the felt. The dealer sits at the straight upper side: the
// first seat is at his left, which is the right on the glass, and the others follow clockwise.

export interface Box {
  readonly left: number;
  readonly top: number;
}

export interface Place extends Box {
  /** Where the bet lies: at this side of the seat, growing away from it. */
  readonly side: "left" | "above" | "right";
  readonly bet: Box;
}

export interface Layout {
  readonly seats: ReadonlyMap<number, Place>;
  readonly width: number;
  readonly height: number;
  /** What is free between the seats for the board and the pots. */
  readonly middle: Box & { readonly width: number; readonly height: number };
}

export const FELT_WIDTH = 1040;
const FELT_HEIGHT = 568;
const FELT_HEIGHT_COMPACT = 330;
const EDGE = 10;
const GAP = 6;
const BET_HEIGHT = 44;
const BET_WIDTH = 138;

/** How many seats stand at each end of the table; the others face the dealer. */
const atEnds = (count: number): number => (count >= 7 ? 2 : count >= 4 ? 1 : 0);

/** The widest box that the row opposite the dealer has room for, and no wider than cards need. */
const widthOf = (row: number, most: number): number =>
  Math.min(most, Math.floor((FELT_WIDTH - 2 * EDGE - (row - 1) * GAP) / Math.max(1, row)));

function rowOf(seats: readonly number[], width: number, top: number): [number, Box][] {
  const pitch = Math.min(
    width + 24,
    (FELT_WIDTH - 2 * EDGE - width) / Math.max(1, seats.length - 1),
  );
  const first = FELT_WIDTH / 2 + ((seats.length - 1) * pitch) / 2 - width / 2;
  return seats.map((seat, at) => [seat, { left: Math.round(first - at * pitch), top }]);
}

export interface LayoutOptions {
  readonly isCompact: boolean;
  readonly hasBets: boolean;
  /** No seat is wider. */
  readonly mostWidth: number;
}

/** `isCompact`: beneath a held banner, where both seats of an end stand side by side. */
export function layoutOf(
  numbers: readonly number[],
  { isCompact, hasBets, mostWidth }: LayoutOptions,
): Layout {
  const seats = [...numbers].sort((a, b) => a - b);
  const ends = atEnds(seats.length);
  const right = seats.slice(0, ends);
  const row = seats.slice(ends, seats.length - ends);
  const left = seats.slice(seats.length - ends).reverse();
  const width = widthOf(Math.max(row.length, isCompact ? 2 * ends + 2 : 4), mostWidth);
  const height = isCompact ? 152 : 170;
  const bottom = (isCompact ? FELT_HEIGHT_COMPACT : FELT_HEIGHT) - height - GAP;
  const places = new Map<number, Place>();
  const ending = (at: number, isRight: boolean): Box => {
    const across = isCompact ? at * (width + GAP) : 0;
    const down = isCompact ? GAP : 8 + at * (height + GAP) + (ends === 1 ? 84 : 0);
    const outer = EDGE + across;
    return { left: isRight ? FELT_WIDTH - outer - width : outer, top: down };
  };
  right.forEach((seat, at) => {
    const box = ending(at, true);
    const bet = { left: box.left - GAP, top: box.top + height / 2 };
    places.set(seat, { ...box, side: "left", bet });
  });
  for (const [seat, box] of rowOf(row, width, bottom)) {
    const bet = { left: box.left + width / 2, top: bottom - BET_HEIGHT / 2 };
    places.set(seat, { ...box, side: "above", bet });
  }
  left.forEach((seat, at) => {
    const box = ending(at, false);
    const bet = { left: box.left + width + GAP, top: box.top + height / 2 };
    places.set(seat, { ...box, side: "right", bet });
  });
  const columns = isCompact ? ends : Math.min(1, ends);
  const taken = EDGE + columns * (width + GAP);
  const side = taken + (isCompact || ends === 0 ? 0 : hasBets ? BET_WIDTH : GAP);
  const middle = {
    left: side,
    top: GAP,
    width: FELT_WIDTH - 2 * side,
    height: bottom - GAP - (isCompact ? GAP : BET_HEIGHT),
  };
  return { seats: places, width, height, middle };
}
