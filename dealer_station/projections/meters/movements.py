"""The meter of a progressive's level over time: folded once from its stream, then followed.

Knows what the level held at every so many versions, so that any page of movements is found by
reading a little; the last prize; and what the meter showed over the last day. Built at the first
question and caught up at every later one (decision 0012). Amounts are exact, in smallest units.
What a level holds above its cap is overflow and no part of its meter (PRG-06).
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
from dealer_station.progressive.events import PrizeLocked
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.ledger_events import LedgerEvent, LevelHit
from dealer_station.progressive.levels import SOLE_LEVEL
from dealer_station.progressive.postings import at_level
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

_TERMS: Final = {"level_opened": "terms", "level_terms_changed": "new_terms"}
_HITS: Final = frozenset({"prize_locked", "level_hit"})

LEFT_KEPT: Final = 1024
"""Amounts that the meter has left and that are remembered: a busy hour and more."""


@dataclass(frozen=True, slots=True)
class Movement:
    """One event of a progressive with the meter before and after it, exact in smallest units."""

    row: StoredEvent
    event: AnyEvent
    before: Fraction
    after: Fraction


class _Hit(NamedTuple):
    """Where a prize stands in the stream, and the round that it was won in."""

    version: int
    table_id: str
    round_number: int
    hit_id: str


class MeterMovements:
    """One level of a progressive. Safe to call from any thread."""

    def __init__(
        self,
        progressive_id: str,
        queries: RecordQueries,
        registry: EventRegistry,
        level_id: str = SOLE_LEVEL,
    ) -> None:
        self._level_id = level_id
        self._stream = progressive_stream(progressive_id)
        self._queries = queries
        self._registry = registry
        self._lock = threading.Lock()
        self._version = 0
        self._fund = Fraction(0)
        # The caps that the level has had, each with the version from which it counts.
        self._caps: list[tuple[int, Fraction | None]] = [(0, None)]
        self._changed_at = 0
        self._hit_at = 0
        self._left_at: OrderedDict[int, int] = OrderedDict()
        # The fund after version 0, CHECKPOINT_EVERY, twice that, and so on.
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
        moved, before = self._moved_by(said["entry"]), whole_minor(self._meter)
        self._version = row.version
        self._fund += moved
        if row.name in _TERMS and said["level_id"] == self._level_id:
            self._note_cap(row.version, said[_TERMS[row.name]]["cap_minor"])
        after = whole_minor(self._meter)
        self._changed_at = said["at"] if moved else self._changed_at
        if after != before:
            self._leave(before, said["at"])
        if row.version % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(self._fund)
        self._note_hit(row, said)
        self._note(said["at"], after)

    @property
    def _meter(self) -> Fraction:
        return _below_cap(self._fund, self._caps[-1][1])

    def _moved_by(self, entry: Sequence[Mapping[str, Any]]) -> Fraction:
        """Return by how much an entry, as its event's body writes it, moves the level's fund."""
        amounts = [_exact(p["amount"]) for p in entry if self._is_of_fund(p)]
        return amounts[0] if len(amounts) == 1 else sum(amounts, Fraction(0))

    def _is_of_fund(self, posting: Mapping[str, Any]) -> bool:
        """An old record names no level: it had one only."""
        level_id = posting.get("level_id", SOLE_LEVEL)
        return bool(posting["account"] == Account.METER.value and level_id == self._level_id)

    def _note_cap(self, version: int, cap_minor: int | None) -> None:
        self._caps.append((version, None if cap_minor is None else Fraction(cap_minor)))

    def _cap_at(self, version: int) -> Fraction | None:
        """Return the cap after an event, which has this version."""
        return next(cap for since, cap in reversed(self._caps) if since <= version)

    def _note_hit(self, row: Body, said: Mapping[str, Any]) -> None:
        if row.name == "prize_locked" and self._level_id == SOLE_LEVEL:
            self._hits.append(_Hit(row.version, said["table_id"], said["round_number"], ""))
        elif row.name == "level_hit" and said["level_id"] == self._level_id:
            hit = _Hit(row.version, said["table_id"], said["round_number"], said["hit_id"])
            self._hits.append(hit)
        elif row.name == "awards_reversed":
            self._forget_hits(said["table_id"], said["round_number"])
        elif row.name == "hit_voided":
            stay = [hit for hit in self._hits if hit.hit_id != said["hit_id"]]
            self._hits = deque(stay, maxlen=_HITS_KEPT)
        if row.name in _HITS and self._takes_from_meter(said["entry"]):
            self._hit_at = said["at"]

    def _takes_from_meter(self, entry: Sequence[Mapping[str, Any]]) -> bool:
        """Whether a prize came out of the meter: what is left does not tell, after a base."""
        return any(self._is_of_fund(p) and _exact(p["amount"]) < 0 for p in entry)

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

    def last_hit(self) -> PrizeLocked | LevelHit | None:
        """Return the newest prize of a round that stands; None where there is none."""
        self.catch_up()
        with self._lock:
            newest = self._hits[-1].version if self._hits else 0
        if not newest:
            return None
        (row,) = self._queries.part(self._stream, newest, newest)
        hit: PrizeLocked | LevelHit = self._registry.decode(row)
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
            fund = self._checkpoints[checkpoint]
        rows = self._queries.part(self._stream, checkpoint * CHECKPOINT_EVERY + 1, last)
        return [one for one in self._moved(fund, rows) if one.row.version >= first][::-1]

    def _moved(self, fund: Fraction, rows: Iterable[StoredEvent]) -> Iterable[Movement]:
        for row in rows:
            event: AnyEvent = self._registry.decode(row)
            before = _below_cap(fund, self._cap_at(row.version - 1))
            fund += on_fund(event, self._level_id)
            yield Movement(row, event, before, _below_cap(fund, self._cap_at(row.version)))


def _below_cap(fund: Fraction, cap: Fraction | None) -> Fraction:
    return fund if cap is None else min(fund, cap)


def on_fund(event: AnyEvent, level_id: str) -> Fraction:
    """Return by how much an event changes what a level has collected, exact in smallest units."""
    entry = event.entry if isinstance(event, LedgerEvent) else at_level(SOLE_LEVEL, event.entry)
    parts = (p.amount for p in entry if p.level_id == level_id and p.account is Account.METER)
    return sum(parts, Fraction(0))


@lru_cache(maxsize=1024)
def _exact(amount: str) -> Fraction:
    """Read an exact amount; most contributions are one and the same."""
    return Fraction(amount)
