"""The cards of a round as the game takes them: known or left out."""

import pytest
from table_play import FLUSH, baccarat, dealt

from dealer_station.cards.card import parse_cards
from dealer_station.table.house.hands import (
    hand_names,
    hands_of,
    is_known,
    known_cards,
    known_hands,
)


@pytest.mark.parametrize(("card", "known"), [("As", True), ("??", False), ("Jo", False)])
def test_a_card_is_known_when_it_was_read_and_is_of_the_deck(card: str, known):
    assert is_known(card) is known


def test_a_hand_with_one_unknown_card_is_not_known():
    rules = baccarat().rules
    assert known_cards(rules, ("As", "Kd")) == parse_cards("As Kd")
    assert known_cards(rules, ()) == ()
    assert known_cards(rules, ("As", "??")) is None
    assert known_cards(rules, ("Jo",)) is None


def test_a_hand_with_a_card_oftener_than_the_decks_hold_is_not_known():
    three = baccarat(decks="3").rules
    assert known_cards(three, ("As", "As", "As")) == parse_cards("As") * 3
    assert known_cards(three, ("As",) * 4) is None
    assert known_cards(dealt({1: FLUSH}).rules, ("As", "As")) is None


def test_the_tables_hands_come_first_and_then_those_of_the_seats_in_the_round():
    stud = dealt({1: FLUSH, 3: "8s 8c 9c 4s 7s"})
    assert hand_names(stud.rules, stud.round) == ("dealer", "seat 1", "seat 3")
    coup = baccarat().run("open_betting", "wager: 2 banker 10", "close_betting")
    assert hand_names(coup.rules, coup.round) == ("player", "banker", "seat 2")


def test_hands_that_have_no_card_yet_are_empty_and_unknown_ones_are_left_out():
    play = baccarat().run("open_betting", "close_betting", "shoe: 4h Kd 2c")
    assert hands_of(play.rules, play.round) == {
        "player": parse_cards("4h 2c"),
        "banker": parse_cards("Kd"),
    }
    play.run("shoe: ??")
    assert hands_of(play.rules, play.round) == {"player": parse_cards("4h 2c")}


def test_only_the_hands_that_are_asked_about_are_told():
    rules = baccarat().rules
    told = known_hands(rules, {"player": ("4h",), "banker": ("??",), "aside": ()})
    assert told == {"player": parse_cards("4h"), "aside": ()}
