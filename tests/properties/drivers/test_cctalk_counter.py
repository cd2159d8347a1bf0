"""The event buffer against an oracle that remembers every event: never lost, never twice.

Or a verdict says how many were lost, or that nobody can know because the device began anew.
"""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.bet_acceptor.models.cctalk.credit_buffer import (
    Adopted,
    Known,
    News,
    Reading,
    Restarted,
    Same,
    judge,
    next_counter,
)

events = st.tuples(st.integers(0, 16), st.integers(1, 255))


@dataclass
class Device:
    """A real buffer: it counts, wraps, keeps five; and remembers everything, unlike a device."""

    counter: int = 0
    buffer: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)] * 5)
    unread: list[tuple[int, int]] = field(default_factory=list)
    is_reset: bool = False

    def count(self, event):
        self.counter = next_counter(self.counter)
        self.buffer = [event, *self.buffer[:4]]
        self.unread.append(event)

    def reset(self):
        self.counter = 0
        self.buffer = [(0, 0)] * 5
        self.unread = []
        self.is_reset = True

    def read(self) -> Reading:
        return Reading.from_bytes(
            bytes((self.counter,)) + b"".join(bytes(event) for event in self.buffer)
        )


def known_after(verdict, known):
    """What a driver knows after a verdict, if it stored every step of it."""
    match verdict:
        case Same():
            return known
        case Adopted():
            return verdict.known
        case News() | Restarted():
            return verdict.counted[-1].known if verdict.counted else verdict.before


@settings(deadline=None)
@given(
    st.integers(0, 255),
    st.lists(st.lists(events, max_size=9), min_size=1, max_size=30),
)
def test_without_resets_every_event_comes_once_in_order_or_is_counted_as_lost(start, rounds):
    device = Device(start, [(9, 9)] * 5 if start else [(0, 0)] * 5)
    verdict = judge(None, device.read())
    assert isinstance(verdict, Adopted)
    known = verdict.known
    for new in rounds:
        for event in new:
            device.count(event)
        verdict = judge(known, device.read())
        if not new:
            assert verdict == Same()
            continue
        assert isinstance(verdict, News)
        assert verdict.lost == max(0, len(new) - 5)
        assert [counted.event for counted in verdict.counted] == new[-5:]
        known = known_after(verdict, known)
        assert known == Known(device.counter, tuple(device.buffer))


@settings(deadline=None)
@given(st.lists(st.one_of(events, st.just("read"), st.just("reset")), min_size=1, max_size=60))
def test_with_resets_nothing_comes_twice_and_what_is_missing_was_said(script):
    """Every event has an identity of its own here, so that a repeat would show."""
    device, known = Device(), judge(None, Device().read()).known
    number = 0
    for act in script:
        if act == "reset":
            device.reset()
        elif act == "read":
            verdict = judge(known, device.read())
            emitted = [one.event for one in getattr(verdict, "counted", ())]
            said_lost = getattr(verdict, "lost", 0) or isinstance(verdict, Restarted)
            # What came out is the newest of what was unread, and nothing else.
            assert emitted == device.unread[len(device.unread) - len(emitted) :]
            assert said_lost or len(emitted) == len(device.unread)
            if device.is_reset and known.counter != 0:
                assert isinstance(verdict, Restarted)
            known = known_after(verdict, known)
            device.unread, device.is_reset = [], False
        else:
            number += 1
            device.count((number // 255 + 1, number % 255 + 1))


@settings(deadline=None)
@given(st.integers(0, 255), st.lists(events, min_size=1, max_size=12), st.integers(0, 12))
def test_a_crash_after_any_stored_event_loses_none_and_repeats_none(start, new, stored):
    device = Device(start, [(9, 9)] * 5 if start else [(0, 0)] * 5)
    known = judge(None, device.read()).known
    for event in new:
        device.count(event)
    verdict = judge(known, device.read())
    done = verdict.counted[: min(stored, len(verdict.counted))]
    after_crash = done[-1].known if done else verdict.before
    rest = judge(after_crash, device.read())
    emitted = [one.event for one in done] + [one.event for one in getattr(rest, "counted", ())]
    assert emitted == new[-5:]
    assert getattr(rest, "lost", 0) == 0
