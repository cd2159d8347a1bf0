"""What a finished coup pays: the worked cases of the rule sheet, in the shoe's order."""

from fractions import Fraction
from itertools import product

import pytest

from dealer_station.cards.baccarat_hand import total
from dealer_station.cards.card import Card, Rank, Suit, parse_cards
from dealer_station.games.baccarat.coup import (
    BANKER,
    DRAGON7,
    PLAYER,
    TIE,
    TIGER8,
    WAGERS,
    BaccaratOdds,
    Coup,
    settle,
)
from dealer_station.games.baccarat.tableau import next_hand
from dealer_station.games.rules import Outcome, SettledWager

ODDS = BaccaratOdds(tie=Fraction(8), dragon7=Fraction(40), tiger8=Fraction(25))
STAKES = {PLAYER: 1000, BANKER: 1000, DRAGON7: 500, TIGER8: 500, TIE: 500}
RULES = {"P": "BA-30", "B": "BA-31", "D": "BA-32", "T": "BA-33"}

# Id, cards in the shoe's order, totals and sizes of both hands, result, then the nets of Player,
# Banker, Dragon 7, Tiger 8 and Tie. Results: Player, Banker, Dragon 7, Tie.
CASES = [
    ("BA-T01", "4 K 2 3 4", (6, 2, 7, 3), "D", (-10, 0, 200, -5, -5)),
    ("BA-T02", "5 2 2 A 4", (7, 2, 7, 3), "T", (0, 0, -5, -5, 40)),
    ("BA-T03", "6 3 K 4", (6, 2, 7, 2), "B", (-10, 10, -5, -5, -5)),
    ("BA-T04", "2 T 3 7 3", (8, 3, 7, 2), "P", (10, -10, -5, 125, -5)),
    ("BA-T06", "K 4 5 K 3 4", (8, 3, 8, 3), "T", (0, 0, -5, -5, 40)),
    ("BA-T08", "K 2 Q A 8", (8, 3, 3, 2), "P", (10, -10, -5, 125, -5)),
    ("BA-T09", "K 2 Q A 9 5", (9, 3, 8, 3), "P", (10, -10, -5, -5, -5)),
    ("BA-T11", "2 6 3 K 6 A", (1, 3, 7, 3), "D", (-10, 0, 200, -5, -5)),
    ("BA-T13", "A 5 A K 4 2", (6, 3, 7, 3), "D", (-10, 0, 200, -5, -5)),
    ("BA-T14", "K 5 4 K 3", (7, 3, 5, 2), "P", (10, -10, -5, -5, -5)),
    ("BA-T15", "K 4 3 K A", (4, 3, 4, 2), "T", (0, 0, -5, -5, 40)),
    ("BA-T16", "K 4 3 K 2 9", (5, 3, 3, 3), "P", (10, -10, -5, -5, -5)),
    ("BA-T17", "5 4 3 5", (8, 2, 9, 2), "B", (-10, 10, -5, -5, -5)),
    ("BA-T19", "2 5 3 3", (5, 2, 8, 2), "B", (-10, 10, -5, -5, -5)),
    ("BA-T21", "K A Q A 8 5", (8, 3, 7, 3), "P", (10, -10, -5, 125, -5)),
    ("BA-T25", "6 5 K K A", (6, 2, 6, 3), "T", (0, 0, -5, -5, 40)),
]


def dealt(shoe: str) -> tuple[list[Card], list[Card]]:
    """Deal a shoe's cards as the tableau says; all of them must be used."""
    cards = [Card(Rank.from_letter(letter), Suit.SPADES) for letter in shoe.split()]
    hands = {PLAYER: cards[0:4:2], BANKER: cards[1:4:2]}
    rest = cards[4:]
    while (due := next_hand(hands[PLAYER], hands[BANKER])) is not None:
        hands[due].append(rest.pop(0))
    assert not rest
    return hands[PLAYER], hands[BANKER]


def coup(shoe: str) -> Coup:
    return Coup.of(*dealt(shoe))


def settled(shoe: str, **stakes: int) -> dict[str, SettledWager]:
    return {wager.spot: wager for wager in settle(stakes or STAKES, coup(shoe), ODDS)}


# ---------------------------------------------------------------------- the worked cases


@pytest.mark.parametrize(("case", "shoe", "hands", "result", "nets"), CASES)
def test_worked_case(case, shoe, hands, result, nets):
    finished = coup(shoe)
    assert finished == Coup(*hands), case
    wagers = settle(STAKES, finished, ODDS)
    assert [wager.net_minor for wager in wagers] == [100 * net for net in nets]
    assert [wager.spot for wager in wagers] == [PLAYER, BANKER, DRAGON7, TIGER8, TIE]
    assert [wager.stake_minor for wager in wagers] == [STAKES[spot] for spot in WAGERS]
    base = RULES[result]
    assert [wager.rule for wager in wagers] == [base, base, "BA-40", "BA-41", "BA-42"]


@pytest.mark.parametrize(("case", "shoe", "hands", "result", "nets"), CASES)
def test_the_words_of_a_worked_case(case, shoe, hands, result, nets):
    finished = coup(shoe)
    winners = {"P": PLAYER, "B": BANKER, "D": BANKER, "T": None}
    assert finished.winner == winners[result], case
    assert finished.is_tie is (result == "T")
    assert finished.is_dragon7 is (nets[2] > 0)
    assert finished.is_tiger8 is (nets[3] > 0)
    assert finished.has_natural is (case in {"BA-T17", "BA-T19"})


@pytest.mark.parametrize(("case", "shoe", "hands", "result", "nets"), CASES)
def test_outcome_and_odds_of_a_worked_case(case, shoe, hands, result, nets):
    odds = {PLAYER: "1:1", BANKER: "1:1", DRAGON7: "40:1", TIGER8: "25:1", TIE: "8:1"}
    for wager, net in zip(settle(STAKES, coup(shoe), ODDS), nets, strict=True):
        outcome = Outcome.PUSH if net == 0 else Outcome.WIN if net > 0 else Outcome.LOSE
        assert wager.outcome is outcome, case
        assert wager.odds == (odds[wager.spot] if net > 0 else "")


# ----------------------------------------------------------------------------- the coup


def test_ba_24_a_tie_is_one_whatever_the_numbers_of_cards():
    assert coup("6 5 K K A").winner is None
    assert Coup(7, 2, 7, 3).is_tie
    assert not Coup(7, 2, 6, 3).is_tie


@pytest.mark.parametrize(
    ("hands", "has"),
    [
        ((8, 2, 0, 2), True),
        ((0, 2, 9, 2), True),
        ((9, 2, 8, 2), True),
        ((8, 3, 9, 3), False),
        ((7, 2, 7, 2), False),
        ((9, 3, 7, 2), False),
    ],
)
def test_ba_04_a_natural_has_two_cards(hands, has):
    assert Coup(*hands).has_natural is has


@pytest.mark.parametrize(
    ("player", "banker", "due"),
    [("2s 3s", "Ks 6s", "player"), ("6s Ks", "5s Ks", "banker"), ("2s 3s 6s", "6s Ks", "banker")],
)
def test_a_coup_is_not_finished_while_a_card_is_due(player, banker, due):
    with pytest.raises(ValueError, match=f"the {due} has a card to come"):
        Coup.of(parse_cards(player), parse_cards(banker))


def test_a_card_too_many_makes_no_coup():
    with pytest.raises(ValueError, match="the Player had to stand"):
        Coup.of(parse_cards("7s Ks 2s"), parse_cards("6s Ks"))


# ----------------------------------------------------------------------------- wagers


def test_ba_43_each_wager_is_settled_without_the_others():
    for spot in WAGERS:
        for _, shoe, *_ in CASES:
            alone = settled(shoe, **{spot: STAKES[spot]})
            assert alone == {spot: settled(shoe)[spot]}


def test_ba_43_no_two_side_bets_win_together():
    for player, banker, own, other in product(range(10), range(10), (2, 3), (2, 3)):
        made = Coup(player, own, banker, other)
        assert made.is_dragon7 + made.is_tiger8 + made.is_tie <= 1, made


def test_ba_32_the_dragon_is_a_winning_seven_of_three_cards_and_nothing_else():
    for player, banker, size in product(range(10), range(10), (2, 3)):
        made = Coup(player, 2, banker, size)
        assert made.is_dragon7 is (banker == 7 and size == 3 and player < 7), made


def test_ba_41_the_tiger_is_a_winning_eight_of_three_cards_and_nothing_else():
    for player, banker, size in product(range(10), range(10), (2, 3)):
        made = Coup(player, size, banker, 3)
        assert made.is_tiger8 is (player == 8 and size == 3 and banker < 8), made


def test_the_order_of_settlement_is_not_that_of_the_stakes():
    wagers = settle({TIE: 1, DRAGON7: 1, BANKER: 1}, coup("6 3 K 4"), ODDS)
    assert [wager.spot for wager in wagers] == [BANKER, DRAGON7, TIE]


def test_no_stakes_make_no_wagers():
    assert settle({}, coup("6 3 K 4"), ODDS) == ()


def test_a_spot_that_baccarat_does_not_have_is_refused():
    with pytest.raises(ValueError, match="no wager ante, panda8"):
        settle({"panda8": 100, "ante": 5, PLAYER: 100}, coup("6 3 K 4"), ODDS)


def test_the_house_says_what_side_bets_pay():
    odds = BaccaratOdds(tie=Fraction(9), dragon7=Fraction(30), tiger8=Fraction(7, 2))
    dragon = {w.spot: (w.net_minor, w.odds) for w in settle(STAKES, coup("4 K 2 3 4"), odds)}
    assert dragon[DRAGON7] == (15000, "30:1")
    tie = {w.spot: (w.net_minor, w.odds) for w in settle(STAKES, coup("5 2 2 A 4"), odds)}
    assert tie[TIE] == (4500, "9:1")
    tiger = {w.spot: (w.net_minor, w.odds) for w in settle({TIGER8: 5}, coup("2 T 3 7 3"), odds)}
    assert tiger[TIGER8] == (17, "7/2:1")  # 17.5 units, rounded down


def test_the_cases_cover_every_result_and_both_side_bets():
    assert {result for *_, result, _ in CASES} == set("PBDT")
    assert {total(dealt(shoe)[0]) for _, shoe, *_ in CASES} >= {1, 4, 5, 6, 7, 8, 9}
