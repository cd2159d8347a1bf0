"""The progressives that a station's tables play for: folded once, shared by all of them.

Several tables (and, through the database, several stations) move the same meter. Every table asks
here for the state and tells what it has appended; a stream that has moved on is read again.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from dealer_station.controller.ports import Record
from dealer_station.controller.streams import progressive_stream
from dealer_station.event_log.errors import CommandConflict, WrongVersion
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.registry import EventRegistry
from dealer_station.progressive import meter
from dealer_station.progressive.events import MoneyEvent, ProgressiveOpened
from dealer_station.progressive.meter import Progressive


@dataclass(frozen=True, slots=True)
class Known:
    """A progressive's state and the version of its stream."""

    state: Progressive
    version: int


_UNREAD = Known(Progressive(), 0)


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
            state = meter.evolve(state, self._registry.decode(stored))
            version = stored.version
        self._known[progressive_id] = Known(state, version)
        return self._known[progressive_id]

    def take(self, progressive_id: str, events: Sequence[MoneyEvent], version: int) -> None:
        """Take in what was just appended; read the stream where others were faster."""
        with self._lock:
            known = self._known.get(progressive_id, _UNREAD)
            if version != known.version + len(events):
                self._read(progressive_id)
            else:
                state = known.state
                for event in events:
                    state = meter.evolve(state, event)
                self._known[progressive_id] = Known(state, version)
        # Not under the lock: who is told will ask for the new state.
        for listener in tuple(self._listeners):
            listener(progressive_id)

    def open(self, progressive_id: str, amount_minor: int, *, command_id: str, at: int) -> None:
        """Open a progressive at an amount, if it was never opened before.

        Of two stations that open it at once the first has opened it.
        """
        if self.refresh(progressive_id).version:
            return
        opened = ProgressiveOpened(
            at=at, progressive_id=progressive_id, entry=meter.opening(amount_minor)
        )
        event = self._registry.encode(opened)
        try:
            self._record.append(
                AppendRequest(
                    (Append(progressive_stream(progressive_id), 0, (event,)),),
                    command_id=command_id,
                    content_digest=sha256(event.body).digest(),
                    epoch=0,
                    recorded_at=at,
                )
            )
        except (CommandConflict, WrongVersion):
            if not self.refresh(progressive_id).version:
                raise
        self.refresh(progressive_id)
