"""Baccarat points, totals and naturals."""

from itertools import combinations_with_replacement

import pytest

from dealer_station.cards.baccarat_hand import is_natural, point_value, total
from dealer_station.cards.card import JOKER, parse_cards
from dealer_station.cards.deck import standard_deck


def test_points_of_every_rank_whatever_the_suit():
    points = {card: point_value(card) for card in standard_deck()}
    by_letter = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0, **{str(n): n for n in range(2, 10)}}
    assert points == {card: by_letter[str(card)[0]] for card in standard_deck()}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("", 0), ("9s", 9), ("Ts Kd", 0), ("9s 9s", 8), ("9s 9d 9h", 7), ("Ac Ac 8d", 0)],
)
def test_total_is_the_last_digit(cards, expected):
    assert total(parse_cards(cards)) == expected


def test_natural_is_eight_or_nine_with_two_cards_only():
    hearts = parse_cards("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th")
    for pair in combinations_with_replacement(hearts, 2):
        assert is_natural(pair) == (sum(map(point_value, pair)) % 10 in (8, 9))
    assert not is_natural(parse_cards("9s"))
    assert not is_natural(parse_cards("2s 3s 4s"))
    assert not is_natural(())


def test_hand_of_four_cards_is_refused():
    with pytest.raises(ValueError, match="at most 3"):
        total(parse_cards("2c 3c 4c 5c"))


def test_joker_has_no_points():
    with pytest.raises(ValueError, match="joker"):
        total((JOKER,))
