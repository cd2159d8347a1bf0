"""No column of the record can be changed unnoticed, with every trigger back in its place."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from log_builders import event, numbered, raw, request, to, without_triggers

from dealer_station.event_log import keys, tables
from dealer_station.event_log.commands import verify_command
from dealer_station.event_log.seals import seal
from dealer_station.event_log.store import EventLog

RECORD = {
    "event_log": tables.event_log,
    "command": tables.command,
    "stream_head": tables.stream_head,
    "seal": tables.seal,
}


@pytest.fixture
def record(either_database: str, tmp_path: Path) -> str:
    """Commands of one and of several rows, before, between and after two seals."""
    key = keys.load_or_create(tmp_path / "keys", "seal")
    with EventLog(either_database) as log:
        log.append(request("c1", to("table/a", 0, *numbered(2)), to("progressive/p")))
        seal(log, key, 1000)
        log.append(request("c2", to("table/a", 2), to("progressive/p", 1, *numbered(2))))
        seal(log, key, 2000)
        log.append(request("c3", to("table/a", 3, event('{"number":9}'))))
    return either_database


def changed(value: Any) -> Iterator[Any]:
    """The value with a bit flipped: near its beginning, in its middle, near its end."""
    if isinstance(value, int):
        yield from (value ^ 1 << bit for bit in (7, 20))
    elif isinstance(value, bytes):
        for place in (0, len(value) // 2, len(value) - 1):
            yield value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
    elif isinstance(value, str):
        for place in (0, len(value) // 2, len(value) - 1):
            yield value[:place] + chr(ord(value[place]) ^ 16) + value[place + 1 :]
    else:
        yield "x"


def odd(value: Any) -> Iterator[str]:
    """SQL of what only SQLite takes: text that is no UTF-8, values of another type."""
    if isinstance(value, str):
        yield f"CAST(x'{value.encode().hex()}ff' AS TEXT)"
        yield f"x'{value.encode().hex()}'"
    elif isinstance(value, int):
        yield from ("'x'", "x'00'", f"{value}.5")
    elif isinstance(value, bytes):
        yield from ("'x'", "7", "x''")


@contextmanager
def at_once(connection: Any) -> Iterator[None]:
    """One transaction: the disk is waited for once."""
    connection.execute("BEGIN")
    yield
    connection.execute("COMMIT")


def put_back(connection: Any, table: str, rows: list[Any]) -> None:
    mark = "?" if isinstance(connection, sqlite3.Connection) else "%s"
    marks = ", ".join([mark] * len(rows[0]))
    with at_once(connection), without_triggers(connection):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - ours
        for row in rows:
            connection.execute(f"INSERT INTO {table} VALUES ({marks})", row)  # noqa: S608 - ours


def tries(connection: Any, column: Any, value: Any) -> list[tuple[str, tuple[Any, ...]]]:
    """SQL and parameters of each other value for a column."""
    if not isinstance(connection, sqlite3.Connection):
        return [("%s", (one,)) for one in changed(value)]
    made: list[tuple[str, tuple[Any, ...]]] = [("?", (one,)) for one in changed(value)]
    is_row_number = column.primary_key and isinstance(value, int)  # SQLite takes only integers
    return made if is_row_number else [*made, *((one, ()) for one in odd(value))]


@pytest.mark.parametrize("name", list(RECORD))
def test_no_column_is_changed_unnoticed(
    record: str, tmp_path: Path, capsys: Any, name: str
) -> None:
    missed, count, table = [], 0, RECORD[name]
    (key,) = (column.name for column in table.primary_key)
    with raw(record) as connection:
        rows = connection.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608 - ours
        names = [column.name for column in table.columns]
        # Of the events one is enough: the middle one of a command, after a seal, before another.
        for row in rows[4:5] if name == "event_log" else rows:
            for column, value in zip(table.columns, row, strict=True):
                for what, values in tries(connection, column, value):
                    statement = f"UPDATE {name} SET {column.name} = {what} WHERE {key} = "  # noqa: S608 - ours
                    mark = "?" if isinstance(connection, sqlite3.Connection) else "%s"
                    with at_once(connection), without_triggers(connection):
                        connection.execute(statement + mark, (*values, row[names.index(key)]))
                    code = verify_command(record, tmp_path / "keys", json=True)
                    report = json.loads(capsys.readouterr().out)
                    kinds = {one["kind"] for one in report.get("findings", ())}
                    if code != 1 or not kinds or "missing_trigger" in kinds:
                        missed.append((column.name, what, values, code, report))
                    put_back(connection, name, rows)
                    count += 1
    assert missed == []
    assert count > len(names)
    assert verify_command(record, tmp_path / "keys", json=True) == 0
