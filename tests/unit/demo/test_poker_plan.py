"""What people at a poker table do: the same for a seed, and only what the view offers."""

import random
from decimal import Decimal

import pytest

from dealer_station.demo.poker_plan import (
    PlayersAct,
    PokerTrouble,
    changes,
    plan_hand,
    players_act,
)

SEATS = [1, 2, 3, 4, 5, 6]


def view(stacks=(), away=(), limit=None):
    """The dealer's view between two hands, as far as people look at it."""
    return {
        "stacks": {str(seat): stack for seat, stack in stacks},
        "players": {str(seat): {"is_away": seat in away} for seat, _ in stacks},
        "table": {"seats": SEATS, "limits": {"min": "2.00", "max": limit}},
    }


def acts(legal, *, is_loose=False, count=300):
    found = (
        players_act(random.Random(number), legal, "1.00", is_loose=is_loose)
        for number in range(count)
    )
    return {(one.action, one.amount) for one in found}


def test_a_seed_has_one_plan_and_every_trouble_comes():
    plans = [plan_hand(random.Random(f"7/{number}")) for number in range(200)]
    assert plans == [plan_hand(random.Random(f"7/{number}")) for number in range(200)]
    assert plans != [plan_hand(random.Random(f"8/{number}")) for number in range(200)]
    assert {plan.trouble for plan in plans} == set(PokerTrouble)
    assert {plan.is_loose for plan in plans} == {True, False}
    first, other = plans[0].chance_of_act(1), plans[0].chance_of_act(2)
    assert first.random() != other.random()


def test_an_empty_table_fills_with_six_players_of_different_stacks():
    found = changes(random.Random(1), view())
    assert [one.command for one in found] == ["take_seat"] * 6
    assert {one.seat for one in found} == set(SEATS)
    stacks = {Decimal(one.said["stack"]) for one in found}
    assert len(stacks) > 1
    assert min(stacks) >= 20


def test_players_bring_less_where_bets_are_limited():
    dearest = max(
        Decimal(one.said["stack"])
        for number in range(50)
        for one in changes(random.Random(number), view(limit="4.00"))
    )
    assert dearest == 50


@pytest.mark.parametrize("number", range(60))
def test_three_players_with_chips_are_there_before_every_hand(number):
    seen = view(((1, "0.00"), (3, "40.00"), (4, "0.00"), (5, "7.00")), away=(3,))
    there = {5}
    for one in changes(random.Random(number), seen):
        is_out = one.command in {"leave_seat", "sit_out"}
        there = there - {one.seat} if is_out else there | {one.seat}
    assert len(there) >= 3


@pytest.mark.parametrize("number", range(20))
def test_at_a_full_table_everybody_with_chips_is_there(number):
    seen = view(tuple((seat, "100.00") for seat in SEATS), away=(2, 5))
    found = {one.seat: one.command for one in changes(random.Random(number), seen)}
    assert "sit_out" not in found.values()
    assert {found[2], found[5]} == {"come_back"}


def test_a_supervisor_counts_chips_and_nobody_else_does():
    seen = view(((1, "100.00"), (2, "100.00"), (3, "100.00")))
    made = [one for number in range(200) for one in changes(random.Random(number), seen)]
    kinds = {one.command for one in made}
    assert kinds == {"leave_seat", "sit_out", "correct_chips", "take_seat"}
    assert all(one.by_supervisor == (one.command == "correct_chips") for one in made)
    assert all(Decimal(one.said["stack"]) > 100 for one in made if one.by_supervisor)


def test_nobody_folds_where_he_may_check():
    assert acts({"fold": True, "check": True}) == {("check", None)}


def test_who_has_to_pay_folds_calls_or_raises_and_hardly_folds_in_a_loose_hand():
    legal = {"fold": True, "call": "2.00", "raise": {"sizes": ["4.00", "6.00"]}}
    every = {("fold", None), ("call", None), ("raise", "4.00"), ("raise", "6.00")}
    assert acts(legal) == every
    assert acts(legal, is_loose=True) == every - {("fold", None)}


def test_a_raise_is_of_whole_chips_between_what_is_offered_up_to_all():
    legal = {"fold": True, "call": "2.00", "raise": {"min": "4.00", "max": "57.00"}}
    sizes = {Decimal(amount) for action, amount in acts(legal) if action == "raise"}
    assert {Decimal(4), Decimal(57)} < sizes
    assert all(4 <= size <= 57 and size % 1 == 0 for size in sizes)


def test_forced_bets_and_completions_say_no_amount_and_a_lone_choice_is_taken():
    legal = {"bring_in": "3.00", "complete": "10.00"}
    assert acts(legal) == {("bring_in", None), ("complete", None)}
    one = players_act(random.Random(1), {"fold": True}, "1.00", is_loose=True)
    assert one == PlayersAct("fold")


def test_a_hand_is_shown_or_given_up_where_that_is_offered():
    assert acts({"show": True}) == {("show", None)}
    assert acts({"show": True, "muck": True}) == {("show", None), ("muck", None)}
