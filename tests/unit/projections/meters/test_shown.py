"""A progressive's row and its movements, as each reader may see them."""

import pytest
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
from dealer_station.projections.meters.shown import PlayedFor, meter_row, shown_movements
from dealer_station.table.roles import Role
from dealer_station.table.view import View

WATCHERS = (Role.SUPERVISOR, Role.TECHNICIAN, Role.AUDITOR)


def row(recorded: Recorded, role: Role = Role.SUPERVISOR) -> View:
    reading = recorded.reads.reading(role)
    ledger = Progressives(recorded.record, recorded.registry).refresh("p1").state
    (level,) = ledger.levels_in_play
    main = PlayedFor("p1", "main", "USD", ("t1",), level)
    return meter_row(main, recorded.reads.meter("p1"), reading, recorded.clock.now())


def moved(recorded: Recorded, role: Role = Role.AUDITOR) -> list[View]:
    found = recorded.reads.meter("p1").movements(None, 50)
    return shown_movements(found, recorded.reads.reading(role))


def test_a_meter_that_nobody_has_won(recorded: Recorded) -> None:
    recorded.play(seats=(1,))
    now = recorded.clock.now()
    assert row(recorded) == {
        "progressive": "p1", "level": "main", "name": "main", "currency": "USD",
        "meter": "10000.00", "state": "live", "tables": ["t1"], "seed": "10000.00", "cap": None,
        "overflow": "0.00", "reserve": "0.00", "last_hit": None, "spark": [[now, 1_000_000]],
    }  # fmt: skip


@pytest.mark.parametrize("role", WATCHERS)
def test_a_hit_shows_the_hand_that_lies_open(recorded: Recorded, role: Role) -> None:
    whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    assert row(recorded, role)["last_hit"] == {
        "table": "t1", "round": 1, "seats": [1], "amount": "50.00", "category": "flush",
        "hand": FLUSH.split(), "at": recorded.clock.now(),
    }  # fmt: skip


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
