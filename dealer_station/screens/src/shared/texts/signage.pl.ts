// Polish texts of the signage page; the same keys as the English ones.
import type { signageEn } from "./signage.en.ts";

export const signagePl: Readonly<Record<keyof typeof signageEn, string>> = {
  "level.jumbo7": "Jumbo 7",
  "level.main": "Jackpot progresywny",
  "sign.checking": "Sprawdzamy stan licznika",
  "sign.suspended": "Chwilowo poza grą",
  "sign.reason.waiting": "oczekiwanie na pierwszy odczyt",
  "sign.reason.late": "brak wiadomości ze stacji",
  "sign.reason.malformed": "treść niezrozumiała",
  "sign.reason.no_key": "nie ustawiono klucza",
  "sign.reason.unknown_key": "podpis innym kluczem",
  "sign.reason.wrong_signature": "podpis się nie zgadza",
  "sign.reason.no_check": "ta przeglądarka nie sprawdza podpisów",
  "sign.reason.not_newer": "nie nowszy od poprzedniego",
  "sign.reason.other_progressive": "dotyczy innego jackpota",
  "sign.reason.no_currency": "nie w tej walucie",
  "sign.reason.no_level": "bez tej nagrody",
  "sign.limits": "Limity {min} – {max}",
  "sign.limits_from": "Od {min}",
  "sign.price": "Zakład progresywny {price}",
  "sign.win": "WYGRANA",
  "sign.seat": "Miejsce {seat}",
  "sign.seats": "Miejsca {seats}",
  "sign.next": "Teraz gramy o",
};
