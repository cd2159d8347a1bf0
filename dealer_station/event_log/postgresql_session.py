"""Appends through psycopg itself: two round trips a group, however large it is.

An advisory lock, held to the end of the transaction, lets one writer of the whole log in at a
time, so positions become visible in their order and a reader who asks for "after position n"
never misses one that commits late.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from sqlalchemy import Connection

from dealer_station.event_log.planning import CommandRow, Plan, Snapshot
from dealer_station.event_log.record import Head
from dealer_station.event_log.write_session import Names, WriteSession

if TYPE_CHECKING:
    import psycopg

WRITE_LOCK: Final = 0x6473_6C6F_6731
"""Key of the advisory lock ("dslog1"); PostgreSQL keeps it apart for each database."""

# READ COMMITTED whatever the server's default: each statement must see what was committed
# before the lock was got, not before it was asked for.
_BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
_LOCK: Final = f"SELECT pg_advisory_xact_lock({WRITE_LOCK})"
# Every statement below finds a few rows by key, whatever the size of the tables: planned once,
# by index, and never again.
_SETTINGS: Final = (
    "plan_cache_mode = force_generic_plan",
    "enable_seqscan = off",
    "enable_hashjoin = off",
    "enable_mergejoin = off",
)
_LAST_POSITION: Final = "SELECT max(position) FROM event_log"
_HEADS: Final = (
    "SELECT s.stream, h.version, h.position, h.digest, l.epoch FROM unnest(%s::text[]) AS s(stream)"
    " LEFT JOIN stream_head AS h ON h.stream = s.stream"
    " LEFT JOIN lease AS l ON l.stream = s.stream"
)
_COMMANDS: Final = (
    "SELECT command_id, content_digest, first_position, last_position, versions, recorded_at"
    " FROM command WHERE command_id = ANY(%s::text[])"
)
_RECEIVED: Final = (
    "SELECT device_id, session, sequence FROM received WHERE device_id = ANY(%s::text[])"
)
_ADD_EVENTS: Final = (
    "INSERT INTO event_log (position, stream, version, name, schema_version, recorded_at,"
    " command_id, correlation_id, causation_id, epoch, body, digest, previous_digest)"
    " SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[], %b::text[], %b::bigint[],"
    " %b::bigint[], %b::text[], %b::text[], %b::text[], %b::bigint[], %b::bytea[], %b::bytea[],"
    " %b::bytea[])"
)
_ADD_COMMANDS: Final = (
    "INSERT INTO command (command_id, content_digest, first_position, last_position, versions,"
    " recorded_at) SELECT * FROM unnest(%b::text[], %b::bytea[], %b::bigint[], %b::bigint[],"
    " %b::text[], %b::bigint[])"
)
_SET_HEADS: Final = (
    "INSERT INTO stream_head (stream, version, position, digest)"
    " SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bytea[])"
    " ON CONFLICT (stream) DO UPDATE SET version = excluded.version,"
    " position = excluded.position, digest = excluded.digest"
)
_SET_RECEIVED: Final = (
    "INSERT INTO received (device_id, session, sequence, received_at)"
    " SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bigint[])"
    " ON CONFLICT (device_id) DO UPDATE SET session = excluded.session,"
    " sequence = excluded.sequence, received_at = excluded.received_at"
)


class PostgresqlSession(WriteSession):
    """Statements are prepared once and sent in pipelines."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._driver = cast(
            "psycopg.Connection[tuple[Any, ...]]", connection.connection.driver_connection
        )
        for setting in _SETTINGS:
            self._driver.execute(f"SET {setting}")

    def begin(self) -> None:
        """Begin and take the advisory lock."""
        self._driver.execute(_BEGIN)
        self._driver.execute(_LOCK)

    def rollback(self) -> None:
        """Roll back; after a lost connection there is nothing to roll back."""
        if not self._driver.closed:
            self._driver.execute("ROLLBACK")

    def optimize(self) -> None:
        """Nothing: PostgreSQL's autovacuum sees to it."""

    def begin_group(self, names: Names) -> Snapshot:
        """Lock and read in one round trip."""
        execute = self._driver.execute
        with self._driver.pipeline():
            execute(_BEGIN, prepare=True)
            execute(_LOCK, prepare=True)
            position = execute(_LAST_POSITION, prepare=True)
            heads = execute(_HEADS, (names.streams,), prepare=True) if names.streams else ()
            commands = execute(_COMMANDS, (names.commands,), prepare=True) if names.commands else ()
            received = execute(_RECEIVED, (names.devices,), prepare=True) if names.devices else ()
        snapshot = Snapshot(next(position)[0] or 0, {}, {}, {}, {})
        for stream, version, at, digest, epoch in heads:
            if version is not None:
                snapshot.heads[stream] = Head(version, at, digest)
            if epoch is not None:
                snapshot.epochs[stream] = epoch
        snapshot.commands.update((row[0], CommandRow(*row)) for row in commands)
        snapshot.received.update((row[0], (row[1], row[2])) for row in received)
        return snapshot

    def commit_group(self, plan: Plan) -> None:
        """Write and commit in one round trip."""
        with self._driver.pipeline():
            self._insert(_ADD_EVENTS, plan.events)
            self._insert(_ADD_COMMANDS, plan.commands)
            self._insert(_SET_HEADS, [(stream, *head) for stream, head in plan.heads.items()])
            self._insert(
                _SET_RECEIVED, [(device, *place) for device, place in plan.received.items()]
            )
            commit = self._driver.execute("COMMIT", prepare=True)
        # PostgreSQL answers the COMMIT of a failed transaction with a ROLLBACK and no error.
        assert commit.statusmessage == "COMMIT", commit.statusmessage

    def _insert(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Send the rows by column: an array a column is one statement for any number of rows."""
        if rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            self._driver.execute(statement, columns, prepare=True)
