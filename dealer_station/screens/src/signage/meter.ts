// A signed meter as the station sends it. What counts is the signed part of the text alone: the
// payload without its last member, `signature`, exactly as it came.

/** The most that a prize may show, in whole cents, and what becomes of more (PRG-05, PRG-06). */
export interface LevelCap {
  readonly cap_minor: number;
  /** The meter stands at it; the station says so, no screen compares. */
  readonly is_reached: boolean;
  readonly overflow_to: "overflow" | "reserve" | "revenue";
}

export interface LevelAmount {
  readonly level: string;
  /** Whole cents. */
  readonly amount_minor: number;
  readonly state: "live" | "suspended";
  /** Null where it has none; a meter of version 1 does not say. */
  readonly cap?: LevelCap | null;
}

/** The levels in the currency of tables that play in another than the progressive's. */
export interface OwnAmounts {
  readonly currency: string;
  readonly levels: readonly LevelAmount[];
}

export interface Hit {
  readonly number: number;
  readonly level: string;
  readonly table: string;
  readonly seats: readonly number[];
  readonly amount_minor: number;
  readonly category: string;
  readonly hand: readonly string[];
  readonly hit_at: number;
  /** Of the amount; null: the meter's. */
  readonly currency: string | null;
}

export interface Meter {
  readonly epoch: number;
  readonly progressive: string;
  readonly sequence: number;
  readonly sent_at: number;
  readonly currency: string;
  readonly levels: readonly LevelAmount[];
  readonly own: readonly OwnAmounts[];
  readonly hit: Hit | null;
  readonly key_id: string;
}

export interface SignedText {
  /** What was signed, as text. */
  readonly signed: string;
  /** 128 hexadecimal digits. */
  readonly signature: string;
}

const SIGNED = /^(\{.+),"signature":"([0-9a-f]{128})"\}$/s;
/** Longer than any meter: nothing beyond it is looked at. */
const LONGEST = 65_536;

/** Takes a payload apart; null for what is no signed payload. */
export function signedText(payload: string): SignedText | null {
  if (payload.length > LONGEST) return null;
  const match = SIGNED.exec(payload);
  return match?.[1] && match[2] ? { signed: `${match[1]}}`, signature: match[2] } : null;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const OVERFLOW_TO: readonly unknown[] = ["overflow", "reserve", "revenue"];

/** A cap that an amount does not contradict: nothing above it is ever shown (FC-210). */
function isCap(cap: LevelCap, amount: number): boolean {
  const stands = cap.is_reached === true ? amount === cap.cap_minor : cap.is_reached === false;
  return (
    isCount(cap.cap_minor) &&
    amount <= cap.cap_minor &&
    stands &&
    OVERFLOW_TO.includes(cap.overflow_to)
  );
}

function isLevel(value: LevelAmount): boolean {
  return (
    typeof value?.level === "string" &&
    isCount(value.amount_minor) &&
    (!value.cap || isCap(value.cap, value.amount_minor))
  );
}

const isOwn = (value: OwnAmounts): boolean =>
  typeof value?.currency === "string" && Array.isArray(value.levels) && value.levels.every(isLevel);

function isMeter(value: Meter & { readonly schema_version?: unknown }): boolean {
  return (
    (value?.schema_version === 2 || value?.schema_version === 1) &&
    typeof value.progressive === "string" &&
    typeof value.key_id === "string" &&
    isCount(value.epoch) &&
    isCount(value.sequence) &&
    Array.isArray(value.levels) &&
    value.levels.every(isLevel) &&
    Array.isArray(value.own) &&
    value.own.every(isOwn)
  );
}

/** The meter that a signed text holds; null for another kind of text. */
export function readMeter(signed: string): Meter | null {
  try {
    const value: unknown = JSON.parse(signed);
    return isMeter(value as Meter) ? (value as Meter) : null;
  } catch {
    return null;
  }
}
