"""Who takes an odd unit first: by suit, or by position (ST-59, ST-D18)."""

import doctest

import pytest

from dealer_station.cards.card import Card, format_cards, parse_cards
from dealer_station.games.seven_card_stud import odd_units as module
from dealer_station.games.seven_card_stud.odd_units import OddUnit, highest_five, odd_unit_order

HANDS = {1: "Ts Jd Qh Kc Ad 3h 4c", 2: "Tc Jh Qs Kd As 6c 7d"}


def order(rule: OddUnit, hands: dict[int, str]) -> tuple[int, ...]:
    return odd_unit_order(rule, set(hands), {s: parse_cards(text) for s, text in hands.items()})


def test_the_examples_of_the_documentation():
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


def test_st_t31_the_higher_ace_takes_it_by_suit_and_the_lower_seat_by_position():
    assert order(OddUnit.SUIT, HANDS) == (2, 1)
    assert order(OddUnit.POSITION, HANDS) == (1, 2)


def test_st_d18_a_common_card_decides_nothing():
    common = "As"
    hands = {1: f"Kc Qd Jh Tc 2d 3h {common}", 2: f"Kd Qc Js Ts 2h 3c {common}"}
    assert order(OddUnit.SUIT, hands) == (2, 1)


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("Ad Ac Ah Kc Kd Ks 2c", "Ah Ad Ac Ks Kd"),
        ("9s 9h 5c 5d Kc Kd 2s", "Kd Kc 9s 9h 5d"),
        ("5c 4c 3h 2d As Ah 5h", "As 5h 4c 3h 2d"),
        ("2h 4h 6h 8h Th Qh Ks", "Qh Th 8h 6h 4h"),
    ],
)
def test_st_d18_where_a_hand_may_choose_the_higher_suit_counts(cards: str, five: str):
    assert format_cards(map(Card.from_index, highest_five(parse_cards(cards)))) == five


def test_st_59_three_hands_by_suit():
    hands = {
        2: "Ac Kd Qc Jd 9c 2c 3d",
        5: "Ad Kc Qd Jc 9d 2d 3c",
        7: "Ah Kh Qs Js 9h 4d 3s",
    }
    assert order(OddUnit.SUIT, hands) == (7, 5, 2)
