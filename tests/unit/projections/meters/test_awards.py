"""Prizes that are fixed and not paid yet: what a person who disputes one must know of it."""

from fractions import Fraction
from typing import Any

import pytest
from recorded_play import OTHER_ROYAL, PAIR, ROYAL, Recorded, bet_and_deal, decide
from table_play import TablePlay

from dealer_station.controller.ledger_desk import LedgerDesk, LevelPlace, Order
from dealer_station.controller.progressives import Progressives
from dealer_station.money import format_exact
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.refusals import Consent
from dealer_station.projections.meters.awards import open_awards
from dealer_station.table.roles import Role
from dealer_station.table.view import View

BOTH = Consent("M-301", "M-302", "the light was dark")
HANDS = {1: ROYAL, 3: OTHER_ROYAL}


def told(
    recorded: Recorded,
    role: Role = Role.MANAGER,
    conversions: dict[str, Conversion] | None = None,
    level: str = "main",
) -> list[View]:
    ledger = Progressives(recorded.record, recorded.registry).refresh("p1").state
    found = ledger.level(level)
    assert found is not None
    reading = recorded.reads.reading(role)
    return open_awards(found, ledger.hits_of(level), reading, "USD", conversions or {})


def fund(recorded: Recorded) -> Fraction:
    """What the level has collected, with what lies above its cap."""
    level = Progressives(recorded.record, recorded.registry).refresh("p1").state.level("main")
    assert level is not None
    return level.holds(Account.METER)


def desk(play: TablePlay) -> LedgerDesk:
    return LedgerDesk(play.record, play.registry, play.progressives, {"t1": play.controller})


def shared(recorded: Recorded, **options: Any) -> TablePlay:
    """Seats 3 and 1 share the meter: 3 is paid, and 1 is next."""
    play = decide(bet_and_deal(recorded.play(seats=(1, 3), **options), HANDS, progressive=(1, 3)))
    return play.run("verify: 3", "pay: 3")


def test_a_share_is_told_from_the_first_payment_until_its_own(recorded: Recorded) -> None:
    play = decide(bet_and_deal(recorded.play(seats=(1, 3)), HANDS, progressive=(1, 3)))
    assert told(recorded) == []
    play.run("verify: 3", "pay: 3")
    assert told(recorded) == [
        {
            "award": "t1-1-1-2", "kind": "win", "status": "locked", "is_doubted": False,
            "table": "t1", "round": 1, "seat": 1, "follows": None, "category": "royal_flush",
            "cards": ROYAL.split(), "amount": "5000.70", "currency": "USD",
            "at": recorded.clock.now(),
            "void": {"meter": "5000.70", "house": "0.00", "base": "0.00", "lapses": []},
        }
    ]  # fmt: skip
    play.run("verify: 1", "pay: 1")
    assert told(recorded) == []


def test_a_dispute_and_what_comes_after_it_is_told(recorded: Recorded) -> None:
    play = shared(recorded)
    place, ledgers, at = LevelPlace("p1", "main"), desk(play), recorded.clock.now()
    award_id = told(recorded)[0]["award"]
    assert ledgers.dispute(place, award_id, BOTH, Order("dispute", at)).refusal is None
    assert [(one["status"], one["is_doubted"]) for one in told(recorded)] == [("disputed", False)]
    assert ledgers.settle(place, award_id, BOTH, Order("settle", at)).refusal is None
    assert [(one["status"], one["is_doubted"]) for one in told(recorded)] == [("locked", True)]
    play.run("verify: 1")
    assert [(one["status"], one["is_doubted"]) for one in told(recorded)] == [("verified", False)]


def test_hit_12_what_voiding_does_is_told_before_and_is_what_it_does(recorded: Recorded) -> None:
    play = shared(recorded, rules="envy", meter=1100_00)
    envy, royal = sorted(told(recorded), key=lambda one: str(one["kind"]))
    assert (envy["kind"], envy["seat"], envy["follows"], envy["amount"]) == (
        "envy", 3, 1, "100.00",
    )  # fmt: skip
    assert (envy["cards"], envy["void"]["lapses"]) == (ROYAL.split(), [])
    assert royal["void"]["lapses"] == [3]
    place, ledgers, at = LevelPlace("p1", "main"), desk(play), recorded.clock.now()
    assert ledgers.dispute(place, royal["award"], BOTH, Order("dispute", at)).refusal is None
    before = fund(recorded)
    assert ledgers.void(place, royal["award"], BOTH, Order("void", at)).refusal is None
    gained = fund(recorded) - before
    assert (royal["void"]["meter"], royal["void"]["house"]) == (format_exact(gained), "100.00")
    assert gained > 0
    assert told(recorded) == []


def test_fc_214_voiding_the_only_prize_of_a_hit_takes_the_base_back_too(recorded: Recorded) -> None:
    play = decide(bet_and_deal(recorded.play(seats=(3,)), {3: ROYAL}, progressive=(3,)))
    before = fund(recorded)
    play.run("verify: 3")
    (royal,) = told(recorded)
    base = fund(recorded)
    assert royal["void"] == {
        "meter": format_exact(before), "house": "0.00", "base": format_exact(base), "lapses": [],
    }  # fmt: skip
    place, ledgers, at = LevelPlace("p1", "main"), desk(play), recorded.clock.now()
    assert ledgers.dispute(place, royal["award"], BOTH, Order("dispute", at)).refusal is None
    assert ledgers.void(place, royal["award"], BOTH, Order("void", at)).refusal is None
    assert fund(recorded) == before
    assert told(recorded) == []
    voided = recorded.events("hit_voided", role=Role.MANAGER)
    assert [(one["rule"], one["facts"]["reason"]) for one in voided] == [(None, BOTH.reason)]


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.MANAGER])
def test_a_share_of_a_hand_that_lies_face_down_is_told_to_nobody(
    recorded: Recorded, role: Role
) -> None:
    play = recorded.play(seats=(1, 2, 3))
    hands = {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}
    decide(bet_and_deal(play, hands, progressive=(1, 3))).run("verify: 3", "pay: 3")
    assert told(recorded, role) == []
    play.run("pay: 2")
    assert [one["seat"] for one in told(recorded, role)] == [1]


def test_lnk_12_an_award_is_in_its_winners_currency_where_that_is_known(
    recorded: Recorded,
) -> None:
    shared(recorded)
    own = Conversion("GBP", "USD", Fraction(1))
    assert [one["currency"] for one in told(recorded, conversions={"t1": own})] == ["GBP"]
