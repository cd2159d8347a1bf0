"""The progressives that a station's tables play for: folded once, shared by all of them.

Several tables (and, through the database, several stations) move the same meter. Every table asks
here for the state and tells what it has appended; a stream that has moved on is read again.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from dealer_station.controller.open_rounds import newest_round
from dealer_station.controller.ports import Record
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.event_log.errors import CommandConflict, WrongVersion
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.registry import EventRegistry
from dealer_station.progressive.contributions import level_opened, open_level
from dealer_station.progressive.ledger import AnyEvent, Ledger, evolve, fold
from dealer_station.progressive.ledger_events import LevelEvent
from dealer_station.progressive.levels import LevelTerms
from dealer_station.progressive.refusals import LedgerRefusal
from dealer_station.table.roles import STATION_ID


@dataclass(frozen=True, slots=True)
class Known:
    """A progressive's ledger and the version of its stream."""

    state: Ledger
    version: int


_UNREAD = Known(Ledger(), 0)


class LevelNotOpenedError(Exception):
    """A level of the configuration cannot be opened now; says which, and why not."""


def _is_filed(state: Ledger, level_id: str) -> bool:
    """Whether a level has its terms, or is closed for good."""
    level = state.level(level_id)
    return level is not None and (level.terms is not None or level.is_retired)


class Progressives:
    """Every progressive by id, as far as the record was read. Safe to call from any thread."""

    def __init__(self, record: Record, registry: EventRegistry) -> None:
        self._record = record
        self._registry = registry
        self._known: dict[str, Known] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._lock = threading.Lock()

    def subscribe(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the id of a progressive after each change of it."""
        with self._lock:
            self._listeners.append(listener)

    def known(self, progressive_id: str) -> Known:
        """Return the state as last read."""
        with self._lock:
            return self._known.get(progressive_id) or self._read(progressive_id)

    def refresh(self, progressive_id: str) -> Known:
        """Read what has been appended since and return the state."""
        with self._lock:
            return self._read(progressive_id)

    def _read(self, progressive_id: str) -> Known:
        known = self._known.get(progressive_id, _UNREAD)
        state, version = known.state, known.version
        for stored in self._record.read(progressive_stream(progressive_id), version):
            state = evolve(state, self._registry.decode(stored))
            version = stored.version
        self._known[progressive_id] = Known(state, version)
        return self._known[progressive_id]

    def take(self, progressive_id: str, events: Sequence[AnyEvent], version: int) -> None:
        """Take in what was just appended; read the stream where others were faster."""
        with self._lock:
            known = self._known.get(progressive_id, _UNREAD)
            if version != known.version + len(events):
                self._read(progressive_id)
            else:
                state = fold(tuple(events), known.state)
                self._known[progressive_id] = Known(state, version)
        # Not under the lock: who is told will ask for the new state.
        for listener in tuple(self._listeners):
            listener(progressive_id)

    def open(
        self,
        progressive_id: str,
        levels: Mapping[str, LevelTerms],
        *,
        command_id: str,
        at: int,
        is_in_play: bool = False,
    ) -> None:
        """Open the levels that were never opened before, each at its base.

        A progressive that was recorded before it had levels gets the terms of its only one. Of two
        stations that open it at once the first has opened it. Raises LevelNotOpenedError where a
        level cannot be opened, as while a round is in play: one of these tables', or one that the
        record knows of any other table that has ever counted a wager.
        """
        known = self.refresh(progressive_id)
        state, events = known.state, list[LevelEvent]()
        missing = {one: terms for one, terms in levels.items() if not _is_filed(state, one)}
        rounds = self._rounds(state) if missing else {}
        is_any_open = is_in_play or any(is_open for _, is_open in rounds.values())
        for level_id, terms in missing.items():
            level = state.level(level_id)
            decision = open_level(
                state,
                level_id,
                terms,
                0 if level is not None else terms.base_minor,
                progressive_id=progressive_id,
                person_id=STATION_ID,
                at=at,
                is_in_play=is_any_open,
            )
            if isinstance(decision, LedgerRefusal):
                facts = " ".join(decision.facts.values())
                why = f"{decision.reason} {facts}".rstrip()
                raise LevelNotOpenedError(f"{progressive_id}: level {level_id}: {why}")
            state = fold(decision, state)
            events.extend(decision)
        if not events:
            return
        guards = tuple(Append(stream, version, ()) for stream, (version, _) in rounds.items())
        try:
            self._append(progressive_id, tuple(events), known.version, command_id, guards)
        except WrongVersion as wrong:
            if wrong.stream == progressive_stream(progressive_id):
                raise
            # A table has moved on in between, and may have opened a round.
            self.open(progressive_id, levels, command_id=command_id, at=at, is_in_play=is_in_play)

    def _rounds(self, state: Ledger) -> dict[str, tuple[int, bool]]:
        """Return the streams of tables that have counted a wager: version, and is a round open."""
        streams = (table_stream(one.table_id) for one in state.counted)
        return {one: newest_round(self._record, self._registry, one) for one in streams}

    def open_at(
        self, progressive_id: str, levels: Mapping[str, tuple[LevelTerms, int]], *, at: int
    ) -> None:
        """Open new levels at any amounts: tables of a script begin where it says."""
        events = tuple(
            level_opened(
                level_id,
                terms,
                opening_minor,
                progressive_id=progressive_id,
                person_id=STATION_ID,
                at=at,
            )
            for level_id, (terms, opening_minor) in levels.items()
        )
        self._append(progressive_id, events, 0, f"open-{progressive_id}")

    def _append(
        self,
        progressive_id: str,
        events: tuple[LevelEvent, ...],
        version: int,
        command_id: str,
        guards: tuple[Append, ...] = (),
    ) -> None:
        encoded = tuple(self._registry.encode(event) for event in events)
        digest = sha256(b"".join(event.body for event in encoded)).digest()
        request = AppendRequest(
            (Append(progressive_stream(progressive_id), version, encoded), *guards),
            command_id=command_id,
            content_digest=digest,
            epoch=0,
            recorded_at=events[0].at,
        )
        try:
            self._record.append(request)
        except (CommandConflict, WrongVersion):
            if self.refresh(progressive_id).version <= version:
                raise
        self.refresh(progressive_id)
