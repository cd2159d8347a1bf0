"""Whether a seal was due over the rows after the newest one.

A station seals when it starts, every minute, and when it stops. Killed before its first minute is
over it leaves rows without a seal, so neither a row's age nor their number tells anything. What
tells is that one station kept writing: rows of a table under one epoch are of one process. Pauses
count for a minute at most, lest a clock that is set or a machine that sleeps pass for work.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dealer_station.event_log.record import StoredEvent

DUE_AFTER_MS: Final = 300_000
"""A station that wrote for so long has sealed several times."""

_PAUSE_MAX_MS: Final = 60_000
_TABLES: Final = "table/"


class _Work(NamedTuple):
    """What one process did at a table: under which epoch, until when, for how long."""

    epoch: int
    until: int
    duration_ms: int


@dataclass(slots=True)
class UnsealedRows:
    """The rows that have passed by since the newest seal. `first`: position; 0: none."""

    first: int = 0
    longest_ms: int = 0
    work: dict[str, _Work] = field(default_factory=dict)

    @property
    def are_overdue(self) -> bool:
        """Whether a station that works has sealed them."""
        return self.longest_ms > DUE_AFTER_MS

    def take(self, event: StoredEvent) -> None:
        """Take in the next row."""
        self.first = self.first or event.position
        if (type(event.stream), type(event.epoch), type(event.recorded_at)) != (str, int, int):
            return  # SQLite may hold a value of any type in any column
        if not event.stream.startswith(_TABLES):
            return  # several stations may write to a progressive, each under its own epoch
        last = self.work.get(event.stream)
        duration_ms = 0
        if last is not None and last.epoch == event.epoch:
            pause_ms = max(0, event.recorded_at - last.until)
            duration_ms = last.duration_ms + min(pause_ms, _PAUSE_MAX_MS)
        self.work[event.stream] = _Work(event.epoch, event.recorded_at, duration_ms)
        self.longest_ms = max(self.longest_ms, duration_ms)

    def are_sealed(self) -> None:
        """A seal stands here: start anew."""
        self.first = self.longest_ms = 0
        self.work.clear()
