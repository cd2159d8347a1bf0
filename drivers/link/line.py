"""One line to a device, kept open for ever: opened, read, lost, opened again.

Knows back-off and pauses. It is the one owner of reconnecting, so a line that breaks while the
device is still being set up comes back like any other. Does not know what the bytes mean. One
thread uses it; times are monotonic milliseconds.
"""

import random
from dataclasses import dataclass
from typing import Final

from drivers.link.errors import LinkError
from drivers.link.transport import Opener, Transport

# Half of the wait is fixed, half is chance: drivers of one hub do not come back in step.
_JITTER: Final = 0.5
_DOUBLINGS_MAX: Final = 16


@dataclass(frozen=True, slots=True)
class LineTimes:
    """Durations in milliseconds: `pause` is the silence after which a frame is complete or lost."""

    pause_ms: int = 50
    reopen_ms_min: int = 500
    reopen_ms_max: int = 30_000


@dataclass(frozen=True, slots=True)
class Opened:
    """The line was opened."""

    name: str


@dataclass(frozen=True, slots=True)
class Data:
    """Bytes came."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing came for the pause time after the last bytes; said once."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The line is gone or could not be opened; it will be tried again."""

    reason: str


LineEvent = Opened | Data | Paused | Broken


class Line:
    """The line of one device. `poll` waits a few milliseconds at most while the line is open."""

    def __init__(self, opener: Opener, times: LineTimes, chance: random.Random) -> None:
        self._opener = opener
        self._times = times
        self._chance = chance
        self._transport: Transport | None = None
        self._failures = 0
        self._next_attempt_ms = 0
        self._heard_at_ms: int | None = None
        self.openings = 0

    @property
    def is_open(self) -> bool:
        """Whether bytes can be sent."""
        return self._transport is not None

    def wait_ms(self, now_ms: int) -> int:
        """Return how long a closed line has nothing to do; 0 while it is open."""
        return 0 if self.is_open else max(0, self._next_attempt_ms - now_ms)

    def poll(self, now_ms: int) -> LineEvent | None:
        """Open the line if it is due, or read from it."""
        if self._transport is None:
            return self._open(now_ms) if now_ms >= self._next_attempt_ms else None
        try:
            data = self._transport.read()
        except LinkError as error:
            return self._fail(str(error), now_ms)
        if data:
            self._heard_at_ms = now_ms
            return Data(data)
        if self._heard_at_ms is not None and now_ms - self._heard_at_ms >= self._times.pause_ms:
            self._heard_at_ms = None
            return Paused()
        return None

    def write(self, data: bytes, now_ms: int) -> Broken | None:
        """Send bytes; what went wrong if the line broke on it."""
        if self._transport is None:
            return None  # it broke a moment ago, and that was said
        try:
            self._transport.write(data)
        except LinkError as error:
            return self._fail(str(error), now_ms)
        return None

    def drop(self, reason: str, now_ms: int) -> Broken:
        """Close a line whose device does not answer; it is opened anew later."""
        return self._fail(reason, now_ms)

    def succeed(self) -> None:
        """Take note that the device works: the next failure waits the shortest time again."""
        self._failures = 0

    def close(self) -> None:
        """Close the line for good."""
        self._close()

    def _open(self, now_ms: int) -> Opened | Broken:
        try:
            self._transport = self._opener()
        except LinkError as error:
            return self._fail(str(error), now_ms)
        self.openings += 1
        self._heard_at_ms = None
        return Opened(self._transport.name)

    def _fail(self, reason: str, now_ms: int) -> Broken:
        """Close at once (some hubs refuse new devices until we do) and plan the next attempt."""
        self._close()
        doublings = min(self._failures, _DOUBLINGS_MAX)
        wait_ms = min(self._times.reopen_ms_min << doublings, self._times.reopen_ms_max)
        self._failures += 1
        part = 1 - _JITTER * self._chance.random()
        self._next_attempt_ms = now_ms + int(wait_ms * part)
        return Broken(reason)

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()
            self._transport = None
