"""What `dealer-station reconcile` does: recount every progressive from its raw record (CHG-07).

The second reading (`progressive/recount.py`) knows wagers, rates, amounts and awards, and neither
the entries nor the state that play uses. Beside it stands the statement of the day: what each
level's meter was, each cause that moved it, what it is (PRG-14, LNK-11).
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

import orjson
from sqlalchemy import select

from dealer_station.event_log import tables
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.event_log.streams import progressive_stream
from dealer_station.money import format_exact, format_minor
from dealer_station.progressive.ledger import AnyEvent, Ledger, fold
from dealer_station.progressive.levels import Level
from dealer_station.progressive.recount import Difference, recount
from dealer_station.progressive.recount_transfers import unmatched_transfers
from dealer_station.progressive.statement import Statement, statement

GOOD: Final = 0
DIFFERS: Final = 1
NOT_OPENED: Final = 2

_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class LevelReport:
    """A level at the end of its record, and its statement over the day."""

    level: Level
    statement: Statement


@dataclass(frozen=True, slots=True)
class Report:
    """One progressive: its levels, and everything that a recount found to differ."""

    progressive_id: str
    events: int
    levels: tuple[LevelReport, ...]
    differences: tuple[Difference, ...]


def reconcile_command(database: str, day: date, *, json: bool) -> int:
    """Recount every progressive of a record and print the statement of a day (UTC).

    Returns 0 when everything agrees to the last fraction, 1 when something differs, 2 when the
    record cannot be opened or read. The record is only read.
    """
    try:
        with EventLog(database, read_only=True) as log:
            records = _records(log, station_registry())
    except (EventLogError, ValueError) as error:
        sys.stderr.write(f"not opened: {error}\n")
        return NOT_OPENED
    reports = reports_of(records, day)
    transfers = unmatched_transfers(records)
    write = _write_json if json else _write_text
    sys.stdout.write(write(reports, transfers, day))
    return DIFFERS if transfers or any(one.differences for one in reports) else GOOD


def _records(log: EventLog, registry: EventRegistry) -> dict[str, tuple[AnyEvent, ...]]:
    """Return every progressive's events by its id."""
    prefix = progressive_stream("")
    columns = tables.event_log.c
    query = (
        select(columns.stream)
        .distinct()
        .where(columns.stream.startswith(prefix, autoescape=True))
        .order_by(columns.stream)
    )
    streams = [row.stream for row in log.query(query)]
    return {
        stream.removeprefix(prefix): tuple(registry.decode(row) for row in log.read(stream))
        for stream in streams
    }


def reports_of(records: Mapping[str, tuple[AnyEvent, ...]], day: date) -> list[Report]:
    """Recount each record from its first event, and state its levels' day (UTC)."""
    since_at = _ms(day)
    until_at = _ms(day + timedelta(days=1))
    reports = []
    for progressive_id, events in records.items():
        state: Ledger = fold(events)
        levels = tuple(
            LevelReport(
                level, statement(events, level.level_id, since_at=since_at, until_at=until_at)
            )
            for level in state.levels
        )
        differences = recount(events).differences
        reports.append(Report(progressive_id, len(events), levels, differences))
    return reports


def _ms(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp()) * _MS


# ------------------------------------------------------------------------------------ in words


def _write_text(reports: list[Report], transfers: tuple[Difference, ...], day: date) -> str:
    lines = [] if reports else ["no progressive in the record"]
    for report in reports:
        lines.append(f"{report.progressive_id}: recounted from {report.events} events")
        for one in report.levels:
            lines += _level_lines(one, day)
        lines += [f"  DIFFERS  {_said(difference)}" for difference in report.differences]
    lines += [f"DIFFERS  {_said(difference)}" for difference in transfers]
    differing = len(transfers) + sum(len(report.differences) for report in reports)
    if reports:
        lines.append(f"differences: {differing}" if differing else "agrees to the last fraction")
    return "\n".join(lines) + "\n"


def _level_lines(one: LevelReport, day: date) -> list[str]:
    told = one.statement
    moved = [(cause.value, amount) for cause, amount in told.moved.items() if amount]
    rows = [("opened the day at", told.opened), *moved, ("closed it at", told.closed)]
    head = f"  level {one.level.level_id}, {day.isoformat()} (UTC), hits {told.hits}"
    level = one.level
    held = {"above the cap": level.overflow, "reserve": level.reserve}
    beside = "".join(f", {name} {format_exact(amount)}" for name, amount in held.items() if amount)
    now = f"    shows {format_minor(level.meter_minor)} now{beside}" + (
        ", retired" if level.is_retired else ""
    )
    return [head, *(f"    {name:<18} {format_exact(amount):>24}" for name, amount in rows), now]


def _said(difference: Difference) -> str:
    account = f" {difference.account.value}" if difference.account else ""
    return (
        f"{difference.kind.value}: version {difference.version}, {difference.event}, level "
        f"{difference.level_id}{account}: expected {format_exact(difference.expected)}, "
        f"found {format_exact(difference.found)}"
    )


def _write_json(reports: list[Report], transfers: tuple[Difference, ...], day: date) -> str:
    said: dict[str, Any] = {
        "day": day.isoformat(),
        "progressives": [
            {
                "progressive": report.progressive_id,
                "events": report.events,
                "levels": [_level_json(one) for one in report.levels],
                "differences": [_said(difference) for difference in report.differences],
            }
            for report in reports
        ],
        "transfers": [_said(difference) for difference in transfers],
    }
    return orjson.dumps(said, option=orjson.OPT_INDENT_2).decode() + "\n"


def _level_json(one: LevelReport) -> dict[str, Any]:
    return {
        "level": one.level.level_id,
        "meter": format_minor(one.level.meter_minor),
        "remainder": str(one.level.remainder),
        "overflow": format_exact(one.level.overflow),
        "reserve": format_exact(one.level.reserve),
        "is_retired": one.level.is_retired,
        "opened": format_exact(one.statement.opened),
        "closed": format_exact(one.statement.closed),
        "moved": {
            cause.value: format_exact(amount) for cause, amount in one.statement.moved.items()
        },
        "hits": one.statement.hits,
    }
