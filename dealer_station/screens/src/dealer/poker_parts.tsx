// The parts of a poker table, brought with its words when the first one is shown: no other table
// carries them. Until they are here the screen says that it waits.

import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Waiting } from "../shared/stale.tsx";
import { bringMore, type Sources } from "../shared/texts/loading.ts";
import type { View } from "../shared/view.ts";
import type { DealerScreen } from "./screen.ts";
import type { FeltScreen } from "./watched.ts";

const AGAIN_AFTER_MS = 3000;

export const POKER_WORDS: Sources = {
  en: [() => import("../shared/texts/poker.en.ts").then((it) => it.pokerEn)],
  pl: [() => import("../shared/texts/poker.pl.ts").then((it) => it.pokerPl)],
};

/** A part of a page that comes by itself; null until it and the words are here. */
class Part<T> {
  readonly here: Signal<T | null> = signal(null);
  readonly #bring: () => Promise<T>;
  #isAsked = false;

  constructor(bring: () => Promise<T>) {
    this.#bring = bring;
  }

  /** Brings it once, however often that must be tried. */
  async ask(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    for (;;) {
      try {
        const [part] = await Promise.all([this.#bring(), bringMore(POKER_WORDS)]);
        this.here.value = part;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  }
}

interface FeltParts {
  readonly PokerFelt: ComponentType<{ screen: FeltScreen; view: View; compact: boolean }>;
  readonly PotSeatList: ComponentType<{ view: View }>;
}

interface PageParts {
  readonly PotPanel: ComponentType<{ screen: DealerScreen; view: View }>;
  readonly PotFoot: ComponentType<{ screen: DealerScreen; view: View }>;
  readonly PotDialogs: ComponentType<{ screen: DealerScreen; view: View }>;
}

const felt = new Part<FeltParts>(() => import("./poker/poker_felt.tsx"));
const page = new Part<PageParts>(() => import("./poker/poker_page.tsx"));

function useHere<T>(part: Part<T>): T | null {
  useEffect(() => void part.ask(), [part]);
  return part.here.value;
}

export const useFelt = (): FeltParts | null => useHere(felt);
export const usePage = (): PageParts | null => useHere(page);

export function LazySeatList({ view }: { view: View }) {
  const here = useFelt();
  return here && <here.PotSeatList view={view} />;
}

export function LazyFelt(props: { screen: FeltScreen; view: View; compact: boolean }) {
  const here = useFelt();
  return here ? <here.PokerFelt {...props} /> : <Waiting />;
}
