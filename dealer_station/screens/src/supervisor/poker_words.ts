// The words of poker tables on the console: those of the felt, and of the record.
import { POKER_WORDS as FELT_WORDS } from "../dealer/poker_parts.tsx";
import type { Sources } from "../shared/texts/loading.ts";

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
