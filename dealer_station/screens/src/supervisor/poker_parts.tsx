// The words of poker tables on the console, those of the felt and of the record; and a hand recalled.
import type { ComponentType } from "preact";
import { POKER_WORDS as FELT_WORDS } from "../dealer/poker_parts.tsx";
import { Part, useHere } from "../shared/part.ts";
import type { Sources } from "../shared/texts/loading.ts";
import type { RoundRecord } from "./floor.ts";
import type { CardAnswerProps } from "./poker_card.tsx";
import type { HistoryProps } from "./poker_history.tsx";

export const POKER_WORDS: Sources = {
  en: [
    ...FELT_WORDS.en,
    () => import("../shared/texts/poker_record.en.ts").then((it) => it.pokerRecordEn),
  ],
  pl: [
    ...FELT_WORDS.pl,
    () => import("../shared/texts/poker_record.pl.ts").then((it) => it.pokerRecordPl),
  ],
};

const recall = new Part<{ readonly RecallHand: ComponentType<{ round: RoundRecord }> }>(
  () => import("./poker_recall.tsx"),
  POKER_WORDS,
);

export function LazyHand({ round }: { round: RoundRecord }) {
  const here = useHere(recall);
  return here && <here.RecallHand round={round} />;
}

const history = new Part<{ readonly PlayerHistory: ComponentType<HistoryProps> }>(
  () => import("./poker_history.tsx"),
  POKER_WORDS,
);

export function LazyHistory(props: HistoryProps) {
  const here = useHere(history);
  return here && <here.PlayerHistory {...props} />;
}

const card = new Part<{ readonly CardAnswer: ComponentType<CardAnswerProps> }>(
  () => import("./poker_card.tsx"),
  POKER_WORDS,
);

export function LazyCardAnswer(props: CardAnswerProps) {
  const here = useHere(card);
  return here && <here.CardAnswer {...props} />;
}
