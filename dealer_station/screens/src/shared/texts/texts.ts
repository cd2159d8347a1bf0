// Texts by code in the person's language. Codes that come from the station and have no text of ours
// (a new kind of irregularity, say) fall back to what the station says. How a page comes by the words
// of a language stands in loading.ts.
import { computed, signal } from "@preact/signals";
import { type Cents, cents, written } from "../amount.ts";
import { remember, remembered } from "../memory.ts";
import { isPotGame } from "../pot_games.ts";
import type { Maybe } from "../view.ts";
import type { consoleEn } from "./console.en.ts";
import type { en } from "./en.ts";
import type { irregularitiesEn } from "./irregularities.en.ts";
import type { irregularitiesHoldemEn } from "./irregularities_holdem.en.ts";
import type { irregularitiesStudEn } from "./irregularities_stud.en.ts";
import type { levelsEn } from "./levels.en.ts";
import type { pokerEn } from "./poker.en.ts";
import type { pokerRecordEn } from "./poker_record.en.ts";

export type TextKey =
  | keyof typeof en
  | keyof typeof consoleEn
  | keyof typeof irregularitiesEn
  | keyof typeof levelsEn
  | keyof typeof pokerEn
  | keyof typeof irregularitiesHoldemEn
  | keyof typeof irregularitiesStudEn
  | keyof typeof pokerRecordEn;
export type Texts = Readonly<Partial<Record<TextKey, string>>>;
export type Language = "en" | "pl";
export type Params = Readonly<Record<string, string | number>>;

/** The words that are here so far. Both languages have the same keys. */
const here = signal<Readonly<Record<Language, Readonly<Record<string, string>>>>>({
  en: {},
  pl: {},
});
const NAMES: Readonly<Record<Language, string>> = { en: "English", pl: "Polski" };
const KEPT_AS = "language";

export const language = signal<Language>(
  remembered(KEPT_AS) === "pl" ||
    (!remembered(KEPT_AS) && globalThis.navigator?.language.startsWith("pl"))
    ? "pl"
    : "en",
);

const current = computed(() => here.value[language.value]);

export function addTexts(more: Readonly<Partial<Record<Language, Texts>>>): void {
  const { en, pl } = here.value;
  here.value = { en: { ...en, ...more.en }, pl: { ...pl, ...more.pl } };
}

export const hasTexts = (which: Language): boolean => Object.keys(here.value[which]).length > 0;

/** Shows a language whose texts are here. */
export function showLanguage(next: Language): void {
  language.value = next;
  document.documentElement.lang = next;
}

/** Shows it, and again the next time that this screen is opened. */
export function chooseLanguage(next: Language): void {
  showLanguage(next);
  remember(KEPT_AS, next);
}

export const otherLanguage = (than: Language = language.value): Language =>
  than === "en" ? "pl" : "en";
export const languageName = (which: Language): string => NAMES[which];

/** Fills names in; drops a part in [brackets] if one of its names is unknown. */
export function filled(template: string, params: Params): string {
  const put = (part: string): string =>
    part.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
  return put(
    template.replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => params[name ?? ""] !== undefined)
        ? part
        : "",
    ),
  );
}

/** Upper case at the start, since an optional start may have been dropped. */
const started = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

export function text(key: TextKey, params: Params = {}): string {
  return filled(current.value[key] ?? key, params);
}

/** A text as a game says it, where the game, or all games of its kind, have words of their own. */
export function gameText(game: string, key: TextKey, params: Params = {}): string {
  const own = [`${key}.${game}`, ...(isPotGame(game) ? [`${key}.pots`] : [])];
  return text(own.find(isTextKey) ?? key, params);
}

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(current.value, key);

/** The codes of a group that we have texts for. */
export const codesOf = (group: string): readonly string[] =>
  Object.keys(current.value)
    .filter((key) => key.startsWith(`${group}.`))
    .map((key) => key.slice(group.length + 1));

/** Text of `group.code` if we have it, else the fallback, else the code in plain letters. */
export function coded(group: string, code: string, fallback = "", params: Params = {}): string {
  const key = `${group}.${code}`;
  if (isTextKey(key)) return text(key, params);
  return fallback || code.replaceAll("_", " ");
}

/** Why a ruling is proposed. A station that gives another reason than the one we have words for
 * (a catalogue of another version, say) is quoted as it is; so is any until the English words have
 * come, with which it is compared. */
export function sourceText(irregularity: string, given: string): string {
  const key = `source.${irregularity}`;
  return isTextKey(key) && here.value.en[key] === given ? text(key) : given;
}

export const roleName = (role: string): string => coded("role", role);
/** What a ruling does, as the game says it; nothing where the station has one of a newer kind. */
export function optionText(game: string, option: string): string {
  const key = `option_text.${option}`;
  return isTextKey(key) ? gameText(game, key) : " ";
}

export const optionName = (option: string): string => coded("option", option);

/** Facts as people say them: the spot's name, a position, grouped amounts. */
function inWords(facts: Params): Params {
  const said = Object.entries(facts).map(([name, value]) => {
    const words = String(value);
    if (name === "spot") return [name, coded("spot", words)];
    if (name === "position") return [name, positionName(words)];
    if (/^\d+\.\d\d$/.test(words)) return [name, money(words)];
    return [name, words];
  });
  return Object.fromEntries(said);
}

/** What a refusal says: our text for its code, at this game if it has one of its own, else the
 * station's own words. */
export function refusalText(code: string, facts: Params, detail: string, game = ""): string {
  const key = `refusal.${code}`;
  if (isTextKey(key)) {
    return started(gameText(game, key, { ...inWords(facts), ...(detail && { detail }) }));
  }
  return detail ? started(detail) : text("refusal.failed");
}

/** A cents figure or decimal text, grouped as the language asks. */
export function money(amount: Cents | string, short = false): string {
  const grouping = { group: text("number.group"), point: text("number.point") };
  return written(typeof amount === "string" ? cents(amount) : amount, grouping, short);
}

/** The number under which all bettors of a book are named where seats are: paid, verified. */
export const BOOK = 0;

/** A text about a seat; one that has words of its own for the bettors of a book says those. */
export function seatText(key: TextKey, seat: Maybe<number>): string {
  const own = `${key}.book`;
  return seat === BOOK && isTextKey(own) ? text(own) : text(key, { seat: seat ?? "" });
}

/** A whole number, grouped as the language asks. */
export const counted = (count: number): string => money(count * 100, true);

export function placeName(place: string): string {
  if (place === String(BOOK)) return text("place.book");
  if (/^\d+$/.test(place)) return text("place.seat", { seat: place });
  return coded("place", place);
}

const POSITION = /^(?:seat )?(?:(?<hand>\w+) card|(?<board>board)) (?<card>\d+)$/;

export interface Position {
  readonly place: string;
  readonly card: number;
}

/** "seat 3 card 2" -> place "3", card 2; "board 4" -> place "board", card 4; "aside" and the like
 * are no position of a hand. */
export function position(words: string): Position | null {
  const { hand, board, card } = POSITION.exec(words)?.groups ?? {};
  const place = hand ?? board;
  return place && card ? { place, card: Number(card) } : null;
}

export function positionName(words: string): string {
  const at = position(words);
  if (!at) return placeName(words);
  return text("position.card", { place: placeName(at.place), card: at.card });
}
