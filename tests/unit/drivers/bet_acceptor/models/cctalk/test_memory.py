"""What outlives a crash, to bytes and back."""

from dataclasses import replace

import pytest

from dealer_station.messages.device import FAULTS_MAX
from drivers.bet_acceptor.models.cctalk.credit_buffer import Known
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory, WindowState
from drivers.link.errors import JournalError

FULL = SeatMemory(
    known=Known(7, ((1, 1), (0, 2), (1, 1), (1, 1), (1, 1))),
    serial_number="12345",
    reported=WindowState(is_open=True, order=8),
    wish=WindowState(is_open=False, order=9),
    is_spent=True,
    lamp_wish=True,
    is_lit=False,
    mask=b"\x01\x80",
    returned=3,
    doubts=(("device_reset", "why"), ("token_kept", "what")),
)


@pytest.mark.parametrize("memory", [SeatMemory(), FULL])
def test_to_bytes_and_back(memory):
    assert SeatMemory.from_bytes(memory.to_bytes()) == memory


def test_a_new_device_has_a_fresh_memory():
    memory = SeatMemory.from_bytes(None)
    assert memory == SeatMemory()
    assert (memory.counter, memory.order) == (None, 0)
    assert (FULL.counter, FULL.order) == (7, 9)


def test_a_note_of_the_first_drivers_has_no_mask():
    note = FULL.to_bytes().replace(b'"mask": "0180", ', b"")
    assert SeatMemory.from_bytes(note) == replace(FULL, mask=None)


@pytest.mark.parametrize("note", [b"", b"[]", b"{}", b'{"format": 2}', b"\xff"])
def test_what_is_no_memory_is_refused(note):
    with pytest.raises(JournalError, match="stored memory"):
        SeatMemory.from_bytes(note)


def test_a_fault_is_cleared_as_often_as_it_is_named_and_the_oldest_first():
    memory = SeatMemory().doubting("a", "1").doubting("b", "2").doubting("a", "3")
    assert memory.cleared(["a"]).doubts == (("b", "2"), ("a", "3"))
    assert memory.cleared(["a", "a", "a"]).doubts == (("b", "2"),)
    assert memory.cleared(["c"]) == memory


def test_of_too_many_faults_the_newest_stay():
    memory = SeatMemory()
    for number in range(FAULTS_MAX + 3):
        memory = memory.doubting("a", str(number))
    assert [detail for _, detail in memory.doubts] == [str(n) for n in range(3, FAULTS_MAX + 3)]


OPEN_1, SHUT_1 = WindowState(is_open=True, order=1), WindowState(is_open=False, order=1)
OPEN_2 = WindowState(is_open=True, order=2)


@pytest.mark.parametrize(
    ("before", "wish", "is_spent"),
    [
        (OPEN_1, OPEN_1, True),
        (OPEN_1, SHUT_1, False),
        (OPEN_1, OPEN_2, False),
        (SHUT_1, OPEN_1, True),
        (None, OPEN_1, False),
    ],
)
def test_a_spent_window_may_open_again_for_another_betting_or_after_it_was_wished_shut(
    before, wish, is_spent
):
    memory = SeatMemory(wish=before, is_spent=True)
    assert memory.wishing(wish).is_spent is is_spent
    assert memory.wishing(wish).wish == wish
