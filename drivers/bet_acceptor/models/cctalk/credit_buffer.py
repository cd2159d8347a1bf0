"""What a reading of the event buffer (header 229) says, against what is known already.

Knows the device's event counter and its five newest events. Pure: the same reading and the same
knowledge give the same verdict. Does not know whether a reading may be believed, or what a token
is worth.

The counter runs 1 to 255 and then 1 again; 0 is a device that has counted nothing since it got
power. The five events come newest first. The buffer outlives a reading, so two readings overlap:
where the overlap does not match, the counter alone would lie (a device that was reset and counted
up again), and the verdict is a restart. Rules: README.md, "Event buffer".
"""

from dataclasses import dataclass
from typing import Final

from drivers.bet_acceptor.models.cctalk.commands import READ_CREDITS

EVENTS: Final = 5
COUNTER_MAX: Final = 255
NO_EVENT: Final = (0, 0)

Event = tuple[int, int]
"""A and B of one event: a token and its path, or 0 and an error code."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer to header 229: the counter and five events, newest first."""

    counter: int
    events: tuple[Event, ...]

    @classmethod
    def from_bytes(cls, data: bytes) -> "Reading":
        """Read the eleven bytes of an answer."""
        assert READ_CREDITS.fits(data), "the length is checked where frames are taken"
        return cls(data[0], tuple(zip(data[1::2], data[2::2], strict=True)))


@dataclass(frozen=True, slots=True)
class Known:
    """What was believed last: the counter, and as many of its newest events as are known."""

    counter: int
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """One event with the counter that it was counted at, and what is known after it."""

    event: Event
    known: Known


@dataclass(frozen=True, slots=True)
class Same:
    """Nothing new."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """Nothing was known of this device: its counter is taken over, its events are old."""

    known: Known


@dataclass(frozen=True, slots=True)
class News:
    """New events, oldest first. `lost` more came before them and were never read.

    `before` is what is known once the lost ones are written off, and before the first new event.
    """

    counted: tuple[Counted, ...]
    before: Known
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Restarted:
    """The device began to count anew (power loss, reset): nobody knows what was lost.

    `counted` are events after its restart, oldest first; `before` is what is known once the
    restart is written down, and before the first of them.
    """

    counted: tuple[Counted, ...]
    before: Known


Verdict = Same | Adopted | News | Restarted


def judge(known: Known | None, reading: Reading) -> Verdict:
    """Return what is new in a reading. `known` is None for a device that was never read."""
    if known is None:
        return Adopted(Known(reading.counter, reading.events))
    steps = _steps(known.counter, reading.counter)
    if reading.counter == 0:
        return Same() if known.counter == 0 else _restarted(reading)
    if not _continues(known, reading, steps):
        return _restarted(reading)
    if steps == 0:
        return Same()
    if steps <= EVENTS:
        return News(_counted(known.counter, reading, steps), known)
    before = Known((reading.counter - EVENTS - 1) % COUNTER_MAX + 1)
    return News(_counted(before.counter, reading, EVENTS), before, steps - EVENTS)


def next_counter(counter: int) -> int:
    """Return the counter of the next event: 255 is followed by 1."""
    return counter % COUNTER_MAX + 1


def _steps(before: int, after: int) -> int:
    """Return how many events lie between two counters, 0 to 255."""
    return after if before == 0 else (after - before) % COUNTER_MAX


def _continues(known: Known, reading: Reading, steps: int) -> bool:
    """Whether the reading can follow what is known: its older events must be the known ones."""
    overlap = zip(reading.events[steps:], known.events, strict=False)
    if any(now != before for now, before in overlap):
        return False
    # A counter that came round past 255 has five events behind it; one that began anew has not.
    came_round = known.counter != 0 and steps > 0 and reading.counter <= known.counter
    return not (came_round and NO_EVENT in reading.events[reading.counter :])


def _restarted(reading: Reading) -> Restarted:
    new = min(reading.counter, EVENTS)
    before = reading.counter - new
    return Restarted(_counted(before, reading, new), Known(before, reading.events[new:]))


def _counted(before: int, reading: Reading, new: int) -> tuple[Counted, ...]:
    """Return the `new` newest events, oldest first, each with what is known after it."""
    counted = []
    counter = before
    for place in range(new - 1, -1, -1):
        counter = next_counter(counter)
        known = Known(counter, reading.events[place:])
        counted.append(Counted(reading.events[place], known))
    return tuple(counted)
