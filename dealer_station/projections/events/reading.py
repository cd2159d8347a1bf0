"""Reads rows of the record for one question of one role: decodes them and finds their rounds.

Made for one question and then thrown away: every round is folded once, as far as it is known when
it is first met, so that all events of an answer are masked by the same knowledge.
"""

from typing import Any

from dealer_station.event_log.record import StoredEvent
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import table_of_stream
from dealer_station.projections.events.shown import ReadEvent
from dealer_station.projections.events.sight import Sight
from dealer_station.projections.rounds.played import DEVICE_LIFE, PlayedRound, PlayedRounds
from dealer_station.table import events as e
from dealer_station.table.roles import Role

_OF_NO_ROUND = (*DEVICE_LIFE, e.TableResumed, e.ClockSet)


class Reading:
    """One role's reading of the record. Not thread-safe."""

    def __init__(self, registry: EventRegistry, rounds: PlayedRounds, role: Role) -> None:
        self.role = role
        self._registry = registry
        self._rounds = rounds
        self._sights: dict[tuple[str, int], Sight | None] = {}

    def read(self, row: StoredEvent) -> ReadEvent:
        """Return a row with its event and the sight on its round. Raises CodecError."""
        event = self._registry.decode(row)
        return ReadEvent(row, event, self._sight_of(row, event))

    def _sight_of(self, row: StoredEvent, event: Any) -> Sight | None:
        if isinstance(event, _OF_NO_ROUND):
            return None
        table_id = table_of_stream(row.stream)
        if table_id is not None:
            return self.sight(table_id, self._rounds.index(table_id).number_at(row.version))
        if hasattr(event, "round_number"):
            return self.sight(event.table_id, event.round_number)
        return None

    def sight(self, table_id: str, number: int) -> Sight | None:
        """Return the sight on a round; None when there is no such round."""
        key = (table_id, number)
        if key not in self._sights:
            played = self._rounds.load(table_id, number)
            self._sights[key] = None if played is None else Sight(played, self.role)
        return self._sights[key]

    def of_round(self, played: PlayedRound) -> Sight:
        """Return the sight on a round that was loaded already, and use it from now on."""
        sight = Sight(played, self.role)
        self._sights[played.table_id, played.part.number] = sight
        return sight
