// English texts of the irregularities of Texas Hold'em: loaded at its tables alone.
export const irregularitiesHoldemEn = {
  "kind.HE-I01": "First or second card off the deck exposed by the dealer",
  "kind.HE-I02": "One other hole card exposed by the dealer",
  "kind.HE-I03": "Two or more hole cards exposed by the dealer",
  "kind.HE-I04": "Card flashed by its own player",
  "kind.HE-I05": "Down card fallen off the table",
  "kind.HE-I06": "Card too many after complete hands",
  "kind.HE-I07": "Card out of order, wrong seat dealt in or left out, button in the wrong place",
  "kind.HE-I10": "Button short of a card",
  "kind.HE-I11": "Hand with a wrong number of cards, found late",
  "kind.HE-I12": "Card that lay face up in the deck",
  "kind.HE-I13": "Two cards of one rank and suit, or a card of another deck in play",
  "kind.HE-I14": "Player who knew that the deck was foul and bet",
  "kind.HE-I15": "Joker",
  "kind.HE-I16": "Card missing from the deck",
  "kind.HE-I17": "Button or blinds of the hand before in the wrong place",
  "kind.HE-I18": "Card that the scanner could not read",
  "kind.HE-I20": "Flop of four cards",
  "kind.HE-I21": "Flop of five or more cards",
  "kind.HE-I22": "Flop before the betting is finished",
  "kind.HE-I23": "Turn before the betting is finished",
  "kind.HE-I24": "River before the betting is finished",
  "kind.HE-I25": "No burn, or two, before the flop, no board card shown",
  "kind.HE-I26": "No burn, or two, before a flop that was shown",
  "kind.HE-I27": "No burn, or two, before turn or river",
  "kind.HE-I28": "Turn or river of two cards",
  "kind.HE-I29": "Stub dropped or in disorder",
  "kind.HE-I40": "Action out of turn",
  "kind.HE-I41": "Player passed over who keeps silent",
  "kind.HE-I42": "Call said without a bet, or check before one",
  "kind.HE-I43": "One chip without a word",
  "kind.HE-I44": "Several chips without a word",
  "kind.HE-I45": "Raise of a wrong size",
  "kind.HE-I46": "String bet",
  "kind.HE-I47": "Chips of the player that had not been pulled in",
  "kind.HE-I48": "Opening bet of a wrong size",
  "kind.HE-I49": "Call too small",
  "kind.HE-I50": "Call by a player who misunderstood the amount",
  "kind.HE-I51": "Hand killed by the dealer, unprotected",
  "kind.HE-I52": "Mucked hand that can be identified",
  "kind.HE-I53": "Hand of a player killed whose chips are in the pot",
  "kind.HE-I56": "Pot pushed to the wrong player",
  "kind.HE-I57": "Chips found behind an all-in that was called",
  "source.HE-I01":
    "RR hold'em 1, WSOP-L 104, TDA 35-A5: misdeal. Which of two exposed cards it was, the facts decide (HE-D24).",
  "source.HE-I02":
    "RR hold'em 1, POKERMANIA: the deal is finished, the top card of the stub replaces it, and it is the burn. The player has no choice.",
  "source.HE-I03": "RR, WSOP-L 104, TDA 35-A5: misdeal.",
  "source.HE-I04": "RR, WSOP-L 119: it plays.",
  "source.HE-I05": "RR, WSOP-L 119: it counts as exposed (HE-I01 to HE-I03).",
  "source.HE-I06":
    "RR hold'em 5, WSOP-L 118: one goes back as the burn card; two or more are a misdeal.",
  "source.HE-I07":
    "RR, WSOP-L 104-105, TDA 35: misdeal before substantial action; afterwards play on, a fouled hand is dead without refund.",
  "source.HE-I10":
    "TDA 37, WSOP-T 108: it may get the card even after action, unless it has acted already; then it is dead.",
  "source.HE-I11": "WSOP-L 106, DE 1550: dead.",
  "source.HE-I12":
    "RR, WSOP-L 21, TDA 35-A1: a scrap of paper, the next card replaces it; a second one among the hole cards is a misdeal.",
  "source.HE-I13":
    "RR, WSOP-L 111-112, TDA 35-E: all action void, all chips back, another deck; whatever has been bet.",
  "source.HE-I14": "RR, WSOP-L 113: he may lose the refund; the record keeps who it was.",
  "source.HE-I15":
    "RR, WSOP-L 115: replaced if it is shown before acting; the table finds it at once. After a new set-up a manager may call the deck foul.",
  "source.HE-I16": "RR, WSOP-L 117: the result stands.",
  "source.HE-I17":
    "RR, WSOP-L 109: corrected for the next hand, so that everybody has each position once.",
  "source.HE-I18":
    "decision: the table waits; the same card, read again, takes its place. A burn may stay unread.",
  "source.HE-I20":
    "WSOP-L 163, TDA 39-A: one of the four is drawn as the next burn. RR hold'em 2-3: all back, a new flop without a burn.",
  "source.HE-I21": "WSOP-L 163: flop and stub are shuffled, the flop is dealt again.",
  "source.HE-I22":
    "RR hold'em 3, WSOP-L 166-167, TDA 39: the burn stays, the cards go back, the stub is shuffled; the flop comes without another burn.",
  "source.HE-I23":
    "WSOP-L 167: as a premature flop. RR hold'em 4: set aside, burn and turn the next card, back before the river, which comes without a burn.",
  "source.HE-I24": "RR, WSOP-L 167: as a premature flop.",
  "source.HE-I25": "RR, WSOP-L 164: put right; the order of the shoe has done it (HE-D28).",
  "source.HE-I26": "WSOP-L 164: the cards go back and the stub is shuffled.",
  "source.HE-I27":
    "RR, WSOP-L 122 and 165: put right until action begins on the round; afterwards the card stands, an extra burn is the next burn.",
  "source.HE-I28": "2+2 thread: both back into the stub, which is shuffled, and a new card.",
  "source.HE-I29": "TDA RP-4: it is shuffled; no card of the hand changes.",
  "source.HE-I40":
    "WSOP-L 17 and 132, TDA: it binds if what has to be matched is the same when the turn comes. A fold stays.",
  "source.HE-I41":
    "TDA, WSOP-L 133: after two acts with chips behind him, or three, the floor decides on his hand.",
  "source.HE-I42":
    "WSOP-L 131, WSOP-T 90: a call without a bet is a check; a check before a bet leaves call or fold.",
  "source.HE-I43":
    "RR, WSOP-L 137 and 178, WSOP-T 97: a call; facing no bet, a bet of the whole chip.",
  "source.HE-I44":
    "WSOP-T 92 and 95: a call where all but the smallest chip would not make it, else half a raise or more is a raise.",
  "source.HE-I45":
    "WSOP-T 95, WSOP-L 136 and 179: half the raise or more is made up, less is a call and the rest goes back. Limit: a bet and half a bet is a raise.",
  "source.HE-I46":
    "WSOP-L 136 and 174, WSOP-T 103: only the first motion counts; the call is entered as an act.",
  "source.HE-I47":
    "WSOP-L 137, WSOP-T 98: the dealer reads what they come to, and it is entered as an act.",
  "source.HE-I48":
    "RR, WSOP-L 138, WSOP-T 90e: made up to the smallest bet; in limit to the size of the round.",
  "source.HE-I49":
    "WSOP-T 93f: the full call with two hands, or facing the opening bet; else the floor decides.",
  "source.HE-I50": "WSOP-T 104, RR: it is his duty to know; the accepted action stands.",
  "source.HE-I51":
    "RR, WSOP-L 110, WSOP-T 108: no redress; a bet that nobody has called goes back.",
  "source.HE-I52": "RR, WSOP-L 107: dead in the muck, unless the floor takes it back.",
  "source.HE-I53":
    "WSOP-T 91: they stay; a raise that nobody has called comes back, the call does not.",
  "source.HE-I56": "WSOP-L 51-52: put right by the record until the next hand begins.",
  "source.HE-I57": "WSOP-T 105: not paid to that player; the record keeps what was found.",
} as const;
