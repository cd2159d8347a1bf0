"""When the database fails the caller hears it, nothing is half done, and it goes on afterwards."""

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy
from log_builders import drop_triggers, event, numbered, raw, request, to, without_triggers

from dealer_station.event_log.commands import verify_command
from dealer_station.event_log.errors import LogUnavailable, WrongVersion
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.hash_chain import FindingKind, seal, verify
from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.store import EventLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


def limit_pages(log: EventLog, more: int | None) -> None:
    """As if the disk had room for so many pages more; None: plenty."""
    with log.write_transaction() as connection:
        (count,) = connection.exec_driver_sql("PRAGMA page_count").fetchone()  # type: ignore[misc]
        limit = 2**30 if more is None else count + more
        connection.exec_driver_sql(f"PRAGMA max_page_count={limit}")


def test_a_full_disk_refuses_the_append_whole_and_loudly(path: Path) -> None:
    with EventLog(str(path)) as log:
        log.append(request("c1", to("table/a", 0)))
        limit_pages(log, 2)
        big = request("c2", to("table/a", 1, event(f'"{"x" * 50_000}"')), received=("shoe", 1, 1))

        with pytest.raises(LogUnavailable, match="full") as caught:
            log.append(big)

        assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
        assert log.version("table/a") == 1
        assert log.acknowledged("shoe") is None
        assert log.append(big).positions == (2,)  # the connection is new: room again
        assert verify(log, {}).is_good


def test_in_a_group_only_what_does_not_fit_fails(path: Path) -> None:
    with EventLog(str(path)) as log, GroupWriter(log) as writer:
        log._engine.dispose()
        sqlalchemy.event.listen(
            log._engine,
            "connect",
            lambda driver, _: driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 20_000),
        )
        # Held here, so that all four wait and form one group.
        with log.write_transaction():
            futures = [
                writer.submit(request("c1", to("table/b", 0))),
                writer.submit(request("c2", to("table/c", 0))),
                writer.submit(request("c3", to("table/d", 0, event(f'"{"x" * 50_000}"')))),
                writer.submit(request("c4", to("table/e", 0))),
            ]
        results = [future.exception(timeout=20) for future in futures]

        failed = [type(one).__name__ for one in results]
        assert failed == ["NoneType", "NoneType", "LogUnavailable", "NoneType"]
        assert [row.stream for row in log.read_all()] == ["table/b", "table/c", "table/e"]
        assert verify(log, {}).is_good


def test_a_log_locked_by_another_process_is_said_to_be_unavailable(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealer_station.event_log.engines.BUSY_TIMEOUT_MS", 50)
    with EventLog(str(path)) as log, raw(str(path)) as other:
        log.append(request("c1", to("table/a", 0)))
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(LogUnavailable, match="locked"):
            log.append(request("c2", to("table/a", 1)))
        other.execute("ROLLBACK")

        assert log.append(request("c2", to("table/a", 1))).positions == (2,)


def test_a_lost_connection_heals_by_itself(postgresql_database: str) -> None:
    with EventLog(postgresql_database) as log, raw(postgresql_database) as other:
        log.append(request("c1", to("table/a", 0)))
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

        with pytest.raises(LogUnavailable):
            log.append(request("c2", to("table/a", 1)))

        assert log.append(request("c2", to("table/a", 1))).positions == (2,)
        assert log.version("table/a") == 2


def test_a_commit_that_the_database_refuses_is_no_success(postgresql_database: str) -> None:
    """A deferred check fails at COMMIT itself: nothing may be reported as written."""
    with EventLog(postgresql_database) as log:
        with raw(postgresql_database) as connection:
            connection.execute(
                "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RAISE EXCEPTION 'not today'; END $$"
            )
            connection.execute(
                "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON event_log"
                " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()"
            )

        with pytest.raises(LogUnavailable, match="not today"):
            log.append(request("c1", to("table/a", 0), received=("shoe", 1, 1)))

        assert list(log.read_all()) == []
        assert log.acknowledged("shoe") is None


def test_a_server_default_of_repeatable_read_changes_nothing(postgresql_database: str) -> None:
    """Otherwise a writer who waited for the lock would decide on what he saw before."""
    with raw(postgresql_database) as connection:
        name = connection.info.dbname
        connection.execute(
            f"ALTER DATABASE {name} SET default_transaction_isolation = 'repeatable read'"
        )
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    with EventLog(postgresql_database) as log, EventLog(postgresql_database) as other:
        log.append(request("c1", to("table/a", 0)))
        other.append(request("c2", to("table/a", 1)))
        log.append(request("c3", to("table/a", 2)))
        with pytest.raises(WrongVersion):
            other.append(request("c4", to("table/a", 2)))
        with log.write_transaction() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def test_a_missing_database_is_not_made_by_reading(path: Path, tmp_path: Path) -> None:
    with pytest.raises(LogUnavailable, match="no database"):
        EventLog(str(path), read_only=True)
    with pytest.raises(LogUnavailable):
        EventLog(str(tmp_path / "no" / "such" / "folder.db"))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "database",
    ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "postgresql+asyncpg://x/y", "://"],
)
def test_a_database_that_keeps_nothing_is_refused(database: str) -> None:
    with pytest.raises(ValueError, match=r"record|not the URL"):
        EventLog(database)


def test_one_byte_flipped_in_the_file_itself_names_the_row(path: Path, tmp_path: Path) -> None:
    key = load_or_create(tmp_path / "keys", "seal")
    with EventLog(str(path)) as log:
        log.append(request("c1", to("table/a", 0, *numbered(40))))
        seal(log, key, 1)
    content = path.read_bytes()
    place = content.index(b'{"number":31}')
    path.write_bytes(content[:place] + b"[" + content[place + 1 :])

    assert verify_command(str(path), tmp_path / "keys", json=False) == 1
    with EventLog(str(path), read_only=True) as log:
        (finding,) = verify(log, {key.key_id: key.private_key.public_key()}).findings
    assert (finding.kind, finding.position) == (FindingKind.CHANGED_ROW, 31)
    assert (finding.stream, finding.version) == ("table/a", 31)


def test_a_row_that_cannot_be_read_at_all_is_named(path: Path) -> None:
    with EventLog(str(path)) as log:
        log.append(request("c1", to("table/a", 0, *numbered(40))))
    with raw(str(path)) as connection:
        drop_triggers(connection)
        connection.execute("UPDATE event_log SET name = CAST(x'ff80' AS TEXT) WHERE position = 17")

    with EventLog(str(path), read_only=True) as log:
        first = verify(log, {}).first
    assert first is not None
    assert (first.kind, first.position) == (FindingKind.UNREADABLE_ROW, 17)


def test_a_damaged_index_is_found(path: Path) -> None:
    with EventLog(str(path)) as log:
        log.append(request("c1", to("table/zzzzzz", 0, *numbered(3))))
    content = path.read_bytes()
    # The name stands in the rows and in the index on (stream, version): the index's page is the
    # one without bodies.
    pages = [content[at : at + 4096] for at in range(0, len(content), 4096)]
    (number,) = [
        at
        for at, page in enumerate(pages)
        if page.count(b"table/zzzzzz") == 3 and b"number" not in page
    ]
    pages[number] = pages[number].replace(b"table/zzzzzz", b"table/zzzzzy", 1)
    path.write_bytes(b"".join(pages))

    with EventLog(str(path), read_only=True) as log:
        findings = verify(log, {}).findings
    assert FindingKind.DAMAGED_FILE in {one.kind for one in findings}


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("UPDATE seal SET key_id = CAST(x'ff' AS TEXT)", "seal"),
        ("UPDATE stream_head SET stream = CAST(x'ff' AS TEXT)", "stream_head"),
        ("UPDATE command SET command_id = CAST(x'ff' AS TEXT)", "command"),
    ],
)
def test_a_table_beside_the_rows_that_cannot_be_read_is_named(
    path: Path, tmp_path: Path, statement: str, table: str
) -> None:
    """And everything else is checked all the same."""
    key = load_or_create(tmp_path / "keys", "seal")
    with EventLog(str(path)) as log:
        log.append(request("c1", to("table/a", 0, *numbered(3))))
        seal(log, key, 1)
    with raw(str(path)) as connection, without_triggers(connection):
        connection.execute(statement)

    assert verify_command(str(path), tmp_path / "keys", json=False) == 1
    with EventLog(str(path), read_only=True) as log:
        report = verify(log, {key.key_id: key.private_key.public_key()})
    assert report.rows == 3
    (unreadable,) = [one for one in report.findings if one.kind is FindingKind.UNREADABLE_ROW]
    assert unreadable.what.startswith(f"{table} cannot be read: ")


def test_a_database_that_has_gone_is_no_bad_record(
    postgresql_database: str, postgresql_server_url: str
) -> None:
    with EventLog(postgresql_database) as log:
        log.append(request("c1", to("table/a", 0)))
        assert verify(log, {}).is_good
        with raw(postgresql_database) as connection:
            (name,) = connection.execute("SELECT current_database()").fetchone()
        with raw(postgresql_server_url) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
            )

        with pytest.raises(LogUnavailable):
            verify(log, {})
