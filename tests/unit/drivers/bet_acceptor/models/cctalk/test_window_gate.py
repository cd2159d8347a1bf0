"""Inhibit and mask: set, acknowledged, read back; a device that forgot them was without power."""

import pytest

from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Urgency
from drivers.bet_acceptor.models.cctalk.window_gate import GateNews, WindowGate

MASK = b"\x01\x00"
CHECK_MS = 5_000


class Device:
    """What the other side holds; it may forget, or refuse to obey."""

    def __init__(self, **memory):
        self.notes = SeatNotes(SeatMemory(**memory))
        self.gate = WindowGate(LineProfile(check_ms=CHECK_MS), self.notes)
        self.is_open = False
        self.mask = b"\x00\x00"
        self.is_obedient = True
        self.now_ms = 0

    def request(self, *, is_open=False, mask=MASK, is_waited_for=True):
        if is_open:
            return self.gate.request_open(self.now_ms, mask)
        return self.gate.request_shut(self.now_ms, mask, is_waited_for=is_waited_for)

    def serve(self, request):
        match request.purpose:
            case Purpose.SHUT | Purpose.OPEN:
                assert request.command.header == 228
                if self.is_obedient:
                    self.is_open = request.data == b"\x01"
                data = b""
            case Purpose.MASK:
                assert request.command.header == 231
                if self.is_obedient:
                    self.mask = request.data
                data = b""
            case Purpose.INHIBIT_CHECK:
                assert request.command.header == 227
                data = bytes((self.is_open,))
            case Purpose.MASK_CHECK:
                assert request.command.header == 230
                data = self.mask
        return self.gate.answered(request.purpose, data, MASK, self.now_ms)

    def settle(self, *, is_open=False):
        """Serve what is due; return the purposes, and the first news."""
        purposes = []
        for _ in range(20):
            request = self.request(is_open=is_open)
            if request is None or request.due_ms > self.now_ms:
                break
            purposes.append(request.purpose)
            news = self.serve(request)
            if news not in (GateNews.NONE, GateNews.MASK_LEARNT):
                return purposes, news
        return purposes, GateNews.NONE


def set_up():
    device = Device()
    device.settle()
    device.gate.counted()
    return device


def test_a_device_is_shut_first_then_checked_then_taught_what_to_take():
    device = Device()
    purposes, _ = device.settle()
    assert purposes == [Purpose.SHUT, Purpose.INHIBIT_CHECK, Purpose.MASK, Purpose.MASK_CHECK]
    assert device.gate.is_set_up
    assert device.gate.is_shut
    assert device.mask == MASK


def test_what_it_was_taught_is_remembered_when_it_says_that_it_knows_it():
    device = Device()
    for _ in range(3):
        device.serve(device.request())
    assert device.notes.memory.mask is None
    assert device.serve(device.request()) is GateNews.MASK_LEARNT
    assert device.notes.memory.mask == MASK


def test_a_device_that_still_knows_what_it_was_taught_is_not_taught_again():
    device = Device(mask=MASK)
    device.mask = MASK
    purposes, news = device.settle()
    assert purposes == [Purpose.SHUT, Purpose.INHIBIT_CHECK, Purpose.MASK_CHECK]
    assert news is GateNews.NONE
    assert device.gate.is_set_up


def test_a_device_that_is_to_know_something_else_is_taught_anew():
    device = Device(mask=b"\x07\x00")
    device.mask = b"\x07\x00"
    purposes, news = device.settle()
    assert purposes[2:] == [Purpose.MASK_CHECK, Purpose.MASK, Purpose.MASK_CHECK]
    assert news is GateNews.NONE
    assert (device.mask, device.notes.memory.mask) == (MASK, MASK)


def test_a_device_that_forgot_between_two_conversations_was_without_power():
    device = Device(mask=MASK)
    purposes, news = device.settle()
    assert purposes[2:] == [Purpose.MASK_CHECK] * 2
    assert news is GateNews.SETTINGS_LOST


def test_a_device_that_cannot_tell_its_mask_is_taught_anew():
    device = Device(mask=MASK)
    device.serve(device.request())
    device.serve(device.request())
    assert device.request().purpose is Purpose.MASK_CHECK
    device.gate.refused(Purpose.MASK_CHECK, 0)
    assert device.request().purpose is Purpose.MASK
    device.serve(device.request())
    assert device.gate.is_set_up


def test_nothing_is_taught_before_the_tokens_are_known():
    device = Device()
    assert device.serve(device.request(mask=None)) is GateNews.NONE
    device.serve(device.request(mask=None))
    assert device.request(mask=None) is None
    assert not device.gate.is_set_up


def test_shutting_is_most_urgent_and_must_be_counted_after_it():
    device = set_up()
    device.gate.turn()
    device.gate.counted()
    device.settle(is_open=True)
    assert device.gate.is_open
    device.gate.turn()
    request = device.request()
    assert (request.purpose, request.urgency) == (Purpose.SHUT, Urgency.SHUT)
    device.gate.counted()  # an older reading
    device.serve(request)
    assert device.gate.is_shut
    assert not device.gate.is_counted


def test_a_window_opens_only_after_its_events_were_read_and_is_read_back():
    device = set_up()
    device.gate.turn()
    assert device.settle(is_open=True)[0] == []
    device.gate.counted()
    assert device.settle(is_open=True)[0] == [Purpose.OPEN, Purpose.INHIBIT_CHECK]
    assert device.gate.is_open
    assert device.is_open


def test_a_shut_window_is_shut_again_with_less_haste_and_with_none_where_nobody_waits():
    device = set_up()
    device.gate.renew()
    assert device.request(is_waited_for=True).urgency is Urgency.READ
    assert device.request(is_waited_for=False).urgency is Urgency.LATER
    device.serve(device.request())
    assert device.gate.is_shut
    assert not device.gate.is_counted


def test_window_and_mask_are_checked_in_turn():
    device = set_up()
    due = device.request()
    assert (due.urgency, due.due_ms) == (Urgency.LATER, CHECK_MS)
    seen = []
    for _ in range(4):
        device.now_ms += CHECK_MS
        purposes, news = device.settle()
        assert news is GateNews.NONE
        seen += purposes
    assert sorted(seen) == [Purpose.INHIBIT_CHECK] * 2 + [Purpose.MASK_CHECK] * 2


@pytest.mark.parametrize("what", ["window", "mask"])
def test_a_device_that_forgot_what_it_was_told_is_believed_after_two_answers(what):
    device = set_up()
    if what == "window":
        device.is_open = True
    else:
        device.mask = b"\x00\x00"
    news = GateNews.NONE
    for _ in range(3):
        device.now_ms += CHECK_MS
        news = device.settle()[1]
        if news is not GateNews.NONE:
            break
    assert news is GateNews.SETTINGS_LOST


def test_a_check_that_was_on_the_wire_when_the_window_was_renewed_says_nothing():
    device = set_up()
    for _ in range(5):
        device.gate.renew()
        assert device.gate.answered(Purpose.INHIBIT_CHECK, b"\x01", MASK, 0) is GateNews.NONE
        device.serve(device.request())
    assert device.settle()[1] is GateNews.NONE


def test_one_garbled_check_is_asked_again():
    device = set_up()
    device.now_ms += CHECK_MS
    assert (
        device.gate.answered(Purpose.INHIBIT_CHECK, b"\x01", MASK, device.now_ms) is GateNews.NONE
    )
    assert device.settle() == ([Purpose.INHIBIT_CHECK], GateNews.NONE)
    assert device.gate.is_shut


@pytest.mark.parametrize("is_open", [False, True])
def test_a_device_that_does_not_obey_fails_after_three_tries_and_is_tried_again_later(is_open):
    device = set_up() if is_open else Device()
    device.is_obedient = False
    if is_open:
        device.gate.turn()
        device.gate.counted()
    else:
        device.is_open = True
    purposes, news = device.settle(is_open=is_open)
    assert news is GateNews.INHIBIT_FAILED
    assert purposes.count(Purpose.INHIBIT_CHECK) == 3
    assert device.request(is_open=is_open) is None
    device.now_ms += 1_000
    device.is_obedient = True
    assert device.settle(is_open=is_open)[1] is GateNews.NONE
    assert device.gate.is_open if is_open else device.gate.is_shut


def test_a_device_that_cannot_be_read_back_is_believed_by_its_acknowledgement():
    device = Device()
    device.serve(device.request())
    device.gate.refused(Purpose.INHIBIT_CHECK, 0)
    device.serve(device.request())
    device.gate.refused(Purpose.MASK_CHECK, 0)
    assert device.gate.is_set_up
    assert device.request() is None


@pytest.mark.parametrize("purpose", [Purpose.SHUT, Purpose.OPEN, Purpose.MASK])
def test_a_device_that_cannot_be_inhibited_has_failed(purpose):
    device = Device()
    assert device.gate.refused(purpose, 0) is GateNews.INHIBIT_FAILED
    assert device.request() is None


def test_an_answer_that_nobody_asked_here_is_a_defect():
    with pytest.raises(AssertionError):
        Device().gate.answered(Purpose.READ, b"", MASK, 0)
