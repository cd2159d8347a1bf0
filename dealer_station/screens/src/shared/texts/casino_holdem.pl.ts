// Polish texts of Casino Hold'em; same keys as the English ones (tested).

import type { casinoHoldemEn } from "./casino_holdem.en.ts";

export const casinoHoldemPl: Readonly<Record<keyof typeof casinoHoldemEn, string>> = {
  "spot.bonus": "Bonus",
  "spot.jumbo7": "Jumbo 7",
  "spot.call": "Call",

  "spot_short.jumbo7": "Jumbo",

  "primary.burn_one": "Spal kartę",
  "next.burn_one": "Spal",
  "next.burn_one_card": "jedną kartę",
  "next.burn_one_hint": "Zakrytą, przed następną kartą stołu.",
  "panel.meter_jumbo7": "Pula Jumbo 7",

  "primary.confirm_all_bet.casino-holdem": "Potwierdź: wszyscy call",
  "primary.confirm.casino-holdem": "Potwierdź: call {bets} · pas {folds}",
  "primary.all_others_bet.casino-holdem": "Pozostali call · miejsca {seats}",

  "rule.CH-15": "pas",
  "rule.CH-20": "krupier się nie kwalifikuje",
  "rule.CH-21": "wyżej niż krupier",
  "rule.CH-22": "równo z krupierem",
  "rule.CH-23": "krupier wyżej",
  "rule.CH-31": "według dwóch kart i flopa",
  "rule.CH-32a": "pas, Bonus przegrany",
  "rule.CH-32b": "pas, Bonus pozostaje",
  "rule.CH-42": "udział w puli Jumbo 7",
  "rule.CH-43": "według nagród Jumbo 7",
  "rule.CH-G06": "pas",
};
