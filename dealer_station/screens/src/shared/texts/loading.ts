// How a page comes by its words: those of the language shown before anything is shown, the other
// language's behind it, so that a screen that has lost the station can say everything in both. What
// cannot be had is said in what is here.
import { signal } from "@preact/signals";
import {
  addTexts,
  chooseLanguage,
  hasTexts,
  type Language,
  language,
  otherLanguage,
  showLanguage,
  type Texts,
} from "./texts.ts";

/** Where the parts of each language's words come from. */
export type Sources = Readonly<Record<Language, readonly (() => Promise<Texts>)[]>>;

/** A language that somebody asked for and that has not come. */
export const missing = signal<Language | null>(null);

const AGAIN_AFTER_MS = 5000;
const LOOK_AFTER_MS = 3000;
/** Said where no word is here at all. */
const NO_WORDS =
  "The station does not answer. This page comes by itself when it does. · " +
  "Stacja nie odpowiada. Strona pojawi się sama, gdy odpowie.";

let sources: Sources = { en: [], pl: [] };
/** Parts whose words are here. */
let brought: ReadonlySet<() => Promise<Texts>> = new Set();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the words of a language are here, or have just come. */
async function bring(which: Language): Promise<boolean> {
  const wanted = sources[which].filter((source) => !brought.has(source));
  try {
    const parts = await Promise.all(wanted.map((source) => source()));
    brought = new Set([...brought, ...wanted]);
    if (parts.length > 0) addTexts({ [which]: Object.assign({}, ...parts) });
  } catch {
    return false;
  }
  return hasTexts(which);
}

/**
 * Brings words that only some tables need, in the language shown, however often that must be tried;
 * in the other one behind them. Nothing that they belong to is shown before they are here.
 */
export async function bringMore(more: Sources): Promise<void> {
  const joined = (which: Language) => [...new Set([...sources[which], ...more[which]])];
  sources = { en: joined("en"), pl: joined("pl") };
  await store(language.value);
  void store(otherLanguage());
}

/** Turns the screen to a language; where its words do not come now, as soon as they do. */
export async function turnTo(next: Language): Promise<void> {
  const isHere = await bring(next);
  missing.value = isHere ? null : next;
  if (isHere) chooseLanguage(next);
}

/** Brings the words of a language for later, however often that must be tried. */
async function store(which: Language): Promise<void> {
  while (!(await bring(which))) await pause(AGAIN_AFTER_MS);
  if (missing.value === which) await turnTo(which);
}

/** Says that nothing can be said, and begins anew as soon as the station gives the page again. */
async function wait(stage: HTMLElement): Promise<void> {
  stage.textContent = NO_WORDS;
  for (;;) {
    await pause(LOOK_AFTER_MS);
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) break;
  }
  location.reload();
}

/**
 * Shows a page in a language as soon as its words have come; in the other one if they do not.
 * `isFixed`: the page is never turned to the other language, so that one is not brought.
 */
export async function showIn(
  wanted: Language,
  from: Sources,
  stage: HTMLElement,
  show: () => void,
  isFixed = false,
): Promise<void> {
  sources = from;
  const other = otherLanguage(wanted);
  if (await bring(wanted)) {
    showLanguage(wanted);
    show();
    if (!isFixed) await store(other);
  } else if (await bring(other)) {
    showLanguage(other);
    missing.value = wanted;
    show();
    await store(wanted);
  } else {
    await wait(stage);
  }
}
