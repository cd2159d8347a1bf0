"""A day's statement of a meter: opening, every cause, closing, exactly."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ledger_play import TENTH, LedgerPlay, terms
from table_play import ROYAL_CLUBS, decided

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.contributions import return_wager
from dealer_station.progressive.ledger import fold
from dealer_station.progressive.statement import Cause, Statement, statement

DAY = {"since_at": 3, "until_at": 8}


def day() -> LedgerPlay:
    """Opened (1) and fed (2) the day before; fed, returned, hit, fed, and fed the day after."""
    play = LedgerPlay().open(terms(1000, "1/3"), opening=5000)
    play.wagers(1, 1)
    play.wagers(2, 1, 2)
    play.take(return_wager(play.state, "t", 2, 2, 100, at=play.now()))
    play.hit("h", 2, 1)
    play.wagers(3, 1)
    play.at = 8
    return play.wagers(4, 1)


def moved(found: Statement) -> dict[Cause, Fraction]:
    return {cause: amount for cause, amount in found.moved.items() if amount}


def test_chg_07_opening_and_causes_come_to_the_closing():
    found = statement(day().events, "main", **DAY)
    assert found.opened == 5000 + Fraction(100, 3)
    assert moved(found) == {
        Cause.CONTRIBUTION: 100,
        Cause.RETURN: Fraction(-100, 3),
        Cause.AWARD: -5066,
        Cause.RESEED: 1000,
    }
    assert found.closed == found.opened + sum(found.moved.values())
    assert found.closed == 1000 + Fraction(2, 3) + Fraction(100, 3)
    assert found.hits == 1


@pytest.mark.parametrize("cut", range(1, 11))
def test_days_follow_one_another_without_a_gap(cut):
    play = day()
    first = statement(play.events, "main", since_at=0, until_at=cut)
    second = statement(play.events, "main", since_at=cut, until_at=99)
    assert first.closed == second.opened
    assert second.closed == play.level().holds(Account.METER)
    assert first.hits + second.hits == 1


def test_another_level_has_a_statement_of_its_own():
    play = day()
    other = statement(play.events, "mini", **DAY)
    assert (other.opened, other.closed, other.hits) == (0, 0, 0)


def test_every_cause_of_an_old_record_is_told():
    play = decided({1: ROYAL_CLUBS}, "7h 7c 6s 4c 2h", (1,)).run("verify: 1", "pay: 1")
    events = play.postings()
    found = statement(events, "main", since_at=0, until_at=10**15)
    level = fold(tuple(events)).level("main")
    assert level is not None
    assert found.closed == level.holds(Account.METER)
    assert set(moved(found)) == {Cause.OPENING, Cause.CONTRIBUTION, Cause.AWARD, Cause.RESEED}
    assert found.hits == 1


def test_cs_25_what_others_got_out_of_the_meter_is_told_apart_from_the_award():
    play = LedgerPlay().open(terms(1000, "0"), opening=5000).wagers(1, 1, 2, 3)
    prize = replace(TENTH, envy_minor=30, is_envy_from_meter=True)
    play.hit("h", 1, 1, prize=prize)
    found = statement(play.events, "main", since_at=2, until_at=99)
    assert moved(found) == {Cause.AWARD: -500, Cause.ENVY: -60}
    assert found.closed == play.level().holds(Account.METER) == 4440
