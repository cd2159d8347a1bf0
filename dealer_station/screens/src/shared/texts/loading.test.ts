import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Loading from "./loading.ts";
import type * as Words from "./texts.ts";

const EN = { "common.close": "Close" } as const;
const PL = { "common.close": "Zamknij" } as const;

let loading: typeof Loading;
let words: typeof Words;
let stage: HTMLElement;
/** Languages whose words the station gives at this moment. */
let given: Set<Words.Language>;
let asked: Words.Language[];

const source = (which: Words.Language, texts: Words.Texts) => () => {
  asked.push(which);
  return given.has(which) ? Promise.resolve(texts) : Promise.reject(new TypeError("no answer"));
};
const SOURCES: Loading.Sources = { en: [source("en", EN)], pl: [source("pl", PL)] };

const close = (): string => words.text("common.close");

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  loading = await import("./loading.ts");
  words = await import("./texts.ts");
  stage = { textContent: "" } as HTMLElement;
  given = new Set(["en", "pl"]);
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function shown(wanted: Words.Language, isFixed = false): Promise<string[]> {
  const seen: string[] = [];
  void loading.showIn(wanted, SOURCES, stage, () => seen.push(close()), isFixed);
  await vi.advanceTimersByTimeAsync(0);
  return seen;
}

test("a page is shown in its language, and the other one is brought behind it", async () => {
  expect(await shown("pl")).toEqual(["Zamknij"]);
  expect(document.documentElement.lang).toBe("pl");
  expect(asked).toEqual(["pl", "en"]);
  given.clear();
  await loading.turnTo("en");
  expect([close(), loading.missing.value]).toEqual(["Close", null]);
});

test("a page that is never turned brings one language", async () => {
  expect(await shown("en", true)).toEqual(["Close"]);
  expect(asked).toEqual(["en"]);
});

test("a page whose language does not come is shown in the other one and turns as soon as it does", async () => {
  given.delete("pl");
  expect(await shown("pl")).toEqual(["Close"]);
  expect(loading.missing.value).toBe("pl");
  given.add("pl");
  await vi.advanceTimersByTimeAsync(5000);
  expect([close(), loading.missing.value]).toEqual(["Zamknij", null]);
});

test("a language that is asked for and not there is said, and the screen turns when it comes", async () => {
  given.delete("pl");
  await shown("en");
  await loading.turnTo("pl");
  expect([close(), loading.missing.value]).toEqual(["Close", "pl"]);
  given.add("pl");
  await vi.advanceTimersByTimeAsync(5000);
  expect([close(), loading.missing.value]).toEqual(["Zamknij", null]);
});

test("a wish that was taken back turns nothing", async () => {
  given.delete("pl");
  await shown("en");
  await loading.turnTo("pl");
  loading.missing.value = null;
  given.add("pl");
  await vi.advanceTimersByTimeAsync(5000);
  expect(close()).toBe("Close");
});

test("a page without any word says so in both languages and begins anew with the station", async () => {
  given.clear();
  const reload = vi.fn();
  let answer: () => Promise<{ ok: boolean }> = () => Promise.reject(new TypeError("no answer"));
  vi.stubGlobal("location", { href: "http://station/dealer", reload });
  vi.stubGlobal("fetch", () => answer());
  expect(await shown("en")).toEqual([]);
  expect(stage.textContent).toMatch(/station does not answer.*Stacja nie odpowiada/);
  await vi.advanceTimersByTimeAsync(6000);
  expect(reload).not.toHaveBeenCalled();
  answer = () => Promise.resolve({ ok: true });
  await vi.advanceTimersByTimeAsync(3000);
  expect(reload).toHaveBeenCalledOnce();
});

test("words of some tables come when they are asked for, and turn with the page", async () => {
  await shown("en");
  const more: Loading.Sources = {
    en: [source("en", { "common.back": "Back" })],
    pl: [source("pl", { "common.back": "Wstecz" })],
  };
  await loading.bringMore(more);
  await vi.advanceTimersByTimeAsync(0);
  expect(words.text("common.back")).toBe("Back");
  await loading.turnTo("pl");
  expect([close(), words.text("common.back")]).toEqual(["Zamknij", "Wstecz"]);
  const before = asked.length;
  await loading.bringMore(more);
  expect(asked).toHaveLength(before);
});

test("words that do not come are asked for until they do", async () => {
  await shown("en");
  given.clear();
  const more: Loading.Sources = { en: [source("en", { "common.back": "Back" })], pl: [] };
  const brought = vi.fn();
  void loading.bringMore(more).then(brought);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(brought).not.toHaveBeenCalled();
  given.add("en");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(brought).toHaveBeenCalled();
  expect(words.text("common.back")).toBe("Back");
});
