// Polish texts of the irregularities of Seven Card Stud; same keys as the English ones (tested).
import type { irregularitiesStudEn } from "./irregularities_stud.en.ts";

export const irregularitiesStudPl: Readonly<Record<keyof typeof irregularitiesStudEn, string>> = {
  "kind.ST-I01": "Krupier odkrył pierwszą lub drugą kartę miejsca",
  "kind.ST-I02": "Odkryte obie karty zakryte miejsca",
  "kind.ST-I04": "Nieobecny, gdy przychodzi jego kolej",
  "kind.ST-I05": "Otwierający rezygnuje po swoim bring-in",
  "kind.ST-I07": "Wskazano złą najniższą kartę",
  "kind.ST-I08": "Dwie karty spalone albo żadna przed rundą kart",
  "kind.ST-I09": "Karty rozdane, gdy licytacja jeszcze trwa",
  "kind.ST-I10": "Karta rozdana za wcześnie to siódma, którą gracz widział",
  "kind.ST-I11": "Za mało kart na siódmą kartę",
  "kind.ST-I12": "Za mało kart na siódmą kartę nawet po przetasowaniu",
  "kind.ST-I13": "Gracz wobec zakładu podnosi otwarte karty i nie sprawdza",
  "kind.ST-I14": "Zła liczba kart przy wyłożeniu",
  "kind.ST-I15": "Karta spadła ze stołu",
  "kind.ST-I16": "Sprawdził, choć przegrywał z widocznymi kartami",
  "kind.ST-I17": "Ostatnia karta odkryta, trzy ręce lub więcej",
  "kind.ST-I18": "Ostatnia karta pierwszej z dwóch rąk odkryta",
  "kind.ST-I19": "Ostatnia karta drugiej z dwóch rąk odkryta",
  "kind.ST-I21": "Zapowiedzi brak albo zła",
  "kind.ST-I30": "Złe rozdanie zauważone w porę",
  "kind.ST-I31": "Złe rozdanie zauważone za późno",
  "kind.ST-I32": "Odkryte wszystkie trzy pierwsze karty miejsca",
  "kind.ST-I33": "Trzy pierwsze karty miejsca rozdane zakryte",
  "kind.ST-I34": "Jedna karta za dużo w rozdaniu",
  "kind.ST-I35": "Karta leżała w talii odkryta",
  "kind.ST-I36": "Karta podwójna, obca albo ze złym rewersem",
  "kind.ST-I37": "Joker w talii",
  "kind.ST-I38": "W talii brakuje karty",
  "kind.ST-I39": "Ostatnia karta gracza all-in rozdana odkryta",
  "kind.ST-I40": "Gracz zmienia kolejność otwartych kart",
  "kind.ST-I41": "Akcja poza kolejnością",
  "kind.ST-I42": "Gracza pominięto",
  "kind.ST-I43": "Zakład za mały",
  "kind.ST-I44": "Żetony postawione bez słowa",
  "kind.ST-I45": "Przebicie na raty",
  "kind.ST-I46": "Niechroniona ręka zabrana przez pomyłkę",
  "kind.ST-I47": "Ręka odrzucona przy wyłożeniu ma wrócić",
  "kind.ST-I48": "Reszta talii upuszczona albo pomieszana",
  "kind.ST-I49": "Spór albo późna reklamacja",
  "source.ST-I01":
    "S0, RR, WSOP-L 214: odkryta karta jest kartą otwartą, trzecia idzie zakryta; poza tym ręka gra normalnie.",
  "source.ST-I02":
    "S0, RR: ręka jest martwa, ante wraca; potwierdza to inspektor. Trzeciej karty miejsce nie dostaje.",
  "source.ST-I04":
    "S0, RR, WSOP-L 221: ante i bring-in przepadają; ręka ginie, gdy przychodzi kolej. Gdzie jest zegar, robi to zegar.",
  "source.ST-I05":
    "S0, RR, WSOP-L 222: pas jest ważny; miejsce dalej dostaje karty, aż ktoś zagra.",
  "source.ST-I07":
    "S0, granica RR, WSOP-L 218: dopóki następny gracz nie zagrał, otwiera prawdziwa najniższa karta, a tamten bierze żetony z powrotem; później zakład zostaje, a prawdziwa nic nie musi.",
  "source.ST-I08":
    "S0, po akcji WSOP-L 122 i 226: przed pierwszą akcją każda karta idzie na swoje miejsce. Obejrzana ostatnia karta zostaje. Po akcji karty leżą, a druga spalona jest następną do spalenia.",
  "source.ST-I09":
    "S0, RR, inaczej WSOP-L 227: odkłada się je i dokłada tyle, ile miejsc czeka na kartę, a następna runda kart znów zaczyna się od spalenia; albo wracają do reszty talii, którą się tasuje, a ich spalona karta wystarcza.",
  "source.ST-I10":
    "S0, RR: zatrzymuje ją. Do końca licytacji szóstej karty może sprawdzać, ale nie stawiać ani przebijać.",
  "source.ST-I11":
    "S0, S1: resztę talii, karty spalone i odłożone tasuje się razem; każdy dostaje własną kartę. Wynika z liczby kart.",
  "source.ST-I12":
    "S0, S1: odkrywa się jedną kartę wspólną dla wszystkich rąk. Wynika z liczby kart.",
  "source.ST-I13":
    "S0, RR: ręka jest martwa, jeśli ktoś za nim przez to zagrał; inaczej nic z tego nie wynika.",
  "source.ST-I14": "S0, RR: wygrywa tylko siedem kart, wspólna wliczona.",
  "source.ST-I15":
    "S0, RR, WSOP-L 224: trzeba nią grać i liczy się jak odkryta: dla karty zakrytej i ostatniej obowiązuje to samo co przy odkrytej.",
  "source.ST-I16": "S0: sprawdzenie jest ostateczne; nic nie wraca.",
  "source.ST-I17":
    "S0, RR: inni dostają swoje zakryte. Przed akcją gracz może grać dalej albo być all-in o obecną pulę.",
  "source.ST-I18": "S0, RR, WSOP-L 230: drugiej też daje się ją odkrytą; licytacja zwykła.",
  "source.ST-I19": "S0, RR: przed akcją gracz może być all-in o obecną pulę.",
  "source.ST-I21":
    "S0, TDA 1: mówią karty: kto jest najniższy lub najwyższy, stwierdza stół. Zła zapowiedź, przez którą ktoś zagrał, należy do inspektora.",
  "source.ST-I30":
    "RR, WSOP-L 104, TDA 35: karty odkryte, odwrócone, za dużo, za mało, nie po kolei albo na złym miejscu: żetony wracają i rozdaje się to samo jeszcze raz, dopóki za bring-in nie zagrały dwie osoby.",
  "source.ST-I31":
    "RR, WSOP-L 105, TDA 36: za bring-in zagrały dwie osoby: gra toczy się dalej, wadliwe ręce są martwe, nic nie wraca.",
  "source.ST-I32": "WSOP-L 214: rozdaje się jeszcze raz.",
  "source.ST-I33": "WSOP-T: inspektor miesza je i losuje tę, którą się odkrywa.",
  "source.ST-I34": "RR, WSOP-L 118: jest następną do spalenia.",
  "source.ST-I35":
    "RR, WSOP-L 21: jest skrawkiem papieru: jej miejsce zajmuje następna, od razu albo po rozdaniu tej rundy kart. Druga w tej samej ręce to złe rozdanie.",
  "source.ST-I36":
    "RR, WSOP-L 22 i 111-113, TDA 35: cała akcja nieważna, żetony wracają do tych, którzy je dali, talia zablokowana.",
  "source.ST-I37":
    "RR, WSOP-L 115: jest skrawkiem papieru i wymienia się go. Ręka, którą gracz już z nim grał, jest martwa.",
  "source.ST-I38": "RR, WSOP-L 117: nie unieważnia wyniku.",
  "source.ST-I39": "RR, WSOP-L 229: zatrzymuje ją; inni dostają swoje zakryte.",
  "source.ST-I40": "RR, WSOP-L IX, BARGE: niewłaściwe; inspektor może uznać rękę za martwą.",
  "source.ST-I41":
    "WSOP-L 132, TDA: wiąże, jeśli w jego kolejce kwota do wyrównania jest ta sama; inaczej wybiera od nowa. Pas liczy się od razu.",
  "source.ST-I42":
    "WSOP-L 133, RR: może wszystko, dopóki za nim nie zagrały dwie osoby; potem o jego ręce decyduje inspektor.",
  "source.ST-I43": "RR, WSOP-L 138: uzupełnia się go do następnej dozwolonej kwoty.",
  "source.ST-I44":
    "RR, WSOP-L 136-137: jeden żeton to sprawdzenie, tak samo mniej niż sprawdzenie i pół zakładu; kilka żetonów na więcej to przebicie do pełnej kwoty. Nadwyżka wraca.",
  "source.ST-I45": "RR, WSOP-L 136: liczy się tylko sprawdzenie.",
  "source.ST-I46": "RR, WSOP-T 108: nie ma zwrotu; wraca tylko zakład, którego nikt nie sprawdził.",
  "source.ST-I47":
    "RR, WSOP-L 107: w odrzuconych jest martwa, chyba że da się ją rozpoznać na pewno i inspektor ją przywróci.",
  "source.ST-I48": "TDA RP-4: tasuje się samą resztę; rozdane karty się nie zmieniają.",
  "source.ST-I49": "WSOP-L 51: rozpatruje się do początku następnej ręki.",
};
