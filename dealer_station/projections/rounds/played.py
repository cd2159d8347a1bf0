"""One round as it was played: its part of the record, decoded, and the state at the end of it.

Knows how to fold a round alone: from the table's opening (seats, rules) and from its first event
on. Does not know who may see what (events/sight.py).
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from dealer_station.event_log.record import StoredEvent
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import table_stream
from dealer_station.games.procedure import ASIDE
from dealer_station.house_rules.loader import rules_from_content
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.index import RoundPart, TableIndex
from dealer_station.table import events as e
from dealer_station.table.draft import TableRules
from dealer_station.table.evolve import evolve
from dealer_station.table.state import TableState

KEPT_ROUNDS: Final = 256
"""How many folded rounds stay in memory: those of the floor, and what a search looks at."""

KEPT_OPENINGS: Final = 64
"""How many openings of tables, and rule sets, stay in memory."""

DEVICE_LIFE: Final = (
    e.DeviceReported,
    e.DeviceFaultsCleared,
    e.DeviceFaultsNotCleared,
    e.DeviceFaultReported,
    e.WindowReported,
    e.LampReported,
)
"""What devices say: it changes no card, and may be about a device known from earlier rounds."""

STRAY_CARD: Final = -1
"""Stands for the place of a card that left the shoe while no round was open."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round up to what is known now.

    `state` is that of its end; `draws` says of every event that tells a card which card of the
    round it is, from 0, or `STRAY_CARD`. Number 0 is what comes before the first round: no `rules`.
    """

    table_id: str
    part: RoundPart
    opening: e.TableOpened | None
    rules: TableRules | None
    rows: tuple[StoredEvent, ...]
    events: tuple[e.TableEvent, ...]
    state: TableState
    draws: dict[int, int]


class PlayedRounds:
    """Loads rounds and keeps those asked for last. Safe to call from any thread."""

    def __init__(self, queries: RecordQueries, registry: EventRegistry) -> None:
        self._queries = queries
        self._registry = registry
        self._indexes: dict[str, TableIndex] = {}
        self._kept: OrderedDict[tuple[str, int], PlayedRound] = OrderedDict()
        self._openings: OrderedDict[tuple[str, int], e.TableOpened] = OrderedDict()
        self._rules: OrderedDict[str, TableRules] = OrderedDict()
        self._lock = threading.Lock()

    def index(self, table_id: str) -> TableIndex:
        """Return the index of a table's rounds."""
        with self._lock:
            if table_id not in self._indexes:
                index = TableIndex(table_id, self._queries, self._registry)
                self._indexes[table_id] = index
            return self._indexes[table_id]

    def load(self, table_id: str, number: int) -> PlayedRound | None:
        """Return a round as far as it is recorded now; None when there is none."""
        part = self.index(table_id).part(number)
        if part is None:
            return None
        with self._lock:
            kept = self._kept.get((table_id, number))
            if kept is not None and kept.part == part:
                self._kept.move_to_end((table_id, number))
                return kept
        stream = table_stream(table_id)
        rows = self._queries.part(stream, part.first_version, part.last_version)
        (loaded,) = self._fold(table_id, [part], rows)
        return loaded

    def load_corrected(self, table_id: str, number: int) -> PlayedRound | None:
        """Return a round with what the next one has put right of it; None when there is none."""
        played = self.load(table_id, number)
        return None if played is None else corrected(played, self.load(table_id, number + 1))

    def load_before(self, table_id: str, before: int, limit: int) -> list[PlayedRound]:
        """Return at most `limit` rounds below a number, newest first, in one reading at most."""
        parts = self.index(table_id).parts(before, limit)
        with self._lock:
            kept = {part: self._kept.get((table_id, part.number)) for part in parts}
        known = {part: one for part, one in kept.items() if one is not None and one.part == part}
        places = [place for place, part in enumerate(parts) if part not in known]
        if places:
            unknown = parts[places[0] : places[-1] + 1]
            first, last = unknown[0].first_version, unknown[-1].last_version
            rows = self._queries.part(table_stream(table_id), first, last)
            known |= {one.part: one for one in self._fold(table_id, unknown, rows)}
        return [known[part] for part in reversed(parts)]

    def load_corrected_before(self, table_id: str, before: int, limit: int) -> list[PlayedRound]:
        """Return what `load_before` does, each round with what the next one has put right of it."""
        rounds = self.load_before(table_id, before, limit)
        newer = [self.load(table_id, rounds[0].part.number + 1), *rounds] if rounds else []
        return [corrected(one, after) for one, after in zip(rounds, newer, strict=False)]

    def _fold(
        self, table_id: str, parts: list[RoundPart], rows: list[StoredEvent]
    ) -> list[PlayedRound]:
        """Fold rounds that follow each other in `rows`, and keep them."""
        folded = []
        first = rows[0].version if rows else 0
        for part in parts:
            own = rows[part.first_version - first : part.last_version - first + 1]
            opening = self._opening(table_id, part.opening)
            folded.append(self._played(table_id, part, opening, own))
        with self._lock:
            for one in folded:
                self._kept[table_id, one.part.number] = one
                self._kept.move_to_end((table_id, one.part.number))
            while len(self._kept) > KEPT_ROUNDS:
                self._kept.popitem(last=False)
        return folded

    def _opening(self, table_id: str, version: int) -> e.TableOpened | None:
        if not version:
            return None
        with self._lock:
            if (table_id, version) in self._openings:
                return self._openings[table_id, version]
        (row,) = self._queries.part(table_stream(table_id), version, version)
        opened: e.TableOpened = self._registry.decode(row)
        with self._lock:
            self._openings[table_id, version] = opened
            if len(self._openings) > KEPT_OPENINGS:
                self._openings.popitem(last=False)
        return opened

    def _played(
        self,
        table_id: str,
        part: RoundPart,
        opening: e.TableOpened | None,
        rows: list[StoredEvent],
    ) -> PlayedRound:
        told = [_light(row, self._registry.decode(row)) for row in rows]
        events = tuple(event for _, event in told)
        state, draws = fold_round(opening, events)
        by_version = {rows[place].position: draw for place, draw in draws.items()}
        return PlayedRound(
            table_id=table_id,
            part=part,
            opening=opening,
            rules=None if opening is None else self.rules_of(opening),
            rows=tuple(row for row, _ in told),
            events=events,
            state=state,
            draws=by_version,
        )

    def rules_of(self, opening: e.TableOpened) -> TableRules:
        """Return the rules that a table was opened with, as the record has them."""
        with self._lock:
            rules = self._rules.get(opening.rules_digest)
            if rules is None:
                rules = rules_from_content(opening.rules_content)
                self._rules[opening.rules_digest] = rules
                if len(self._rules) > KEPT_OPENINGS:
                    self._rules.popitem(last=False)
            return rules


def corrected(played: PlayedRound, following: PlayedRound | None) -> PlayedRound:
    """Return a round with the wrong payments of it that were noticed in the next one.

    Of the next round's part of the record: each report, its ruling and the compensation.
    """
    late = () if following is None else following.events
    number = played.part.number
    items = {
        event.irregularity_number
        for event in late
        if isinstance(event, e.CompensationBooked) and event.round_number == number
    }
    if not items or following is None:
        return played
    told = [
        (row, event)
        for row, event in zip(following.rows, late, strict=True)
        if _item_of(event) in items
    ]
    events = tuple(event for _, event in told)
    state = played.state
    for event in events:
        state = evolve(state, event)
    return replace(
        played,
        rows=(*played.rows, *(row for row, _ in told)),
        events=(*played.events, *events),
        state=state,
    )


def _item_of(event: e.TableEvent) -> int | None:
    """Return the number of the irregularity whose report, ruling or compensation an event is."""
    match event:
        case e.IrregularityRaised() | e.RulingMade():
            return event.number
        case e.CompensationBooked():
            return event.irregularity_number
        case _:
            return None


def compensations(played: PlayedRound) -> list[tuple[StoredEvent, e.CompensationBooked]]:
    """Return the wrong payments of a round that were put right, with their rows, in order."""
    own = {None, played.part.number}
    return [
        (row, event)
        for row, event in zip(played.rows, played.events, strict=True)
        if isinstance(event, e.CompensationBooked) and event.round_number in own
    ]


def _light(row: StoredEvent, event: e.TableEvent) -> tuple[StoredEvent, e.TableEvent]:
    """Leave out what a batch of bettors said: it is long, and a round is told by its sums."""
    if not isinstance(event, e.BatchTaken):
        return row, event
    return replace(row, body=b""), replace(event, content=b"")


def fold_round(
    opening: e.TableOpened | None, events: Iterable[e.TableEvent]
) -> tuple[TableState, dict[int, int]]:
    """Fold a round alone; returns its last state, and place of event -> which card it tells.

    What devices said is left out. A closing and new opening of the table that follows the round
    changes nothing of it: its seats stay those it was played with.
    """
    state = TableState() if opening is None else evolve(TableState(), opening)
    draws: dict[int, int] = {}
    for place, event in enumerate(events):
        if isinstance(event, DEVICE_LIFE):
            continue
        if isinstance(event, e.CardDrawn | e.KeptCardPlayed | e.CardReread | e.CardKept):
            draws[place] = _card_told(state, event)
        state = evolve(state, event)
    return (state if opening is None else replace(state, seats=opening.seats)), draws


def _card_told(
    state: TableState, event: e.CardDrawn | e.KeptCardPlayed | e.CardReread | e.CardKept
) -> int:
    """Return which card of the round an event tells, by the state before it."""
    hand = state.pot.hand
    if hand is not None and state.is_round_open:
        return len(hand.draws) - isinstance(event, e.CardReread)
    current = state.round
    if current is None or not state.is_round_open:
        return STRAY_CARD
    if isinstance(event, e.CardKept):
        # What was set aside lies there by now; of equal cards it is the one set aside last.
        dealt = enumerate(zip(current.draws, current.deal_order, strict=False))
        return max(index for index, drawn in dealt if drawn == (event.card, ASIDE))
    return len(current.draws) - isinstance(event, e.CardReread)
