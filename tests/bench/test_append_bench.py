"""Durable appends through the store against the raw driver on the same database and tables.

The raw side writes the bare row of `event_log` in a transaction of its own: no version check, no
command id, no digest. Both sides take turns in one process, so that they meet the same disk.
Printed: p50 of one append, and throughput of the best group of 100. Asserted: only ratios, with
room for a busy machine.
"""

import sqlite3
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from log_builders import content
from postgresql_server import new_database, running_postgresql

from dealer_station.clock import SystemClock
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import ANY_VERSION, Append, AppendRequest, EventLog, NewEvent

CLOCK = SystemClock()
BODY = b'{"card":"As","position":"seat 3","source":"' + b"x" * 150 + b'"}'
EVENT = NewEvent("card_drawn", 1, BODY)
DIGEST = content("card")
COLUMNS = (
    "position, stream, version, name, schema_version, recorded_at, command_id, correlation_id,"
    " causation_id, epoch, body, digest, previous_digest"
)
ROUNDS = 600
GROUPS = 15
GROUP = 100

AppendRow = Callable[[tuple[Any, ...]], object]


def row(number: int) -> tuple[Any, ...]:
    at, command_id = CLOCK.now(), CLOCK.new_id()
    names = ("card_drawn", 1, at, command_id, None, None, 1)
    return (number, "table/t1", number, *names, BODY, DIGEST, DIGEST)


def command(events: int = 1) -> AppendRequest:
    append = Append("table/t1", ANY_VERSION, (EVENT,) * events)
    return AppendRequest((append,), CLOCK.new_id(), DIGEST, 1, CLOCK.now())


def timed(act: Callable[[Any], object], argument: Any) -> float:
    start = time.perf_counter()
    act(argument)
    return time.perf_counter() - start


def measure(log: EventLog, append_row: AppendRow, database: str) -> dict[str, float]:
    """Ratios to the p50 of one raw append (of groups: the best one's), printed as well."""
    raw, store, threaded = [], [], []

    with GroupWriter(log) as writer:
        for number in range(1, ROUNDS + 1):
            raw.append(timed(append_row, row(number)))
            store.append(timed(log.append, command()))
            if number % 5 == 0:
                threaded.append(timed(writer.append, command()))
    groups = [[command() for _ in range(GROUP)] for _ in range(GROUPS)]
    commands = [timed(log.append_group, group) for group in groups]
    events = [timed(log.append, command(GROUP)) for _ in range(GROUPS)]
    p50_raw, p50_store = statistics.median(raw), statistics.median(store)
    # A group keeps the processor busy where one append waits for the disk: what else runs on the
    # machine slows the group alone. The best one says what it can do.
    ratios = {
        "one append": p50_store / p50_raw,
        "one append through the writer's thread": statistics.median(threaded) / p50_raw,
        "events/s, 100 commands in a group": p50_raw * GROUP / min(commands),
        "events/s, 100 events of one command": p50_raw * GROUP / min(events),
    }
    lines = [f"{database}: raw p50 {p50_raw * 1e6:.0f} us, ours {p50_store * 1e6:.0f} us"]
    lines += [f"  x{ratio:5.2f} of the raw driver: {name}" for name, ratio in ratios.items()]
    sys.stdout.write("\n" + "\n".join(lines) + "\n")
    return ratios


@contextmanager
def raw_sqlite(path: Path) -> Iterator[AppendRow]:
    EventLog(str(path)).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    cursor = connection.cursor()
    marks = ", ".join("?" * 13)
    statement = f"INSERT INTO event_log ({COLUMNS}) VALUES ({marks})"  # noqa: S608 - ours

    def append(values: tuple[Any, ...]) -> None:
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute(statement, values)
        cursor.execute("COMMIT")

    yield append
    connection.close()


@contextmanager
def raw_postgresql(url: str) -> Iterator[AppendRow]:
    EventLog(url).close()
    marks = ", ".join(["%s"] * 13)
    statement = f"INSERT INTO event_log ({COLUMNS}) VALUES ({marks})"  # noqa: S608 - ours
    with psycopg.connect(url, autocommit=True) as connection:
        yield lambda values: connection.execute(statement, values, prepare=True)


def test_append_to_sqlite(tmp_path: Path) -> None:
    with raw_sqlite(tmp_path / "raw.db") as raw, EventLog(str(tmp_path / "ours.db")) as log:
        ratios = measure(log, raw, "SQLite")

    assert ratios["one append"] < 2
    assert ratios["events/s, 100 commands in a group"] > 5
    assert ratios["events/s, 100 events of one command"] > 10


def test_append_to_postgresql() -> None:
    with (
        running_postgresql(is_durable=True) as server,
        new_database(server) as raw_database,
        new_database(server) as database,
        raw_postgresql(raw_database) as raw,
        EventLog(database) as log,
    ):
        ratios = measure(log, raw, "PostgreSQL")

    assert ratios["one append"] < 8
    assert ratios["events/s, 100 commands in a group"] > 4
    assert ratios["events/s, 100 events of one command"] > 4
