// Polish texts of irregularities; same keys as the English ones (tested).
import type { irregularitiesEn } from "./irregularities.en.ts";

export const irregularitiesPl: Readonly<Record<keyof typeof irregularitiesEn, string>> = {
  "kind.CS-I01": "Gracz ma złą liczbę kart",
  "kind.CS-I02": "Krupier ma dokładnie cztery karty",
  "kind.CS-I03": "Krupier ma złą liczbę kart albo wyszła karta za dużo",
  "kind.CS-I04": "Jak CS-I03 przy wygranej progresywnej",
  "kind.CS-I05": "Karta krupiera zobaczona przed ostatnią decyzją",
  "kind.CS-I06": "Karta krupiera zobaczona po wszystkich decyzjach",
  "kind.CS-I07": "Odkryta karta krupiera zakryta albo odkryto złą kartę",
  "kind.CS-I08": "Krupier odsłonił kartę gracza",
  "kind.CS-I09": "Gracz pokazuje lub omawia karty",
  "kind.CS-I10": "Gracz dotyka odłożonych kart",
  "kind.CS-I11": "Lampka progresywna zgaszona, gracz twierdzi, że zapłacił",
  "kind.CS-I12": "Lampka progresywna świeci, brak ante",
  "kind.CS-I13": "Bet nie równa się dwóm ante",
  "kind.CS-I14": "Ręka rozdana na miejsce bez ante",
  "kind.CS-I15": "Pominięto miejsce z ante",
  "kind.CS-I16": "Odkryta karta w bucie",
  "kind.CS-I17": "Podwójna karta, joker lub obca karta w talii",
  "kind.CS-I18": "Zacięcie tasowarki przy wydanych kartach",
  "kind.CS-I19": "Zła liczba kart reszty talii",
  "kind.CS-I20": "Karty nie udało się odczytać",
  "kind.CS-I21": "Zła wypłata",
  "kind.CS-I22": "Tablica puli różni się od stacji",
  "kind.CS-I24": "Akceptor milczy lub budzi wątpliwość",
  "kind.CS-I23": "Poker królewski znaleziony po wypłacie innego",
  "kind.CH-10": "Stawka boczna bez ante",
  "kind.CH-I01": "Karty nie udało się odczytać",
  "kind.CH-I02": "Nierozstrzygnięty błąd odczytu albo pokazano zły wynik",
  "kind.CH-I03": "Właściwe karty położone w złym miejscu",
  "kind.CH-I04": "Zakryta karta krupiera widziana, zanim ktoś zdecydował",
  "kind.CH-I05": "Zakryta karta krupiera widziana po wszystkich decyzjach",
  "kind.CH-I06": "Zakryta karta krupiera widziana, gdy część zdecydowała",
  "kind.CH-I07": "Karta gracza zakryta albo mignęła",
  "kind.CH-I08": "Turn lub river widziany przed końcem decyzji",
  "kind.CH-I09": "Czwarta karta na flopie, zanim ktoś zdecydował",
  "kind.CH-I11": "Ręka gracza ma złą liczbę kart",
  "kind.CH-I12": "Krupier ma złą liczbę kart",
  "kind.CH-I13": "Odkryta karta w talii",
  "kind.CH-I14": "Karta spadła ze stołu",
  "kind.CH-I15": "Pominięte albo podwójne spalenie",
  "kind.CH-I16": "Wadliwa talia: podwójna karta, joker, obcy rewers, nie 52 karty",
  "kind.CH-I17": "Brak karty przy liczeniu po rundzie",
  "kind.CH-I18": "Talia wyszła w porządku fabrycznym",
  "kind.CH-I22": "Awaria stołu lub przekazu przed wynikiem",
  "kind.CH-I23": "Krupier za wcześnie zebrał karty",
  "kind.CH-I24": "Źle wypłacona stawka",
  "kind.CH-I26": "Karta wyszła z buta, choć żadna się nie należała",
  "kind.BA-I01": "Cztery pierwsze karty położone na złych miejscach",
  "kind.BA-I02": "Kolejność kart utracona",
  "kind.BA-I03": "Trzecia karta położona Graczowi, który stoi",
  "kind.BA-I04": "Wyszła karta, choć obie ręce stoją",
  "kind.BA-I05": "Wyszła karta po naturalu",
  "kind.BA-I06": "Wyszła karta dla Bankiera, który stoi",
  "kind.BA-I07": "Nie dobrano karty, którą trzeba było dobrać",
  "kind.BA-I08": "Nie dobrano wymaganej karty, zauważono po wypłacie",
  "kind.BA-I09": "Odkryta karta w bucie",
  "kind.BA-I10": "Karta wyszła z buta w czasie obstawiania",
  "kind.BA-I11": "Karta spadła na podłogę lub opuściła stół",
  "kind.BA-I12": "But skończył się w trakcie rundy",
  "kind.BA-I14": "Nie spalono kart z nowego buta",
  "kind.BA-I15": "Z nowego buta spalono złą liczbę kart",
  "kind.BA-I16": "Wadliwy but: o jedną kopię za dużo, joker, karta obca lub uszkodzona",
  "kind.BA-I17": "Za mało lub za dużo kart przy przeliczeniu buta",
  "kind.BA-I18": "But okazał się nieprzetasowany",
  "kind.BA-I19": "Usterka tasowarki",
  "kind.BA-I21": "Karty nie udało się odczytać",
  "kind.BA-I22": "Krupier zebrał karty przed odczytaniem wyniku",
  "kind.BA-I23": "Ogłoszono zły wynik albo zapłacono złej stronie",
  "kind.BA-I24": "Stawka postawiona za późno, przesunięta lub cofnięta",
  "kind.BA-I25": "Zakład boczny bez stawki głównej albo Dragon 7 wyższy od niej",
  "kind.BA-I28": "Wyszła karta dla ręki, która ma już trzy",

  "source.CS-I01":
    "S4: ta ręka jest nieważna, jej stawki wracają; tak samo R5. Pozostali grają dalej.",
  "source.CS-I02":
    "S4: rękę uzupełnia jeszcze jedna karta; wychodzi po wszystkich innych kartach (CS-D15).",
  "source.CS-I03":
    "S4: każde inne złe rozdanie krupierowi unieważnia wszystkie ręce; CS-I04, gdy honoruje się wygrane progresywne (R5).",
  "source.CS-I05":
    "S4 wraz z CS-G03: przed zamknięciem ostatniej decyzji (Bet lub pas) wszystkie ręce są nieważne.",
  "source.CS-I06": "Decyzja kasyna: nikt nie może już z tego skorzystać.",
  "source.CS-I07":
    "Decyzja kasyna: odkrywa się piątą kartę, każda inna wraca zakryta; zobaczono drugą kartę: CS-I05.",
  "source.CS-I08":
    "Decyzja kasyna: ręka pozostaje ważna; na życzenie gracza nieważna, dopóki nie podjął decyzji. R6 i R10 są surowsze.",
  "source.CS-I09": "S4: martwa ręka, wszystkie stawki gracza przepadają (CS-05).",
  "source.CS-I10": "S4 tego zabrania (CS-06); karę ustala kasyno, za pierwszym razem upomnienie.",
  "source.CS-I11":
    "S4: za lampkę odpowiada gracz (CS-03). Stawki nie przyjęto: moneta wraca; lampka zawiodła: stawka się liczy.",
  "source.CS-I13":
    "S4: dokładnie dwa ante (CS-07); poprawia się przed zamknięciem ostatniej decyzji, potem za niski Bet zostaje, nadwyżka wraca.",
  "source.CS-I14": "Praktyka kasyn: martwa karta, zostaje zakryta.",
  "source.CS-I15":
    "Praktyka kasyn: jeśli nie widziano żadnej karty, karty się przesuwa; inaczej stawki tego miejsca wracają.",
  "source.CS-I16":
    "Surowo: unieważnić i przetasować (Queensland, R10); Indiana odrzuca kartę i gra dalej (R6).",
  "source.CS-I17":
    "R10 (wadliwa talia): przerwać grę, unieważnić bieżącą rundę, zabezpieczyć talię; zakończone rundy są ważne.",
  "source.CS-I18":
    "Przez analogię do mini-bakarata w Nowej Południowej Walii, pkt 12.4: unieważnić rundę, zwrócić wszystko.",
  "source.CS-I19":
    "R10 (liczenie reszty talii, Pensylwania): unieważnić nierozliczoną rundę, wycofać talię.",
  "source.CS-I20":
    "R10 (zasady kasyna na żywo): tę samą kartę czyta się ponownie; inaczej runda jest nieważna.",
  "source.CS-I21":
    "R10 (błędna wypłata, Nevada): liczy się zapis stacji, różnicę wyrównuje osobny wpis.",
  "source.CS-I22":
    "Praktyka kasyn: w tym czasie bez stawek progresywnych, wypłaty według zapisu stacji.",
  "source.CS-I24":
    "Decyzja: może w nim być żeton, o którym nikt nie wie, więc rozstrzyga człowiek. Liczy się to, co zgłosił wcześniej.",
  "source.CH-I01":
    "I4: ponowny odczyt; krupier skanuje jeszcze raz, inspektor potwierdza. Co pozostaje nieodczytane, unieważnia rundę (7.2).",
  "source.CH-I02":
    "I4: runda jest nieważna; jeśli nagranie potwierdza prawdziwą kartę, liczy się ona.",
  "source.CH-I03":
    "I4: karty się przekłada, runda jest ważna. I3 pozwala na to tylko, jeśli nie rozdano dalszej karty.",
  "source.CH-I04":
    "I1, I3: runda nieważna dla wszystkich. Inaczej I2: odrzuca kartę i rozdaje dalej.",
  "source.CH-I05": "Decyzja kasyna: nikt nie może już z tego skorzystać.",
  "source.CH-I06":
    "Decyzja kasyna zgodna z I1, I3: runda nieważna dla wszystkich, także przy stole z boksami.",
  "source.CH-I07": "S2, S3: karty graczy są jawne; odkrywa się ją.",
  "source.CH-I08":
    "Decyzja kasyna: decyzja po flopie nie byłaby uczciwa. I16 rozdaje od nowa, czego tutaj nie można zrobić.",
  "source.CH-I09":
    "Decyzja kasyna: widziana, runda jest nieważna; niewidziana, pozostaje zakryta jako turn. I16 rozdaje od nowa.",
  "source.CH-I11":
    "I1, I2: runda nieważna dla wszystkich. Łagodniej, jak w Caribbean Stud: tylko ten boks.",
  "source.CH-I12":
    "I1, I2: runda nieważna dla wszystkich; brakująca druga karta może przyjść po flopie, jak w Caribbean Stud.",
  "source.CH-I13": "I1: unieważnić rundę i przetasować.",
  "source.CH-I14":
    "I1 unieważnia rękę, która zgubiła kartę; kasyno unieważnia rundę albo przywraca rozpoznaną kartę.",
  "source.CH-I15": "I1: pozostaje tak, jak rozdano.",
  "source.CH-I16":
    "I11, I12, I13, I9, I10: przerwać, unieważnić rundę, zabezpieczyć talię; zakończone rundy są ważne.",
  "source.CH-I17":
    "I14, I15: unieważnić to, co nierozliczone, zablokować talię; rozliczone rundy są ważne.",
  "source.CH-I18": "I18: przerwać, unieważnić, zabezpieczyć.",
  "source.CH-I22": "I5, I6: unieważnić rundę, oddać wszystko.",
  "source.CH-I23": "I4: bierze się je z tacki w kolejności i kładzie ponownie.",
  "source.CH-I24": "I17: liczy się zapis kontrolera, różnicę wyrównuje osobny wpis.",
  "source.CH-I26": "Decyzja kasyna: odłożyć, wynik jest ważny (7.2).",
  "source.BA-I01":
    "Zasady kasyna na żywo (R12): liczy się kolejność z buta; karty układa się ponownie jedną po drugiej.",
  "source.BA-I02":
    "R12: nie da się jej odtworzyć ze skanera ani z nagrania, więc runda jest nieważna.",
  "source.BA-I03":
    "Praktyka kasyn: jeśli Bankier musi dobrać, jest to jego trzecia karta (BA-D01).",
  "source.BA-I04":
    "Praktyka kasyn, W6: karty się nie używa; jest pierwszą następnej rundy albo zostaje spalona.",
  "source.BA-I05": "Jak BA-I04.",
  "source.BA-I06":
    "Jak BA-I04: liczą się jego dwie karty. Tekst z Makau o blackjacku: niewłaściwa karta krupiera jest nieważna (R8).",
  "source.BA-I07": "Decyzja kasyna: przed wypłatą dobiera się ją teraz.",
  "source.BA-I08": "Nevada (R12): wypłata pozostaje, różnicę się księguje.",
  "source.BA-I09":
    "Spotyka się trzy orzeczenia: Makau gra nią dalej (R7), praktyka w USA ją odrzuca, surowe unieważnia rundę. Mówi o tym zestaw zasad.",
  "source.BA-I10": "Decyzja kasyna: nikt nie może obstawiać, znając kartę; zostaje spalona.",
  "source.BA-I11":
    "Decyzja kasyna: jeśli nagranie potwierdza kartę i jej miejsce, pozostaje; inaczej runda jest nieważna.",
  "source.BA-I12": "Praktyka kasyn: runda jest nieważna.",
  "source.BA-I14":
    "W6 unieważnia cały but; tutaj nieważna jest bieżąca runda, a zakończone są ważne.",
  "source.BA-I15": "Decyzja kasyna: jedna za dużo niczego nie zmienia.",
  "source.BA-I16":
    "Nowa Zelandia (wadliwa talia), Dakota Południowa, Luizjana, Indiana (R12): przerwać, runda nieważna, zakończone rundy są ważne.",
  "source.BA-I17": "Jak BA-I16: rundy są ważne, cały but zostaje zabezpieczony.",
  "source.BA-I18":
    "New Jersey (R11): natychmiast przerwać; o zakończonych rundach decyduje kierownik i organ nadzoru.",
  "source.BA-I19":
    "Nowa Południowa Walia (R9): jeśli nikt nie jest pokrzywdzony, gra trwa; inaczej runda się kończy i stawki wracają.",
  "source.BA-I21":
    "Zasady kasyna na żywo (R12): tę samą kartę czyta się ponownie; jeśli się nie da, runda jest nieważna.",
  "source.BA-I22":
    "Zasady kasyna na żywo (R12): karty układa się ponownie z tacki, jedną po drugiej.",
  "source.BA-I23": "Nevada (R12): decydują karty; złą wypłatę wyrównuje osobny wpis.",
  "source.BA-I24":
    "BA-15: spóźniony żeton nigdy nie był stawką; cofnięta za późno liczy się jako postawiona.",
  "source.BA-I25":
    "BA-11, BA-13: co jest wbrew zasadom, wraca; stawka przyjęta przez stół pozostaje.",
  "source.BA-I28": "Decyzja kasyna: odłożyć, jeśli kolejność jest pewna.",
};
