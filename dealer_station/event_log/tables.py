"""The record's tables, as SQLAlchemy Core. What keeps them append-only stands in `guards`.

Of these, `event_log`, `command` and `seal` are the record: rows are added and never changed.
`stream_head` and `received` are the record's own indexes, written in the same transactions.
`lease` says who owns a stream. `station_state` is NOT part of the record: small notes of the
station about itself (a heartbeat), not hashed, not sealed, of no weight as evidence.

The tables are made by the migrations, which state them again as they were at each release; a
test compares both. `event_log` only ever gets ADD COLUMN: Alembic's batch mode rebuilds a table
and would drop its triggers.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData()

_BIG: Final = BigInteger().with_variant(Integer, "sqlite")

event_log: Final = Table(
    "event_log",
    metadata,
    # Given by the writer, not by the database: without gaps, so that a missing row shows.
    Column("position", _BIG, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", _BIG, nullable=False),
    Column("name", Text, nullable=False),
    Column("schema_version", _BIG, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("recorded_at", _BIG, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("correlation_id", Text),
    Column("causation_id", Text),
    Column("epoch", _BIG, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("previous_digest", LargeBinary, nullable=False),
    UniqueConstraint("stream", "version", name="event_log_stream_version"),
)

command: Final = Table(
    "command",
    metadata,
    Column("command_id", Text, primary_key=True),
    # Part of the digest of every event that the command wrote. What stands after it follows from
    # those events; they stand one after another, and there is no command without any.
    Column("content_digest", LargeBinary, nullable=False),
    Column("first_position", _BIG, nullable=False),
    Column("last_position", _BIG, nullable=False),
    Column("versions", Text, nullable=False),
    Column("recorded_at", _BIG, nullable=False),
    sqlite_with_rowid=False,
)

stream_head: Final = Table(
    "stream_head",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", _BIG, nullable=False),
    Column("position", _BIG, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

seal: Final = Table(
    "seal",
    metadata,
    Column("number", _BIG, primary_key=True, autoincrement=False),
    Column("sealed_at", _BIG, nullable=False),
    Column("position", _BIG, nullable=False),
    Column("streams", _BIG, nullable=False),
    Column("merkle_root", LargeBinary, nullable=False),
    Column("previous_digest", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("key_id", Text, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)

received: Final = Table(
    "received",
    metadata,
    Column("device_id", Text, primary_key=True),
    Column("session", _BIG, nullable=False),
    Column("sequence", _BIG, nullable=False),
    Column("received_at", _BIG, nullable=False),
    sqlite_with_rowid=False,
)

lease: Final = Table(
    "lease",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("epoch", _BIG, nullable=False),
    Column("owner", Text, nullable=False),
    Column("taken_at", _BIG, nullable=False),
    sqlite_with_rowid=False,
)

station_state: Final = Table(
    "station_state",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
