"""Low door card and high board (ST-20, ST-30 to ST-33, ST-35)."""

import doctest
from functools import cmp_to_key
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.cards.card import parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.poker_hand import evaluate
from dealer_station.games.seven_card_stud import boards as module
from dealer_station.games.seven_card_stud.boards import (
    board_value,
    high_seat,
    low_seat,
    shows_pair,
)


def boards_of(*texts: str):
    return {seat: parse_cards(text) for seat, text in enumerate(texts, start=1)}


def test_the_examples_of_the_documentation():
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


@pytest.mark.parametrize(
    ("doors", "seat"),
    [
        ("Kd 7h 2s 2d 9c", 4),
        ("2h 2c 2d", 2),
        ("Ah As Ac Ad", 3),
        ("As Kd Kc", 3),
        ("3c 2s", 2),
    ],
)
def test_st_20_the_low_card_by_rank_then_suit(doors: str, seat: int):
    assert low_seat(boards_of(*doors.split())) == seat


@pytest.mark.parametrize(
    ("boards", "seat"),
    [
        (("Kh 9c", "Ks 9s", "Kd 8s"), 1),
        (("Kd 8s", "Ks 9s", "Kh 9c"), 2),
        (("9h 8h 7h 6h", "Ac Kc Qc Tc"), 2),
        (("9h 8h 7h 6h", "2c 2d 3s 4s"), 2),
        (("As Ks", "2c 2d"), 2),
        (("Ah Ac 3d", "Kh Kc Ks"), 2),
        (("Kh Kc 5d 5s", "Ah Ac Qd Js"), 1),
        (("Kh Kc 5d 5s", "Kd Ks 4d 4s"), 1),
        (("2h 2c 2d 2s", "Ah Ac Ad Ks"), 1),
        (("9s 8d 7c 6h Th", "Qc Qd 3s 5h Ks"), 1),
        (("Qc Qd 3s 5h", "9s 8d 7c 6h"), 1),
        (("As 2d 3c 4h 5h", "Ac Ad Kc 4s 5s"), 1),
        (("2h 5h 9h Jh Kh", "9s 8d 7c 6h Ts"), 1),
    ],
)
def test_st_32_boards(boards: tuple[str, ...], seat: int):
    assert high_seat(boards_of(*boards)) == seat


def test_st_d13_the_longer_board_wins_where_the_shorter_is_equal():
    assert high_seat(boards_of("Kh 9c 4d", "Kd 9s 4s 2c")) == 2
    assert high_seat(boards_of("Kh Kc 4d", "Kd Ks 4s 2c 3h")) == 2
    assert high_seat(boards_of("Kh Kc Qd", "Kd Ks Js Tc 9h")) == 1


@pytest.mark.parametrize(
    ("common", "seat"), [("Ac", 1), ("Qc", 8), (None, 4)], ids=["aces", "two pair", "nothing"]
)
def test_st_63_the_common_card_counts_for_every_board(common: str | None, seat: int):
    boards = boards_of(
        "Ah Qh Tc 6s", "Kd Jd Th 8h", "Kh Qd Ts 8s", "Jc Jh 9s 7s",
        "Td 9h 7d Js", "9d 9c 7h Kc", "8d 8c 6d Ks", "6c 7c 6h Qs",
    )  # fmt: skip
    assert high_seat(boards, parse_cards(common) if common else ()) == seat


@pytest.mark.parametrize(
    ("boards", "shown"),
    [(("Kh 9c", "Ks 9s"), False), (("Kh 9c", "9s 9d"), True), ((), False)],
)
def test_st_35_an_open_pair(boards: tuple[str, ...], shown: bool):  # noqa: FBT001
    assert shows_pair(boards_of(*boards).values()) == shown


def beats(one, other) -> int:
    """Compare two boards of equal length by filling both up with the same way of losing.

    Groups are counted card by card, slower and another way: by how often each rank comes.
    """
    for size in (4, 3, 2):
        first = sorted((c.rank for c in one if ranks(one).count(c.rank) == size), reverse=True)
        second = sorted((c.rank for c in other if ranks(other).count(c.rank) == size), reverse=True)
        if len(first) != len(second):
            return len(first) - len(second)
    for size in (4, 3, 2, 1):
        first = sorted({r for r in ranks(one) if ranks(one).count(r) == size}, reverse=True)
        second = sorted({r for r in ranks(other) if ranks(other).count(r) == size}, reverse=True)
        if first != second:
            return 1 if first > second else -1
    return 0


def ranks(cards) -> list[int]:
    return [int(card.rank) for card in cards]


@given(st.integers(1, 4), st.data())
def test_st_32_up_to_four_cards_against_a_slower_way(size: int, data: st.DataObject):
    deck = st.permutations(standard_deck()).map(lambda cards: cards[: 2 * size])
    cards = data.draw(deck)
    one, other = tuple(cards[:size]), tuple(cards[size:])
    order = cmp_to_key(beats)
    assert (board_value(one) > board_value(other)) == (order(one) > order(other))
    assert (board_value(one) == board_value(other)) == (order(one) == order(other))


@given(st.integers(5, 7), st.randoms(use_true_random=False))
def test_st_d13_from_five_cards_on_the_best_five_count(size: int, chance):
    cards = chance.sample(standard_deck(), size)
    best = max(evaluate(five) for five in combinations(cards, 5))
    assert board_value(cards) == (best.category.place, best.kickers)
