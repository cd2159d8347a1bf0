"""`verify` compares the guards of the record word for word with those that were made."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from log_builders import raw, request, to

from dealer_station.event_log.hash_chain import FindingKind, verify
from dealer_station.event_log.store import EventLog

_RETURN: Final = (
    "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return recorded(str(tmp_path / "log.db"))


@pytest.fixture
def postgresql(postgresql_database: str) -> str:
    return recorded(postgresql_database)


def recorded(database: str) -> str:
    with EventLog(database) as log:
        log.append(request("c1", to("table/a", 0)))
    return database


def found(database: str, statements: Sequence[str]) -> list[tuple[str, str]]:
    """Kind and trigger of each finding after these statements."""
    with raw(database) as connection:
        for statement in statements:
            connection.execute(statement)
    with EventLog(database, read_only=True) as log:
        return [(one.kind.value, one.what.split()[2]) for one in verify(log, {}).findings]


@pytest.mark.parametrize(
    "statement",
    [
        "AFTER INSERT ON seal WHEN 0 BEGIN SELECT 1; END",
        (
            "BEFORE DELETE ON seal WHEN old.number <> 7"
            " BEGIN SELECT RAISE(ABORT, 'seal is append-only'); END"
        ),
        "BEFORE DELETE ON seal BEGIN SELECT RAISE(IGNORE); END",
        "BEFORE DELETE ON lease BEGIN SELECT RAISE(ABORT, 'seal is append-only'); END",
    ],
)
def test_a_neutered_guard_of_sqlite_is_found(sqlite: str, statement: str) -> None:
    name = "seal_no_delete"
    statements = [f"DROP TRIGGER {name}", f"CREATE TRIGGER {name} {statement}"]
    assert found(sqlite, statements) == [(FindingKind.CHANGED_TRIGGER, name)]


_CREATE: Final = "CREATE TRIGGER seal_no_delete BEFORE DELETE ON seal FOR EACH STATEMENT "
_ELSEWHERE: Final = [
    "CREATE SCHEMA elsewhere",
    _RETURN.replace("nothing", "elsewhere.event_log_refuse_change"),
]


@pytest.mark.parametrize(
    "statements",
    [
        [_RETURN, _CREATE + "EXECUTE FUNCTION nothing()"],
        [_CREATE + "WHEN (false) EXECUTE FUNCTION event_log_refuse_change()"],
        [*_ELSEWHERE, _CREATE + "EXECUTE FUNCTION elsewhere.event_log_refuse_change()"],
        [_CREATE.replace("STATEMENT", "ROW") + "EXECUTE FUNCTION event_log_refuse_change()"],
        [_CREATE.replace("ON seal", "ON lease") + "EXECUTE FUNCTION event_log_refuse_change()"],
    ],
)
def test_a_neutered_guard_of_postgresql_is_found(
    postgresql: str, statements: Sequence[str]
) -> None:
    all_of_them = ["DROP TRIGGER seal_no_delete ON seal", *statements]
    assert found(postgresql, all_of_them) == [(FindingKind.CHANGED_TRIGGER, "seal_no_delete")]


_REPLACED: Final = _RETURN.replace("CREATE", "CREATE OR REPLACE").replace(
    "nothing", "event_log_refuse_change"
)


@pytest.mark.parametrize(
    "statement",
    [
        _REPLACED,
        _REPLACED.replace("plpgsql AS", "plpgsql SECURITY DEFINER AS"),
        "ALTER FUNCTION event_log_refuse_change SET work_mem = '1MB'",
    ],
)
def test_a_neutered_function_changes_every_guard_that_calls_it(
    postgresql: str, statement: str
) -> None:
    findings = found(postgresql, [statement])
    assert {kind for kind, _ in findings} == {FindingKind.CHANGED_TRIGGER}
    assert len(findings) == 9


def test_a_guard_that_is_switched_off_counts_as_gone(postgresql: str) -> None:
    statement = "ALTER TABLE command DISABLE TRIGGER command_no_update"
    expected = [(FindingKind.MISSING_TRIGGER, "command_no_update")]
    assert found(postgresql, [statement]) == expected


def test_a_trigger_of_somebody_else_on_a_table_of_the_record_is_found(sqlite: str) -> None:
    statement = (
        "CREATE TRIGGER keep_out BEFORE INSERT ON SEAL WHEN new.number > 9"
        " BEGIN SELECT RAISE(IGNORE); END"
    )
    assert found(sqlite, [statement]) == [(FindingKind.UNKNOWN_TRIGGER, "keep_out")]


@pytest.mark.parametrize("table", ["event_log", "stream_head", "station_state"])
@pytest.mark.parametrize("name", ["keep_out", "seal_no_delete"])
def test_a_trigger_of_somebody_else_is_found_on_postgresql_too(
    postgresql: str, table: str, name: str
) -> None:
    """There a name may stand on several tables."""
    statement = (
        f"CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION nothing()"
    )
    assert found(postgresql, [_RETURN, statement]) == [(FindingKind.UNKNOWN_TRIGGER, name)]


def test_a_trigger_on_another_table_is_nobodys_business(either_database: str) -> None:
    """The station's accounts live in the same database and guard their journal themselves."""
    if either_database.startswith("postgresql"):
        call = "FOR EACH ROW EXECUTE FUNCTION nothing()"
        statements = [_RETURN]
    else:
        call, statements = "BEGIN SELECT 1; END", []
    statements += ["CREATE TABLE other (a int)", f"CREATE TRIGGER o BEFORE INSERT ON other {call}"]
    assert found(recorded(either_database), statements) == []
