// Recorded events in words: one line by the kind of event, and its facts one by one. The station has
// masked them already. Pure functions.
import { written } from "../shared/amount.ts";
import { faultName } from "../shared/faults.ts";
import {
  BOOK,
  coded,
  isTextKey,
  optionName,
  type Params,
  placeName,
  positionName,
  roleName,
  text,
} from "../shared/texts/texts.ts";
import { clockTime } from "../shared/times.ts";
import type { EventFacts, RecordedEvent } from "./floor.ts";

/** Facts that are cards, and are drawn as cards. */
const CARDS = new Set(["card", "cards", "read", "hand", "missing", "surplus"]);
/** Whole texts and digests: for a program, not for a person. */
const NOT_FOR_PEOPLE = new Set(["rules_content", "at"]);
/** What was said of an irregularity: facts of their own. */
const FACTS = "facts";
const CARD = /^([2-9TJQKA][cdhs]|Jo|##|\?\?)$/;
const DECIMAL = /^-?\d+\.\d{2,}$/;
/** "seat 3", as an order of hands names it. */
const HAND = /^seat (\d+)$/;

type Words = (value: string) => string;

/** How a fact of this name is said. */
const SAID: Readonly<Record<string, Words>> = {
  account: (value) => coded("account", value),
  action: (value) => coded("action", value),
  by: roleName,
  correction: (value) => coded("correction", value),
  decision_ms: (value) => text("time.seconds", { seconds: Math.round(Number(value) / 1000) }),
  deal_order: handName,
  destination: (value) => coded("account", value),
  outcome: (value) => coded("outcome", value),
  device_time: (value) => clockTime(Number(value)),
  device_kind: (value) => coded("device", value),
  device_state: (value) => coded("device_state", value),
  fault_class: (value) => coded("fault_class", value),
  game: (value) => coded("game", value),
  hand: (value) => coded("hand", value),
  kind: (value) => coded("fact_kind", value),
  irregularity: (value) => `${value} · ${coded("kind", value)}`,
  needs: roleName,
  opening: (value) => (DECIMAL.test(value) ? exact(value) : coded("opening", value)),
  option: optionName,
  options: optionName,
  overflow_to: (value) => coded("account", value),
  paid_by: (value) => coded("paid_by", value),
  position: positionName,
  reason: (value) =>
    ["stray", "suspension", "act_reason"].reduce(
      (words, group) => coded(group, value, words),
      coded("kind", value, value),
    ),
  reported_by: roleName,
  reserve_use: (value) => coded("reserve_use", value),
  role: roleName,
  sharing: (value) => coded("sharing", value),
  seat: (value) => (value === String(BOOK) ? placeName(value) : value),
  spot: (value) => coded("spot", value),
  stopped_at: (value) => clockTime(Number(value)),
  take: (value) => coded("take", value),
};

function handName(value: string): string {
  const seat = HAND.exec(value)?.[1];
  return placeName(seat ?? value);
}

/** A yes or no, in the words of what it is about. */
function truth(name: string, value: boolean): string {
  if (name === "is_open") return text(value ? "device_window.open" : "device_window.closed");
  if (name === "is_timeout" && value) return text("fact_value.time_out");
  if (name === "is_lit") return text(value ? "device_lamp.on" : "device_lamp.off");
  return text(value ? "fact_value.yes" : "fact_value.no");
}

/** What the reader may not see. */
const HIDDEN = "##";

function said(name: string, value: unknown, kind = ""): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return truth(name, value);
  if (Array.isArray(value))
    return value
      .map((each) => said(name, each, kind))
      .filter(Boolean)
      .join(", ");
  if (typeof value === "object") return saidTogether(name, value as EventFacts);
  const words = String(value);
  if (words === HIDDEN) return text("fact_value.hidden");
  if (name === "code" || name === "faults") return faultName(kind, words);
  const way = SAID[name];
  if (way && words) return way(words);
  return DECIMAL.test(words) ? exact(words) : words;
}

/** A fact that is made of facts, in one line. */
function saidTogether(name: string, parts: EventFacts): string {
  const part = (which: string): string => said(which, parts[which]);
  if (name === "options") return `${part("option")} (${part("needs")})`;
  if (name === "wagers") {
    return `${part("spot")} ${part("stake")}: ${part("outcome")} ${part("wins")} (${part("rule")})`;
  }
  return Object.entries(parts)
    .map(([name, value]) => [name, said(name, value)] as const)
    .filter(([, words]) => words)
    .map(([name, words]) => `${factName(name)} ${words}`)
    .join(", ");
}

const factName = (name: string): string => coded("fact", name);

const cardsIn = (name: string, value: unknown): readonly string[] | null => {
  if (!CARDS.has(name)) return null;
  if (name === "hand" && value === HIDDEN) return null;
  const cards = Array.isArray(value) ? value.map(String) : String(value ?? "").split(" ");
  return cards.length > 0 && cards.every((card) => CARD.test(card)) ? cards : null;
};

const kindOf = ({ device_kind: kind }: EventFacts): string => String(kind ?? "");

export interface FactShown {
  readonly name: string;
  readonly label: string;
  readonly words: string;
  /** Drawn in place of the words. */
  readonly cards: readonly string[] | null;
}

/** The facts of an event one by one, those that say nothing left out. */
export function factsOf({ facts }: Pick<RecordedEvent, "facts">): readonly FactShown[] {
  return Object.entries(facts)
    .flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
      name === FACTS ? Object.entries(value ?? {}) : [[name, value]],
    )
    .filter(([name]) => !NOT_FOR_PEOPLE.has(name))
    .map(([name, value]) => ({
      name,
      label: factName(name),
      words: said(name, value, kindOf(facts)),
      cards: cardsIn(name, value),
    }))
    .filter(({ words, cards }) => words !== "" || cards !== null);
}

/** A decision that costs nothing names no stake, and one that a person took no clock. */
const isUntold = (name: string, value: unknown): boolean =>
  value === HIDDEN ||
  ((name === "stake" || name === "uncalled" || name === "put") && value === "0.00") ||
  (name === "uncalled_seat" && value === 0) ||
  (name === "reason" && value === "himself") ||
  (name === "is_timeout" && !value);

/** So many cards are said in a line; all of them stand in the details. */
const CARDS_IN_LINE = 8;

const shortened = (name: string, value: unknown): unknown =>
  CARDS.has(name) && Array.isArray(value) && value.length > CARDS_IN_LINE
    ? [...value.slice(0, CARDS_IN_LINE), "…"]
    : value;

/** Who sits down or leaves without chips, where none are followed; a count of nothing is told. */
const isWithoutChips = (name: string, value: unknown, facts: EventFacts): boolean =>
  name === "stack" && value === "0.00" && !("recorded" in facts);

/** The facts as the parameters of the event's line. */
function paramsOf(facts: EventFacts): Params {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([name, value]) => !isUntold(name, value) && !isWithoutChips(name, value, facts))
      .map(([name, value]) => [name, said(name, shortened(name, value), kindOf(facts))])
      .filter(([, words]) => words !== ""),
  );
}

/** The event in one line; one of a kind that we have no words for as the station says it. */
export const lineOf = ({ type, text, facts }: Pick<RecordedEvent, "type" | "text" | "facts">) => {
  const ofBook = facts.seat === BOOK && isTextKey(`event.${type}.book`);
  return coded("event", ofBook ? `${type}.book` : type, text, paramsOf(facts));
};

/** Who or what brought it about. */
export function sourceOf({ source, person }: Pick<RecordedEvent, "source" | "person">): string {
  const who = coded("event_source", source, source);
  return person && person !== source ? `${who} ${person}` : who;
}

/** An exact amount: decimal text of any length, or a fraction of the currency ("1/3"). */
export function exact(amount: string): string {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) return amount.replace("-", "\u2212");
  const [, sign, whole = "0", fraction = ""] = match;
  const grouping = { group: text("number.group"), point: "" };
  const grouped = written(Number(whole) * 100, grouping, true);
  const tail = text("number.point") + fraction.padEnd(2, "0");
  return `${sign === "-" ? "\u2212" : sign === "+" ? "+" : ""}${grouped}${tail}`;
}
