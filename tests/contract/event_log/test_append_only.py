"""The database itself refuses to change the record; migrations keep it that way."""

import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from log_builders import numbered, raw, request, to

from dealer_station.event_log import guards, tables
from dealer_station.event_log.engines import open_engine
from dealer_station.event_log.errors import UnknownSchema
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.seals import seal
from dealer_station.event_log.store import EventLog
from dealer_station.event_log.upgrade import REVISION, VERSION_TABLE, migrations_folder, upgrade

REFUSED = (sqlite3.IntegrityError, psycopg.errors.RestrictViolation)


@pytest.fixture
def connection(either_database: str) -> Iterator[Any]:
    with EventLog(either_database) as log:
        log.append(request("c1", to("table/a", 0, *numbered(3))))
        seal(log, SigningKey.of(Ed25519PrivateKey.generate()), 1)
    with raw(either_database) as connection:
        yield connection


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event_log SET epoch = 2",
        "UPDATE event_log SET body = body WHERE position = 1",
        "DELETE FROM event_log",
        "DELETE FROM event_log WHERE position = 3",
        "UPDATE command SET recorded_at = 0",
        "DELETE FROM command",
        "UPDATE seal SET sealed_at = 0",
        "DELETE FROM seal",
    ],
)
def test_update_and_delete_are_refused(connection: Any, statement: str) -> None:
    with pytest.raises(REFUSED, match="is append-only"):
        connection.execute(statement)


@pytest.mark.parametrize("table", ["event_log", "command", "seal"])
def test_nothing_is_removed_by_other_words(connection: Any, table: str) -> None:
    """PostgreSQL has TRUNCATE, SQLite INSERT OR REPLACE."""
    if isinstance(connection, sqlite3.Connection):
        statement = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"  # noqa: S608 - ours
    else:
        statement = f"TRUNCATE {table}"
    before = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - ours

    with pytest.raises(REFUSED, match="is append-only"):
        connection.execute(statement)

    after = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - ours
    assert after == before


def test_a_replace_by_stream_and_version_is_refused(connection: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        pytest.skip("PostgreSQL has no INSERT OR REPLACE")
    with pytest.raises(sqlite3.IntegrityError, match="is append-only"):
        connection.execute(
            "INSERT OR REPLACE INTO event_log SELECT 99, stream, version, name, schema_version,"
            " body, recorded_at, command_id, correlation_id, causation_id, epoch, digest,"
            " previous_digest FROM event_log WHERE position = 2"
        )


def revisions() -> list[str]:
    script = ScriptDirectory(str(migrations_folder()))
    return [one.revision for one in reversed(list(script.walk_revisions()))]


def test_the_triggers_stand_after_every_upgrade(either_database: str) -> None:
    engine = open_engine(either_database, read_only=False)
    try:
        for revision in revisions():
            upgrade(engine, revision)
            with engine.connect() as connection:
                rows = connection.execute(guards.triggers_present(engine.dialect.name))
                present = {guards.Guard(*row) for row in rows}
                assert present == guards.guards_due(engine.dialect.name), revision
    finally:
        engine.dispose()


def test_the_release_stands_at_the_newest_migration() -> None:
    assert revisions()[-1] == REVISION


def test_migrations_make_the_tables_that_the_code_uses(either_database: str) -> None:
    EventLog(either_database).close()
    engine = open_engine(either_database, read_only=False)
    try:
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
            assert compare_metadata(context, tables.metadata) == []
    finally:
        engine.dispose()


def test_later_migrations_only_add_columns_to_the_record() -> None:
    """Alembic's batch mode, a drop or an alter would take the triggers or the rows along."""
    first, *later = sorted((migrations_folder() / "versions").glob("v*.py"))
    assert first.name == "v0001_the_record.py"
    for path in later:
        source = path.read_text(encoding="utf-8")
        calls = re.findall(r"\bop\.(\w+)\(\s*[\"'](event_log|command|seal)[\"']", source)
        assert {call for call, _ in calls} <= {"add_column"}, path.name
        assert "batch_alter_table" not in source, path.name


def test_opening_again_changes_nothing_and_a_newer_database_is_refused(
    either_database: str,
) -> None:
    with EventLog(either_database) as log:
        log.append(request("c1", to("table/a", 0)))
    with EventLog(either_database) as log:
        assert verify(log, {}).rows == 1
    with raw(either_database) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")  # noqa: S608 - ours

    for read_only in (False, True):
        with pytest.raises(UnknownSchema, match="9999"):
            EventLog(either_database, read_only=read_only)


def test_a_failed_upgrade_leaves_nothing_behind(either_database: str) -> None:
    with raw(either_database) as connection:
        connection.execute("CREATE TABLE lease (somebody_elses integer)")

    for _ in range(2):
        with pytest.raises(Exception, match="lease"):
            EventLog(either_database)

    with raw(either_database) as connection:
        connection.execute("DROP TABLE lease")
    with EventLog(either_database) as log:
        assert log.append(request("c1", to("table/a", 0))).positions == (1,)
