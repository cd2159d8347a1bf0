// Polish texts of the irregularities of Texas Hold'em; same keys as the English ones (tested).
import type { irregularitiesHoldemEn } from "./irregularities_holdem.en.ts";

export const irregularitiesHoldemPl: Readonly<Record<keyof typeof irregularitiesHoldemEn, string>> =
  {
    "kind.HE-I02": "Jedna inna karta zakryta odkryta przez krupiera",
    "kind.HE-I03": "Dwie lub więcej zakrytych kart odkryte przez krupiera",
    "kind.HE-I13": "Karta jest dwa razy albo pochodzi z innej talii",
    "kind.HE-I18": "Skaner nie odczytał karty",
    "kind.HE-I41": "Pominięty gracz milczy",
    "source.HE-I02":
      "RR, WSOP-L, POKERMANIA: rozdaje się do końca, wierzchnia karta reszty zajmuje jej miejsce, a ona jest spalona. Gracz nie wybiera.",
    "source.HE-I03": "RR, WSOP-L 104, TDA 35: błędne rozdanie.",
    "source.HE-I13":
      "RR, WSOP-L 111-112, TDA 35: wszystko jest nieważne, wszystkie żetony wracają, inna talia; cokolwiek postawiono.",
    "source.HE-I18":
      "decyzja: stół czeka; ta sama karta, odczytana ponownie, zajmuje miejsce. Spalona może zostać nieodczytana.",
    "source.HE-I41":
      "TDA, WSOP-L 133: po dwóch zagraniach z żetonami za nim, albo trzech, o jego ręce decyduje inspektor.",
  };
