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

  "irregularity.no_seats": "Tu nie ma miejsc. Wybierz inny rodzaj albo wezwij inspektora.",
  "place.book": "Gracze",
  "book.bettors": "Gracze",
  "book.undecided": "Bez decyzji",
  "book.auto_folded": "Pas po czasie",
  "book.stakes": "Stawki",
  "book.staked": "Postawiono",
  "book.paid": "Wypłacono",
  "book.house": "Kasyno bez puli",
  "book.by_platform": "Żaden żeton nie opuszcza stołu. Potwierdź, a platforma wypłaci graczom.",
  "book_action.call": "Call",
  "book_action.fold": "Pas",
  "next.bettors": "Gracze",
  "next.bettors_hint": "Stawki przysyła platforma. Zamknij stawki, gdy przyjdzie czas.",
  "next.bettors_decide": "Na własnych ekranach. Kto się spóźni, pasuje.",
  "next.settle": "Rozlicz",
  "next.settle_hint": "Żaden żeton nie opuszcza stołu.",
  "primary.await_book": "Czekamy na stawki z platformy",
  "primary.bettors_decide": "Gracze decydują · jeszcze {count}",
  "primary.bettors_decide_hint": "Dalej, gdy wszyscy zdecydują albo minie czas",
  "primary.settle_book": "Rozlicz graczy · {count}",
  "primary.settle_book_hint": "Wypłaca im platforma",
  "primary.verify.book": "Inspektor musi zobaczyć rękę graczy",
  "approval.for_verify.book": "Inspektor potwierdza: widział rękę graczy",
};
