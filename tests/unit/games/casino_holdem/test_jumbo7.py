"""Which seven cards win the Jumbo 7 pool."""

from itertools import combinations

import pytest

from dealer_station.cards.card import parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.games.casino_holdem.jumbo7 import is_hit


@pytest.mark.parametrize(
    ("cards", "hit"),
    [
        ("8s 9s 5s 6s 7s Ts Js", True),
        ("Ad 4d 2d 3d 5d 6d 7d", True),  # CH-G10
        ("8c 9c Tc Jc Qc Kc Ac", True),
        ("8s 9s 5s 6s 7s Ts Qs", False),  # six in a row
        ("8s 9s 5s 6s 7s Ts Jh", False),  # six of a suit
        ("Kd Ad 2d 3d 4d 5d 6d", False),  # CH-02: no way round
        ("8s 9s 5s 6s 7s Ts", False),
        ("", False),
    ],
)
def test_ch_41_seven_cards_in_one_straight_flush(cards: str, *, hit: bool):
    assert is_hit(parse_cards(cards) if cards else ()) is hit


def test_there_are_thirty_two_of_them():
    suits = [standard_deck()[first::4] for first in range(4)]
    assert all(len({card.suit for card in suit}) == 1 for suit in suits)
    assert sum(is_hit(seven) for suit in suits for seven in combinations(suit, 7)) == 32
