// Amounts. The station sends decimal text ("54312.07"); here they become whole cents (never a
// floating fraction) for adding up and counting, and text in the person's own grouping for showing.

export type Cents = number;

const AMOUNT = /^([+-]?)(\d+)(?:\.(\d{1,2}))?$/;

/** Whole cents of "12", "12.5" or "-12.50"; anything else, or more than is exact, throws. */
export function cents(text: string): Cents {
  const match = AMOUNT.exec(text.trim());
  if (!match) throw new RangeError(`not an amount: ${text}`);
  const [, sign, whole, fraction = ""] = match;
  const value = Number(`${whole}${fraction.padEnd(2, "0")}`);
  if (!Number.isSafeInteger(value)) throw new RangeError(`amount too large: ${text}`);
  return sign === "-" && value !== 0 ? -value : value;
}

/** "1250" -> "12.50", the station's own notation. */
export function decimal(value: Cents): string {
  const digits = String(Math.abs(value)).padStart(3, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function sum(amounts: Iterable<string | undefined>): Cents {
  let total = 0;
  for (const amount of amounts) if (amount !== undefined) total += cents(amount);
  return total;
}

export interface Grouping {
  readonly group: string;
  readonly point: string;
}

/** Amount for reading: grouped thousands, true minus sign; cents dropped when `short` and zero. */
export function written(value: Cents, grouping: Grouping, short = false): string {
  const [whole = "0", fraction = "00"] = decimal(Math.abs(value)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, grouping.group);
  const tail = short && fraction === "00" ? "" : `${grouping.point}${fraction}`;
  return `${value < 0 ? "\u2212" : ""}${grouped}${tail}`;
}

export interface ChipPile {
  readonly chip: number;
  readonly count: number;
}

/** The chips that make up an amount, largest first, and the cents no chip can pay. */
export function chipPiles(value: Cents, chips: readonly number[]): [ChipPile[], Cents] {
  const piles: ChipPile[] = [];
  let rest = Math.max(0, value);
  for (const chip of [...chips].sort((a, b) => b - a)) {
    const count = Math.floor(rest / (chip * 100));
    if (count > 0) piles.push({ chip, count });
    rest -= count * chip * 100;
  }
  return [piles, rest];
}
