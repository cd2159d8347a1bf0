// English texts of the irregularities of Texas Hold'em: loaded at its tables alone.
export const irregularitiesHoldemEn = {
  "kind.HE-I02": "One hole card exposed, not the first or second off the deck",
  "kind.HE-I03": "Two or more hole cards exposed",
  "kind.HE-I13": "Two cards of one rank and suit, or a card of another deck in play",
  "kind.HE-I18": "Card that the scanner could not read",
  "kind.HE-I41": "Skipped player who has kept silent until there was substantial action behind him",
  "source.HE-I02":
    "RR, WSOP-L, POKERMANIA: the deal is finished, the top card of the stub takes its place, it is the burn.",
  "source.HE-I03": "RR, WSOP-L 104, TDA 35: misdeal.",
  "source.HE-I13":
    "RR, WSOP-L 111-112, TDA 35: all action void, all chips back, another deck; whatever has been bet.",
  "source.HE-I18":
    "decision: the table waits; the same card, read again, takes its place. A burn may stay unread.",
  "source.HE-I41": "TDA, WSOP-L 133: the action behind him binds, his own hand is decided.",
} as const;
