"""Appends through the sqlite3 driver itself, on prepared statements and one cursor.

Heads of streams are remembered from this connection's own commits. `PRAGMA data_version`, asked
under the write lock, changes whenever any other connection has committed: then they are read
again.
"""

import sqlite3
from typing import Final

from sqlalchemy import Connection

from dealer_station.event_log.planning import CommandRow, Plan, Snapshot
from dealer_station.event_log.record import NO_HEAD, Head
from dealer_station.event_log.write_session import Names, WriteSession

HEADS_KEPT: Final = 10_000
"""Above so many streams the heads remembered between commits are forgotten."""

_DATA_VERSION: Final = "PRAGMA data_version"
_LAST_POSITION: Final = "SELECT max(position) FROM event_log"
_HEAD: Final = (
    "SELECT h.version, h.position, h.digest, l.epoch FROM (SELECT ? AS stream) AS s"
    " LEFT JOIN stream_head AS h ON h.stream = s.stream"
    " LEFT JOIN lease AS l ON l.stream = s.stream"
)
_COMMAND: Final = (
    "SELECT command_id, content_digest, first_position, last_position, versions, recorded_at"
    " FROM command WHERE command_id = ?"
)
_RECEIVED: Final = "SELECT session, sequence FROM received WHERE device_id = ?"
_ADD_EVENT: Final = (
    "INSERT INTO event_log (position, stream, version, name, schema_version, recorded_at,"
    " command_id, correlation_id, causation_id, epoch, body, digest, previous_digest)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_ADD_COMMAND: Final = (
    "INSERT INTO command (command_id, content_digest, first_position, last_position, versions,"
    " recorded_at) VALUES (?, ?, ?, ?, ?, ?)"
)
_SET_HEAD: Final = (
    "INSERT INTO stream_head (stream, version, position, digest) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (stream) DO UPDATE SET version = excluded.version,"
    " position = excluded.position, digest = excluded.digest"
)
_SET_RECEIVED: Final = (
    "INSERT INTO received (device_id, session, sequence, received_at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (device_id) DO UPDATE SET session = excluded.session,"
    " sequence = excluded.sequence, received_at = excluded.received_at"
)


class SqliteSession(WriteSession):
    """Every transaction is BEGIN IMMEDIATE: it waits for its turn instead of failing half-way."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        self._driver = driver
        self._cursor = driver.cursor()
        self._data_version: int | None = None
        self._last_position = 0
        self._heads: dict[str, Head] = {}
        self._epochs: dict[str, int] = {}

    def begin(self) -> None:
        """Take SQLite's one write lock."""
        self._forget()
        self._cursor.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Commit."""
        self._cursor.execute("COMMIT")

    def rollback(self) -> None:
        """Roll back, unless SQLite has done so by itself (disk full, I/O error)."""
        if self._driver.in_transaction:
            self._cursor.execute("ROLLBACK")

    def close(self) -> None:
        """Undo first: sqlite3 keeps a closed connection's lock while a statement of it lives."""
        try:
            self.rollback()
        finally:
            super().close()

    def optimize(self) -> None:
        """Refresh the statistics of the query planner, as SQLite advises before closing."""
        self._cursor.execute("PRAGMA optimize")

    def begin_group(self, names: Names) -> Snapshot:
        """Begin, and read what this connection does not know from its own last commit."""
        execute = self._cursor.execute
        execute("BEGIN IMMEDIATE")
        (data_version,) = execute(_DATA_VERSION).fetchone()
        if data_version != self._data_version:
            self._forget()
            self._data_version = data_version
            self._last_position = execute(_LAST_POSITION).fetchone()[0] or 0
        elif len(self._heads) > HEADS_KEPT:
            self._heads.clear()
            self._epochs.clear()
        heads = {stream: self._head(stream) for stream in names.streams}
        snapshot = Snapshot(self._last_position, heads, self._epochs, {}, {})
        for command_id in names.commands:
            known = execute(_COMMAND, (command_id,)).fetchone()
            if known is not None:
                snapshot.commands[command_id] = CommandRow(*known)
        for device_id in names.devices:
            place = execute(_RECEIVED, (device_id,)).fetchone()
            if place is not None:
                snapshot.received[device_id] = place
        return snapshot

    def _head(self, stream: str) -> Head:
        head = self._heads.get(stream)
        if head is None:
            version, position, digest, epoch = self._cursor.execute(_HEAD, (stream,)).fetchone()
            head = NO_HEAD if version is None else Head(version, position, digest)
            self._heads[stream] = head
            if epoch is not None:
                self._epochs[stream] = epoch
        return head

    def _forget(self) -> None:
        """Nothing remembered may outlive a change that this connection did not make itself."""
        self._data_version = None
        self._heads.clear()
        self._epochs.clear()

    def commit_group(self, plan: Plan) -> None:
        """Write and commit; one statement a table and group."""
        cursor = self._cursor
        cursor.executemany(_ADD_EVENT, plan.events)
        cursor.executemany(_ADD_COMMAND, plan.commands)
        cursor.executemany(_SET_HEAD, [(stream, *head) for stream, head in plan.heads.items()])
        if plan.received:
            cursor.executemany(
                _SET_RECEIVED, [(device, *place) for device, place in plan.received.items()]
            )
        cursor.execute("COMMIT")
        self._heads.update(plan.heads)
        self._last_position += len(plan.events)
