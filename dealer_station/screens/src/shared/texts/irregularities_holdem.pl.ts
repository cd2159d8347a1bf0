// Polish texts of the irregularities of Texas Hold'em; same keys as the English ones (tested).
import type { irregularitiesHoldemEn } from "./irregularities_holdem.en.ts";

export const irregularitiesHoldemPl: Readonly<Record<keyof typeof irregularitiesHoldemEn, string>> =
  {
    "kind.HE-I01": "Pierwsza lub druga karta z talii odkryta przez krupiera",
    "kind.HE-I02": "Jedna inna karta zakryta odkryta przez krupiera",
    "kind.HE-I03": "Dwie lub więcej zakrytych kart odkryte przez krupiera",
    "kind.HE-I04": "Gracz sam pokazał kartę",
    "kind.HE-I05": "Zakryta karta spadła ze stołu",
    "kind.HE-I06": "Karta za dużo po pełnych rękach",
    "kind.HE-I07": "Zła kolejność, złe lub pominięte miejsce, button w złym miejscu",
    "kind.HE-I10": "Buttonowi brakuje karty",
    "kind.HE-I11": "Zła liczba kart w ręce, wykryta późno",
    "kind.HE-I12": "Karta leżała odwrócona w talii",
    "kind.HE-I13": "Karta jest dwa razy albo pochodzi z innej talii",
    "kind.HE-I14": "Gracz wiedział o wadliwej talii i stawiał",
    "kind.HE-I15": "Joker",
    "kind.HE-I16": "W talii brakuje karty",
    "kind.HE-I17": "Button lub ślepe poprzedniego rozdania w złym miejscu",
    "kind.HE-I18": "Skaner nie odczytał karty",
    "kind.HE-I20": "Flop z czterech kart",
    "kind.HE-I21": "Flop z pięciu lub więcej kart",
    "kind.HE-I22": "Flop przed końcem licytacji",
    "kind.HE-I23": "Turn przed końcem licytacji",
    "kind.HE-I24": "River przed końcem licytacji",
    "kind.HE-I25": "Brak lub podwójne palenie przed flopem, nic nie odkryto",
    "kind.HE-I26": "Brak lub podwójne palenie przed odkrytym flopem",
    "kind.HE-I27": "Brak lub podwójne palenie przed turnem lub riverem",
    "kind.HE-I28": "Turn lub river z dwóch kart",
    "kind.HE-I29": "Reszta talii upuszczona lub pomieszana",
    "kind.HE-I40": "Zagranie poza kolejnością",
    "kind.HE-I41": "Pominięty gracz milczy",
    "kind.HE-I42": "„Sprawdzam” bez stawki albo „czekam” przed stawką",
    "kind.HE-I43": "Jeden żeton bez słowa",
    "kind.HE-I44": "Kilka żetonów bez słowa",
    "kind.HE-I45": "Podbicie złej wysokości",
    "kind.HE-I46": "Zakład na raty",
    "kind.HE-I47": "Niezebrane wcześniejsze żetony gracza",
    "kind.HE-I48": "Otwarcie złej wysokości",
    "kind.HE-I49": "Za małe sprawdzenie",
    "kind.HE-I50": "Sprawdzenie przy źle zrozumianej kwocie",
    "kind.HE-I51": "Niechroniona ręka zabita przez krupiera",
    "kind.HE-I52": "Odrzucona ręka, którą da się rozpoznać",
    "kind.HE-I53": "Ręka zabita, a żetony gracza są w puli",
    "kind.HE-I56": "Pula oddana niewłaściwemu graczowi",
    "kind.HE-I57": "Żetony znalezione za sprawdzonym all-in",
    "source.HE-I01":
      "RR hold'em 1, WSOP-L 104, TDA 35-A5: błędne rozdanie. Która z dwóch kart, rozstrzygają fakty (HE-D24).",
    "source.HE-I02":
      "RR, WSOP-L, POKERMANIA: rozdaje się do końca, wierzchnia karta reszty zajmuje jej miejsce, a ona jest spalona. Gracz nie wybiera.",
    "source.HE-I03": "RR, WSOP-L 104, TDA 35: błędne rozdanie.",
    "source.HE-I04": "RR, WSOP-L 119: gra dalej.",
    "source.HE-I05": "RR, WSOP-L 119: liczy się jako odkryta (HE-I01 do HE-I03).",
    "source.HE-I06":
      "RR hold'em 5, WSOP-L 118: jedna wraca jako spalona; dwie lub więcej to błędne rozdanie.",
    "source.HE-I07":
      "RR, WSOP-L 104-105, TDA 35: przed istotną akcją błędne rozdanie; potem gra trwa, wadliwa ręka jest martwa i nic nie wraca.",
    "source.HE-I10":
      "TDA 37, WSOP-T 108: może ją dostać nawet po akcji, chyba że już zagrał; wtedy jest martwy.",
    "source.HE-I11": "WSOP-L 106, DE 1550: martwa.",
    "source.HE-I12":
      "RR, WSOP-L 21, TDA 35-A1: skrawek papieru, zastępuje ją następna karta; druga wśród zakrytych to błędne rozdanie.",
    "source.HE-I13":
      "RR, WSOP-L 111-112, TDA 35: wszystko jest nieważne, wszystkie żetony wracają, inna talia; cokolwiek postawiono.",
    "source.HE-I14": "RR, WSOP-L 113: może stracić zwrot; zapis mówi, kto to był.",
    "source.HE-I15":
      "RR, WSOP-L 115: zastępowany, jeśli pokazany przed zagraniem; stół wykrywa go od razu. Kierownik może uznać talię za wadliwą.",
    "source.HE-I16": "RR, WSOP-L 117: wynik zostaje.",
    "source.HE-I17":
      "RR, WSOP-L 109: poprawiane w następnym rozdaniu, by każdy miał każdą pozycję raz.",
    "source.HE-I18":
      "decyzja: stół czeka; ta sama karta, odczytana ponownie, zajmuje miejsce. Spalona może zostać nieodczytana.",
    "source.HE-I20":
      "WSOP-L 163, TDA 39-A: jedna z czterech jest losowana jako następna spalona. RR hold'em 2-3: wszystkie wracają, nowy flop bez palenia.",
    "source.HE-I21": "WSOP-L 163: flop i reszta talii są tasowane, flop od nowa.",
    "source.HE-I22":
      "RR hold'em 3, WSOP-L 166-167, TDA 39: spalona zostaje, karty wracają, reszta talii jest tasowana; flop bez nowego palenia.",
    "source.HE-I23":
      "WSOP-L 167: jak za wczesny flop. RR hold'em 4: odłożyć, spalić i odkryć następną, przed riverem wraca, river bez palenia.",
    "source.HE-I24": "RR, WSOP-L 167: jak za wczesny flop.",
    "source.HE-I25": "RR, WSOP-L 164: naprawione; zrobiła to kolejność z buta (HE-D28).",
    "source.HE-I26": "WSOP-L 164: karty wracają, a reszta talii jest tasowana.",
    "source.HE-I27":
      "RR, WSOP-L 122 i 165: naprawiane, dopóki nie zagrano w rundzie; potem karta zostaje, nadmiarowa spalona jest następną.",
    "source.HE-I28": "wątek 2+2: obie wracają do reszty talii, która jest tasowana, i nowa karta.",
    "source.HE-I29": "TDA RP-4: jest tasowana; karty rozdania się nie zmieniają.",
    "source.HE-I40":
      "WSOP-L 17 i 132, TDA: wiąże, jeśli kwota do wyrównania jest ta sama, gdy przyjdzie kolej. Pas zostaje.",
    "source.HE-I41":
      "TDA, WSOP-L 133: po dwóch zagraniach z żetonami za nim, albo trzech, o jego ręce decyduje inspektor.",
    "source.HE-I42":
      "WSOP-L 131, WSOP-T 90: sprawdzenie bez stawki to czekanie; po czekaniu przed stawką zostaje sprawdzenie lub pas.",
    "source.HE-I43":
      "RR, WSOP-L 137 i 178, WSOP-T 97: sprawdzenie; bez stawki przed nim zakład całego żetonu.",
    "source.HE-I44":
      "WSOP-T 92 i 95: sprawdzenie, gdy bez najmniejszego by nie starczyło; inaczej pół podbicia lub więcej to podbicie.",
    "source.HE-I45":
      "WSOP-T 95, WSOP-L 136 i 179: od połowy podbicia uzupełniane, mniej to sprawdzenie, a reszta wraca. Limit: stawka i pół to podbicie.",
    "source.HE-I46":
      "WSOP-L 136 i 174, WSOP-T 103: liczy się tylko pierwszy ruch; sprawdzenie wpisuje się jako zagranie.",
    "source.HE-I47":
      "WSOP-L 137, WSOP-T 98: krupier odczytuje, ile wychodzi, i wpisuje jako zagranie.",
    "source.HE-I48":
      "RR, WSOP-L 138, WSOP-T 90e: uzupełniane do najmniejszej stawki; w limicie do stawki rundy.",
    "source.HE-I49":
      "WSOP-T 93f: pełne sprawdzenie przy dwóch rękach lub wobec otwarcia; inaczej decyduje inspektor.",
    "source.HE-I50": "WSOP-T 104, RR: powinien ją znać; przyjęta akcja zostaje.",
    "source.HE-I51": "RR, WSOP-L 110, WSOP-T 108: bez odwołania; niesprawdzona stawka wraca.",
    "source.HE-I52": "RR, WSOP-L 107: martwa wśród odrzuconych, chyba że inspektor ją przywróci.",
    "source.HE-I53": "WSOP-T 91: zostają; niesprawdzone podbicie wraca, sprawdzenie nie.",
    "source.HE-I56": "WSOP-L 51-52: poprawiana według zapisu, do początku następnego rozdania.",
    "source.HE-I57": "WSOP-T 105: temu graczowi nie wypłacane; zapis mówi, co znaleziono.",
  };
