import { afterEach, expect, test } from "vitest";
import { consoleEn } from "./console.en.ts";
import { consolePl } from "./console.pl.ts";
import { en } from "./en.ts";
import { irregularitiesEn } from "./irregularities.en.ts";
import { irregularitiesPl } from "./irregularities.pl.ts";
import { irregularitiesHoldemEn } from "./irregularities_holdem.en.ts";
import { irregularitiesHoldemPl } from "./irregularities_holdem.pl.ts";
import { irregularitiesStudEn } from "./irregularities_stud.en.ts";
import { irregularitiesStudPl } from "./irregularities_stud.pl.ts";
import { levelsEn } from "./levels.en.ts";
import { levelsPl } from "./levels.pl.ts";
import { pl } from "./pl.ts";
import { pokerEn } from "./poker.en.ts";
import { pokerPl } from "./poker.pl.ts";
import { pokerRecordEn } from "./poker_record.en.ts";
import { pokerRecordPl } from "./poker_record.pl.ts";
import {
  addTexts,
  coded,
  codesOf,
  filled,
  gameText,
  language,
  money,
  positionName,
  refusalText,
  sourceText,
  text,
} from "./texts.ts";

const names = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

afterEach(() => {
  language.value = "en";
});

type Texts = Readonly<Record<string, string>>;

const PAIRS: readonly (readonly [string, Texts, Texts])[] = [
  ["of all screens", en, pl],
  ["of the console", consoleEn, consolePl],
  ["of irregularities", irregularitiesEn, irregularitiesPl],
  ["of a level and its changes", levelsEn, levelsPl],
  ["of poker tables", pokerEn, pokerPl],
  ["of irregularities of hold'em", irregularitiesHoldemEn, irregularitiesHoldemPl],
  ["of irregularities of stud", irregularitiesStudEn, irregularitiesStudPl],
  ["of the record of poker tables", pokerRecordEn, pokerRecordPl],
];

test.each(PAIRS)("texts %s are the same in both languages, and none is empty", (_, one, other) => {
  expect(Object.keys(other).sort()).toEqual(Object.keys(one).sort());
  for (const [key, words] of Object.entries(other)) expect(words, key).not.toBe("");
});

test.each(PAIRS)("texts %s say the same facts in both languages", (_, one, other) => {
  for (const key of Object.keys(one))
    expect(names(other[key] ?? ""), key).toEqual(names(one[key] ?? ""));
});

test("the console's texts stand beside those of all screens and replace none", () => {
  expect(Object.keys(consoleEn).filter((key) => Object.hasOwn(en, key))).toEqual([]);
  expect(codesOf("danger")).toEqual([]);
  addTexts({ en: consoleEn, pl: consolePl });
  expect(codesOf("danger")).toEqual(["1", "2", "3", "4"]);
  language.value = "pl";
  expect([text("console.name"), text("common.close")]).toEqual(["Konsola", "Zamknij"]);
});

test("a text of its own is said at a game that has one, any other one at all of them", () => {
  expect(gameText("baccarat", "primary.await_stakes")).toBe("Place the wagers");
  expect(gameText("caribbean-stud", "primary.await_stakes")).toBe("Place the antes");
  const facts = { seat: "3" };
  expect(refusalText("no_base_wager", facts, "", "baccarat")).toContain("Player or Banker");
  expect(refusalText("no_base_wager", facts, "")).toContain("ante");
});

test("a part in brackets is left out when one of its facts is unknown", () => {
  const template = "[Seat {seat}: ]too much[ (most {limit})].";
  expect(filled(template, { seat: 3, limit: "500" })).toBe("Seat 3: too much (most 500).");
  expect(filled(template, { limit: "500" })).toBe("too much (most 500).");
  expect(filled(template, {})).toBe("too much.");
});

test("a refusal names its facts in words and begins with a capital", () => {
  const facts = { seat: "3", spot: "ante", limit: "500.00" };
  expect(refusalText("above_max", facts, "")).toBe(
    "Seat 3: Ante above the maximum of the table (500.00). " +
      "Choose a smaller chip or take the stake back.",
  );
  expect(refusalText("not_applicable", {}, "")).toMatch(/^The table sees no cause/);
  language.value = "pl";
  expect(refusalText("above_max", facts, "")).toContain("Miejsce 3: Ante");
});

test("a code without a text of ours falls back to the station's words", () => {
  expect(refusalText("new_code", {}, "the station's words.")).toBe("The station's words.");
  expect(coded("kind", "CS-I99", "a new kind")).toBe("a new kind");
  expect(coded("option", "some_option")).toBe("some option");
});

test("a source is said in the language shown, another one than ours as the station gave it", () => {
  addTexts({ en: irregularitiesEn, pl: irregularitiesPl });
  const given = irregularitiesEn["source.CS-I14"];
  expect(sourceText("CS-I14", given)).toBe(given);
  language.value = "pl";
  expect(sourceText("CS-I14", given)).toBe("Praktyka kasyn: martwa karta, zostaje zakryta.");
  expect(sourceText("CS-I14", "House rule 7.")).toBe("House rule 7.");
  expect(sourceText("CS-I99", given)).toBe(given);
});

test("positions and amounts follow the language", () => {
  expect(positionName("seat 3 card 2")).toBe("Seat 3, card 2");
  expect(positionName("dealer card 5")).toBe("Dealer, card 5");
  expect(positionName("player card 2")).toBe("Player, card 2");
  expect(positionName("board 4")).toBe("Board, card 4");
  expect(positionName("aside")).toBe("Set aside");
  language.value = "pl";
  expect(positionName("seat 3 card 2")).toBe("Miejsce 3, karta 2");
  expect(money("1234.50")).toBe("1\u00a0234,50");
});
