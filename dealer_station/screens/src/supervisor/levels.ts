// Changes of a progressive's level: what a person enters, what it comes to, and the body that two
// people sign. Pure functions; whether a change is possible the station says.
import { cents, decimal } from "../shared/amount.ts";
import { coded, money, text } from "../shared/texts/texts.ts";
import type { Maybe, Problem } from "../shared/view.ts";
import type { MeterRow, OpenAward, Terms } from "./floor.ts";
import { exact } from "./recorded.ts";
import type { LevelSheet } from "./screen.ts";

export const TERMS = [
  "base",
  "rate",
  "reserve_rate",
  "cap",
  "overflow_to",
  "reserve_use",
  "probability",
] as const;
export type Term = (typeof TERMS)[number];
/** What stands in the form's fields. */
export type Entered = Readonly<Record<Term, string>>;

/** Terms that are chosen from a list, and the group of texts that names what is in it. */
export const CHOICES: Readonly<Partial<Record<Term, readonly string[]>>> = {
  overflow_to: ["overflow", "reserve", "revenue"],
  reserve_use: ["pays_base", "adds_to_base"],
};
/** Terms that a level may do without. */
const OPTIONAL: ReadonlySet<Term> = new Set(["cap", "probability"]);
const AMOUNTS: ReadonlySet<Term> = new Set(["base", "cap"]);

/** The station's notation of an amount as the person's language writes it, or null. */
export function amountOf(written: string): string | null {
  const group = text("number.group");
  const [whole = "", ...rest] = written
    .trim()
    .replaceAll("\u00a0", " ")
    .split(/[.,](?=\d{1,2}$)/);
  const figures = group === "," ? whole.replace(/,(?=\d{3}(,|$))/g, "") : whole;
  const plain = figures.replace(/ (?=\d{3}( |$))/g, "");
  const amount = [plain, ...rest].join(".");
  return /^\d{1,12}(\.\d{1,2})?$/.test(amount) ? decimal(cents(amount)) : null;
}

const divisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one : divisor(other, one % other);

/** A fraction in lowest terms as the station writes it: of "7/10", "70 %", "0.7"; else null. */
export function fractionOf(written: string): string | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,6}))?(?: ?(%)| ?\/ ?(\d{1,12}))?$/.exec(written.trim());
  if (!match) return null;
  const [, whole = "", decimals = "", percent, below] = match;
  if (below && decimals) return null;
  const count = BigInt(whole + decimals);
  const parts = below ? BigInt(below) : 10n ** BigInt(decimals.length) * (percent ? 100n : 1n);
  if (parts === 0n) return null;
  const by = divisor(count, parts);
  const [above, under] = [count / by, parts / by];
  return under === 1n && above <= 1n ? String(above) : `${above}/${under}`;
}

/** A term in words; a part of a wager as the fraction that it is, with its per cent where those end. */
export function termWords(term: Term, value: Maybe<string>): string {
  if (value === null || value === undefined) return text("levels.none");
  if (AMOUNTS.has(term)) return money(value);
  if (term === "overflow_to") return coded("account", value);
  if (term === "reserve_use") return coded("reserve_use", value);
  const percent = term === "probability" ? null : percentOf(value);
  return percent === null || percent === value ? value : `${value} · ${percent} %`;
}

function percentOf(fraction: string): string | null {
  const [above = "0", under = "1"] = fraction.split("/");
  const scaled = BigInt(above) * 1_000_000n;
  if (scaled % BigInt(under) !== 0n) return null;
  const digits = String(scaled / BigInt(under)).padStart(5, "0");
  const tail = digits.slice(-4).replace(/0+$/, "");
  return digits.slice(0, -4) + (tail && text("number.point") + tail);
}

/** The terms in force as the form shows them first. */
export function enteredOf(terms: Terms): Entered {
  const field = (term: Term): string => {
    const value = terms[term] ?? "";
    return value && AMOUNTS.has(term) ? money(value) : value;
  };
  return Object.fromEntries(TERMS.map((term) => [term, field(term)])) as Entered;
}

/** The terms that were entered, or the fields that cannot be read. */
export function termsOf(entered: Entered): {
  readonly terms: Terms | null;
  readonly faults: Term[];
} {
  const read = (term: Term): string | null => {
    if (CHOICES[term]) return entered[term];
    return AMOUNTS.has(term) ? amountOf(entered[term]) : fractionOf(entered[term]);
  };
  const isNone = (term: Term): boolean => OPTIONAL.has(term) && entered[term].trim() === "";
  const values = TERMS.map((term) => [term, isNone(term) ? null : read(term)] as const);
  const faults = values.filter(([term, value]) => value === null && !isNone(term));
  const terms = faults.length > 0 ? null : (Object.fromEntries(values) as unknown as Terms);
  return { terms, faults: faults.map(([term]) => term) };
}

export const faultOf = (term: Term): string =>
  text(AMOUNTS.has(term) ? "levels.bad_amount" : "levels.bad_fraction");

export interface Difference {
  readonly term: Term;
  readonly from: string;
  readonly to: string;
}

/** What a change of terms changes, from what to what. */
export const differences = (from: Terms, to: Terms): readonly Difference[] =>
  TERMS.filter((term) => (from[term] ?? null) !== (to[term] ?? null)).map((term) => ({
    term,
    from: termWords(term, from[term]),
    to: termWords(term, to[term]),
  }));

/** The change as the station reads it: this, whole, is signed and sent. */
export type ChangeBody = Readonly<Record<string, unknown>>;

export const bodyOf = (
  { change, award }: LevelSheet,
  id: string,
  reason: string,
  terms: Terms | null,
): ChangeBody => ({
  command_id: id,
  command: change,
  reason: reason.trim(),
  ...(award === undefined ? { terms } : { award }),
});

/** What answers a prize's state: first a dispute, then the two ways out of it. */
export const waysOf = ({ status }: OpenAward): readonly LevelSheet["change"][] =>
  status === "disputed" ? ["settle_dispute", "void_award"] : ["dispute_award"];

/** What a change of a prize does to the meter and to others, a sentence each. */
export function effectsOf(
  change: LevelSheet["change"],
  award: OpenAward,
  row: MeterRow,
): readonly string[] {
  if (change !== "void_award") return [coded("effect", change)];
  const { meter, house, base, lapses } = award.void;
  const given = { meter: exact(meter), ...(Number(house) === 0 ? {} : { house: exact(house) }) };
  return [
    text("effect.void_award", given),
    ...(Number(base) === 0 ? [] : [text("effect.base", { base: exact(base) })]),
    ...(row.cap ? [text("effect.cap", { cap: money(row.cap) })] : []),
    ...(lapses.length > 0 ? [text("effect.lapses", { seats: lapses.join(", ") })] : []),
  ];
}

/** What is before a person's eyes when he asks for a signature; when it changes, he looks again. */
export const contentOf = (row: MeterRow, award: OpenAward | undefined): string =>
  JSON.stringify(award ?? row.terms);

/** A no about a level in its own words: another manager must sign, and terms have names. */
export function problemHere(problem: Problem): Problem {
  const { term } = problem.facts;
  return {
    ...problem,
    code: problem.code === "approval_no_right" ? "manager_must_sign" : problem.code,
    facts: term === undefined ? problem.facts : { ...problem.facts, term: coded("fact", term) },
  };
}
