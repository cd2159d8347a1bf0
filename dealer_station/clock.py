"""Time and ids: the only module that reads a clock or makes an id.

Knows the wall clock, a monotonic clock and a way to make sortable ids. Everything else is handed
a `Clock`, so that a script, a test or a replay runs on time of its own.

Units: wall time is whole UTC milliseconds since 1970 (`…_at`), monotonic time is whole
milliseconds since an unknown moment (`…_ms`), good for differences only.
"""

import random
import secrets
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, Protocol

_NANOSECONDS_IN_MS: Final = 1_000_000
_COUNTER_BITS: Final = 12
_TAIL_BITS: Final = 62
_MS_MASK: Final = (1 << 48) - 1


class Clock(Protocol):
    """What the station asks about time and identity."""

    def now(self) -> int:
        """Return UTC milliseconds since 1970. May step back when the machine's clock is set."""

    def monotonic_ms(self) -> int:
        """Return milliseconds that never go back; only differences mean something."""

    def new_id(self) -> str:
        """Return a new id: unique, and sorting after every id that this clock made before."""


class IdSequence:
    """Makes ids in the layout of UUID version 7 (RFC 9562): time, then a counter, then chance.

    Ids of one sequence rise strictly, also within a millisecond and when the wall clock is set
    back: the sequence then stays at its latest millisecond and counts on. Thread-safe.
    """

    def __init__(self, random_bits: Callable[[int], int]) -> None:
        self._random_bits = random_bits
        self._lock = threading.Lock()
        self._last_ms = 0
        self._counter = 0

    def next_id(self, now: int) -> str:
        """Return the next id for the moment `now` (UTC milliseconds)."""
        with self._lock:
            if now > self._last_ms:
                self._last_ms = now
                # The upper half of the counter stays free for ids of the same millisecond.
                self._counter = self._random_bits(_COUNTER_BITS - 1)
            else:
                self._counter += 1
                if self._counter >> _COUNTER_BITS:
                    self._last_ms += 1
                    self._counter = 0
            head = (self._last_ms & _MS_MASK) << 80 | 0x7 << 76 | self._counter << 64
        digits = f"{head | 0b10 << 62 | self._random_bits(_TAIL_BITS):032x}"
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


class SystemClock:
    """The machine's clocks and its source of chance. Thread-safe."""

    def __init__(self) -> None:
        self._ids = IdSequence(secrets.randbits)

    def now(self) -> int:
        """Return UTC milliseconds since 1970, from the machine's clock."""
        return time.time_ns() // _NANOSECONDS_IN_MS

    def monotonic_ms(self) -> int:
        """Return milliseconds of the machine's monotonic clock."""
        return time.monotonic_ns() // _NANOSECONDS_IN_MS

    def new_id(self) -> str:
        """Return a new id, unique among all machines."""
        return self._ids.next_id(self.now())


class VirtualClock:
    """A clock that stands until it is advanced; the same seed gives the same ids. Thread-safe."""

    def __init__(self, start_at: int = 1_700_000_000_000, seed: int = 0) -> None:
        self._lock = threading.Lock()
        self._now = start_at
        self._monotonic_ms = 0
        # Ids of scripts and tests must repeat; they guard nothing.
        self._ids = IdSequence(random.Random(seed).getrandbits)  # noqa: S311 - see above

    def now(self) -> int:
        """Return the virtual UTC milliseconds since 1970."""
        return self._now

    def monotonic_ms(self) -> int:
        """Return the virtual milliseconds that have passed by `advance`."""
        return self._monotonic_ms

    def new_id(self) -> str:
        """Return the next id of the seed."""
        return self._ids.next_id(self._now)

    def advance(self, duration_ms: int) -> None:
        """Let `duration_ms` pass on both clocks. Raises ValueError for a negative duration."""
        if duration_ms < 0:
            raise ValueError(f"time does not run back: {duration_ms} ms")
        with self._lock:
            self._now += duration_ms
            self._monotonic_ms += duration_ms

    def set_wall_time(self, now: int) -> None:
        """Set the wall clock as an operator or a time server would; monotonic time is untouched."""
        with self._lock:
            self._now = now


def iso_time(at: int) -> str:
    """Return UTC milliseconds as text for people and documents: `2026-11-29T21:14:07.123Z`."""
    seconds, milliseconds = divmod(at, 1000)
    moment = datetime.fromtimestamp(seconds, tz=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"
