"""When a window should be open, and what the station must hear."""

import pytest

from drivers.bet_acceptor.models.cctalk.memory import SeatMemory, WindowState
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.steps import SHUTTING, FaultCode, Move
from drivers.bet_acceptor.models.cctalk.window_policy import WindowPolicy

OPEN_1, SHUT_1 = WindowState(is_open=True, order=1), WindowState(is_open=False, order=1)
OPEN_2, SHUT_2 = WindowState(is_open=True, order=2), WindowState(is_open=False, order=2)
PATIENCE_MS = 1_000


def policy(**memory):
    """A window's policy whose station is there."""
    notes = SeatNotes(SeatMemory(**memory))
    made = WindowPolicy(PATIENCE_MS, notes)
    made.station(is_there=True, now_ms=0)
    return made, notes


def test_a_wish_of_a_station_that_never_gave_a_sign_of_life_opens_nothing():
    made = WindowPolicy(PATIENCE_MS, SeatNotes(SeatMemory()))
    made.desire(OPEN_1)
    assert not made.is_open_wanted
    assert not made.is_patience_over(10**9)
    made.station(is_there=True, now_ms=5)
    assert made.is_open_wanted


def test_a_wish_that_an_earlier_driver_heard_opens_nothing():
    made, _ = policy(wish=OPEN_1)
    assert not made.is_open_wanted
    assert not made.desire(OPEN_1)
    assert made.is_open_wanted


def test_a_new_wish_is_remembered():
    made, notes = policy()
    assert made.desire(OPEN_1)
    assert not made.desire(OPEN_1)
    assert notes.memory.wish == OPEN_1


@pytest.mark.parametrize("code", FaultCode)
def test_faults_of_lost_facts_and_of_the_inhibit_keep_it_shut(code):
    made, notes = policy()
    made.desire(OPEN_1)
    notes.doubt(code, "why")
    assert made.is_open_wanted is (code not in SHUTTING)
    assert (code in SHUTTING) is (
        code
        in {
            "device_reset",
            "events_lost",
            "device_replaced",
            "token_kept",
            "token_uncertain",
            "inhibit_failed",
        }
    )


def test_a_spent_window_and_a_full_journal_keep_it_shut():
    made, notes = policy()
    made.desire(OPEN_1)
    notes.change(is_spent=True)
    assert not made.is_open_wanted
    made.desire(OPEN_2)
    assert made.is_open_wanted
    made.refuse_reason = "full"
    assert not made.is_open_wanted


def test_without_the_station_it_stays_open_for_a_while_and_opens_again_when_it_is_back():
    made, _ = policy()
    made.desire(OPEN_1)
    made.station(is_there=False, now_ms=5_000)
    made.station(is_there=False, now_ms=5_900)
    assert not made.is_patience_over(5_999)
    assert made.is_open_wanted
    assert made.is_patience_over(6_000)
    assert not made.is_patience_over(6_001)
    assert not made.is_open_wanted
    made.station(is_there=True, now_ms=7_000)
    assert made.is_open_wanted
    made.station(is_there=False, now_ms=8_000)
    assert made.is_patience_over(9_000)
    made.desire(OPEN_2)
    assert not made.is_open_wanted, "a broker brings a wish, and no station stands behind it"


def test_a_short_absence_changes_nothing():
    made, _ = policy()
    made.desire(OPEN_1)
    made.station(is_there=False, now_ms=5_000)
    made.station(is_there=True, now_ms=5_500)
    assert not made.is_patience_over(9_000)
    assert made.is_open_wanted


@pytest.mark.parametrize(
    ("reported", "wish", "is_spent", "is_due"),
    [
        (None, None, False, True),  # nothing was ever said
        (OPEN_1, OPEN_1, False, True),  # it was said to be open
        (SHUT_1, SHUT_1, False, False),
        (SHUT_1, SHUT_2, False, True),  # the station waits for an answer
        (SHUT_1, OPEN_2, False, False),  # it will be opened
        (SHUT_1, OPEN_2, True, True),  # it will not
        (SHUT_1, OPEN_1, True, False),  # and that was said
        (SHUT_1, None, False, False),
    ],
)
def test_when_the_station_must_hear_that_it_is_shut(reported, wish, is_spent, is_due):
    made, _ = policy(reported=reported, wish=wish, is_spent=is_spent)
    assert made.is_report_due is is_due
    assert made.may_be_open is (reported == OPEN_1)


def test_reports_carry_the_order_of_the_newest_wish_and_come_once():
    made, notes = policy(reported=SHUT_1)
    made.desire(OPEN_2)
    (move,) = made.report(is_open=True)
    assert move == Move(is_open=True, order=2, counter=None, memory=notes.memory)
    assert notes.memory.reported == OPEN_2
    assert made.report(is_open=True) == []
    (move,) = made.report(is_open=False)
    assert (move.is_open, move.order) == (False, 2)
    assert made.report(is_open=False) == []
