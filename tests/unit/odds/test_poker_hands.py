"""How often hands of five and seven cards come, against known counts and hands dealt one by one."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from dealer_station.cards.poker_hand import VALUES, HandCategory, rank5
from dealer_station.odds.poker_hands import (
    count_categories,
    count_strengths,
    count_suited_runs,
)

C = HandCategory
FIVE = {
    C.HIGH_CARD: 1_302_540,
    C.PAIR: 1_098_240,
    C.TWO_PAIR: 123_552,
    C.THREE_OF_A_KIND: 54_912,
    C.STRAIGHT: 10_200,
    C.FLUSH: 5_108,
    C.FULL_HOUSE: 3_744,
    C.FOUR_OF_A_KIND: 624,
    C.STRAIGHT_FLUSH: 36,
    C.ROYAL_FLUSH: 4,
}
SEVEN = {
    C.HIGH_CARD: 23_294_460,
    C.PAIR: 58_627_800,
    C.TWO_PAIR: 31_433_400,
    C.THREE_OF_A_KIND: 6_461_620,
    C.STRAIGHT: 6_180_020,
    C.FLUSH: 4_047_644,
    C.FULL_HOUSE: 3_473_184,
    C.FOUR_OF_A_KIND: 224_848,
    C.STRAIGHT_FLUSH: 37_260,
    C.ROYAL_FLUSH: 4_324,
}


def test_five_cards_by_category():
    assert count_categories(5) == FIVE
    assert list(count_categories(5)) == list(HandCategory)


def test_seven_cards_by_category():
    assert count_categories(7) == SEVEN


def test_every_hand_is_counted():
    assert sum(count_strengths(5).values()) == comb(52, 5) == 2_598_960
    assert sum(count_strengths(7).values()) == comb(52, 7) == 133_784_560


def test_every_value_comes_with_five_cards_and_some_never_with_seven():
    assert set(count_strengths(5)) == set(range(len(VALUES)))
    # Two more cards better any hand that is weak enough, as 7-5-4-3-2.
    assert len(count_strengths(7)) == 4_824


def test_each_strength_of_five_cards_against_every_hand_dealt():
    assert Counter(map(rank5, combinations(range(52), 5))) == count_strengths(5)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_other_sizes_are_unknown(size):
    with pytest.raises(KeyError):
        count_strengths(size)


def test_longest_runs_in_one_suit():
    assert count_suited_runs(7) == {5: 39_960, 6: 1_592, 7: 32}
    assert count_suited_runs(5) == {5: 40}


@pytest.mark.parametrize("size", [5, 7])
def test_a_run_of_five_or_more_is_a_straight_flush_or_a_royal(size):
    counts = count_categories(size)
    runs = counts[C.STRAIGHT_FLUSH] + counts[C.ROYAL_FLUSH]
    assert sum(count_suited_runs(size).values()) == runs
