"""The third-card table, cell by cell, and who gets the next card (BA-20 to BA-24)."""

from itertools import product

import pytest

from dealer_station.cards.baccarat_hand import total
from dealer_station.cards.card import JOKER, Card, Rank, Suit, parse_cards
from dealer_station.games.baccarat.tableau import (
    BANKER,
    PLAYER,
    banker_draws,
    next_hand,
    player_draws,
)

ALL = set(range(10))
# Banker's two-card total -> points of the Player's third card on which the Banker draws.
DRAWS_ON = {
    0: ALL,
    1: ALL,
    2: ALL,
    3: ALL - {8},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}
ZEROS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)


def card(points: int) -> Card:
    ranks = {0: Rank.KING, 1: Rank.ACE}
    return Card(ranks.get(points) or Rank(points), Suit.HEARTS)


def hand(*points: int) -> tuple[Card, ...]:
    return tuple(map(card, points))


@pytest.mark.parametrize("points", range(8))
def test_the_player_draws_to_five_and_stands_from_six(points):
    assert player_draws(points) is (points <= 5)


@pytest.mark.parametrize("points", range(8))
def test_where_the_player_stood_the_banker_draws_to_five_and_stands_from_six(points):
    assert banker_draws(points, None) is (points <= 5)


@pytest.mark.parametrize(("banker", "third"), list(product(range(8), range(10))))
def test_each_cell_of_the_table(banker, third):
    assert banker_draws(banker, third) is (third in DRAWS_ON[banker])


def test_the_table_has_as_many_draws_as_the_sheet():
    assert sum(banker_draws(banker, third) for banker, third in product(range(8), range(10))) == 51


@pytest.mark.parametrize("points", [8, 9])
def test_a_natural_total_stands(points):
    assert not player_draws(points)
    assert not any(banker_draws(points, third) for third in (None, *range(10)))


@pytest.mark.parametrize("number", [-1, 10])
def test_what_is_no_total_and_no_points_is_refused(number):
    with pytest.raises(ValueError, match=f"{number} is not 0 to 9"):
        player_draws(number)
    with pytest.raises(ValueError, match=f"{number} is not 0 to 9"):
        banker_draws(number, None)
    with pytest.raises(ValueError, match=f"{number} is not 0 to 9"):
        banker_draws(3, number)


@pytest.mark.parametrize("first", range(10))
def test_after_four_cards_it_is_the_player_unless_somebody_has_a_natural(first):
    for third, second, fourth in product(range(10), repeat=3):
        player, banker = (first + third) % 10, (second + fourth) % 10
        if max(player, banker) >= 8:
            expected = None
        elif player <= 5:
            expected = PLAYER
        else:
            expected = BANKER if banker <= 5 else None
        assert next_hand(hand(first, third), hand(second, fourth)) == expected


@pytest.mark.parametrize(("banker", "third"), list(product(range(8), range(10))))
def test_after_the_players_third_card_its_points_decide_and_not_his_total(banker, third):
    expected = BANKER if third in DRAWS_ON[banker] else None
    for first in range(6):
        player = hand(0, first, third)
        assert next_hand(player, hand(0, banker)) == expected
        assert total(player) == (first + third) % 10


def test_after_the_bankers_third_card_nobody_draws():
    assert next_hand(parse_cards("4s 2d"), parse_cards("Kh 3h 4c")) is None
    assert next_hand(parse_cards("2s 3d 6s"), parse_cards("6h Kh Ac")) is None


@pytest.mark.parametrize("rank", ZEROS)
def test_ten_and_courts_count_nothing_as_third_card(rank):
    player = (*hand(2, 3), Card(rank, Suit.CLUBS))
    assert next_hand(player, hand(0, 3)) == BANKER
    assert next_hand(player, hand(0, 4)) is None


def test_equal_cards_of_two_decks_are_cards_like_others():
    assert next_hand(parse_cards("2h 2h 2h"), parse_cards("2h 2h")) == BANKER


@pytest.mark.parametrize(
    ("player", "banker", "says"),
    [
        ("2h", "3h 4h", "no coup: player 2h, banker 3h 4h"),
        ("2h 3h", "4h", "no coup"),
        ("2h 3h Kh Kd", "4h 2d", "no coup"),
        ("6h Kd", "Kh Ks Kc 2d", "no coup"),
        ("6h Kd 2c", "Kh Ks", "the Player had to stand"),
        ("6h Kd 2c", "Kh 9s", "the Player had to stand"),
        ("2h Kd 2c", "Kh 9s", "the Player had to stand"),
        ("2h Kd", "Kh 2s 3d", "not the Banker's turn"),
        ("6h Kd", "Kh 6s 3d", "not the Banker's turn"),
        ("2h 3d 8c", "Kh 3s 3d", "not the Banker's turn"),
    ],
)
def test_hands_that_no_coup_leads_to_are_refused(player, banker, says):
    with pytest.raises(ValueError, match=says):
        next_hand(parse_cards(player), parse_cards(banker))


def test_a_joker_has_no_place_in_a_coup():
    with pytest.raises(ValueError, match="joker"):
        next_hand((JOKER, card(2)), hand(3, 4))
