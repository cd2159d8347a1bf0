// English texts of irregularities, of every game: for those who work at a table, not for its players.
export const irregularitiesEn = {
  "kind.CS-I01": "Player has a wrong number of cards",
  "kind.CS-I02": "Dealer has exactly four cards",
  "kind.CS-I03": "Dealer has a wrong number of cards, or a card too many came",
  "kind.CS-I04": "As CS-I03 with a live progressive winner",
  "kind.CS-I05": "Dealer's hole card seen before the last decision",
  "kind.CS-I06": "Dealer's hole card seen after all decisions",
  "kind.CS-I07": "Dealer's up card dealt down, or the wrong card turned up",
  "kind.CS-I08": "Dealer exposed a player's card",
  "kind.CS-I09": "Player shows or discusses his cards",
  "kind.CS-I10": "Player touches cards after laying them down",
  "kind.CS-I11": "Progressive light off, player says he paid",
  "kind.CS-I12": "Progressive light on, ante missing",
  "kind.CS-I13": "Bet is not twice the ante",
  "kind.CS-I14": "Hand dealt to a seat without an ante",
  "kind.CS-I15": "Seat with an ante was skipped",
  "kind.CS-I16": "Card face up in the shoe",
  "kind.CS-I17": "Double, joker or foreign card in the deck",
  "kind.CS-I18": "Shuffler jammed with cards out",
  "kind.CS-I19": "Wrong count of the stub",
  "kind.CS-I20": "Card could not be read",
  "kind.CS-I21": "Bet paid wrong",
  "kind.CS-I22": "Meter sign differs from the station",
  "kind.CS-I24": "Acceptor silent or in doubt",
  "kind.CS-I23": "Royal found after another was paid",
  "kind.CH-10": "Side stake without an ante",
  "kind.CH-I01": "Unreadable card",
  "kind.CH-I02": "Misread that cannot be settled, or a wrong result shown",
  "kind.CH-I03": "Right cards laid in the wrong place",
  "kind.CH-I04": "Dealer's hole card seen before anybody decided",
  "kind.CH-I05": "Dealer's hole card seen after all decisions",
  "kind.CH-I06": "Dealer's hole card seen when some had decided",
  "kind.CH-I07": "Player's card face down or flashed",
  "kind.CH-I08": "Turn or river seen before the decisions are closed",
  "kind.CH-I09": "Fourth card on the flop before anybody decided",
  "kind.CH-I11": "Player's hand has a wrong number of cards",
  "kind.CH-I12": "Dealer has a wrong number of cards",
  "kind.CH-I13": "Card face up in the deck",
  "kind.CH-I14": "Card fell off the table",
  "kind.CH-I15": "Burn forgotten or doubled",
  "kind.CH-I16": "Fouled deck: doubled card, joker, foreign back, not 52 cards",
  "kind.CH-I17": "Card missing at the count after the round",
  "kind.CH-I18": "Deck came out in factory order",
  "kind.CH-I22": "Table or stream failed before the result",
  "kind.CH-I23": "Dealer cleared the cards too early",
  "kind.CH-I24": "Wager paid wrong",
  "kind.CH-I26": "Card out of the shoe while none is due",
  "kind.BA-I01": "First four cards laid in the wrong places",
  "kind.BA-I02": "Order of the cards lost",
  "kind.BA-I03": "Third card laid to the Player, who stands",
  "kind.BA-I04": "A card came while both hands stand",
  "kind.BA-I05": "A card came after a natural",
  "kind.BA-I06": "A card came for the Banker, who stands",
  "kind.BA-I07": "A card that must be drawn was not",
  "kind.BA-I08": "A card that must be drawn was not, found after the payment",
  "kind.BA-I09": "Card found face up in the shoe",
  "kind.BA-I10": "A card left the shoe while wagers are open",
  "kind.BA-I11": "Card fell to the floor or left the table",
  "kind.BA-I12": "The shoe ran out in the round",
  "kind.BA-I14": "A new shoe was not burned",
  "kind.BA-I15": "A new shoe was burned by a wrong number of cards",
  "kind.BA-I16": "Fouled shoe: a copy too many, a joker, a foreign or defective card",
  "kind.BA-I17": "Shoe short or long at the count-down",
  "kind.BA-I18": "Shoe found unshuffled",
  "kind.BA-I19": "Shuffler fault",
  "kind.BA-I21": "Unreadable card",
  "kind.BA-I22": "Dealer cleared the cards before the result was read",
  "kind.BA-I23": "Wrong result announced or wrong side paid",
  "kind.BA-I24": "Late, moved or withdrawn wager",
  "kind.BA-I25": "Side bet without a base wager, or Dragon 7 above it",
  "kind.BA-I28": "A card came for a hand that has three",

  // Word for word as in the catalogue of irregularities: another text is not translated.
  "source.CS-I01": "S4: that hand is void, its wagers are returned; R5 the same. Others play on.",
  "source.CS-I02": "S4: one more card completes the hand; it comes after all other cards (CS-D15).",
  "source.CS-I03":
    "S4: any other misdeal to the dealer voids all hands; CS-I04 where progressive winners are honoured (R5).",
  "source.CS-I05": "S4 with CS-G03: before the last Bet or fold is closed all hands are void.",
  "source.CS-I06": "House decision: nobody can use it any more.",
  "source.CS-I07":
    "House decision: the fifth card is turned up, any other goes back; a second face seen is CS-I05.",
  "source.CS-I08":
    "House decision: the hand stands; void at the player's wish until he has decided. R6, R10 are stricter.",
  "source.CS-I09": "S4: dead hand, all his wagers are forfeited (CS-05).",
  "source.CS-I10":
    "S4 forbids it (CS-06); the penalty is a house decision, a warning the first time.",
  "source.CS-I11":
    "S4: the player answers for the light (CS-03). No stake accepted: the coin goes back; lamp failed: the stake counts.",
  "source.CS-I13":
    "S4 says exactly twice (CS-07); corrected before the last decision is closed, later a short Bet stands and excess goes back.",
  "source.CS-I14": "Trade practice: dead card, stays face down.",
  "source.CS-I15":
    "Trade practice: cards are shifted if no face was seen, else that seat's stakes go back.",
  "source.CS-I16":
    "Strict: void and reshuffle (Queensland, R10); Indiana discards the card and continues (R6).",
  "source.CS-I17":
    "R10 (defective deck): stop, void the current round, impound the deck; finished rounds stand.",
  "source.CS-I18":
    "By analogy with New South Wales mini-baccarat 12.4: void the round, return all.",
  "source.CS-I19": "R10 (Pennsylvania stub count): void the unsettled round, remove the deck.",
  "source.CS-I20": "R10 (live policy): the same card is read again; else the round is void.",
  "source.CS-I21":
    "R10 (Nevada mispay): the controller's record counts, the difference is a compensating entry.",
  "source.CS-I22":
    "Trade practice: no progressive wagers meanwhile, paid by the controller's record.",
  "source.CS-I24":
    "Decision: a token may be in it that nobody knows of, so a person decides. What it had told before counts.",
  "source.CH-I01":
    "I4: re-scan; the dealer scans again, a supervisor confirms. What stays unread voids the round (7.2).",
  "source.CH-I02":
    "I4: the round is void; where the true card is certain from video it counts instead.",
  "source.CH-I03":
    "I4: they are moved, the round stands. I3 allows it only if no further card has been dealt.",
  "source.CH-I04": "I1, I3: void for all. Conflict: I2 discards the card and deals on.",
  "source.CH-I05": "House decision: nobody can use it any more.",
  "source.CH-I06": "House decision in line with I1, I3: void for all, at a table of boxes too.",
  "source.CH-I07": "S2, S3: player cards are public; it is turned up.",
  "source.CH-I08":
    "House decision: the flop decision would be informed. I16 deals again, which cannot be used here.",
  "source.CH-I09":
    "House decision: seen, the round is void; unseen, it stays face down as the turn. I16 deals again.",
  "source.CH-I11": "I1, I2: void for all. Milder, as in Caribbean Stud: that box only.",
  "source.CH-I12":
    "I1, I2: void for all; a missing second card may come after the flop, as in Caribbean Stud.",
  "source.CH-I13": "I1: void the round and reshuffle.",
  "source.CH-I14":
    "I1 kills the hand that lost it; the house voids the round, or restores an identified card.",
  "source.CH-I15": "I1: stands as dealt.",
  "source.CH-I16":
    "I11, I12, I13, I9, I10: stop, void the round, impound the deck; finished rounds stand.",
  "source.CH-I17": "I14, I15: void what is not settled, lock the deck; settled rounds stand.",
  "source.CH-I18": "I18: stop, void, impound.",
  "source.CH-I22": "I5, I6: void the round, return all.",
  "source.CH-I23": "I4: taken back from the tray in order and laid again.",
  "source.CH-I24": "I17: the controller's record counts, the difference is a compensating entry.",
  "source.CH-I26": "House decision: set aside, the result stands (7.2).",
  "source.BA-I01":
    "Live policy (R12): the order out of the shoe rules; they are laid again one by one.",
  "source.BA-I02": "R12: it cannot be rebuilt from scanner or video, so the round is void.",
  "source.BA-I03": "Trade practice: where the Banker must draw, that card is his third (BA-D01).",
  "source.BA-I04": "Trade practice, W6: it is not used; the next round's first card, or burned.",
  "source.BA-I05": "As BA-I04.",
  "source.BA-I06":
    "As BA-I04: his two cards count. Macau's blackjack text: an improper card of the dealer is void (R8).",
  "source.BA-I07": "House decision: before payment it is drawn now.",
  "source.BA-I08": "Nevada (R12): the payment stands, the difference is booked.",
  "source.BA-I09":
    "Three rulings are met: Macau plays it (R7), US practice discards it, the strict one voids. The rule set says which.",
  "source.BA-I10": "House decision: nobody may bet with knowledge of a card; it is burned.",
  "source.BA-I11":
    "House decision: where identity and place are sure by video it stands, else the round is void.",
  "source.BA-I12": "Trade practice: the round is void.",
  "source.BA-I14":
    "W6 declares the shoe void; here the round in progress is void and finished ones stand.",
  "source.BA-I15": "House decision: one too many changes nothing.",
  "source.BA-I16":
    "NZ defective deck, South Dakota, Louisiana, Indiana (R12): stop, the round is void, finished rounds stand.",
  "source.BA-I17": "As BA-I16: rounds stand, the whole shoe is impounded.",
  "source.BA-I18":
    "New Jersey (R11): stop at once; finished rounds are for the manager and the regulator.",
  "source.BA-I19":
    "NSW (R9): nobody disadvantaged, play goes on; else the round ends and wagers go back.",
  "source.BA-I21":
    "Live policy (R12): the same card is scanned again; where it cannot be read the round is void.",
  "source.BA-I22": "Live policy (R12): they are laid again one by one from the tray.",
  "source.BA-I23":
    "Nevada (R12): the cards decide; a wrong payment is put right by a compensating entry.",
  "source.BA-I24": "BA-15: a late chip was never a stake; one withdrawn late counts as placed.",
  "source.BA-I25":
    "BA-11, BA-13: what is against the rule goes back; the stake that the table took stands.",
  "source.BA-I28": "House decision: set aside where the order is certain.",
} as const;
