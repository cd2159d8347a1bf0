"""The record: log, commands, heads, seals, places of devices, leases, the station's notes."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None

APPEND_ONLY: Final = ("event_log", "command", "seal")


def upgrade() -> None:
    """Make the tables and the triggers that refuse to change or remove a row."""
    _create_record()
    _create_indexes_of_the_record()
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            _protect_sqlite(table)
        _refuse_replace()
    else:
        _create_refusal()
        for table in APPEND_ONLY:
            _protect_postgresql(table)


def _big() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _create_record() -> None:
    op.create_table(
        "event_log",
        sa.Column("position", _big(), primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", _big(), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("schema_version", _big(), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", _big(), nullable=False),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("correlation_id", sa.Text),
        sa.Column("causation_id", sa.Text),
        sa.Column("epoch", _big(), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("previous_digest", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("stream", "version", name="event_log_stream_version"),
    )
    op.create_table(
        "command",
        sa.Column("command_id", sa.Text, primary_key=True),
        sa.Column("content_digest", sa.LargeBinary, nullable=False),
        sa.Column("first_position", _big(), nullable=False),
        sa.Column("last_position", _big(), nullable=False),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("recorded_at", _big(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seal",
        sa.Column("number", _big(), primary_key=True, autoincrement=False),
        sa.Column("sealed_at", _big(), nullable=False),
        sa.Column("position", _big(), nullable=False),
        sa.Column("streams", _big(), nullable=False),
        sa.Column("merkle_root", sa.LargeBinary, nullable=False),
        sa.Column("previous_digest", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )


def _create_indexes_of_the_record() -> None:
    op.create_table(
        "stream_head",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", _big(), nullable=False),
        sa.Column("position", _big(), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "received",
        sa.Column("device_id", sa.Text, primary_key=True),
        sa.Column("session", _big(), nullable=False),
        sa.Column("sequence", _big(), nullable=False),
        sa.Column("received_at", _big(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lease",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("epoch", _big(), nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("taken_at", _big(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "station_state",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _protect_sqlite(table: str) -> None:
    for act in ("update", "delete"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )


def _refuse_replace() -> None:
    """SQLite's INSERT OR REPLACE removes rows without asking the triggers above.

    The writer gives each row the next position and version, so whatever does not come last is
    no append. (With the position last, a REPLACE could still hit on stream and version.)
    """
    op.execute(
        "CREATE TRIGGER event_log_no_replace BEFORE INSERT ON event_log "
        "WHEN new.position <= (SELECT max(position) FROM event_log) OR EXISTS "
        "(SELECT 1 FROM event_log WHERE stream = new.stream AND version >= new.version) "
        "BEGIN SELECT RAISE(ABORT, 'event_log is append-only'); END"
    )
    op.execute(
        "CREATE TRIGGER command_no_replace BEFORE INSERT ON command "
        "WHEN EXISTS (SELECT 1 FROM command WHERE command_id = new.command_id) "
        "BEGIN SELECT RAISE(ABORT, 'command is append-only'); END"
    )
    op.execute(
        "CREATE TRIGGER seal_no_replace BEFORE INSERT ON seal "
        "WHEN new.number <= (SELECT max(number) FROM seal) "
        "BEGIN SELECT RAISE(ABORT, 'seal is append-only'); END"
    )


def _create_refusal() -> None:
    op.execute(
        "CREATE FUNCTION event_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
        "USING ERRCODE = 'restrict_violation'; END $$"
    )


def _protect_postgresql(table: str) -> None:
    """One trigger a statement: it refuses even where no row would have been touched."""
    for act in ("update", "delete", "truncate"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION event_log_refuse_change()"
        )
