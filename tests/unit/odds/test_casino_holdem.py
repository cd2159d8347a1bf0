"""Exact odds of the AA Bonus and of Jumbo 7 tickets against the figures of the rule sheet."""

from fractions import Fraction

import pytest

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.casino_holdem.bonus import BonusPaytable
from dealer_station.games.paytable import Paytable
from dealer_station.odds.casino_holdem import bonus_return, seven_card_counts
from dealer_station.odds.figures import decimal

C = HandCategory
AA_STD = {
    C.ROYAL_FLUSH: 100,
    C.STRAIGHT_FLUSH: 50,
    C.FOUR_OF_A_KIND: 40,
    C.FULL_HOUSE: 30,
    C.FLUSH: 20,
    C.STRAIGHT: 7,
    C.THREE_OF_A_KIND: 7,
    C.TWO_PAIR: 7,
    C.PAIR: 7,
}
WINNING = {
    C.ROYAL_FLUSH: 4,
    C.STRAIGHT_FLUSH: 36,
    C.FOUR_OF_A_KIND: 624,
    C.FULL_HOUSE: 3_744,
    C.FLUSH: 5_108,
    C.STRAIGHT: 10_200,
    C.THREE_OF_A_KIND: 54_912,
    C.TWO_PAIR: 123_552,
    C.PAIR: 84_480,
}


def paytable(**other: int) -> BonusPaytable:
    """AA_STD with other odds for some categories; that of a pair is the pair of aces'."""
    lines = AA_STD | {C(name): odds for name, odds in other.items()}
    odds = {category: Fraction(odds) for category, odds in lines.items()}
    aces = odds.pop(C.PAIR)
    return BonusPaytable(Paytable("AA", odds), aces)


def percent(value: Fraction, places: int) -> str:
    return decimal(100 * value, places)


# ------------------------------------------------------------------------------- bonus


def test_bonus_of_the_standard_paytable():
    made = bonus_return(paytable())
    assert (made.hands, made.net) == (2_598_960, -162_652)
    assert made.expectation == Fraction(-162_652, 2_598_960)
    assert percent(made.expectation, 15) == "-6.258349493643611"
    assert percent(1 + made.expectation, 7) == "93.7416505"


def test_bonus_wins_by_category():
    made = bonus_return(paytable())
    assert made.by_category == WINNING
    assert made.wins == 282_660 == made.hands - 2_316_300
    assert percent(Fraction(made.wins, made.hands), 9) == "10.875888817"


@pytest.mark.parametrize(("flush", "edge"), [(25, "-5.2756487210"), (10, "-8.2237510389")])
def test_bonus_of_other_flushes(flush, edge):
    # The sheet cuts the second figure, -8.22375103887..., instead of rounding it.
    assert percent(bonus_return(paytable(flush=flush)).expectation, 10) == edge


@pytest.mark.parametrize(
    ("category", "contribution"),
    [
        (C.ROYAL_FLUSH, "0.000154"),
        (C.STRAIGHT_FLUSH, "0.001385"),
        (C.FOUR_OF_A_KIND, "0.024010"),
        (C.FULL_HOUSE, "0.144058"),
        (C.FLUSH, "0.196540"),
    ],
)
def test_what_one_more_on_a_line_returns(category, contribution):
    more = bonus_return(paytable(**{category: AA_STD[category] + 1}))
    gain = more.expectation - bonus_return(paytable()).expectation
    assert percent(gain, 6) == contribution


def test_what_one_more_on_the_lowest_line_returns():
    lowest = ("pair", "two_pair", "three_of_a_kind", "straight")
    more = bonus_return(paytable(**dict.fromkeys(lowest, 8)))
    gain = more.expectation - bonus_return(paytable()).expectation
    assert percent(gain, 6) == "10.509742"


def test_a_line_that_the_paytable_does_not_have_loses():
    without = BonusPaytable(Paytable("AA", {C.FLUSH: Fraction(20)}), Fraction(0))
    made = bonus_return(without)
    assert made.by_category == {C.FLUSH: 5_108}
    assert made.net == 20 * 5_108 - (2_598_960 - 5_108)


# ------------------------------------------------------------------------------ jumbo 7


def test_what_a_jumbo_7_ticket_may_win():
    counts = seven_card_counts()
    assert counts.hands == 133_784_560
    assert counts.suited_runs == {7: 32, 6: 1_592, 5: 39_960}
    assert Fraction(counts.hands, counts.suited_runs[7]) == Fraction("4180767.5")
    assert counts.categories[C.ROYAL_FLUSH] == 4_324
    assert counts.hands // counts.categories[C.ROYAL_FLUSH] == 30_940
    assert counts.categories[C.STRAIGHT_FLUSH] + counts.categories[C.ROYAL_FLUSH] == 41_584
    assert sum(counts.suited_runs.values()) == 41_584
    assert counts.hands == 595 * counts.categories[C.FOUR_OF_A_KIND]
    assert counts.any_prize == 13_967_280
    assert percent(Fraction(counts.any_prize, counts.hands), 9) == "10.440128517"
