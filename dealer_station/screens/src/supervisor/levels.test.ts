import { afterEach, beforeAll, expect, test } from "vitest";
import { consoleEn } from "../shared/texts/console.en.ts";
import { consolePl } from "../shared/texts/console.pl.ts";
import { en } from "../shared/texts/en.ts";
import { levelsEn } from "../shared/texts/levels.en.ts";
import { levelsPl } from "../shared/texts/levels.pl.ts";
import { pl } from "../shared/texts/pl.ts";
import { addTexts, language } from "../shared/texts/texts.ts";
import { item } from "./floor.test.support.ts";
import { prizeHeldBy } from "./inbox.ts";
import { award, meter, TERMS_NOW } from "./levels.test.support.ts";
import {
  amountOf,
  bodyOf,
  contentOf,
  differences,
  effectsOf,
  enteredOf,
  fractionOf,
  problemHere,
  termsOf,
  termWords,
  waysOf,
} from "./levels.ts";

beforeAll(() =>
  addTexts({ en: { ...en, ...consoleEn, ...levelsEn }, pl: { ...pl, ...consolePl, ...levelsPl } }),
);
afterEach(() => {
  language.value = "en";
});

test("amounts are read as the language writes them, and nothing that could be meant otherwise", () => {
  expect(["12,500.00", "12500", "12500.5", " 0 "].map(amountOf)).toEqual([
    "12500.00",
    "12500.00",
    "12500.50",
    "0.00",
  ]);
  expect(["", "1.005", "12,50,0", "-1", "1/2", "1 2", "ten"].map(amountOf)).toEqual(
    Array(7).fill(null),
  );
  language.value = "pl";
  expect(["12 500,00", "12\u00a0500,5", "12500.00"].map(amountOf)).toEqual([
    "12500.00",
    "12500.50",
    "12500.00",
  ]);
  expect(["12,500", "12.500"].map(amountOf)).toEqual([null, null]);
});

test("what is shown of an amount is read as that amount", () => {
  for (const code of ["en", "pl"] as const) {
    language.value = code;
    expect(termsOf(enteredOf({ ...TERMS_NOW, cap: "1250000.05" })).terms).toEqual({
      ...TERMS_NOW,
      cap: "1250000.05",
    });
  }
});

test("a part of a wager is a fraction, per cent or decimals, and exact", () => {
  expect(["7/10", "70 %", "70%", "0.7", "0,7", "14/20"].map(fractionOf)).toEqual(
    Array(6).fill("7/10"),
  );
  expect(["12.5 %", "0", "1", "100 %", "3/2", "2", "1 / 649740"].map(fractionOf)).toEqual([
    "1/8",
    "0",
    "1",
    "1",
    "3/2",
    "2/1",
    "1/649740",
  ]);
  expect(["", "1/0", "-1/2", "0.7/2", "half", "1/2/3"].map(fractionOf)).toEqual(
    Array(6).fill(null),
  );
});

test("terms are said with their per cent where it ends, and what a level has not is said too", () => {
  expect(termWords("rate", "7/10")).toBe("7/10 · 70 %");
  expect(termWords("rate", "1/8")).toBe("1/8 · 12.5 %");
  expect(termWords("rate", "1/3")).toBe("1/3");
  expect(termWords("rate", "0")).toBe("0");
  expect(termWords("probability", "1/649740")).toBe("1/649740");
  expect(termWords("base", "10000.00")).toBe("10,000.00");
  expect(termWords("cap", null)).toBe("none");
  expect(termWords("overflow_to", "reserve")).toBe("Reserve");
  expect(termWords("reserve_use", "adds_to_base")).toBe("is added to the base");
});

test("fields that cannot be read are named, and only cap and chance may be empty", () => {
  const entered = enteredOf(TERMS_NOW);
  expect(termsOf({ ...entered, probability: "" }).terms?.probability).toBe(null);
  expect(termsOf({ ...entered, base: "", rate: "most", cap: "a lot" })).toEqual({
    terms: null,
    faults: ["base", "rate", "cap"],
  });
});

test("a change says what it changes and nothing else", () => {
  const next = { ...TERMS_NOW, rate: "1/2", cap: "20000.00" };
  expect(differences(TERMS_NOW, next)).toEqual([
    { term: "rate", from: "7/10 · 70 %", to: "1/2 · 50 %" },
    { term: "cap", from: "none", to: "20,000.00" },
  ]);
  expect(differences(TERMS_NOW, { ...TERMS_NOW })).toEqual([]);
});

test("the body is the one that the station reads", () => {
  const place = { progressive: "CS-main", level: "main" };
  expect(bodyOf({ ...place, change: "change_terms" }, "id-1", " filed ", TERMS_NOW)).toEqual({
    command_id: "id-1",
    command: "change_terms",
    reason: "filed",
    terms: TERMS_NOW,
  });
  const dispute = { ...place, change: "void_award", award: "a-1" } as const;
  expect(bodyOf(dispute, "id-2", "dark", null)).toEqual({
    command_id: "id-2",
    command: "void_award",
    reason: "dark",
    award: "a-1",
  });
});

test("a prize is disputed first, then it stands or is taken back", () => {
  expect(waysOf(award())).toEqual(["dispute_award"]);
  expect(waysOf(award({ status: "verified" }))).toEqual(["dispute_award"]);
  expect(waysOf(award({ status: "disputed" }))).toEqual(["settle_dispute", "void_award"]);
});

test("what taking a prize back does is said to the cent, with what lapses", () => {
  const [plain, ...none] = effectsOf("void_award", award(), meter());
  expect(plain).toContain("5,000.70 goes back to the meter.");
  expect(none).toEqual([]);
  const envied = award({ void: { meter: "1/3", house: "200.00", base: "0.00", lapses: [1, 4] } });
  const [back, capped, lapses] = effectsOf("void_award", envied, meter({ cap: "20000.00" }));
  expect(back).toContain("1/3 goes back to the meter, 200.00 to the house.");
  expect(capped).toContain("20,000.00");
  expect(lapses).toContain("1, 4");
  const alone = award({ void: { meter: "5000.70", house: "0.00", base: "10000.00", lapses: [] } });
  expect(effectsOf("void_award", alone, meter())[1]).toContain("10,000.00");
  expect(effectsOf("dispute_award", award(), meter())).toHaveLength(1);
  expect(effectsOf("settle_dispute", award(), meter())[0]).toContain("anew");
});

test("a meter that moves changes nothing that is signed, other terms and another state do", () => {
  const seen = contentOf(meter(), undefined);
  expect(contentOf(meter({ meter: "10582.00" }), undefined)).toBe(seen);
  expect(contentOf(meter({ terms: { ...TERMS_NOW, rate: "1/2" } }), undefined)).not.toBe(seen);
  expect(contentOf(meter(), award())).not.toBe(contentOf(meter(), award({ status: "disputed" })));
});

test("a hand that waits to be seen leads to the level that holds its prize", () => {
  const held = meter({ level: "minor", awards: [award(), award({ seat: 1, follows: 4 })] });
  const waiting = item("CS-2/verification/7/2", { kind: "verification", seat: 2 });
  expect(prizeHeldBy([meter(), held], waiting)?.level).toBe("minor");
  expect(prizeHeldBy([held], { ...waiting, seat: 4 })?.level).toBe("minor");
  expect(prizeHeldBy([held], { ...waiting, seat: 1 })).toBe(undefined);
  expect(prizeHeldBy([held], { ...waiting, round: 8 })).toBe(undefined);
  const ofBook = meter({ awards: [award({ seat: null })] });
  expect(prizeHeldBy([ofBook], { ...waiting, seat: 0 })).toBe(ofBook);
});

test("a no about a level asks for another manager, and calls terms by their names", () => {
  const problem = { status: 403, code: "approval_no_right", title: "", detail: "", facts: {} };
  expect(problemHere(problem).code).toBe("manager_must_sign");
  const bad = { ...problem, code: "ledger_bad_terms", facts: { term: "cap" } };
  expect(problemHere(bad)).toEqual({ ...bad, facts: { term: "Cap" } });
});
