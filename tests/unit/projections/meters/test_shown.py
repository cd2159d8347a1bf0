"""A progressive's row and its movements, as each reader may see them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from book_play import SEVEN, BookPlay
from holdem_play import HoldemPlay
from recorded_play import (
    FLUSH,
    OTHER_ROYAL,
    PAIR,
    ROYAL,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)

from dealer_station.controller.progressives import Progressives
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.levels import SOLE_LEVEL, Level
from dealer_station.projections.meters.shown import PlayedFor, meter_row, shown_movements
from dealer_station.table.roles import Role
from dealer_station.table.view import View

WATCHERS = (Role.SUPERVISOR, Role.TECHNICIAN, Role.AUDITOR)


TERMS = {
    "base": "10000.00", "rate": "7/10", "reserve_rate": "0", "cap": None, "overflow_to": "overflow",
    "reserve_use": "pays_base", "probability": None,
}  # fmt: skip


def main_level(recorded: Recorded) -> PlayedFor:
    ledger = Progressives(recorded.record, recorded.registry).refresh("p1").state
    (level,) = ledger.levels_in_play
    return PlayedFor("p1", "main", "USD", ("t1",), level)


def row(recorded: Recorded, role: Role = Role.SUPERVISOR) -> View:
    reading = recorded.reads.reading(role)
    history = recorded.reads.meter("p1")
    return meter_row(main_level(recorded), history, reading, recorded.clock.now())


def moved(recorded: Recorded, role: Role = Role.AUDITOR) -> list[View]:
    found = recorded.reads.meter("p1").movements(None, 50)
    return shown_movements(found, recorded.reads.reading(role))


def test_a_meter_that_nobody_has_won(recorded: Recorded) -> None:
    recorded.play(seats=(1,))
    now = recorded.clock.now()
    assert row(recorded) == {
        "progressive": "p1", "level": "main", "name": "main", "currency": "USD",
        "meter": "10000.00", "state": "live", "tables": ["t1"], "seed": "10000.00", "cap": None,
        "overflow": "0.00", "reserve": "0.00", "own": [], "last_hit": None, "in_play": [],
        "awards": [], "terms": TERMS,
        "spark": [[now, 1_000_000]],
    }  # fmt: skip


def test_a_meter_that_nobody_may_play_for_at_present(recorded: Recorded) -> None:
    recorded.play(seats=(1,))
    suspended = replace(main_level(recorded), is_suspended=True)
    reading = recorded.reads.reading(Role.SUPERVISOR)
    shown = meter_row(suspended, recorded.reads.meter("p1"), reading, recorded.clock.now())
    assert shown == row(recorded) | {"state": "suspended"}


@pytest.mark.parametrize("role", WATCHERS)
def test_a_hit_shows_the_hand_that_lies_open(recorded: Recorded, role: Role) -> None:
    whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    assert row(recorded, role)["last_hit"] == {
        "table": "t1", "round": 1, "seats": [1], "amount": "50.00", "currency": "USD",
        "category": "flush", "hand": FLUSH.split(), "at": recorded.clock.now(),
    }  # fmt: skip


@pytest.mark.parametrize("role", WATCHERS)
def test_a_hit_of_a_book_is_at_no_seat_and_shows_the_common_hand(
    recorded: Recorded, role: Role
) -> None:
    play = BookPlay(record=recorded.record, clock=recorded.clock)
    play.bet((1, "ante", 1000), (1, "jumbo7", 100)).deal(SEVEN).decide((1, "fold")).finish("Th Jh")
    hit = row(recorded, role)["last_hit"]
    assert (hit["seats"], hit["hand"], hit["amount"]) == ([], ["5h", "6h"], "10000.00")


@pytest.mark.parametrize("role", WATCHERS)
def test_a_shared_hit_names_only_seats_that_lie_open(recorded: Recorded, role: Role) -> None:
    play = recorded.play(seats=(1, 2, 3))
    hands = {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}
    decide(bet_and_deal(play, hands, progressive=(1, 3)))
    play.run("verify: 3", "pay: 3")
    assert row(recorded, role)["last_hit"]["seats"] == [3]
    play.run("pay")
    assert row(recorded, role)["last_hit"]["seats"] == [3, 1]


def test_movements_are_told_with_the_meter_as_a_sign_shows_it(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,), contribution="1/3"), {1: FLUSH}, progressive=(1,))
    paid, verified, locked, fed, opened = moved(recorded)
    assert (opened["table"], opened["amount"], opened["meter_after"]) == (
        None, "10000.00", "10000.00",
    )  # fmt: skip
    assert {key: fed[key] for key in ("type", "table", "round", "seat", "amount")} == {
        "type": "wagers_counted", "table": "t1", "round": 1, "seat": None, "amount": "1/3",
    }  # fmt: skip
    assert (fed["meter_before"], fed["meter_after"]) == ("10000.00", "10000.33")
    assert fed["entry"] == [
        {"account": "contributions", "amount": "-1/3", "level": "main"},
        {"account": "meter", "amount": "1/3", "level": "main"},
    ]  # fmt: skip
    assert (locked["text"], locked["seat"]) == ("flush: level main hit, 50.00 fixed", None)
    assert (verified["type"], verified["seat"], verified["amount"]) == ("award_verified", 1, "0.00")
    assert (verified["person"], verified["facts"]["hit_id"]) == ("s1", "t1-1-1")
    assert (paid["type"], paid["amount"]) == ("level_award_paid", "50.00")


def test_a_released_share_names_its_seat_to_who_may_know(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2, 3))
    hands = {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}
    decide(bet_and_deal(play, hands, progressive=(1, 3)))
    play.run("verify: 3", "pay: 3", "report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    play.run("pay")
    for role, seat in ((Role.SUPERVISOR, None), (Role.AUDITOR, 1)):
        (released,) = [m for m in moved(recorded, role) if m["type"] == "award_voided"]
        assert released["seat"] == seat


IN_SPADES = "player: 8s 9s, dealer: 2c 2d, board: 5s 6s 7s"
IN_EUROS = {"t1": Conversion("USD", "EUR", Fraction(23, 25))}
POOL = PlayedFor("p1", "jumbo7", "EUR", ("t1",), Level(SOLE_LEVEL), IN_EUROS)


def pooled(recorded: Recorded) -> HoldemPlay:
    """A pool of 100.00 euros, won at a table in dollars."""
    play = HoldemPlay(
        seats=(1, 3), contribution="0.5", seed_amount="50", meter=100_00, euros="0.92",
        record=recorded.record, clock=recorded.clock,
    )  # fmt: skip
    return play.run(
        "open_betting", "wager: 3 ante 10; 3 jumbo7 1; 1 ante 10; 1 jumbo7 2", "close_betting",
        f"deal: {{{IN_SPADES}}}", "act: 1 call; 3 call", "deal: {board: Ts Js}", "verify: 3", "pay",
    )  # fmt: skip


def test_lnk_12_a_row_is_in_the_pools_currency_with_what_each_table_shows(
    recorded: Recorded,
) -> None:
    pooled(recorded)
    reading = recorded.reads.reading(Role.SUPERVISOR)
    shown = meter_row(POOL, recorded.reads.meter("p1"), reading, recorded.clock.now())
    assert (shown["currency"], shown["meter"]) == ("EUR", "50.00")
    assert shown["own"] == [
        {"table": "t1", "currency": "USD", "conversion": "23/25", "meter": "54.34"}
    ]
    assert (shown["last_hit"]["amount"], shown["last_hit"]["currency"]) == ("110.19", "USD")
    elsewhere = replace(POOL, conversions={})
    shown = meter_row(elsewhere, recorded.reads.meter("p1"), reading, recorded.clock.now())
    assert (shown["last_hit"]["amount"], shown["last_hit"]["currency"]) == ("101.37", "EUR")


def test_movements_are_in_the_pools_currency_whatever_a_table_plays_in(recorded: Recorded) -> None:
    pooled(recorded)
    amounts = {
        (row["type"], row["seat"]): row["amount"]
        for row in moved(recorded)
        if row["type"] in {"wagers_counted", "level_hit", "level_award_paid"}
    }
    assert amounts == {
        ("wagers_counted", None): "1.38",
        ("level_hit", None): "101.3748",
        ("level_award_paid", 3): "33.7916",
        ("level_award_paid", 1): "67.5832",
    }
    (hit,) = [row for row in moved(recorded) if row["type"] == "level_hit"]
    assert hit["text"].endswith("110.19 fixed")
    assert (hit["meter_before"], hit["meter_after"]) == ("101.38", "50.00")
