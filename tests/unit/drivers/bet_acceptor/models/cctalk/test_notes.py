"""A seat's memory while the driver runs, and its faults."""

from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.steps import FAULT_CLASSES, FaultCode


def test_every_fault_has_a_class():
    assert set(FAULT_CLASSES) == set(FaultCode)


def test_a_doubt_stands_and_is_in_the_memory_that_goes_with_it():
    notes = SeatNotes(SeatMemory())
    trouble = notes.doubt(FaultCode.EVENTS_LOST, "why", 3)
    assert (trouble.detail, trouble.lost_count) == ("why", 3)
    assert trouble.memory is notes.memory
    assert notes.memory.doubts == (("events_lost", "why"),)
    assert notes.has(FaultCode.EVENTS_LOST)
    assert notes.is_shutting


def test_a_condition_is_said_once_as_long_as_it_stands():
    notes = SeatNotes(SeatMemory())
    assert len(notes.doubt_once(FaultCode.LAMP_FAILED, "dark")) == 1
    assert notes.doubt_once(FaultCode.LAMP_FAILED, "dark") == []
    assert len(notes.doubt_once(FaultCode.LAMP_FAILED, "lit")) == 1
    assert not notes.is_shutting
    notes.memory = notes.memory.cleared(["lamp_failed", "lamp_failed"])
    assert len(notes.doubt_once(FaultCode.LAMP_FAILED, "dark")) == 1


def test_changes_are_kept():
    notes = SeatNotes(SeatMemory())
    assert notes.change(is_lit=True).is_lit is True
    assert notes.memory.is_lit is True
