"""A million bettors on one hand, stored durably, settled, and folded again from the record.

Each side runs in a process of its own, which says what time and memory it took. The peer is a plain
table with a row for each entry and a plain loop over dicts: it judges, hashes and proves nothing.
Asserted are ratios, memory a bettor, and that every cent adds up.
"""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import bench_runs
import pytest
from book_worker import measure_round, measure_rows
from postgresql_server import new_database, running_postgresql

from dealer_station.event_log.books import check_books
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog

context = multiprocessing.get_context("forkserver")
BETTORS = bench_runs.times(1_000_000, 50_000)


def seen(measure: Callable[[str, int, Connection], None], database: str) -> dict[str, Any]:
    """Run a measurement in a process of its own; returns what it tells."""
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=measure, args=(database, BETTORS, theirs))
    process.start()
    theirs.close()
    told: dict[str, Any] = ours.recv()
    process.join()
    assert process.exitcode == 0
    return told


def report(name: str, book: dict[str, Any], rows: dict[str, Any]) -> float:
    """Print what was measured; returns how many times the CPU time of the peer was needed."""
    entries = book["entries"]
    print(f"\n{name}: {book['bettors']} bettors, {entries} entries in {book['batches']} batches")  # noqa: T201 - a report
    for part, (wall, cpu) in book["times"].items():
        print(f"  {part:<16} {wall:7.2f} s, {cpu:7.2f} s of CPU")  # noqa: T201 - a report
    parts = [times for part, times in book["times"].items() if part != "recovered"]
    wall, cpu = (sum(column) for column in zip(*parts, strict=True))
    print(f"  the round        {wall:7.2f} s, {cpu:7.2f} s of CPU")  # noqa: T201 - a report
    print(f"  entries          {entries / wall / 1e3:7.0f} k a second, judged and durable")  # noqa: T201 - a report
    print(f"  peer in rows     {rows['wall']:7.2f} s, {rows['cpu']:7.2f} s of CPU")  # noqa: T201 - a report
    print(f"  the peer's time  x{rows['wall'] / wall:.2f}, its CPU x{rows['cpu'] / cpu:.2f}")  # noqa: T201 - a report
    print(  # noqa: T201 - a report
        f"  memory: {book['peak'] / 1e6:.0f} MB at most, {book['base'] / 1e6:.0f} MB before; "
        f"peer {rows['peak'] / 1e6:.0f} MB"
    )
    print(f"  sum of all nets {book['sum of nets']}, proved with house and pool: {book['proof']}")  # noqa: T201 - a report
    ratio: float = cpu / rows["cpu"]
    return ratio


def check(book: dict[str, Any], rows: dict[str, Any]) -> None:
    """Every cent adds up, nobody is missing, the record gives the same book again."""
    # One bettor more, who came with the bad entry's batch and was late: he loses 5.00.
    assert book["bettors"] == BETTORS + 1
    assert book["auto_folded"] == BETTORS // 10 + 1
    assert book["sum of nets"] == book["settled"] == rows["sum of nets"] - 500
    assert book["proof"] == 0
    assert book["is_same"]
    # What 50,000 bettors need beside the program is small against the program itself.
    assert book["peak"] - book["base"] < 1_000 * BETTORS + 100_000_000


@pytest.mark.slow
def test_a_million_bettors_durably_in_sqlite(tmp_path: Path) -> None:
    database = str(tmp_path / "book.db")
    book = seen(measure_round, database)
    rows = seen(measure_rows, str(tmp_path / "rows.db"))
    ratio = report("SQLite", book, rows)
    check(book, rows)
    assert ratio < 3
    with EventLog(database, read_only=True) as log:
        assert check_books(log, station_registry()) == []


@pytest.mark.slow
def test_a_million_bettors_durably_in_postgresql() -> None:
    with running_postgresql(is_durable=True) as server, new_database(server) as database:
        book = seen(measure_round, database)
        with new_database(server) as plain:
            rows = seen(measure_rows, plain)
    ratio = report("PostgreSQL", book, rows)
    check(book, rows)
    assert ratio < 3
