"""Wagers feed every level once and exactly; returned they leave as if they had never been."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_play import TENTH, TWO, LedgerPlay, refused, terms
from old_meter import opening

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.changes import retire
from dealer_station.progressive.contributions import (
    count_wagers,
    open_level,
    read_meter,
    return_wager,
)
from dealer_station.progressive.events import ProgressiveOpened
from dealer_station.progressive.ledger import Ledger, evolve
from dealer_station.progressive.refusals import LedgerRefusalReason as No

AWKWARD = {"big": ("333/100000", "1/7"), "small": ("1/3", "2/9"), "odd": ("997/99991", "0")}
"""Level -> rate and reserve rate."""


def wager(seat: int | None, minor: int) -> e.CountedWager:
    return e.CountedWager(seat, minor)


def test_wagers_feed_every_level_at_its_own_rate():
    play = LedgerPlay().open(terms(1000, "1/3", reserve_rate=Fraction(1, 9)))
    play.open(terms(500, "1/7"), level_id="mini").wagers(1, 1, 2)
    assert play.level().meter == 1000 + Fraction(200, 3)
    assert play.level().reserve == Fraction(200, 9)
    assert play.level("mini").meter == 500 + Fraction(200, 7)
    assert play.level("mini").lifetime.wagered == 200
    play.check()


def test_prg_03_a_million_contributions_at_awkward_rates_drift_by_nothing():
    play = LedgerPlay()
    for level_id, (rate, reserve_rate) in AWKWARD.items():
        filed = terms(0, rate, reserve_rate=Fraction(reserve_rate))
        play.open(filed, level_id=level_id)
    state, staked, contributions = play.state, 0, 0
    chance = random.Random(20_000_101)
    while contributions < 1_000_000:
        number = state.version
        wagers = tuple(wager(seat, chance.randrange(1, 100_000)) for seat in range(40))
        decision = count_wagers(state, f"t{number % 50}", number, wagers, at=number)
        assert isinstance(decision, tuple)
        state = evolve(state, decision[0])
        staked += sum(one.amount_minor for one in wagers)
        contributions += len(wagers) * len(AWKWARD)
    for level_id, (rate, reserve_rate) in AWKWARD.items():
        level = state.level(level_id)
        assert level is not None
        assert level.meter - staked * Fraction(rate) == 0
        assert level.reserve - staked * Fraction(reserve_rate) == 0
        assert level.holds(Account.CONTRIBUTIONS) == -(level.meter + level.reserve)


def test_prg_03_the_regulations_own_example_comes_out_to_the_fraction():
    """1,000,003 wagers of 100 at 0.333 %: meter and remainder are the exact rational total."""
    state = LedgerPlay().open(terms(0, "0.00333")).state
    whole = tuple(wager(seat, 100) for seat in range(10_000))
    for number in range(1, 102):
        decision = count_wagers(state, "t", number, whole[: 3 if number == 101 else None], at=1)
        assert isinstance(decision, tuple)
        state = evolve(state, decision[0])
    level = state.level("main")
    assert level is not None
    assert level.meter_minor + level.remainder == Fraction(333, 1000) * 1_000_003
    assert level.remainder == Fraction(999, 1000)


def test_prg_15_a_round_is_counted_once():
    play = LedgerPlay().open().wagers(7, 1)
    one = (wager(2, 100),)
    for number in (7, 6):
        assert refused(count_wagers(play.state, "t", number, one, at=9)) is No.ALREADY_COUNTED
    play.wagers(7, 1, table="other").wagers(8, 1)
    assert play.level().lifetime.wagered == 300


def test_no_wagers_are_no_event_and_wagers_of_nothing_are_none():
    play = LedgerPlay().open()
    assert count_wagers(play.state, "t", 1, (), at=1) == ()
    for bad in ((wager(1, 0),), (wager(1, 5), wager(1, 5)), (wager(1, -5),)):
        assert refused(count_wagers(play.state, "t", 1, bad, at=1)) is No.BAD_WAGER


def test_prg_06_at_the_cap_wagers_move_only_overflow():
    play = LedgerPlay().open(terms(1000, "1/3", cap_minor=1010))
    for number in range(1, 101):
        play.wagers(number, 1)
    assert play.level().meter == 1010
    assert play.level().overflow == Fraction(10_000, 3) - 10
    # It is booked by what needs the books settled, and shown as what it is before.
    play.hit("h", 100, 1, prize=TENTH)
    assert [type(event) for event in play.events[-2:]] == [e.OverflowBooked, e.LevelHit]
    assert play.level().meter == 1010 - 101
    assert play.holds(Account.OVERFLOW) == play.level().overflow == Fraction(10_000, 3) - 10
    assert play.level().lifetime.overflowed == play.level().overflow
    play.check()


@pytest.mark.parametrize("account", [Account.RESERVE, Account.REVENUE, Account.OVERFLOW])
def test_prg_06_the_terms_say_where_overflow_goes(account):
    play = LedgerPlay().open(terms(1000, "1", cap_minor=1000, overflow_to=account)).wagers(1, 1)
    play.hit("h", 1, 1, prize=TENTH)
    assert play.holds(account) == 100
    play.check()


def test_prg_16_a_returned_wager_leaves_by_a_compensating_entry():
    play = LedgerPlay().open(terms(1000, "1/3", reserve_rate=Fraction(1, 9))).wagers(1, 1, 2)
    play.take(return_wager(play.state, "t", 1, 2, 100, at=9))
    assert play.level().meter == 1000 + Fraction(100, 3)
    assert play.level().reserve == Fraction(100, 9)
    assert play.level().lifetime.returned == 100
    for seat in (2, 3):
        assert refused(return_wager(play.state, "t", 1, seat, 100, at=9)) is No.NOT_COUNTED
    play.check()


def test_a_part_of_a_books_wagers_can_be_returned_and_no_more_than_was_staked():
    play = LedgerPlay().open(terms(0, "1/2"))
    play.take(count_wagers(play.state, "t", 1, (wager(None, 1000),), at=1))
    play.take(return_wager(play.state, "t", 1, None, 400, at=2))
    assert refused(return_wager(play.state, "t", 1, None, 601, at=3)) is No.NOT_COUNTED
    play.take(return_wager(play.state, "t", 1, None, 600, at=4))
    assert play.level().meter == 0
    play.check()


@pytest.mark.parametrize(("table", "number"), [("t", 1), ("t", 3), ("other", 2)])
def test_only_the_newest_round_of_a_table_can_be_returned(table, number):
    play = LedgerPlay().open().wagers(1, 1).wagers(2, 1)
    assert refused(return_wager(play.state, table, number, 1, 100, at=9)) is No.NOT_COUNTED


def test_a_wager_that_has_won_is_not_returned_until_its_award_is_void():
    play = LedgerPlay().open().wagers(1, 1, 2)
    play.hit("h", 1, 1)
    assert refused(return_wager(play.state, "t", 1, 1, 100, at=9)) is No.AWARD_STANDS
    play.take(return_wager(play.state, "t", 1, 2, 100, at=9))
    play.check()


def test_what_was_won_meanwhile_the_house_makes_good():
    play = LedgerPlay().open(terms(0, "1", reserve_rate=Fraction(0))).wagers(1, 1, 2)
    play.wagers(1, 1, table="other").hit("h", 1, 1, table="other")
    assert play.level().meter == 0
    play.take(return_wager(play.state, "t", 1, 2, 100, at=9))
    assert play.level().meter == 0
    assert play.holds(Account.HOUSE) == -100
    play.check()


@given(st.permutations([1, 2, 3, 4]), st.integers(0, 400))
def test_with_a_cap_the_order_of_wagers_and_returns_changes_nothing(order, room):
    """After the return it is as if the wager had never been, wherever the cap was reached."""
    play = LedgerPlay().open(terms(100, "1", cap_minor=100 + room))
    for number, seat in enumerate(order, start=1):
        play.take(count_wagers(play.state, f"t{seat}", number, (wager(seat, 100),), at=number))
    seat = order[1]
    play.take(return_wager(play.state, f"t{seat}", 2, seat, 100, at=9))
    assert play.level().meter == min(400, 100 + room)
    assert play.level().overflow == max(0, 300 - room)
    play.check()


# ---------------------------------------------------------------- opening and reading


def open_main(state: Ledger, filed=None, opening_minor: int = 1000, *, is_in_play: bool = False):
    return open_level(
        state,
        "main",
        filed or terms(),
        opening_minor,
        progressive_id="p",
        person_id="ann",
        at=1,
        is_in_play=is_in_play,
    )


@pytest.mark.parametrize(
    ("filed", "opening_minor", "term"),
    [
        (terms(), 999, "opening"),
        (terms(cap_minor=1200), 1201, "opening"),
        (terms(rate="2"), 1000, "rate"),
    ],
)
def test_a_level_opens_between_base_and_cap_under_terms_that_can_be(filed, opening_minor, term):
    decision = open_main(Ledger(), filed, opening_minor)
    assert refused(decision) is No.BAD_TERMS
    assert decision.facts == {"term": term}  # type: ignore[union-attr] # it was refused


def test_a_level_is_opened_once_not_in_play_and_not_after_it_was_retired():
    assert refused(open_main(Ledger(), is_in_play=True)) is No.IN_PLAY
    play = LedgerPlay().open().open(level_id="other")
    assert refused(open_main(play.state)) is No.LEVEL_EXISTS
    play.take(retire(play.state, "main", Account.HOUSE, TWO, at=3, is_in_play=False))
    assert refused(open_main(play.state)) is No.LEVEL_RETIRED


def test_an_old_record_files_its_terms_and_keeps_its_meter():
    play = LedgerPlay()
    play.take((ProgressiveOpened(at=1, progressive_id="p", entry=opening(5000)),))
    assert refused(count_wagers(play.state, "t", 1, (wager(1, 1),), at=2)) is No.NO_TERMS
    assert refused(open_main(play.state, opening_minor=1000)) is No.BAD_TERMS
    assert refused(open_main(play.state, terms(cap_minor=4999), 0)) is No.BAD_TERMS
    play.take(open_main(play.state, terms(cap_minor=5000), 0))
    assert play.level().meter == 5000
    play.wagers(1, 1)
    assert play.level().overflow == Fraction(100, 3)
    play.check()


def test_a_reading_tells_what_the_level_holds():
    play = LedgerPlay().open(terms(1000, "1/3", reserve_rate=Fraction(1, 9), cap_minor=1010))
    play.wagers(1, 1)
    (reading,) = play.take(read_meter(play.state, "main", person_id="ann", at=3))
    assert isinstance(reading, e.MeterRead)
    assert (reading.meter, reading.reserve) == (1010, Fraction(100, 9))
    assert reading.overflow == Fraction(70, 3)
    play.check()


def test_nothing_is_read_of_a_level_that_is_not_there():
    assert refused(read_meter(Ledger(), "x", person_id="ann", at=1)) is No.NO_SUCH_LEVEL
