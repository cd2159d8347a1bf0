"""What news mean: tokens, faults, restarts, and what is remembered with each."""

import pytest

from drivers.bet_acceptor.models.cctalk.credit_buffer import Known, Reading, judge
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory, WindowState
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.seat_events import event_steps
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Keep, Take, Trouble

EMPTY = ((0, 0),) * 5
OPEN, SHUT = WindowState(is_open=True, order=3), WindowState(is_open=False, order=3)


def facts(position):
    return ("TK100A", 100) if position == 1 else (None, None)


def steps_of(memory, counter, *events):
    notes = SeatNotes(memory)
    reading = Reading(counter, (*events, *EMPTY)[:5])
    return event_steps(notes, judge(memory.known, reading), facts), notes


def memory(counter=0, **fields):
    return SeatMemory(known=Known(counter, EMPTY[: 5 - min(counter, 5)]), **fields)


def test_nothing_new_is_nothing_to_do():
    steps, _ = steps_of(memory(), 0)
    assert steps == []


def test_first_reading_ever_is_remembered_and_emits_nothing():
    steps, notes = steps_of(SeatMemory(), 3, (1, 1), (1, 1), (1, 1))
    assert steps == [Keep(notes.memory)]
    assert notes.memory.counter == 3


def test_tokens_oldest_first_each_with_its_memory():
    steps, notes = steps_of(memory(), 2, (2, 5), (1, 1))
    first, second = steps
    assert isinstance(first, Take)
    assert (first.token, first.path, first.counter) == (1, 1, 1)
    assert (first.coin_id, first.value_minor) == ("TK100A", 100)
    assert first.memory.counter == 1
    assert (second.token, second.path, second.counter) == (2, 5, 2)
    assert (second.coin_id, second.value_minor) == (None, None)
    assert second.memory == notes.memory


@pytest.mark.parametrize(("reported", "is_spent"), [(OPEN, True), (SHUT, False), (None, False)])
def test_a_token_at_an_open_window_spends_it(reported, is_spent):
    steps, _ = steps_of(memory(reported=reported), 1, (1, 1))
    assert steps[0].memory.is_spent is is_spent


def test_lost_events_are_written_off_before_the_five():
    steps, _ = steps_of(memory(), 7, (1, 7), (1, 6), (1, 5), (1, 4), (1, 3))
    assert isinstance(steps[0], Trouble)
    assert (steps[0].code, steps[0].lost_count) == (FaultCode.EVENTS_LOST, 2)
    assert steps[0].memory.counter == 2
    assert [step.counter for step in steps[1:]] == [3, 4, 5, 6, 7]


def test_a_restart_is_a_fault_and_what_it_shows_is_taken():
    steps, _ = steps_of(SeatMemory(known=Known(9, ((9, 9),) * 5)), 1, (1, 1))
    assert (steps[0].code, steps[0].lost_count) == (FaultCode.DEVICE_RESET, None)
    assert steps[0].memory.counter == 0
    assert isinstance(steps[1], Take)


def test_a_restart_with_an_empty_buffer():
    steps, notes = steps_of(SeatMemory(known=Known(9, ((9, 9),) * 5)), 0)
    assert [step.code for step in steps] == [FaultCode.DEVICE_RESET]
    assert notes.memory.known == Known(0, EMPTY)


@pytest.mark.parametrize(
    ("error", "code", "lost_count"),
    [
        (36, FaultCode.TOKEN_KEPT, 1),
        (20, FaultCode.TOKEN_KEPT, 1),
        (254, FaultCode.TOKEN_KEPT, 1),
        (5, FaultCode.TOKEN_UNCERTAIN, None),
        (99, FaultCode.TOKEN_UNCERTAIN, None),
    ],
)
def test_tokens_that_are_gone_are_disputes_that_stand(error, code, lost_count):
    (step,), notes = steps_of(memory(), 1, (0, error))
    assert isinstance(step, Trouble)
    assert (step.code, step.lost_count) == (code, lost_count)
    assert step.memory.doubts[-1][0] == code
    assert notes.memory.returned == 0
    assert str(error) in step.detail


@pytest.mark.parametrize("error", [1, 2, 9, 128, 38])
def test_returned_tokens_are_counted_and_no_fault(error):
    (step,), notes = steps_of(memory(), 1, (0, error))
    assert step == Keep(notes.memory)
    assert notes.memory.returned == 1
    assert notes.memory.counter == 1


@pytest.mark.parametrize(
    ("error", "code"), [(25, FaultCode.FRAUD_ALARM), (14, FaultCode.HARDWARE_ALARM)]
)
def test_fraud_and_hardware_are_told_but_do_not_stand(error, code):
    (step,), notes = steps_of(memory(), 1, (0, error))
    assert isinstance(step, Trouble)
    assert (step.code, step.lost_count) == (code, 0)
    assert step.memory == notes.memory
    assert notes.memory.doubts == ()
    assert notes.memory.returned == 1


def test_a_data_request_of_the_device_is_no_token():
    (step,), notes = steps_of(memory(), 1, (0, 253))
    assert step == Keep(notes.memory)
    assert notes.memory.returned == 0


def test_what_comes_last_and_is_no_fact_is_remembered_too():
    steps, notes = steps_of(memory(), 2, (0, 1), (1, 1))
    assert isinstance(steps[0], Take)
    assert steps[1] == Keep(notes.memory)
    assert steps[1].memory.counter == 2
