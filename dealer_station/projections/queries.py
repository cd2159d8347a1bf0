"""Every statement by which read models ask the record; all of them read and none writes.

Each goes along an index of the record: the position, or stream and version. Errors: LogUnavailable
where the database fails, LogClosed after the station's end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, func, or_, select

from dealer_station.event_log import tables
from dealer_station.event_log.record import StoredEvent
from dealer_station.event_log.store import EventLog

_COLUMNS: Final = tables.event_log.c
_STORED: Final[list[ColumnElement[Any]]] = [_COLUMNS[field.name] for field in fields(StoredEvent)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows a search looks at; None where it does not matter.

    `streams` names streams; `prefix` lets in every stream whose name begins with it beside them.
    """

    streams: tuple[str, ...] | None = None
    prefix: str | None = None
    names: frozenset[str] | None = None


class Body(NamedTuple):
    """What an event says, not decoded."""

    version: int
    name: str
    schema_version: int
    body: bytes


class RecordQueries:
    """Asks one open log. Safe to call from any thread."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def head(self, stream: str) -> int:
        """Return the version of a stream's last event; 0 when there is none."""
        return self._log.version(stream)

    def last_position(self) -> int:
        """Return the position of the newest event of all; 0 when there is none."""
        rows = self._log.query(select(func.max(tables.stream_head.c.position)))
        return int(rows[0][0] or 0)

    def part(self, stream: str, first: int, last: int) -> list[StoredEvent]:
        """Return a stream's events of these versions, both ends included, in order."""
        return self._rows(
            select(*_STORED)
            .where(_COLUMNS.stream == stream, _COLUMNS.version.between(first, last))
            .order_by(_COLUMNS.version)
        )

    def bodies(self, stream: str, first: int, last: int) -> list[Body]:
        """Return what a part of a stream says, in order: as little of each row as that takes."""
        rows = self._log.query(
            select(_COLUMNS.version, _COLUMNS.name, _COLUMNS.schema_version, _COLUMNS.body)
            .where(_COLUMNS.stream == stream, _COLUMNS.version.between(first, last))
            .order_by(_COLUMNS.version)
        )
        return [Body(*row) for row in rows]

    def named(self, stream: str, first: int, last: int, names: Sequence[str]) -> list[StoredEvent]:
        """Return those events of a part of a stream that have one of these names, in order."""
        return self._rows(
            select(*_STORED)
            .where(
                _COLUMNS.stream == stream,
                _COLUMNS.version.between(first, last),
                _COLUMNS.name.in_(names),
            )
            .order_by(_COLUMNS.version)
        )

    def newest_named(self, stream: str, name: str, last: int) -> StoredEvent | None:
        """Return a stream's newest event of a name up to a version; None when it has none.

        Reads as far back as that event lies, the whole stream where there is none.
        """
        rows = self._rows(
            select(*_STORED)
            .where(_COLUMNS.stream == stream, _COLUMNS.name == name, _COLUMNS.version <= last)
            .order_by(_COLUMNS.version.desc())
            .limit(1)
        )
        return rows[0] if rows else None

    def position_since(self, recorded_at: int) -> int:
        """Return the first position recorded at or after a moment (ms); one above the last if none.

        Moments rise with positions but for the clocks of stations that differ: who needs an exact
        border looks a little further and compares.
        """
        low, high = 1, self.last_position() + 1
        while low < high:
            middle = (low + high) // 2
            rows = self._log.query(select(_COLUMNS.recorded_at).where(_COLUMNS.position == middle))
            if rows and rows[0][0] < recorded_at:
                low = middle + 1
            else:
                high = middle
        return low

    def unsealed_since(self) -> int | None:
        """Return when the first event after the newest seal was recorded (ms); None if all are."""
        seal = tables.seal.c
        newest = select(seal.position).order_by(seal.number.desc()).limit(1)
        seals = self._log.query(newest)
        following = int(seals[0][0]) + 1 if seals else 1
        rows = self._log.query(select(_COLUMNS.recorded_at).where(_COLUMNS.position == following))
        return int(rows[0][0]) if rows else None

    def window(self, first: int, last: int, wanted: Wanted, rows_max: int) -> list[StoredEvent]:
        """Return the wanted events of these positions, both ends included, newest first.

        At most `rows_max` of them: where there are more, the oldest are left out.
        """
        statement = select(*_STORED).where(_COLUMNS.position.between(first, last))
        if wanted.names is not None:
            statement = statement.where(_COLUMNS.name.in_(sorted(wanted.names)))
        if wanted.streams is not None:
            # A value that was worked out: the positions lead through the record, not the stream.
            stream = _COLUMNS.stream.concat("")
            lets_in: list[ColumnElement[bool]] = [stream.in_(wanted.streams)]
            if wanted.prefix is not None:
                lets_in.append(stream.startswith(wanted.prefix, autoescape=True))
            statement = statement.where(or_(*lets_in))
        return self._rows(statement.order_by(_COLUMNS.position.desc()).limit(rows_max))

    def _rows(self, statement: Select[Any]) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self._log.query(statement)]
