"""Every condition that the catalogue may name, true and false."""

from collections.abc import Collection

import pytest

from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.house_rules.loader import GAMES, POT_GAMES
from dealer_station.irregularities.situation import CONDITIONS, Situation
from dealer_station.table.pot.conditions import POT_CONDITIONS

# condition: facts with which it holds, facts with which it does not
TRUTHS = {
    "seat_exists": ({"seat_exists": True}, {}),
    "seat_in_round": ({"seat_status": "folded"}, {"seat_status": "dead"}),
    "seat_without_hand": ({"seat_status": "out"}, {"seat_status": "void"}),
    "seat_undecided": ({}, {"seat_has_decided": True}),
    "seat_unpaid": ({}, {"seat_is_paid": True}),
    "any_seat_paid": ({"is_any_seat_paid": True}, {}),
    "seat_paid": ({"seat_is_paid": True}, {}),
    "seat_has_bet": ({"bet_minor": 1}, {"bet_minor": 0}),
    "seat_has_progressive": ({"seat_has_progressive": True}, {}),
    "amount_differs": ({"amount_minor": 5, "bet_minor": 6}, {"amount_minor": 6, "bet_minor": 6}),
    "payment_differs": ({"amount_minor": 5, "paid_minor": 6}, {"amount_minor": 6, "paid_minor": 6}),
    "payment_differs_if_said": (
        {"amount_minor": 5, "paid_minor": 6},
        {"amount_minor": 6, "paid_minor": 6},
    ),
    "count_is_wrong": ({"count": 6, "hand_size": 5}, {"count": 5, "hand_size": 5}),
    "count_is_one_short": ({"count": 4, "hand_size": 5}, {"count": 3, "hand_size": 5}),
    "count_is_not_one_short": ({"count": 6, "hand_size": 5}, {"count": 4, "hand_size": 5}),
    "stub_count_is_wrong": ({"count": 35, "stub_count": 36}, {"count": 36, "stub_count": 36}),
    "seat_named": ({"is_seat_named": True}, {}),
    "dealer_position_or_none": ({}, {"has_position": True}),
    "position_dealt": ({"is_position_dealt": True}, {}),
    "cards_of_one_hand": (
        {"named_cards": 5, "hand_size": 5},
        {"named_cards": 6, "hand_size": 5},
    ),
    "no_up_card_named": ({}, {"names_up_card": True}),
    "dealer_not_completed": ({}, {"is_dealer_completed": True}),
    "dealer_position": ({"is_dealer_position": True}, {}),
    "other_face_seen": ({"names_other_face": True}, {}),
    "card_is_last_read": ({"is_last_card_in_hand": True}, {}),
    "card_due": ({"is_card_due": True}, {}),
    "correction_adds_up": ({}, {"correction_adds_up": False}),
    "progressive_offered": ({"is_progressive_offered": True}, {}),
    "player_cards_hidden": ({}, {"player_cards_public": True}),
    "honours_side_bets": ({"honours_side_bets": True}, {}),
    "live_prize": ({"has_live_prize": True}, {}),
    "deal_in_progress": ({"is_card_due": True}, {"is_card_due": False}),
    "deck_count_is_wrong": ({"count": 51, "deck_size": 52}, {"count": 52, "deck_size": 52}),
    "card_unread": ({"is_card_unread": True}, {}),
    "early_card": ({"is_early_card": True}, {}),
    "true_card_named": (
        {"has_position": True, "is_card_named": True},
        {"has_position": True},
    ),
    "players_hand": ({"is_players_hand": True}, {}),
    "own_hand": ({"is_own_hand": True}, {}),
    "nobody_paid": ({}, {"is_any_seat_paid": True}),
    "burns_configured": (
        {"house_choices": frozenset({"burns=configured"})},
        {"house_choices": frozenset({"face_up_in_shoe=play"})},
    ),
    "face_up_discarded": (
        {"house_choices": frozenset({"face_up_in_shoe=discard"})},
        {"house_choices": frozenset({"face_up_in_shoe=void"})},
    ),
    "face_up_voids": (
        {"house_choices": frozenset({"face_up_in_shoe=void"})},
        {"house_choices": frozenset({"face_up_in_shoe=play"})},
    ),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_holds_with_its_facts_and_not_without(name: str):
    true, false = TRUTHS[name]
    assert CONDITIONS[name](Situation(stage="dealing", **true))
    assert not CONDITIONS[name](Situation(stage="dealing", **false))


def test_no_amount_said_differs_from_nothing():
    assert not CONDITIONS["amount_differs"](Situation(stage="paying", bet_minor=5))
    assert not CONDITIONS["payment_differs"](Situation(stage="paying", paid_minor=5))


def test_a_payment_that_is_said_is_one_that_was_made():
    said = CONDITIONS["payment_differs_if_said"]
    assert said(Situation(stage="paying"))
    assert not said(Situation(stage="paying", amount_minor=5))


def test_a_place_of_the_dealer_is_as_good_as_none():
    dealers = Situation(stage="paying", has_position=True, is_dealer_position=True)
    assert CONDITIONS["dealer_position_or_none"](dealers)


def test_a_deal_is_in_progress_while_cards_are_due_in_it():
    assert not CONDITIONS["deal_in_progress"](Situation(stage="deciding", is_card_due=True))


def test_a_true_card_needs_its_place():
    assert not CONDITIONS["true_card_named"](Situation(stage="paying", is_card_named=True))


def test_no_condition_is_idle():
    assert named_by(set(GAMES) - POT_GAMES) == set(CONDITIONS)
    assert named_by(POT_GAMES) == set(POT_CONDITIONS)


def named_by(games: Collection[str]) -> set[str]:
    """Return every condition that the catalogues of these games name."""
    named: set[str] = set()
    for game in games:
        for entry in load_catalogue(game).entries.values():
            named.update(entry.requires)
            named.update(*(rule.when for rule in entry.rulings))
            named.update(*(refiling.when for refiling in entry.refiles))
    return named
