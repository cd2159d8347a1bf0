"""Odds to one, caps, and what has no line pays nothing."""

from fractions import Fraction

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import Paytable, Prize, PrizeKind, ProgressiveTable

TABLE = Paytable("T", {HandCategory.FLUSH: Fraction(5), HandCategory.PAIR: Fraction(3, 2)})


def test_odds_are_to_one_and_a_hand_without_a_line_pays_even_nothing():
    assert TABLE.odds(HandCategory.FLUSH) == 5
    assert TABLE.odds(HandCategory.STRAIGHT) == 0
    assert TABLE.win_minor(HandCategory.FLUSH, 1250, None) == 6250
    assert TABLE.win_minor(HandCategory.STRAIGHT, 1250, None) == 0


def test_a_win_that_is_no_whole_cent_is_rounded_down():
    assert TABLE.win_minor(HandCategory.PAIR, 333, None) == 499


def test_cs_15_the_cap_limits_what_one_bet_wins():
    assert TABLE.win_minor(HandCategory.FLUSH, 1000, 4999) == 4999
    assert TABLE.win_minor(HandCategory.FLUSH, 1000, 5000) == 5000
    assert TABLE.win_minor(HandCategory.FLUSH, 1000, 5001) == 5000
    assert TABLE.win_minor(HandCategory.FLUSH, 1000, 0) == 0


def test_a_progressive_line_is_fixed_a_share_or_the_whole_meter():
    table = ProgressiveTable(
        "P",
        {
            HandCategory.FLUSH: Prize(PrizeKind.FIXED, fixed_minor=5000),
            HandCategory.STRAIGHT_FLUSH: Prize(PrizeKind.METER_SHARE, share=Fraction(1, 10)),
            HandCategory.ROYAL_FLUSH: Prize(PrizeKind.WHOLE_METER),
        },
    )
    assert [prize.kind.value for prize in table.prizes.values()] == [
        "fixed",
        "meter_share",
        "whole_meter",
    ]
    assert HandCategory.STRAIGHT not in table.prizes
