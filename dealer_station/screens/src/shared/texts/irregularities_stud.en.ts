// English texts of the irregularities of Seven Card Stud: loaded at its tables alone.
export const irregularitiesStudEn = {
  "kind.ST-I01": "First or second card of a seat turned up by the dealer",
  "kind.ST-I02": "Both hole cards of a seat turned up",
  "kind.ST-I04": "Player absent when his turn comes",
  "kind.ST-I05": "Forced player gives up after his forced bet",
  "kind.ST-I07": "Wrong player designated low",
  "kind.ST-I08": "Two burns or none before a street",
  "kind.ST-I09": "Burn and cards dealt while a betting round is open",
  "kind.ST-I10": "Card dealt too early is a seventh card that its owner has seen",
  "kind.ST-I11": "Not enough cards for seventh street",
  "kind.ST-I12": "Not enough cards for seventh street even when mixed",
  "kind.ST-I13": "Player facing a wager picks up his up cards without calling",
  "kind.ST-I14": "Wrong number of cards at the showdown",
  "kind.ST-I15": "Card dealt off the table",
  "kind.ST-I16": "Caller beaten by cards that lie face up",
  "kind.ST-I17": "Last card dealt face up, three or more hands",
  "kind.ST-I18": "Last card of the first of two hands dealt face up",
  "kind.ST-I19": "Last card of the second of two hands dealt face up",
  "kind.ST-I21": "Announcement omitted or wrong",
  "kind.ST-I30": "Misdeal noticed in time",
  "kind.ST-I31": "Misdeal noticed too late",
  "kind.ST-I32": "All three starting cards of a seat exposed",
  "kind.ST-I33": "First three cards of a seat dealt face down",
  "kind.ST-I34": "One card too many in a deal",
  "kind.ST-I35": "Card that lay face up in the deck",
  "kind.ST-I36": "Card that is there twice, foreign card or wrong back",
  "kind.ST-I37": "Joker in the deck",
  "kind.ST-I38": "Card missing from the deck",
  "kind.ST-I39": "Last card of an all-in player dealt face up",
  "kind.ST-I40": "Player alters the order of his up cards",
  "kind.ST-I41": "Action out of turn",
  "kind.ST-I42": "Player was skipped",
  "kind.ST-I43": "Wager below its size",
  "kind.ST-I44": "Chips put in without a word",
  "kind.ST-I45": "Raise in several motions",
  "kind.ST-I46": "Unprotected hand killed by mistake",
  "kind.ST-I47": "Hand given up at the showdown is to be retrieved",
  "kind.ST-I48": "Stub dropped or disordered",
  "kind.ST-I49": "Dispute or late claim",
  "source.ST-I01":
    "S0, RR, WSOP-L 214: the exposed card becomes the up card and the third one is dealt down; otherwise the hand is normal.",
  "source.ST-I02":
    "S0, RR: the hand is dead and its ante goes back; a supervisor confirms it. The seat gets no third card.",
  "source.ST-I04":
    "S0, RR, WSOP-L 221: ante and forced bet are lost; the hand is killed when the action reaches it. Where there is a clock, the clock does it.",
  "source.ST-I05":
    "S0, RR, WSOP-L 222: the fold stands; the seat goes on receiving cards until somebody bets.",
  "source.ST-I07":
    "S0, cut-off RR, WSOP-L 218: until the next player has acted the true low card has to open and the other takes his chips back; later the wager stands and the true low card owes nothing.",
  "source.ST-I08":
    "S0, after action WSOP-L 122 and 226: before action every card goes into its proper place. A last card that was looked at stays. After action the cards stand, and a second burn is the next one.",
  "source.ST-I09":
    "S0, RR, the other way WSOP-L 227: the cards are set aside with as many more as seats are due a card, and the next street is burned for again; or they go back into the stub, which is shuffled, and their burn serves.",
  "source.ST-I10":
    "S0, RR: he keeps it. As long as the betting of sixth street goes on he may call, but neither bet nor raise.",
  "source.ST-I11":
    "S0, S1: stub, burns and cards set aside are mixed; everybody gets a card of his own. Found by the count of the cards.",
  "source.ST-I12":
    "S0, S1: one common card is turned for every hand. Found by the count of the cards.",
  "source.ST-I13":
    "S0, RR: the hand is dead if somebody behind him has acted because of it; otherwise nothing follows by itself.",
  "source.ST-I14": "S0, RR: only seven cards can win, a common card among them.",
  "source.ST-I15":
    "S0, RR, WSOP-L 224: it must be played, and counts as exposed: for a hole card or a last card what holds for an exposed one.",
  "source.ST-I16": "S0: a call is final; nothing is given back.",
  "source.ST-I17":
    "S0, RR: the others get theirs down. Before any action the player may go on betting or be all-in for the pots as they are.",
  "source.ST-I18":
    "S0, RR, WSOP-L 230: the last card of the other is dealt up too; betting is as usual.",
  "source.ST-I19": "S0, RR: before any action its player may be all-in for the pots as they are.",
  "source.ST-I21":
    "S0, TDA 1: cards speak: who is low or high is found by the table. A wrong announcement that caused action is for the supervisor.",
  "source.ST-I30":
    "RR, WSOP-L 104, TDA 35: cards exposed, boxed, too many, too few, out of sequence or to a wrong seat: all chips go back and the same hand is dealt again, until two players behind the forced bet have acted.",
  "source.ST-I31":
    "RR, WSOP-L 105, TDA 36: two players behind the forced bet have acted: play goes on, fouled hands are dead, and nothing goes back.",
  "source.ST-I32": "WSOP-L 214: the hand is dealt again.",
  "source.ST-I33": "WSOP-T: a supervisor mixes them and draws the one that is turned up.",
  "source.ST-I34": "RR, WSOP-L 118: it is the burn of the next street.",
  "source.ST-I35":
    "RR, WSOP-L 21: it is a scrap of paper: the next card takes its place, at once or after the deal of the street. A second one in a hand is a misdeal.",
  "source.ST-I36":
    "RR, WSOP-L 22 and 111-113, TDA 35: all action is void, every chip goes back to who put it in, and the deck is locked out.",
  "source.ST-I37":
    "RR, WSOP-L 115: it is a scrap of paper and is replaced. A hand whose player has acted on it is dead.",
  "source.ST-I38": "RR, WSOP-L 117: it does not undo a result.",
  "source.ST-I39": "RR, WSOP-L 229: he keeps it; the others get theirs down.",
  "source.ST-I40": "RR, WSOP-L IX, BARGE: improper; a supervisor may rule the hand dead.",
  "source.ST-I41":
    "WSOP-L 132, TDA: it binds if the amount to match is the same when the turn comes; otherwise all choices are open again. A fold counts at once.",
  "source.ST-I42":
    "WSOP-L 133, RR: he has all his choices until two players behind him have acted; then a supervisor decides on his hand.",
  "source.ST-I43": "RR, WSOP-L 138: it is made whole with the next size that is allowed.",
  "source.ST-I44":
    "RR, WSOP-L 136-137: one chip is a call, and so is less than the call and half a bet; several chips of more are a raise to the full size. What is too much goes back.",
  "source.ST-I45": "RR, WSOP-L 136: only the call counts.",
  "source.ST-I46": "RR, WSOP-T 108: no redress; a bet that nobody has called goes back.",
  "source.ST-I47":
    "RR, WSOP-L 107: dead in the muck, unless it can be told for certain and a supervisor retrieves it.",
  "source.ST-I48": "TDA RP-4: the stub alone is shuffled; the cards that are dealt do not change.",
  "source.ST-I49": "WSOP-L 51: it is heard until the next hand begins.",
} as const;
