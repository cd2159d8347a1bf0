"""What `dealer-station export` does: print what was played at a table, from the record alone.

A house game is JSON, a line a round: the round with all that explains it, as an auditor sees it.
The record is opened for reading only and never changed.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Final

import orjson

from dealer_station.clock import SystemClock
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.projections.read_models import ReadModels
from dealer_station.table.roles import Role

GOOD: Final = 0
NOT_FOUND: Final = 1
NOT_OPENED: Final = 2


def export_command(
    database: str, table: str, number: int | None, out: Callable[[str], None]
) -> int:
    """Print the rounds of a table, or the one of that number (from 1).

    `database` is a path or URL; `out` prints a line. Returns 0, 1 when there is no such table or
    round, 2 when the record cannot be opened.
    """
    try:
        with EventLog(database, read_only=True) as log:
            reads = ReadModels(log, station_registry(), SystemClock())
            count = 0
            for line in _lines(reads, table, number):
                out(line)
                count += 1
    except (EventLogError, ValueError) as error:
        sys.stderr.write(f"not opened: {error}\n")
        return NOT_OPENED
    if not count:
        what = f"table {table} has no round" + ("" if number is None else f" {number}")
        sys.stderr.write(f"nothing to export: {what}\n")
        return NOT_FOUND
    return GOOD


def _lines(reads: ReadModels, table: str, number: int | None) -> Iterator[str]:
    for each in _numbers(reads, table) if number is None else [number]:
        shown = reads.round(table, each, Role.AUDITOR)
        if shown is not None:
            yield orjson.dumps(shown).decode()


def _numbers(reads: ReadModels, table: str) -> Iterator[int]:
    """Yield the numbers of a table's rounds, oldest first."""
    newest = next((row["number"] for row in reads.rounds(table, None, 1)), 0)
    yield from range(1, newest + 1)
