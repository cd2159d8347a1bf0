// The parts of a poker table, brought with its words when the first one is shown: no other table
// carries them. Until they are here the screen says that it waits.
import type { ComponentType } from "preact";
import { Part, useHere } from "../shared/part.ts";
import { Waiting } from "../shared/stale.tsx";
import type { Sources } from "../shared/texts/loading.ts";
import type { View } from "../shared/view.ts";
import type { FeltScreen } from "./watched.ts";

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

interface FeltParts {
  readonly PokerFelt: ComponentType<{ screen: FeltScreen; view: View; compact: boolean }>;
  readonly PotSeatList: ComponentType<{ view: View }>;
}

const felt = new Part<FeltParts>(() => import("./poker/poker_felt.tsx"), POKER_WORDS);

export const useFelt = (): FeltParts | null => useHere(felt);

export function LazySeatList({ view }: { view: View }) {
  const here = useFelt();
  return here && <here.PotSeatList view={view} />;
}

export function LazyFelt(props: { screen: FeltScreen; view: View; compact: boolean }) {
  const here = useFelt();
  return here ? <here.PokerFelt {...props} /> : <Waiting />;
}
