// The parts of a poker table, brought with its words when the first one is shown: no other table
// carries them. Until they are here the screen says that it waits.

import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Waiting } from "../shared/stale.tsx";
import { bringMore, type Sources } from "../shared/texts/loading.ts";
import type { View } from "../shared/view.ts";
import type { FeltScreen } from "./watched.ts";

const AGAIN_AFTER_MS = 3000;

export const POKER_WORDS: Sources = {
  en: [
    () => import("../shared/texts/poker.en.ts").then((it) => it.pokerEn),
    () =>
      import("../shared/texts/irregularities_holdem.en.ts").then((it) => it.irregularitiesHoldemEn),
    () => import("../shared/texts/irregularities_stud.en.ts").then((it) => it.irregularitiesStudEn),
  ],
  pl: [
    () => import("../shared/texts/poker.pl.ts").then((it) => it.pokerPl),
    () =>
      import("../shared/texts/irregularities_holdem.pl.ts").then((it) => it.irregularitiesHoldemPl),
    () => import("../shared/texts/irregularities_stud.pl.ts").then((it) => it.irregularitiesStudPl),
  ],
};

/** A part of a page that comes by itself; null until it and the words are here. */
export class Part<T> {
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

const felt = new Part<FeltParts>(() => import("./poker/poker_felt.tsx"));

export function useHere<T>(part: Part<T>): T | null {
  useEffect(() => void part.ask(), [part]);
  return part.here.value;
}

export const useFelt = (): FeltParts | null => useHere(felt);

export function LazySeatList({ view }: { view: View }) {
  const here = useFelt();
  return here && <here.PotSeatList view={view} />;
}

export function LazyFelt(props: { screen: FeltScreen; view: View; compact: boolean }) {
  const here = useFelt();
  return here ? <here.PokerFelt {...props} /> : <Waiting />;
}
