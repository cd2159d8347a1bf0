// Polish texts of the irregularities of poker; same keys as the English ones (tested).
import type { pokerIrregularitiesEn } from "./poker_irregularities.en.ts";

export const pokerIrregularitiesPl: Readonly<Record<keyof typeof pokerIrregularitiesEn, string>> = {
  "kind.HE-I02": "Jedna inna karta zakryta odkryta przez krupiera",
  "kind.HE-I03": "Dwie lub więcej zakrytych kart odkryte przez krupiera",
  "kind.HE-I13": "Karta jest dwa razy albo pochodzi z innej talii",
  "kind.HE-I18": "Skaner nie odczytał karty",
  "kind.HE-I41": "Pominięty gracz milczy",
  "kind.ST-I01": "Pierwsza lub druga karta miejsca odkryta przez krupiera",
  "kind.ST-I02": "Obie zakryte karty miejsca odkryte",
  "kind.ST-I03": "Najniższa byłaby ręka, której zakrytą kartę odkryto",
  "kind.ST-I04": "Gracza nie ma, gdy przychodzi jego kolej",
  "kind.ST-I05": "Gracz rezygnuje po swoim wejściu",
  "kind.ST-I06": "Najniższy gracz nie ma nic po ante",
  "kind.ST-I07": "Za najniższego uznano niewłaściwego gracza",
  "kind.ST-I08": "Przed ulicą spalono dwie karty albo żadnej",
  "kind.ST-I09": "Spalono i rozdano karty w trakcie licytacji",
  "kind.ST-I10": "Za wczesna karta to siódma, a właściciel ją widział",
  "kind.ST-I11": "Za mało kart na siódmą ulicę",
  "kind.ST-I12": "Za mało kart na siódmą ulicę nawet po wymieszaniu",
  "kind.ST-I13": "Gracz wobec stawki zabrał karty i nie sprawdził",
  "kind.ST-I14": "Zła liczba kart przy odsłonięciu",
  "kind.ST-I15": "Karta rozdana poza stół",
  "kind.ST-I16": "Sprawdzającego biją karty leżące odkryte",
  "kind.ST-I17": "Ostatnia karta odkryta, trzy ręce lub więcej",
  "kind.ST-I18": "Ostatnia karta pierwszej z dwóch rąk odkryta",
  "kind.ST-I19": "Ostatnia karta drugiej z dwóch rąk odkryta",
  "kind.ST-I20": "Kto otwiera, gdy ostatnia karta leży odkryta",
  "kind.ST-I21": "Zapowiedź pominięta albo błędna",
  "kind.ST-I30": "Błędne rozdanie zauważone w porę",
  "kind.ST-I31": "Błędne rozdanie zauważone za późno",
  "kind.ST-I32": "Wszystkie trzy pierwsze karty miejsca odkryte",
  "kind.ST-I33": "Pierwsze trzy karty miejsca rozdane zakryte",
  "kind.ST-I34": "O jedną kartę za dużo przy rozdaniu",
  "kind.ST-I35": "Karta leżała odwrócona w talii",
  "kind.ST-I36": "Karta jest dwa razy, obca karta albo inny grzbiet",
  "kind.ST-I37": "Joker w talii",
  "kind.ST-I38": "W talii brakuje karty",
  "kind.ST-I39": "Ostatnia karta gracza all-in odkryta",
  "kind.ST-I40": "Gracz zmienia kolejność swoich odkrytych kart",
  "kind.ST-I41": "Zagranie poza kolejnością",
  "kind.ST-I42": "Pominięto gracza",
  "kind.ST-I43": "Stawka poniżej wysokości",
  "kind.ST-I44": "Żetony wrzucone bez słowa",
  "kind.ST-I45": "Podbicie na raty",
  "kind.ST-I46": "Niechroniona ręka zabrana przez pomyłkę",
  "kind.ST-I47": "Ręka oddana przy odsłonięciu ma wrócić",
  "kind.ST-I48": "Reszta talii upuszczona lub pomieszana",
  "kind.ST-I49": "Spór albo spóźnione roszczenie",
  "source.HE-I02":
    "RR, WSOP-L, POKERMANIA: rozdaje się do końca, wierzchnia karta reszty zajmuje jej miejsce, a ona jest spalona. Gracz nie wybiera.",
  "source.HE-I03": "RR, WSOP-L 104, TDA 35: błędne rozdanie.",
  "source.HE-I13":
    "RR, WSOP-L 111-112, TDA 35: wszystko jest nieważne, wszystkie żetony wracają, inna talia; cokolwiek postawiono.",
  "source.HE-I18":
    "decyzja: stół czeka; ta sama karta, odczytana ponownie, zajmuje miejsce. Spalona może zostać nieodczytana.",
  "source.HE-I41":
    "TDA, WSOP-L 133: po dwóch zagraniach z żetonami za nim, albo trzech, o jego ręce decyduje inspektor.",
  "source.ST-I01":
    "S0, RR, WSOP-L 214: odkryta karta staje się kartą odkrytą, a trzecia jest rozdawana zakryta; poza tym ręka jest zwykła.",
  "source.ST-I02":
    "S0, RR: ręka jest martwa, a jej ante wraca; potwierdza to inspektor. Miejsce nie dostaje trzeciej karty.",
  "source.ST-I03":
    "S0, RR: nie wpłaca wejścia; od następnego miejsca każdy może spasować, wejść albo postawić całość. Wynika samo.",
  "source.ST-I04":
    "S0, RR, WSOP-L 221: ante i wejście przepadają; ręka ginie, gdy dojdzie do niej kolej. Gdzie jest zegar, robi to zegar.",
  "source.ST-I05":
    "S0, RR, WSOP-L 222: pas jest ważny; miejsce dostaje karty, dopóki ktoś nie postawi.",
  "source.ST-I06":
    "S0, RR, WSOP-L 217: sąsiad z lewej może spasować, wejść albo postawić całość. Wynika z żetonów.",
  "source.ST-I07":
    "S0, granica wg RR, WSOP-L 218: dopóki następny nie zagrał, otwiera prawdziwa najniższa karta, a tamten zabiera żetony; później stawka zostaje, a prawdziwa najniższa karta nic nie wpłaca.",
  "source.ST-I08":
    "S0, po zagraniu WSOP-L 122 i 226: przed zagraniem każda karta trafia na swoje miejsce. Obejrzana ostatnia karta zostaje. Po zagraniu karty zostają, a druga spalona jest następną.",
  "source.ST-I09":
    "S0, inaczej WSOP-L 227: karty są odkładane i jeszcze tyle, ilu czeka na kartę, a następna ulica ma nowe palenie; albo wracają do reszty talii, którą się tasuje, a ich palenie wystarcza.",
  "source.ST-I10":
    "S0, RR: zatrzymuje ją. Dopóki trwa licytacja szóstej ulicy, może sprawdzać, lecz nie stawiać ani podbijać.",
  "source.ST-I11":
    "S0, S1: reszta talii, spalone i odłożone są mieszane; każdy dostaje własną kartę. Wynika z liczby kart.",
  "source.ST-I12":
    "S0, S1: odkrywa się jedną wspólną kartę dla wszystkich rąk. Wynika z liczby kart.",
  "source.ST-I13":
    "S0, RR: ręka jest martwa, jeśli ktoś za nim przez to zagrał; inaczej nic samo nie wynika.",
  "source.ST-I14": "S0, RR: wygrać może tylko siedem kart, z kartą wspólną włącznie.",
  "source.ST-I15":
    "S0, RR, WSOP-L 224: trzeba nią grać i liczy się jako odkryta: przy zakrytej lub ostatniej karcie to, co przy odkrytej.",
  "source.ST-I16": "S0: sprawdzenie jest ostateczne; nic nie wraca.",
  "source.ST-I17":
    "S0, RR: inni dostają zakryte. Przed zagraniem gracz może licytować dalej albo być all-in o obecne pule.",
  "source.ST-I18":
    "S0, RR, WSOP-L 230: ostatnia karta drugiej też jest rozdawana odkryta; licytacja zwykła.",
  "source.ST-I19": "S0, RR: przed zagraniem jej gracz może być all-in o obecne pule.",
  "source.ST-I20": "S0, RR: najwyższa ręka według wszystkich odkrytych kart. Wynika samo.",
  "source.ST-I21":
    "S0, TDA 1: mówią karty: kto najniżej lub najwyżej, ustala stół. O błędnej zapowiedzi, po której zagrano, decyduje inspektor.",
  "source.ST-I30":
    "RR, WSOP-L 104, TDA 35: karty odkryte, odwrócone, za dużo, za mało, w złej kolejności lub na złe miejsce: wszystkie żetony wracają i to samo rozdanie od nowa, dopóki dwóch za wejściem nie zagrało.",
  "source.ST-I31":
    "RR, WSOP-L 105, TDA 36: dwóch za wejściem już zagrało: gra trwa, wadliwe ręce są martwe i nic nie wraca.",
  "source.ST-I32": "WSOP-L 214: rozdanie od nowa.",
  "source.ST-I33": "WSOP-T: inspektor miesza je i losuje tę, którą się odkrywa.",
  "source.ST-I34": "RR, WSOP-L 118: jest spaloną następnej ulicy.",
  "source.ST-I35":
    "RR, WSOP-L 21: to skrawek papieru: jej miejsce zajmuje następna karta, zaraz albo po rozdaniu ulicy. Druga w ręce to błędne rozdanie.",
  "source.ST-I36":
    "RR, WSOP-L 22 i 111-113, TDA 35: wszystko jest nieważne, każdy żeton wraca do właściciela, a talia jest blokowana.",
  "source.ST-I37":
    "RR, WSOP-L 115: to skrawek papieru i jest zastępowany. Ręka, której gracz na nim zagrał, jest martwa.",
  "source.ST-I38": "RR, WSOP-L 117: wyniku to nie cofa.",
  "source.ST-I39": "RR, WSOP-L 229: zatrzymuje ją; inni dostają zakryte.",
  "source.ST-I40": "RR, WSOP-L IX, BARGE: niewłaściwe; inspektor może uznać rękę za martwą.",
  "source.ST-I41":
    "WSOP-L 132, TDA: wiąże, jeśli kwota do wyrównania jest ta sama, gdy przyjdzie kolej; inaczej znów wolny wybór. Pas liczy się od razu.",
  "source.ST-I42":
    "WSOP-L 133, RR: ma wolny wybór, dopóki dwóch za nim nie zagrało; potem o jego ręce decyduje inspektor.",
  "source.ST-I43": "RR, WSOP-L 138: jest uzupełniana do następnej dozwolonej.",
  "source.ST-I44":
    "RR, WSOP-L 136-137: jeden żeton to sprawdzenie, tak samo mniej niż sprawdzenie i pół stawki; kilka na więcej to podbicie do pełnej. Nadmiar wraca.",
  "source.ST-I45": "RR, WSOP-L 136: liczy się tylko sprawdzenie.",
  "source.ST-I46": "RR, WSOP-T 108: bez odwołania; niesprawdzona stawka wraca.",
  "source.ST-I47":
    "RR, WSOP-L 107: martwa wśród odrzuconych, chyba że da się ją pewnie rozpoznać i inspektor ją przywróci.",
  "source.ST-I48": "TDA RP-4: tasuje się tylko ją; rozdane karty się nie zmieniają.",
  "source.ST-I49": "WSOP-L 51: rozpatruje się do początku następnego rozdania.",
};
