"""What `dealer-station verify`, `replay` and `keys` do: read a record or its keys, and print.

Exit codes: 0 good, 1 the record is bad, 2 it (or a key) cannot be opened. The record is opened
for reading only and never changed; no key is made.
"""

import heapq
import json as json_text
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import orjson
from sqlalchemy import select

from dealer_station.event_log import tables
from dealer_station.event_log.books import check_books
from dealer_station.event_log.catalogue import EventType, station_catalogue
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.hash_chain import Finding, VerifyReport, verify
from dealer_station.event_log.keys import (
    KeyFileError,
    key_id_of,
    public_keys,
    public_keys_by_purpose,
)
from dealer_station.event_log.seals import SealMark
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog, StoredEvent

GOOD: Final = 0
BAD: Final = 1
NOT_OPENED: Final = 2


def verify_command(
    database: str,
    keys: Path,
    json: bool,  # noqa: FBT001 - a flag of the command line
    kept: SealMark | None = None,
) -> int:
    """Check a record against its digests and seals, and fold every bettors' book of it again.

    Prints the outcome, as text or JSON.

    `database` is a path or URL, `keys` a public key file or a folder of them, `kept` a seal that
    was kept elsewhere and must be in the record.
    """
    try:
        known = public_keys(keys)
        with EventLog(database, read_only=True) as log:
            report = verify(log, known, kept=kept)
            report = report.with_findings(check_books(log, station_registry()))
    except (EventLogError, KeyFileError, ValueError) as error:
        _print_not_opened(str(error), json=json)
        return NOT_OPENED
    _print_report(report, json=json)
    return GOOD if report.is_good else BAD


def replay_command(database: str, table: str, canonical: bool) -> int:  # noqa: FBT001 - likewise
    """Print the history of a table, a JSON line an event, in order of position.

    Its own stream `table/{table}` and every progressive stream that a command of the table wrote
    to. `canonical` leaves out what differs between two runs of the same play: positions,
    versions, epochs, digests, times (`at`, `…_at`), ids (`…_id`, `source`, a device's own
    counter), and device life.
    """
    try:
        with EventLog(database, read_only=True) as log:
            if log.version(f"table/{table}") == 0:
                _print_not_opened(f"no event of table {table} in it", json=False)
                return NOT_OPENED
            for event in table_history(log, table):
                line = canonical_line(event) if canonical else full_line(event)
                if line is not None:
                    sys.stdout.write(line + "\n")
    except (EventLogError, ValueError) as error:
        _print_not_opened(str(error), json=False)
        return NOT_OPENED
    return GOOD


def keys_command(folder: Path) -> int:
    """Print the public keys of a station: purpose, key id, and the key in hexadecimal.

    The last column is what a sign or a driver is configured with (design: keys). Private parts
    are not read.
    """
    try:
        keys = public_keys_by_purpose(folder)
    except KeyFileError as error:
        _print_not_opened(str(error), json=False)
        return NOT_OPENED
    if not keys:
        _print_not_opened(
            f"no keys in {folder}: the station makes them at its first start", json=False
        )
        return NOT_OPENED
    for purpose, key in keys.items():
        raw = key.public_bytes_raw().hex()
        sys.stdout.write(f"{purpose:<7} {key_id_of(key)}  {raw}\n")
    return GOOD


def table_history(log: EventLog, table: str) -> Iterator[StoredEvent]:
    """Events of the table's stream and of the progressive streams it touched, by position."""
    stream = f"table/{table}"
    mine, theirs = tables.event_log.alias("mine"), tables.event_log.alias("theirs")
    command = tables.command
    touched = log.query(
        select(theirs.c.stream)
        .distinct()
        .select_from(mine)
        .join(command, command.c.command_id == mine.c.command_id)
        .join(
            theirs,
            theirs.c.position.between(command.c.first_position, command.c.last_position),
        )
        .where(mine.c.stream == stream, theirs.c.stream.like("progressive/%"))
    )
    streams = [stream, *sorted(row[0] for row in touched)]
    return heapq.merge(*(log.read(name) for name in streams), key=attrgetter("position"))


def full_line(event: StoredEvent) -> str:
    """A row as one JSON line, digests in hexadecimal, the body as it stands."""
    return _line(
        {
            "position": event.position,
            "stream": event.stream,
            "version": event.version,
            "event": event.name,
            "schema_version": event.schema_version,
            "recorded_at": event.recorded_at,
            "command_id": event.command_id,
            "correlation_id": event.correlation_id,
            "causation_id": event.causation_id,
            "epoch": event.epoch,
            "digest": event.digest.hex(),
            "body": orjson.loads(event.body),
        }
    )


def canonical_line(event: StoredEvent) -> str | None:
    """What happened, without what differs between two runs; None for the life of a device."""
    entry = station_catalogue().get(event.name)
    if entry is not None and entry.type is EventType.DEVICE:
        return None
    body = _without_identity(orjson.loads(event.body))
    return _line({"stream": event.stream, "event": event.name, "body": body})


def _without_identity(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_identity(item) for key, item in value.items() if not _is_identity(key)
        }
    if isinstance(value, list):
        return [_without_identity(item) for item in value]
    return value


def _is_identity(key: str) -> bool:
    return key in {"at", "source", "device_counter"} or key.endswith(("_at", "_id"))


def _line(content: dict[str, Any]) -> str:
    return json_text.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _print_report(report: VerifyReport, *, json: bool) -> None:
    if json:
        sys.stdout.write(_line(_report_content(report)) + "\n")
        return
    sealed = f"{report.seals} seals, sealed to position {report.sealed_position}"
    sys.stdout.write(f"{report.rows} rows in {report.streams} streams, {sealed}\n")
    for finding in report.findings:
        sys.stdout.write(_finding_line(finding) + "\n")
    for line in _words_of(report):
        sys.stdout.write(line + "\n")


def _words_of(report: VerifyReport) -> Iterator[str]:
    """The verdict, and before it what it rests on and what to keep for the next time."""
    if not report.is_good:
        yield "BAD"
        return
    if report.kept_position is not None:
        yield f"the kept seal stands: nothing up to position {report.kept_position} was changed"
    if report.last_seal is None and report.rows > 0:
        yield "no seal: whoever may write to the database could have made all of this"
        yield "good, but not sealed"
        return
    if report.sealed_position < report.rows:
        yield f"not sealed yet: what stands after position {report.sealed_position}"
    if report.last_seal is not None:
        yield f"newest seal, to be kept elsewhere for --seal: {report.last_seal}"
    yield "good"


def _report_content(report: VerifyReport) -> dict[str, Any]:
    return {
        "good": report.is_good,
        "rows": report.rows,
        "streams": report.streams,
        "seals": report.seals,
        "sealed_position": report.sealed_position,
        "last_seal": None if report.last_seal is None else str(report.last_seal),
        "kept_position": report.kept_position,
        "findings": [
            {
                "kind": finding.kind,
                "position": finding.position,
                "stream": finding.stream,
                "version": finding.version,
                "what": finding.what,
            }
            for finding in report.findings
        ],
    }


def _finding_line(finding: Finding) -> str:
    where = "" if finding.position is None else f" at position {finding.position}"
    if finding.stream is not None:
        where += f" ({finding.stream} version {finding.version})"
    return f"{finding.kind}{where}: {finding.what}"


def _print_not_opened(reason: str, *, json: bool) -> None:
    if json:
        sys.stdout.write(_line({"good": False, "error": reason}) + "\n")
    else:
        sys.stderr.write(f"cannot be read: {reason}\n")
