"""The event log as controllers use it: appends through the group writer, reads beside it."""

from collections.abc import Iterable
from dataclasses import fields

from sqlalchemy import select

from dealer_station.clock import Clock
from dealer_station.event_log import tables
from dealer_station.event_log.errors import CommandConflict
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.planning import CommandRow, appended_of
from dealer_station.event_log.record import Appended, AppendRequest, StoredEvent
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics


class LogRecord:
    """Implements `controller.ports.Record` on an open log and its writer."""

    def __init__(self, log: EventLog, writer: GroupWriter, metrics: Metrics, clock: Clock) -> None:
        self._log = log
        self._writer = writer
        self._metrics = metrics
        self._clock = clock

    def append(self, request: AppendRequest) -> Appended:
        """Write one command's events, durably, all or nothing."""
        began_ms = self._clock.monotonic_ms()
        appended = self._writer.append(request)
        self._metrics.append_seconds.observe((self._clock.monotonic_ms() - began_ms) / 1000)
        if not appended.is_repeat:
            for append in request.appends:
                counter = self._metrics.events_appended.labels(append.stream)
                counter.inc(len(append.events))
        return appended

    def committed(self, command_id: str, content_digest: bytes) -> Appended | None:
        """Return what a command has written; None when it has not."""
        columns = tables.command.c
        rows = self._log.query(
            select(
                columns.command_id,
                columns.content_digest,
                columns.first_position,
                columns.last_position,
                columns.versions,
                columns.recorded_at,
            ).where(columns.command_id == command_id)
        )
        if not rows:
            return None
        row = CommandRow(*rows[0])
        if bytes(row.content_digest) != content_digest:
            raise CommandConflict(command_id)
        return appended_of(row)

    def record_received(self, received: tuple[str, int, int], received_at: int) -> None:
        """Write down that a device's fact was taken in and led to no event."""
        self._writer.record_received(received, received_at)

    def read(self, stream: str, after_version: int = 0) -> Iterable[StoredEvent]:
        """Return a stream's events after a version, in order."""
        return self._log.read(stream, after_version)

    def of_command(self, command_id: str) -> Iterable[StoredEvent]:
        """Return the events that a command has written, in order; none when there is none."""
        command, events = tables.command.c, tables.event_log.c
        places = self._log.query(
            select(command.first_position, command.last_position).where(
                command.command_id == command_id
            )
        )
        if not places:
            return ()
        columns = [events[field.name] for field in fields(StoredEvent)]
        rows = self._log.query(
            select(*columns).where(events.position.between(*places[0])).order_by(events.position)
        )
        return tuple(StoredEvent(*row) for row in rows)

    def version(self, stream: str) -> int:
        """Return the version of a stream's last event; 0 when there is none."""
        return self._log.version(stream)
