"""A lamp: lit, sensed, refreshed, failing, blinking."""

import pytest

from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LampCommand, LampProfile, LampSense
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Urgency
from drivers.bet_acceptor.models.cctalk.seat_lamp import BLINK_MS, BLINKS, SeatLamp
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Light, Trouble

SENSED = LampProfile(sense=LampSense.INPUT_LINES, sense_bit=2, refresh_ms=5_000)


class Bulb:
    """The lamp and the device that it hangs on."""

    def __init__(self, profile=None, **memory):
        self.notes = SeatNotes(SeatMemory(**memory))
        self.profile = profile or LampProfile()
        self.lamp = SeatLamp(self.profile, self.notes)
        self.lamp.is_trusted = True
        self.is_lit = False
        self.is_broken = False
        self.now_ms = 0
        self.seen = []

    def wish(self, *, is_lit):
        self.lamp.wished()
        self.notes.change(lamp_wish=is_lit)

    def serve(self):
        """Serve what is due; return the steps."""
        steps = []
        for _ in range(30):
            request = self.lamp.request(self.now_ms)
            if request is None or request.due_ms > self.now_ms:
                return steps
            self.seen.append(request)
            data = b""
            if request.purpose is Purpose.LAMP_SENSE:
                data = bytes(((self.is_lit and not self.is_broken) << self.profile.sense_bit,))
            else:
                self.is_lit = request.data != b"\x00"
            steps += self.lamp.answered(request.purpose, request.data, data, self.now_ms)
        raise AssertionError("it asks without end")


def said(steps):
    return [step.is_lit for step in steps if isinstance(step, Light)]


def test_nothing_is_done_before_anything_is_wished():
    assert Bulb().serve() == []


@pytest.mark.parametrize(("command", "header"), [("latch", 233), ("test", 238)])
def test_a_wish_is_set_at_once_and_reported_when_acknowledged(command, header):
    bulb = Bulb(LampProfile(command=LampCommand(command), bit=3))
    bulb.wish(is_lit=True)
    steps = bulb.serve()
    assert said(steps) == [True]
    (request,) = bulb.seen
    assert (request.command.header, request.data) == (header, b"\x08")
    assert request.urgency is Urgency.LAMP
    assert steps[0].memory.is_lit is True
    bulb.wish(is_lit=False)
    assert said(bulb.serve()) == [False]
    assert bulb.seen[-1].data == b"\x00"


def test_it_is_set_again_from_time_to_time_without_a_word():
    bulb = Bulb()
    bulb.wish(is_lit=True)
    bulb.serve()
    bulb.now_ms = 4_999
    assert bulb.serve() == []
    assert len(bulb.seen) == 1
    bulb.now_ms = 5_000
    assert bulb.serve() == []
    assert len(bulb.seen) == 2
    assert bulb.seen[-1].urgency is Urgency.LATER


def test_no_refresh_where_none_is_configured():
    bulb = Bulb(LampProfile(refresh_ms=0))
    bulb.wish(is_lit=True)
    bulb.serve()
    bulb.now_ms = 10**7
    assert bulb.lamp.request(bulb.now_ms) is None


def test_a_sensed_lamp_is_reported_when_it_is_seen():
    bulb = Bulb(SENSED)
    bulb.wish(is_lit=True)
    assert said(bulb.serve()) == [True]
    purposes = [request.purpose for request in bulb.seen]
    # What it was is looked at first, since it may have become something while nobody looked.
    assert purposes == [Purpose.LAMP_SENSE, Purpose.LAMP, Purpose.LAMP_SENSE]


def test_a_sensed_lamp_that_went_dark_while_nobody_looked_is_reported_dark_then_lit():
    bulb = Bulb(SENSED, lamp_wish=True, is_lit=True)
    assert said(bulb.serve()) == [False, True]


def test_a_lamp_without_sense_is_set_again_after_a_reconnect_without_a_word():
    bulb = Bulb(lamp_wish=True, is_lit=True)
    assert bulb.serve() == []
    assert bulb.is_lit


def test_a_bulb_that_dies_is_reported_dark_and_a_fault():
    bulb = Bulb(SENSED)
    bulb.wish(is_lit=True)
    bulb.serve()
    bulb.is_broken = True
    bulb.now_ms = 5_000
    steps = bulb.serve()
    assert said(steps) == [False]
    (trouble,) = [step for step in steps if isinstance(step, Trouble)]
    assert trouble.code is FaultCode.LAMP_FAILED
    assert "stays dark" in trouble.detail
    # It is tried again later; the fault is said once.
    bulb.now_ms += 5_000
    assert bulb.serve() == []
    bulb.is_broken = False
    bulb.now_ms += 5_000
    assert said(bulb.serve()) == [True]


def test_a_garbled_sense_is_no_fault():
    bulb = Bulb(SENSED)
    bulb.wish(is_lit=True)
    bulb.serve()
    bulb.now_ms = 5_000
    request = bulb.lamp.request(bulb.now_ms)
    bulb.lamp.answered(request.purpose, request.data, b"", bulb.now_ms)
    request = bulb.lamp.request(bulb.now_ms)
    assert request.purpose is Purpose.LAMP_SENSE
    assert bulb.lamp.answered(request.purpose, b"", b"\x00", bulb.now_ms) == []
    assert bulb.serve() == []
    assert bulb.notes.memory.is_lit


def test_power_cut_is_reported_dark_once():
    bulb = Bulb(lamp_wish=True, is_lit=True)
    assert said(bulb.lamp.went_dark()) == [False]
    assert bulb.lamp.went_dark() == []
    bulb.lamp.begin()
    assert said(bulb.serve()) == [True]


def test_a_device_that_does_not_know_the_command_is_a_fault_and_tried_rarely():
    bulb = Bulb()
    bulb.wish(is_lit=True)
    (trouble,) = bulb.lamp.refused(0)
    assert trouble.code is FaultCode.LAMP_FAILED
    assert bulb.lamp.request(4_999) is None
    assert bulb.lamp.request(5_000) is not None
    assert bulb.lamp.refused(5_000) == []
    # A new wish is tried at once.
    bulb.wish(is_lit=False)
    assert bulb.lamp.request(5_001) is not None


@pytest.mark.parametrize("wish", [None, True, False])
def test_blinking_is_no_signal_and_ends_as_it_is_wished(wish):
    bulb = Bulb(lamp_wish=wish, is_lit=wish)
    bulb.serve()
    changes = []
    bulb.lamp.blink(0)
    for _ in range(2 * BLINKS + 2):
        assert said(bulb.serve()) == []
        changes.append(bulb.is_lit)
        bulb.now_ms += BLINK_MS
    assert not bulb.lamp.is_blinking
    assert changes[: 2 * BLINKS - 1] == [True, False] * (BLINKS - 1) + [True]
    assert bulb.is_lit is bool(wish)


def test_a_wish_ends_blinking():
    bulb = Bulb(lamp_wish=False, is_lit=False)
    bulb.serve()
    bulb.lamp.blink(0)
    request = bulb.lamp.request(0)
    bulb.wish(is_lit=False)
    # The answer to a blink that was on the wire is no report of a lit lamp.
    assert bulb.lamp.answered(request.purpose, request.data, b"", 0) == []
    assert said(bulb.serve()) == []
    assert not bulb.is_lit


def test_no_lamp_is_lit_while_the_station_is_away_and_a_lit_one_is_left_alone():
    bulb = Bulb()
    bulb.wish(is_lit=True)
    bulb.lamp.is_trusted = False
    assert bulb.lamp.request(bulb.now_ms) is None
    bulb.lamp.is_trusted = True
    assert bulb.lamp.request(bulb.now_ms) is not None
