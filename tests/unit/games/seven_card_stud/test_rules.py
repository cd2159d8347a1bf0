"""What Seven Card Stud tells the table (ST-01 to ST-08, ST-20 to ST-39, ST-55 to ST-59)."""

from dataclasses import replace

import pytest

from dealer_station.cards.card import parse_cards
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.pot_rules import (
    Announcement,
    AnnouncementKind,
    Candidate,
    InSight,
    Opener,
    PlayedRound,
    PostKind,
    Shortage,
    StubCount,
)
from dealer_station.games.pots.betting import Opening
from dealer_station.games.pots.structure import FixedLimit
from dealer_station.games.seven_card_stud.odd_units import OddUnit
from dealer_station.games.seven_card_stud.rules import STREETS, SevenCardStud
from dealer_station.games.seven_card_stud.shortage import ShortageProcedure

STUD = SevenCardStud(
    structure=FixedLimit(500, 1000, 3),
    ante_minor=100,
    bring_in_minor=200,
    chip_minor=100,
    shortage=ShortageProcedure.LAST_CARD,
    odd_unit=OddUnit.SUIT,
    pair_option=True,
    dead_seat_keeps_receiving=True,
    says_draws=True,
)
THIRD, FOURTH, FIFTH, SIXTH, SEVENTH = STREETS


def sight(boards: dict[int, str], *, board: str = "", excused: frozenset[int] = frozenset()):
    return InSight(
        tuple(sorted(boards)),
        up={seat: parse_cards(text) for seat, text in boards.items()},
        board=parse_cards(board) if board else (),
        excused=excused,
    )


def test_st_10_st_d01_everybody_who_is_in_antes():
    seats = [Candidate(3, is_in=True), Candidate(1, is_in=True), Candidate(5, is_in=False)]
    plan = STUD.next_hand(seats, None)
    assert plan is not None
    assert plan.dealt == (1, 3)
    assert [(post.seat, post.kind, post.ante_minor) for post in plan.posts] == [
        (1, PostKind.ANTE, 100),
        (3, PostKind.ANTE, 100),
    ]
    assert plan.positions is None
    assert all(plan.debts[seat].is_none for seat in (1, 3, 5))


def test_st_d01_nobody_plays_alone():
    assert STUD.next_hand([Candidate(3, is_in=True), Candidate(1, is_in=False)], None) is None


def test_no_ante_no_post():
    plan = replace(STUD, ante_minor=0).next_hand([Candidate(s, is_in=True) for s in (1, 2)], None)
    assert plan is not None
    assert plan.posts == ()


def test_st_05_st_06_the_deal_street_by_street():
    third = STUD.deal(THIRD, (2, 3), None, StubCount(52))
    assert third.order == ("seat 2", "seat 3") * 3
    for street in (FOURTH, FIFTH, SIXTH, SEVENTH):
        assert STUD.deal(street, (2, 3), None, StubCount(40)).order == ("burn", "seat 2", "seat 3")
    assert [street.faces for street in STREETS] == [
        (False, False, True), (True,), (True,), (True,), (False,)
    ]  # fmt: skip


def test_st_64_the_houses_procedure_is_used_at_a_shortage():
    cards = StubCount(7, burns=3)
    assert STUD.deal(SEVENTH, range(1, 8), None, cards).before[0] == "burn"
    other = replace(STUD, shortage=ShortageProcedure.ALL_MIXED)
    assert other.deal(SEVENTH, range(1, 8), None, cards).before == ()
    assert other.deal(SEVENTH, range(1, 8), None, cards).shortage is Shortage.MIXED


@pytest.mark.parametrize(
    ("number", "up"),
    [(1, False), (2, False), (3, True), (4, True), (5, True), (6, True), (7, False)],
)
def test_st_05_st_06_up_cards(number: int, up: bool):  # noqa: FBT001
    assert STUD.is_up_card("seat 3", number) == up


def test_st_62_a_common_card_lies_face_up_and_a_burn_does_not():
    assert STUD.is_up_card("board", 1)
    assert not STUD.is_up_card("burn", 3)


def test_st_34_units():
    assert [street.is_big for street in STREETS] == [False, False, True, True, True]


def test_st_t01_the_low_card_is_forced():
    boards = {1: "Kd", 2: "7h", 3: "2s", 4: "2d", 5: "9c"}
    assert STUD.opener(THIRD, sight(boards)) == Opener(4, Opening.FORCED, 200)


@pytest.mark.parametrize(("excused", "seat"), [(3, 4), (4, 1)])
def test_st_t40_an_exposed_low_card_owes_nothing_and_its_left_may_open(excused: int, seat: int):
    boards = {1: "Kd", 2: "7h", 3: "9c", 4: "Jc"} | {excused: "2c"}
    opener = STUD.opener(THIRD, sight(boards, excused=frozenset({excused})))
    assert opener == Opener(seat, Opening.OFFERED, 200)


def test_st_i03_an_exposed_card_that_is_not_low_changes_nothing():
    boards = {1: "Kd", 2: "7h", 3: "2c"}
    opener = STUD.opener(THIRD, sight(boards, excused=frozenset({1})))
    assert opener == Opener(3, Opening.FORCED, 200)


def test_st_t15_ties_of_boards_go_to_position():
    boards = {1: "Kh 9c", 2: "Ks 9s", 3: "Kd 8s"}
    assert STUD.opener(FOURTH, sight(boards)) == Opener(1, Opening.CHECK)


def test_st_33_the_sixth_streets_boards_decide_on_seventh():
    boards = {1: "9h 8h 7h 6h", 2: "Ac Kc Qc Tc"}
    assert STUD.opener(SEVENTH, sight(boards)) == Opener(2)


def test_st_63_with_a_common_card_the_high_hand_counting_it_opens():
    boards = {1: "Ah Qh Tc 6s", 2: "Jc Jh 9s 7s"}
    assert STUD.opener(SEVENTH, sight(boards)) == Opener(2)
    assert STUD.opener(SEVENTH, sight(boards, board="Ac")) == Opener(1)


def test_st_d12_boards_of_folded_seats_are_not_compared():
    hand = replace(sight({1: "As Ad", 2: "Kh 9c", 3: "Qh 9d"}), live=(2, 3))
    assert STUD.opener(FOURTH, hand) == Opener(2)


@pytest.mark.parametrize(
    ("street", "option", "has"),
    [(FOURTH, True, True), (FIFTH, True, False), (FOURTH, False, False)],
)
def test_st_35_open_pair_on_fourth_street(street, option: bool, has: bool):  # noqa: FBT001
    stud = replace(STUD, pair_option=option)
    assert stud.has_pair_option(street, sight({1: "9h 9c", 2: "Ks Qd"})) == has


def test_st_39_only_live_pairs_count():
    hand = replace(sight({1: "9h 9c", 2: "Ks Qd", 3: "Jd 2c"}), live=(2, 3))
    assert not STUD.has_pair_option(FOURTH, hand)


@pytest.mark.parametrize(
    ("cards", "board", "category"),
    [
        ("Ah Ad 8d 5s 8h 2s 8c", "", HandCategory.FULL_HOUSE),
        ("Ah Ad 8d 5s 8h 2s", "8c", HandCategory.FULL_HOUSE),
        ("Ah Ad 8d 5s 8h 2s", "", None),
        ("Ah Ad 8d 5s 8h 2s 8c 3c", "", None),
        ("Ah Ad 8d 5s 7h 2s Tc", "Ac", HandCategory.PAIR),
    ],
)
def test_st_58_seven_cards_win_a_common_one_among_them(cards: str, board: str, category):
    value = STUD.value(parse_cards(cards), parse_cards(board) if board else ())
    assert (value.category if value else None) == category


@pytest.mark.parametrize(
    ("rounds", "leader"),
    [
        ([PlayedRound("sixth_street", 1, 2), PlayedRound("seventh_street", 2, 3)], 3),
        ([PlayedRound("seventh_street", 2, None)], 2),
        ([PlayedRound("sixth_street", 2, 3)], 1),
        ([], 1),
    ],
    ids=["raised last", "all checked", "no betting on seventh", "no betting"],
)
def test_st_d17_where_the_showdown_begins(rounds, leader: int):
    hand = sight({1: "As Ad 3c 4c", 2: "Kh 9c 2c 7s", 3: "Qh 9d 4h 5h"})
    assert STUD.show_leader(hand, rounds) == leader


HANDS = {1: "Ts Jd Qh Kc Ad 3h 4c", 2: "Tc Jh Qs Kd As 6c 7d", 3: "2c 3d 5h 7s 9c Jc Kh"}


@pytest.mark.parametrize(("rule", "winners"), [(OddUnit.SUIT, (2, 1)), (OddUnit.POSITION, (1, 2))])
def test_st_t31_equal_hands_in_the_order_of_odd_units(rule: OddUnit, winners):
    stud = replace(STUD, odd_unit=rule)
    hands = {seat: parse_cards(text) for seat, text in HANDS.items()}
    assert stud.winners({1, 2, 3}, hands, (), None) == winners
    assert stud.winners({1, 3}, hands, (), None) == (1,)
    assert stud.winners({3}, hands, (), None) == (3,)


def test_st_58_a_hand_of_six_cards_wins_nothing():
    hands = {1: parse_cards("As Ah Ac Ad Ks Kd"), 3: parse_cards(HANDS[3])}
    assert STUD.winners({1, 3}, hands, (), None) == (3,)
    assert STUD.winners({1}, hands, (), None) == ()


def test_st_59_a_common_card_belongs_to_every_hand():
    hands = {1: parse_cards("Ts Jd Qh Kc 3h 4c"), 2: parse_cards("Tc Jh Qs Kd 6c 7d")}
    assert STUD.winners({1, 2}, hands, parse_cards("As"), None) == (2, 1)


def test_st_75_absence_kills_where_no_clock_runs():
    assert STUD.absent_is_killed
    assert not replace(STUD, clock_ms=10_000).absent_is_killed


def test_st_70_announcements():
    said = STUD.announcements(THIRD, sight({1: "Kd", 2: "2c"}))
    assert [(one.kind, one.seat) for one in said] == [(AnnouncementKind.LOW, 2)]
    said = replace(STUD, says_draws=False).announcements(
        FIFTH, sight({1: "Kd Qd Jd", 2: "2c 3c 4c"})
    )
    assert [one.kind for one in said] == [AnnouncementKind.HIGH]
    assert STUD.said_of_raise(3, 1000) == (Announcement(AnnouncementKind.RAISE, 3, to_minor=1000),)
