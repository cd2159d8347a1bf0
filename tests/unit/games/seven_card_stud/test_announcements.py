"""What the dealer says aloud (ST-70)."""

import doctest

import pytest

from dealer_station.cards.card import Card, Rank, Suit, parse_cards
from dealer_station.games.pot_rules import Announcement, AnnouncementKind, InSight
from dealer_station.games.seven_card_stud import announcements as module
from dealer_station.games.seven_card_stud.announcements import (
    announced,
    may_be_flush,
    may_be_straight,
)

LOW, HIGH = AnnouncementKind.LOW, AnnouncementKind.HIGH
PAIR, TRIPS = AnnouncementKind.PAIR, AnnouncementKind.THREE_OF_A_KIND
QUADS = AnnouncementKind.FOUR_OF_A_KIND
STRAIGHT, FLUSH = AnnouncementKind.POSSIBLE_STRAIGHT, AnnouncementKind.POSSIBLE_FLUSH


def said(boards: dict[int, str], *, is_first: bool = False, says_draws: bool = True, board=""):
    hand = InSight(
        tuple(sorted(boards)),
        up={seat: parse_cards(text) for seat, text in boards.items()},
        board=parse_cards(board) if board else (),
    )
    return announced(hand, is_first=is_first, says_draws=says_draws)


def kinds(boards: dict[int, str], **how):
    return [(one.kind, one.seat) for one in said(boards, **how)]


def test_the_examples_of_the_documentation():
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


def test_st_70_who_is_low():
    assert said({1: "Kd", 3: "2s", 4: "2d"}, is_first=True) == (
        Announcement(LOW, 4, card=Card.parse("2d")),
    )


def test_st_70_who_is_high_and_by_what():
    assert said({1: "Kh 9c", 2: "Ks 9s"}) == (Announcement(HIGH, 1, ranks=(Rank.KING, Rank.NINE)),)


def test_st_63_the_common_card_makes_somebody_high():
    first = said({1: "Ah Qh Tc 6s", 2: "Jc Jh 9s 7s"}, board="Ac")[0]
    assert first == Announcement(HIGH, 1, ranks=(Rank.ACE, Rank.QUEEN, Rank.TEN, Rank.SIX))


def test_st_70_every_pair():
    everything = said(
        {1: "9h 9c", 2: "Ks Kd Qs", 4: "8c 8d 8h", 5: "7c 7d 6h 6s", 6: "2c 2d 2h 2s"}
    )
    of_a_kind = {one.seat: (one.kind, one.ranks) for one in everything if one.kind is not HIGH}
    assert of_a_kind == {
        1: (PAIR, (Rank.NINE,)),
        2: (PAIR, (Rank.KING,)),
        4: (TRIPS, (Rank.EIGHT,)),
        5: (PAIR, (Rank.SEVEN, Rank.SIX)),
        6: (QUADS, (Rank.TWO,)),
    }


def test_st_70_possible_straights_and_flushes_only_below_the_limit():
    boards = {1: "Kh 9h 4h", 2: "8c 7d 5s"}
    assert kinds(boards) == [(HIGH, 1), (FLUSH, 1), (STRAIGHT, 2)]
    assert kinds(boards, says_draws=False) == [(HIGH, 1)]
    assert said(boards)[1].suit is Suit.HEARTS


@pytest.mark.parametrize(
    ("board", "straight", "flush"),
    [
        ("8c 7d", False, None),
        ("8c 7c 6c", True, Suit.CLUBS),
        ("8c 7d 4s", True, None),
        ("8c 7d 3s", False, None),
        ("As Kd Tc", True, None),
        ("As 2d 5c", True, None),
        ("As 2d Kc", False, None),
        ("8c 8d 7s", False, None),
        ("8c 8d 7s 6h", True, None),
        ("2s 8s Kd Qs", False, Suit.SPADES),
    ],
)
def test_st_70_three_cards_that_go_together(board: str, straight: bool, flush):  # noqa: FBT001
    assert may_be_straight(parse_cards(board)) == straight
    assert may_be_flush(parse_cards(board)) == flush


def test_nothing_is_said_of_no_up_cards():
    assert announced(InSight((1, 2)), is_first=True, says_draws=True) == ()
