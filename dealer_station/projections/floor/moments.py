"""Since when things are as they are at one table, and how fast it plays: followed in the record.

The table's state says what is the case; this says since when, which only events tell. Built at the
first question from the last rounds, and caught up at every later one (decision 0012).
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import table_stream
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.index import TableIndex
from dealer_station.table import events as e
from dealer_station.table.state import TableState

HOUR_MS: Final = 3_600_000
ROUNDS_LOOKED_AT: Final = 300
"""More rounds than any table plays in an hour."""

PACE_ROUNDS: Final = 10
"""The pace is the mean of so many finished rounds of the last hour."""

_NAMES: Final = (
    "betting_opened",
    "hand_started",
    "round_settled",
    "round_voided",
    "decisions_closed",
    "irregularity_raised",
    "supervisor_called",
    "call_answered",
    "deck_locked",
    "deck_changed",
)


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments of a table in UTC ms; None where a thing is not the case.

    `version` is how far the stream was read. `raised_at` is by the irregularity's number. `ended`
    are the rounds that have ended lately, each as (opened_at, ended_at).
    """

    version: int = 0
    dealer: str | None = None
    opened_at: int | None = None
    decisions_closed_at: int | None = None
    called_at: int | None = None
    deck_locked_at: int | None = None
    raised_at: dict[int, int] = field(default_factory=dict)
    ended: tuple[tuple[int, int], ...] = ()

    def rounds_last_hour(self, now: int) -> int:
        """Return how many rounds have ended in the hour before `now` (ms)."""
        return sum(ended > now - HOUR_MS for _, ended in self.ended)

    def seconds_per_round(self, now: int) -> int | None:
        """Return how long a round takes lately, in whole seconds; None where none was played."""
        lately = [(a, b) for a, b in self.ended if b > now - HOUR_MS][-PACE_ROUNDS:]
        if not lately:
            return None
        return sum(ended - opened for opened, ended in lately) // len(lately) // 1000


class TableMoments:
    """Follows one table's stream. Safe to call from any thread."""

    def __init__(
        self, table_id: str, index: TableIndex, queries: RecordQueries, registry: EventRegistry
    ) -> None:
        self._stream = table_stream(table_id)
        self._index = index
        self._queries = queries
        self._registry = registry
        self._lock = threading.Lock()
        self._moments: Moments | None = None
        self._ended: deque[tuple[int, int]] = deque(maxlen=ROUNDS_LOOKED_AT)

    def now(self, state: TableState) -> Moments:
        """Return the moments; the stream is asked where the table is at a later version."""
        with self._lock:
            moments = self._moments or self._begin()
            if state.version > moments.version:
                head = self._queries.head(self._stream)
                moments = self._take(moments, moments.version + 1, head)
            if state.is_supervisor_called and moments.called_at is None:
                moments = replace(moments, called_at=self._newest("supervisor_called", moments))
            if state.is_deck_locked and moments.deck_locked_at is None:
                moments = replace(moments, deck_locked_at=self._newest("deck_locked", moments))
            self._moments = moments
            return moments

    def _begin(self) -> Moments:
        """Read the last rounds."""
        head = self._index.catch_up()
        parts = self._index.parts(self._index.newest() + 1, ROUNDS_LOOKED_AT)
        return self._take(Moments(), parts[0].first_version if parts else 1, head)

    def _newest(self, name: str, moments: Moments) -> int | None:
        """Return when a thing began that lasts since before the rounds that were read."""
        row = self._queries.newest_named(self._stream, name, moments.version)
        return None if row is None else int(self._registry.decode(row).at)

    def _take(self, moments: Moments, first: int, last: int) -> Moments:
        for row in self._queries.named(self._stream, first, last, _NAMES):
            moments = self._after(moments, self._registry.decode(row))
        return replace(moments, version=last, ended=tuple(self._ended))

    def _after(self, moments: Moments, event: Any) -> Moments:
        """Return the moments after an event of `_NAMES`."""
        if isinstance(event, e.RoundSettled | e.RoundVoided):
            self._ended.append((moments.opened_at or event.at, event.at))
            return moments
        return replace(moments, **_CHANGES[type(event)](moments, event))


_Change = Callable[[Moments, Any], dict[str, Any]]


def _begun(_: Moments, event: e.BettingOpened | e.HandStarted) -> dict[str, Any]:
    return {
        "dealer": event.person_id,
        "opened_at": event.at,
        "decisions_closed_at": None,
        "raised_at": {},
    }


_CHANGES: Final[dict[type, _Change]] = {
    e.BettingOpened: _begun,
    e.HandStarted: _begun,
    e.DecisionsClosed: lambda _, event: {"decisions_closed_at": event.at},
    e.IrregularityRaised: lambda moments, event: {
        "raised_at": {**moments.raised_at, event.number: event.at}
    },
    # A call that is repeated began with the first.
    e.SupervisorCalled: lambda moments, event: {"called_at": moments.called_at or event.at},
    e.CallAnswered: lambda _moments, _event: {"called_at": None},
    e.DeckLocked: lambda _, event: {"deck_locked_at": event.at},
    e.DeckChanged: lambda _moments, _event: {"deck_locked_at": None},
}
"""What an event changes in the moments of its table."""
