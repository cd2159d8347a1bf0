"""One progressive's meter over time: folded once from its stream, then followed.

Knows the balance of the meter at every so many versions, so that any page of movements is found by
reading a little; the last prize; and what the meter showed over the last day. Built at the first
question and caught up at every later one (decision 0012). Balances are exact, in smallest units.
"""

import threading
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from dealer_station.event_log.record import StoredEvent
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import progressive_stream
from dealer_station.money import whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.events import MoneyEvent, PrizeLocked
from dealer_station.progressive.postings import Entry
from dealer_station.projections.devices.signs import MeterNow
from dealer_station.projections.queries import Body, RecordQueries

CHECKPOINT_EVERY: Final = 200
"""Versions between two balances that are kept."""

READ_AT_ONCE: Final = 5_000
"""Versions that are read by one statement while the history is built."""

SPARK_MS: Final = 24 * 3_600_000
SPARK_POINTS: Final = 60
_SLOT_MS: Final = SPARK_MS // SPARK_POINTS
_HITS_KEPT: Final = 32

LEFT_KEPT: Final = 1024
"""Amounts that the meter has left and that are remembered: a busy hour and more."""


@dataclass(frozen=True, slots=True)
class Movement:
    """One event of a progressive with the meter before and after it, exact in smallest units."""

    row: StoredEvent
    event: MoneyEvent
    before: Fraction
    after: Fraction


class _Hit(NamedTuple):
    """Where a prize stands in the stream, and the round that it was won in."""

    version: int
    table_id: str
    round_number: int


class MeterMovements:
    """One progressive. Safe to call from any thread."""

    def __init__(
        self, progressive_id: str, queries: RecordQueries, registry: EventRegistry
    ) -> None:
        self._stream = progressive_stream(progressive_id)
        self._queries = queries
        self._registry = registry
        self._lock = threading.Lock()
        self._version = 0
        self._meter = Fraction(0)
        self._changed_at = 0
        self._hit_at = 0
        self._left_at: OrderedDict[int, int] = OrderedDict()
        # Balance after version 0, CHECKPOINT_EVERY, twice that, and so on.
        self._checkpoints = [Fraction(0)]
        self._hits: deque[_Hit] = deque(maxlen=_HITS_KEPT)
        # Moment and meter, the last one of each slot; the first may be older than a day.
        self._points: deque[tuple[int, int]] = deque()

    def catch_up(self, is_ending: threading.Event | None = None) -> int:
        """Take in what the stream has gained; returns the version up to which it was read.

        That of its last event, unless `is_ending` was set meanwhile.
        """
        with self._lock:
            head = self._queries.head(self._stream)
            while self._version < head and not (is_ending and is_ending.is_set()):
                last = min(head, self._version + READ_AT_ONCE)
                for row in self._queries.bodies(self._stream, self._version + 1, last):
                    self._take(row)
            return self._version

    def _take(self, row: Body) -> None:
        """Take in what an event says of the meter; hundreds of thousands come when it is built."""
        said = self._registry.body_of(row.name, row.schema_version, row.body)
        moved, before = _on_meter(said["entry"]), whole_minor(self._meter)
        self._version = row.version
        self._meter += moved
        after = whole_minor(self._meter)
        self._changed_at = said["at"] if moved else self._changed_at
        if after != before:
            self._leave(before, said["at"])
        if row.version % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(self._meter)
        if row.name == "prize_locked":
            self._hit_at = said["at"] if _takes_from_meter(said["entry"]) else self._hit_at
            self._hits.append(_Hit(row.version, said["table_id"], said["round_number"]))
        if row.name == "awards_reversed":
            self._forget_hits(said["table_id"], said["round_number"])
        self._note(said["at"], after)

    def _leave(self, minor: int, at: int) -> None:
        """The meter shows this amount no longer."""
        self._left_at[minor] = at
        self._left_at.move_to_end(minor)
        if len(self._left_at) > LEFT_KEPT:
            self._left_at.popitem(last=False)

    def _forget_hits(self, table_id: str, round_number: int) -> None:
        """A void round has no winner."""
        place = (table_id, round_number)
        stay = [hit for hit in self._hits if (hit.table_id, hit.round_number) != place]
        self._hits = deque(stay, maxlen=_HITS_KEPT)

    def _note(self, at: int, meter_minor: int) -> None:
        points = self._points
        if points and points[-1][0] // _SLOT_MS == at // _SLOT_MS:
            points.pop()
        points.append((at, meter_minor))
        while len(points) > 1 and points[1][0] <= at - SPARK_MS:
            points.popleft()

    def meter(self) -> MeterNow:
        """Return what the meter shows, since when, and what it showed before."""
        self.catch_up()
        with self._lock:
            minor, left_at = whole_minor(self._meter), dict(self._left_at)
            return MeterNow(minor, self._changed_at, left_at, self._hit_at)

    def last_hit(self) -> PrizeLocked | None:
        """Return the newest prize of a round that stands; None where there is none."""
        self.catch_up()
        with self._lock:
            newest = self._hits[-1].version if self._hits else 0
        if not newest:
            return None
        (row,) = self._queries.part(self._stream, newest, newest)
        hit: PrizeLocked = self._registry.decode(row)
        return hit

    def spark(self, now: int) -> list[tuple[int, int]]:
        """Return moments (ms) and meters of the last day before `now`, at most `SPARK_POINTS`.

        What the meter was when the day began is its first point.
        """
        self.catch_up()
        since = now - SPARK_MS
        with self._lock:
            points = list(self._points)
        begun = bisect_right([at for at, _ in points], since)
        inside = points[begun:][-(SPARK_POINTS - 1) :]
        before = [(since, points[begun - 1][1])] if begun else []
        return [*before, *inside]

    def movements(self, before: int | None, limit: int) -> list[Movement]:
        """Return at most `limit` movements below a version (None: the newest), newest first."""
        head = self.catch_up()
        last = head if before is None else min(before - 1, head)
        first = max(1, last - limit + 1)
        if last < first:
            return []
        with self._lock:
            checkpoint = (first - 1) // CHECKPOINT_EVERY
            meter = self._checkpoints[checkpoint]
        rows = self._queries.part(self._stream, checkpoint * CHECKPOINT_EVERY + 1, last)
        return [one for one in self._moved(meter, rows) if one.row.version >= first][::-1]

    def _moved(self, meter: Fraction, rows: Iterable[StoredEvent]) -> Iterable[Movement]:
        for row in rows:
            event: MoneyEvent = self._registry.decode(row)
            after = meter + on_meter(event.entry)
            yield Movement(row, event, meter, after)
            meter = after


def on_meter(entry: Entry) -> Fraction:
    """Return by how much an entry changes the meter, exact in smallest units."""
    return sum((p.amount for p in entry if p.account is Account.METER), Fraction(0))


def _on_meter(entry: Sequence[Mapping[str, Any]]) -> Fraction:
    """Return the same for an entry as its event's body writes it."""
    amounts = [_exact(p["amount"]) for p in entry if p["account"] == Account.METER.value]
    return amounts[0] if len(amounts) == 1 else sum(amounts, Fraction(0))


def _takes_from_meter(entry: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a prize came out of the meter. The balance does not tell: a seed may outweigh it."""
    meter = Account.METER.value
    return any(p["account"] == meter and _exact(p["amount"]) < 0 for p in entry)


@lru_cache(maxsize=1024)
def _exact(amount: str) -> Fraction:
    """Read an exact amount; most contributions are one and the same."""
    return Fraction(amount)
