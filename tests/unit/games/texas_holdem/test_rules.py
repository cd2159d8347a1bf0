"""What Texas Hold'em tells the table (HE-01 to HE-06, HE-14, HE-15, HE-40 to HE-46)."""

import pytest

from dealer_station.cards.card import parse_cards
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.pot_rules import (
    Candidate,
    InSight,
    Opener,
    PlayedRound,
    Positions,
    StubCount,
)
from dealer_station.games.pots.betting import Opening
from dealer_station.games.pots.structure import NoLimit
from dealer_station.games.texas_holdem.positions import BlindRules, ButtonRule, NewPlayer
from dealer_station.games.texas_holdem.rules import STREETS, TexasHoldem

HOLDEM = TexasHoldem(
    structure=NoLimit(200, 100),
    blinds=BlindRules(ButtonRule.MOVING, NewPlayer.FREE, 100, 200),
    chip_minor=100,
)
PRE_FLOP, FLOP, TURN, RIVER = STREETS
SIX = (1, 2, 3, 4, 5, 6)
BUTTON_3 = Positions(3, 4, 5, bigs=(5,))


def deal(street, live=SIX, positions=BUTTON_3, **cards):
    return HOLDEM.deal(street, live, positions, StubCount(40, **cards)).order


def test_he_03_first_card_left_of_the_button_and_the_button_last():
    round_of_cards = tuple(f"seat {seat}" for seat in (4, 5, 6, 1, 2, 3))
    assert deal(PRE_FLOP) == round_of_cards * 2


def test_he_03_two_players_the_button_is_dealt_last():
    assert deal(PRE_FLOP, (1, 2), Positions(1, 1, 2)) == ("seat 2", "seat 1") * 2


def test_he_d17_the_deal_begins_left_of_an_empty_button():
    assert deal(PRE_FLOP, (1, 4, 5), Positions(2, 3, 4)) == ("seat 4", "seat 5", "seat 1") * 2


def test_he_05_a_burn_before_flop_turn_and_river_and_none_before_the_deal():
    assert deal(FLOP) == ("burn", "board", "board", "board")
    assert deal(TURN) == deal(RIVER) == ("burn", "board")


def test_he_d22_a_burn_that_is_out_is_not_made_again():
    assert deal(FLOP, is_burn_out=True) == ("board", "board", "board")


def test_only_the_board_lies_face_up():
    assert HOLDEM.is_up_card("board", 1)
    assert not HOLDEM.is_up_card("seat 1", 1)
    assert not HOLDEM.is_up_card("burn", 1)


def test_he_20_the_bigger_unit_from_the_turn_on():
    assert [street.is_big for street in STREETS] == [False, False, True, True]


def sight(live=SIX, positions=BUTTON_3):
    return InSight(live, positions)


def test_he_14_left_of_the_blinds_is_first_before_the_flop():
    assert HOLDEM.opener(PRE_FLOP, sight()) == Opener(6, Opening.BLINDS, 200)


def test_he_15_two_players_the_button_is_first_before_the_flop_and_last_after_it():
    two = sight((1, 2), Positions(1, 1, 2))
    assert HOLDEM.opener(PRE_FLOP, two) == Opener(1, Opening.BLINDS, 200)
    assert HOLDEM.opener(FLOP, two) == Opener(2)


@pytest.mark.parametrize(("live", "seat"), [(SIX, 4), ((1, 3, 6), 6), ((1, 2, 3), 1), ((3,), 3)])
def test_he_14_the_first_live_seat_left_of_the_button_later(live, seat: int):
    for street in (FLOP, TURN, RIVER):
        assert HOLDEM.opener(street, sight(live)) == Opener(seat, Opening.CHECK)


@pytest.mark.parametrize(
    ("cards", "board", "category"),
    [
        ("2h 3h", "Ts Js Qs Ks As", HandCategory.ROYAL_FLUSH),
        ("Ah Ad", "Ac Kd 9s 9c 2h", HandCategory.FULL_HOUSE),
        ("Ah", "Ac Kd 9s 9c 2h", None),
        ("Ah Ad As", "Ac Kd 9s 9c 2h", None),
        ("Ah Ad", "Ac Kd 9s 9c", None),
    ],
)
def test_he_02_he_42_two_own_cards_and_a_whole_board(cards: str, board: str, category):
    value = HOLDEM.value(parse_cards(cards), parse_cards(board))
    assert (value.category if value else None) == category


@pytest.mark.parametrize(
    ("rounds", "leader"),
    [
        ([PlayedRound("pre_flop", 6, 6), PlayedRound("river", 4, 5)], 5),
        ([PlayedRound("pre_flop", 6, 6), PlayedRound("river", 4, None)], 4),
        ([PlayedRound("pre_flop", 6, 6)], 6),
        ([], 4),
    ],
    ids=["bet on the river", "checked on the river", "all-in before the flop", "nobody acted"],
)
def test_he_d13_where_the_showdown_begins(rounds, leader: int):
    assert HOLDEM.show_leader(sight(), rounds) == leader


def winners(hands: dict[int, str], board: str, positions=BUTTON_3, seats=None):
    known = {seat: parse_cards(text) for seat, text in hands.items()}
    return HOLDEM.winners(seats or set(hands), known, parse_cards(board), positions)


def test_he_d10_odd_units_go_clockwise_from_the_buttons_left():
    hands = {2: "Ah 3h", 4: "Ad 3d", 5: "As 3c"}
    board = "Kc Kd Qs Js 9h"
    assert winners(hands, board, Positions(1, 2, 4)) == (2, 4, 5)
    assert winners(hands, board, Positions(4, 5, 2)) == (5, 2, 4)


def test_he_t27_the_board_plays():
    assert winners({1: "2h 3h", 2: "Ac Ad"}, "Ts Js Qs Ks As") == (1, 2)


def test_he_t29_kickers_and_two_pairs():
    assert winners({1: "As Qd", 2: "Ac Jd"}, "Ah Kd 9c 9s 2h") == (1, 2)


def test_he_40_every_pot_has_its_own_winners():
    hands = {2: "Qs Qd", 3: "Kh Kd", 5: "As Ac"}
    board = "2c 7d 9s Jh 3d"
    assert winners(hands, board) == (5,)
    assert winners(hands, board, seats={2, 3}) == (3,)


def test_he_42_who_does_not_table_two_cards_wins_nothing():
    assert winners({1: "As", 2: "3c 2d"}, "Ah Ad Ac Kd 9s") == (2,)
    assert winners({1: "As"}, "Ah Ad Ac Kd 9s") == ()


def test_he_d15_the_games_hands_follow_its_button_rule():
    plan = HOLDEM.next_hand([Candidate(seat, is_in=True) for seat in SIX], None, 3)
    assert plan is not None
    assert plan.positions == BUTTON_3
    assert HOLDEM.small_blind_minor == plan.posts[0].live_minor
    assert HOLDEM.big_blind_minor == plan.posts[1].live_minor


def test_nothing_shows_a_pair_and_nothing_is_announced():
    assert not HOLDEM.has_pair_option(FLOP, sight())
    assert HOLDEM.announcements(FLOP, sight()) == ()
    assert HOLDEM.said_of_raise(1, 400) == ()
