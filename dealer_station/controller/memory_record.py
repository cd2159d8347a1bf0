"""A record that lives as long as its object: for table scripts, rehearsals and simulation.

Takes every decision with the very planning code of the event log, so ids, versions, epochs and
chains behave as they do on disk. Nothing of it survives the process.
"""

import threading
from collections.abc import Iterator

from dealer_station.event_log.errors import AppendRefused, CommandConflict
from dealer_station.event_log.planning import EventRow, Snapshot, appended_of, plan_group
from dealer_station.event_log.record import (
    NO_HEAD,
    Appended,
    AppendRequest,
    Receipt,
    StoredEvent,
)


class MemoryRecord:
    """Implements `controller.ports.Record` in memory. Safe to call from any thread."""

    def __init__(self) -> None:
        self._snapshot = Snapshot(0, {}, {}, {}, {})
        self._rows: dict[str, list[StoredEvent]] = {}
        self._lock = threading.Lock()

    def append(self, request: AppendRequest) -> Appended:
        """Write one command's events, all or nothing."""
        outcome = self._plan(request)
        assert isinstance(outcome, Appended), "an append has a result"
        return outcome

    def _plan(self, request: AppendRequest | Receipt) -> Appended | None:
        with self._lock:
            plan = plan_group((request,), self._snapshot)
            for row in plan.events:
                self._rows.setdefault(row[1], []).append(_stored(row))
        (outcome,) = plan.outcomes
        if isinstance(outcome, AppendRefused):
            raise outcome
        return outcome

    def committed(self, command_id: str, content_digest: bytes) -> Appended | None:
        """Return what a command has written; None when it has not."""
        row = self._snapshot.commands.get(command_id)
        if row is None:
            return None
        if row.content_digest != content_digest:
            raise CommandConflict(command_id)
        return appended_of(row)

    def record_received(self, received: tuple[str, int, int], received_at: int) -> None:
        """Write down that a device's fact was taken in and led to no event."""
        self._plan(Receipt(received, received_at))

    def read(self, stream: str, after_version: int = 0) -> Iterator[StoredEvent]:
        """Return a stream's events after a version, in order."""
        yield from self._rows.get(stream, [])[after_version:]

    def of_command(self, command_id: str) -> Iterator[StoredEvent]:
        """Return the events that a command has written, in order; none when there is none."""
        rows = (row for stream in self._rows.values() for row in stream)
        yield from sorted(
            (row for row in rows if row.command_id == command_id), key=lambda row: row.position
        )

    def version(self, stream: str) -> int:
        """Return the version of a stream's last event; 0 when there is none."""
        return self._snapshot.heads.get(stream, NO_HEAD).version


def _stored(row: EventRow) -> StoredEvent:
    """Return a planned row as it would be read back."""
    position, stream, version, name, schema, recorded, *_ = row
    _, _, _, _, _, _, command, correlation, causation, epoch, body, digest, previous = row
    return StoredEvent(
        position=position,
        stream=stream,
        version=version,
        name=name,
        schema_version=schema,
        body=body,
        recorded_at=recorded,
        command_id=command,
        correlation_id=correlation,
        causation_id=causation,
        epoch=epoch,
        digest=digest,
        previous_digest=previous,
    )
