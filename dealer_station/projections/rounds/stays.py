"""Who sat where for which hands: a player has no name here, so a stay at a seat is who he is.

Followed in the record of one table, as `index.py` follows its rounds (decision 0012).
"""

import threading
from dataclasses import dataclass, replace
from typing import Final

from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import table_stream
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.index import READ_AT_ONCE, TableIndex
from dealer_station.table.events import PlayerLeft, PlayerSeated

_MARKS: Final = ("player_seated", "player_left")


@dataclass(frozen=True, slots=True)
class Stay:
    """One player at one seat, from when he took it to when he left it (UTC ms).

    `first` is the first hand that he could be dealt in, `last` the last one. While he is there,
    `last` and `left_at` are None.
    """

    seat: int
    first: int
    last: int | None
    seated_at: int
    left_at: int | None

    def overlaps(self, first: int, last: int) -> bool:
        """Whether he could be dealt in a hand of this range, both ends included."""
        return max(self.first, first) <= (last if self.last is None else min(self.last, last))


class TableStays:
    """The stays at one table. Safe to call from any thread."""

    def __init__(
        self, table_id: str, index: TableIndex, queries: RecordQueries, registry: EventRegistry
    ) -> None:
        self._stream = table_stream(table_id)
        self._index = index
        self._queries = queries
        self._registry = registry
        self._reached = 0
        self._stays: dict[int, list[Stay]] = {}
        self._lock = threading.Lock()

    def of_seat(self, seat: int) -> tuple[Stay, ...]:
        """Return the stays at a seat as far as they are recorded now, newest first."""
        with self._lock:
            head = self._queries.head(self._stream)
            while self._reached < head:
                self._take(min(head, self._reached + READ_AT_ONCE))
            return tuple(reversed(self._stays.get(seat, ())))

    def _take(self, last: int) -> None:
        for row in self._queries.named(self._stream, self._reached + 1, last, _MARKS):
            event = self._registry.decode(row)
            # Nobody takes a seat while a hand is on; whoever is in it leaves when it is over.
            number = self._index.number_at(row.version)
            stays = self._stays.setdefault(event.seat, [])
            if isinstance(event, PlayerSeated):
                stays.append(Stay(event.seat, number + 1, None, event.at, None))
            elif isinstance(event, PlayerLeft):
                stays[-1] = replace(stays[-1], last=number, left_at=event.at)
        self._reached = last
