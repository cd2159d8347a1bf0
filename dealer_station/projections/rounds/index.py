"""Where the rounds of one table begin in its stream: built from the record and followed.

Knows only versions: of every `betting_opened` or `hand_started` with its number, and of every
`table_opened`. It is built at the first question and looks for what is new at every later one, so
that a crash, a restart or another station that writes cannot make it wrong (decision 0012).
"""

import threading
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Final

from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import table_stream
from dealer_station.projections.queries import RecordQueries
from dealer_station.table.events import BettingOpened, HandStarted

READ_AT_ONCE: Final = 200_000
"""Versions that one statement looks through while the index is built."""

_MARKS: Final = ("betting_opened", "hand_started", "table_opened")


@dataclass(frozen=True, slots=True)
class RoundPart:
    """The versions of a table's stream that belong to a round, and the opening it is played under.

    Number 0 is what comes before the first round. `opening` is 0 where there is none before it.
    """

    number: int
    first_version: int
    last_version: int
    opening: int


@dataclass(slots=True)
class _Marks:
    """What was found up to version `reached`; numbers and their versions rise together."""

    reached: int = 0
    numbers: list[int] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    openings: list[int] = field(default_factory=list)


class TableIndex:
    """The index of one table. Safe to call from any thread."""

    def __init__(self, table_id: str, queries: RecordQueries, registry: EventRegistry) -> None:
        self._stream = table_stream(table_id)
        self._queries = queries
        self._registry = registry
        self._marks = _Marks()
        self._lock = threading.Lock()

    def catch_up(self, is_ending: threading.Event | None = None) -> int:
        """Take in what the stream has gained; returns the version up to which it was read.

        That of its last event, unless `is_ending` was set meanwhile.
        """
        with self._lock:
            marks, head = self._marks, self._queries.head(self._stream)
            while marks.reached < head and not (is_ending and is_ending.is_set()):
                self._take(min(head, marks.reached + READ_AT_ONCE))
            return marks.reached

    def _take(self, last: int) -> None:
        marks = self._marks
        for row in self._queries.named(self._stream, marks.reached + 1, last, _MARKS):
            event = self._registry.decode(row)
            if isinstance(event, BettingOpened | HandStarted):
                marks.numbers.append(event.round_number)
                marks.versions.append(row.version)
            else:
                marks.openings.append(row.version)
        marks.reached = last

    def newest(self) -> int:
        """Return the number of the newest round; 0 before the first."""
        self.catch_up()
        return self._marks.numbers[-1] if self._marks.numbers else 0

    def part(self, number: int) -> RoundPart | None:
        """Return where a round lies, up to what is recorded now; None when there is none."""
        self.catch_up()
        with self._lock:
            return self._part(number)

    def parts(self, before: int, limit: int) -> list[RoundPart]:
        """Return at most `limit` rounds below a number, the newest ones, in order."""
        self.catch_up()
        with self._lock:
            end = bisect_left(self._marks.numbers, before)
            numbers = self._marks.numbers[max(0, end - limit) : end]
            return [part for number in numbers if (part := self._part(number)) is not None]

    def _part(self, number: int) -> RoundPart | None:
        marks = self._marks
        place = bisect_left(marks.numbers, number)
        if number == 0:
            first, following = 1, 0
        elif place < len(marks.numbers) and marks.numbers[place] == number:
            first, following = marks.versions[place], place + 1
        else:
            return None
        is_newest = following >= len(marks.versions)
        last = marks.reached if is_newest else marks.versions[following] - 1
        before = bisect_right(marks.openings, first)
        opening = marks.openings[before - 1] if before and number else 0
        return RoundPart(number, first, last, opening)

    def number_at(self, version: int) -> int:
        """Return the round to which the event of a version belongs; 0 before the first."""
        if version > self._marks.reached:
            self.catch_up()
        with self._lock:
            place = bisect_right(self._marks.versions, version)
            return self._marks.numbers[place - 1] if place else 0
