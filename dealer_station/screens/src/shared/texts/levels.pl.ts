// Polish texts of a level's terms, open prizes and changes; same keys as the English ones (tested).
import type { levelsEn } from "./levels.en.ts";

export const levelsPl: Readonly<Record<keyof typeof levelsEn, string>> = {
  "levels.none": "brak",
  "levels.no_terms":
    "Poziom nie ma zapisanych warunków. Stacja zapisze je po ponownym uruchomieniu.",
  "levels.two_managers": "Warunki zmienia i spory rozstrzyga dwóch kierowników.",
  "levels.awards": "Nagrody ustalone i niewypłacone",
  "levels.envy": "za rękę z miejsca {seat}",
  "award_status.locked": "Ustalona, niewypłacona",
  "award_status.verified": "Ręka obejrzana, niewypłacona",
  "award_status.disputed": "W sporze",
  "award_status.doubted": "Do ponownego obejrzenia",
  "levels.change_terms": "Zmień warunki",
  "levels.read_meter": "Zrób odczyt",
  "levels.dispute_award": "Zgłoś spór",
  "levels.settle_dispute": "Utrzymaj nagrodę",
  "levels.void_award": "Cofnij nagrodę",
  "title.change_terms": "Nowe warunki",
  "title.dispute_award": "Spór o nagrodę",
  "title.settle_dispute": "Utrzymanie spornej nagrody",
  "title.void_award": "Cofnięcie spornej nagrody",
  "levels.meter": "Pula {meter}",
  "levels.now": "teraz {value}",
  "levels.in_play":
    "Trwa runda: {tables}. Stacja odmówi nowych warunków, póki nie skończą się wszystkie rundy.",
  "levels.when":
    "Części i limit działają od razu, nowa kwota początkowa od następnej wygranej. Limit nigdy nie jest niższy od puli.",
  "levels.bad_amount": "Podaj kwotę, na przykład 12 500,00.",
  "levels.bad_fraction": "Podaj ułamek lub procent, na przykład 7/10 albo 70 %.",
  "levels.nothing": "Nic jeszcze nie zmieniono.",
  "levels.no_reason": "Podaj powód, trafi do zapisu.",
  "levels.ask": "Poproś drugiego kierownika",
  "levels.second": "Drugi kierownik: podaj własny identyfikator i hasło.",
  "levels.outdated": "To się tymczasem zmieniło. Spójrz jeszcze raz, zanim poprosisz.",
  "levels.gone": "Ta nagroda nie jest już otwarta: wypłacono ją albo cofnięto.",
  "effect.dispute_award":
    "Nikt nie wypłaci tej nagrody, póki dwóch kierowników nie rozstrzygnie sporu; runda czeka. Pula się nie zmienia.",
  "effect.settle_dispute":
    "Nagroda pozostaje w mocy. Inspektor ogląda rękę ponownie, potem krupier wypłaca. Pula się nie zmienia.",
  "effect.void_award":
    "Nagroda się nie należy, a jej stawka przepada. {meter} wraca do puli[, {house} do kasyna].",
  "effect.base":
    "Nic więcej z tego trafienia nie zostaje: z puli schodzi {base}, od których zaczęła na nowo.",
  "effect.cap": "Pula mieści najwyżej {cap}; nadwyżka jest odkładana.",
  "effect.lapses": "Wraz z nią przepadają kwoty za tę rękę na miejscach: {seats}.",
  "refusal.manager_must_sign": "Ta osoba nie może tego podpisać. Musi inny kierownik.",
  "refusal.ledger_no_such_level": "Pula nie ma takiego poziomu. Wybierz inny.",
  "refusal.ledger_level_exists": "Ten poziom już otwarto. Wybierz inną nazwę.",
  "refusal.ledger_level_retired": "Poziom zamknięto na zawsze. Wybierz inny.",
  "refusal.ledger_no_terms": "Poziom nie ma zapisanych warunków. Uruchom stację ponownie.",
  "refusal.ledger_bad_terms":
    "[{term}: ]takie warunki są niemożliwe. Sprawdź kwotę, części, limit i szansę, potem wpisz je ponownie.",
  "refusal.ledger_already_counted": "Stawki tej rundy już policzono. Nie ma nic do zrobienia.",
  "refusal.ledger_not_counted": "Takiej stawki nie policzono. Odszukaj rundę.",
  "refusal.ledger_bad_wager": "Stawka jest pusta albo miejsce podano dwa razy. Odszukaj rundę.",
  "refusal.ledger_award_stands":
    "Stawka wygrała nagrodę, która obowiązuje. Najpierw cofnij nagrodę.",
  "refusal.ledger_hit_exists": "To trafienie jest w zapisie. Odszukaj je.",
  "refusal.ledger_already_won": "Ręka wygrała już ten poziom, a wygrywa raz. Odszukaj rundę.",
  "refusal.ledger_no_such_hit": "Stacja nie zna tego trafienia. Odszukaj rundę.",
  "refusal.ledger_nothing_to_win":
    "Nagroda jest mniejsza niż najmniejsza moneta. Nic się nie wypłaca.",
  "refusal.ledger_bad_prize": "Taka nagroda jest niemożliwa. Sprawdź tabelę wypłat.",
  "refusal.ledger_no_such_award": "Stacja nie zna tej nagrody. Odszukaj rundę.",
  "refusal.ledger_unverified": "Nikt nie obejrzał wygranej ręki. Najpierw ogląda ją inspektor.",
  "refusal.ledger_already_verified": "Rękę już obejrzano. Wypłać nagrodę.",
  "refusal.ledger_already_paid": "Nagrodę już wypłacono. Zgłoś błędną wypłatę przy stole.",
  "refusal.ledger_already_void": "Nagrodę już cofnięto. Nie ma nic do zrobienia.",
  "refusal.ledger_disputed": "Nagroda już jest sporna. Utrzymaj ją albo cofnij.",
  "refusal.ledger_not_disputed": "Nagroda nie jest sporna. Najpierw zgłoś spór.",
  "refusal.ledger_same_person": "Jedna osoba to za mało. Niech podpisze inny kierownik.",
  "refusal.ledger_no_reason": "Nikt nie podał powodu. Wpisz powód.",
  "refusal.ledger_in_play":
    "Przy stole tej puli trwa runda. Poczekaj, aż skończą się wszystkie rundy, i podpisz ponownie.",
  "refusal.ledger_nothing_changes": "To nic nie zmieni. Sprawdź, co wpisano.",
  "refusal.ledger_cap_below_meter": "Limit jest niższy od puli. Ustaw co najmniej wartość puli.",
  "refusal.ledger_above_cap": "Poziom przekroczyłby limit. Najpierw podnieś limit.",
  "refusal.ledger_below_zero": "Na koncie nie ma tyle. Wpisz mniej.",
  "refusal.ledger_played_for":
    "O ten poziom grają stoły[: {tables}]. Najpierw usuń go z ich zasad.",
  "refusal.ledger_awards_open": "Poziom ma otwarte nagrody. Najpierw je wypłać albo cofnij.",
  "refusal.ledger_decrease_unexplained":
    "Z tego powodu kwota może tylko wzrosnąć. Wybierz właściwy powód.",
  "refusal.ledger_no_such_version": "Wskazanego wpisu nie ma. Odszukaj go.",
  "refusal.ledger_bad_account": "Tego konta nie można tu użyć. Wybierz inne.",
};
