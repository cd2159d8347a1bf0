"""The check of a record folds every bettors' book again, and names what does not fit together."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from book_play import BookPlay

from dealer_station.clock import VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.books import check_books
from dealer_station.event_log.commands import verify_command
from dealer_station.event_log.errors import WrongBook
from dealer_station.event_log.findings import FindingKind
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.record import Append, AppendRequest, StoredEvent
from dealer_station.event_log.seals import seal
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics

REGISTRY = station_registry()


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Two rounds with a book."""
    path = str(tmp_path / "log.db")
    with opened(path) as play:
        for _ in range(2):
            play.bet((1, "ante", 1000), (2, "ante", 700)).deal().decide((1, "call")).time_out()
            play.finish()
    return path


class opened:  # noqa: N801 - reads as a verb
    """A book's table that plays into a database."""

    def __init__(self, path: str) -> None:
        self.log = EventLog(path)
        self.writer = GroupWriter(self.log)

    def __enter__(self) -> BookPlay:
        clock = VirtualClock()
        return BookPlay(record=LogRecord(self.log, self.writer, Metrics(), clock), clock=clock)

    def __exit__(self, *_: object) -> None:
        self.writer.close()
        self.log.close()


def rewritten(database: str, path: Path, change: dict[int, dict[str, Any]]) -> str:
    """The record written anew, with whole digests, but some events saying something else."""
    with EventLog(database, read_only=True) as old, EventLog(str(path)) as new:
        for row in old.read("table/t1"):
            event = REGISTRY.decode(row)
            changed = replace(event, **change.get(row.version, {}))
            request = AppendRequest(
                (Append(row.stream, row.version - 1, (REGISTRY.encode(changed),)),),
                command_id=f"c{row.version}",
                content_digest=bytes(32),
                epoch=0,
                recorded_at=row.recorded_at,
            )
            new.append(request)
    return str(path)


def rows(database: str, name: str) -> Iterator[StoredEvent]:
    with EventLog(database, read_only=True) as log:
        yield from [row for row in log.read("table/t1") if row.name == name]


def test_a_sound_record_has_no_finding(database: str) -> None:
    with EventLog(database, read_only=True) as log:
        assert check_books(log, REGISTRY) == []


def test_a_batch_that_was_rewritten_with_all_digests_is_found_by_name(
    database: str, tmp_path: Path
) -> None:
    first, _, third, _ = rows(database, "batch_taken")
    change = {
        first.version: {"chain": "0" * 64},
        third.version: {"content": REGISTRY.decode(first).content},
    }
    path = rewritten(database, tmp_path / "other.db", change)
    with EventLog(path, read_only=True) as log:
        found = check_books(log, REGISTRY)
    assert [(one.kind, one.version) for one in found] == [
        (FindingKind.WRONG_BOOK, first.version),
        (FindingKind.WRONG_BOOK, third.version),
    ]
    assert REGISTRY.decode(first).batch_id in found[0].what
    assert REGISTRY.decode(third).batch_id in found[1].what


def test_a_body_that_cannot_be_read_is_a_finding(database: str, tmp_path: Path) -> None:
    (settled, _) = rows(database, "book_settled")
    path = rewritten(database, tmp_path / "other.db", {settled.version: {"digest": "x"}})
    with EventLog(path, read_only=True) as log:
        (found,) = check_books(log, REGISTRY)
    assert "settlement of round 1: its digest is" in found.what


def test_verify_tells_of_it_and_fails(database: str, tmp_path: Path, capsys: Any) -> None:
    (closing, _) = rows(database, "book_wagers_closed")
    path = rewritten(database, tmp_path / "other.db", {closing.version: {"digest": "0" * 64}})
    for one, code in ((database, 0), (path, 1)):
        with EventLog(one) as log:
            seal(log, load_or_create(tmp_path / "keys", "seal"), 1000)
        assert verify_command(one, tmp_path / "keys", json=True) == code
    report = json.loads(capsys.readouterr().out.splitlines()[1])
    assert [finding["kind"] for finding in report["findings"]] == ["wrong_book"]
    assert "the closing of wagers" in report["findings"][0]["what"]


def test_a_station_does_not_start_on_a_book_that_differs(database: str, tmp_path: Path) -> None:
    first, *_ = rows(database, "batch_taken")
    path = rewritten(database, tmp_path / "other.db", {first.version: {"chain": "0" * 64}})
    with EventLog(path) as log, GroupWriter(log) as writer:
        clock = VirtualClock()
        record = LogRecord(log, writer, Metrics(), clock)
        play = BookPlay(record=record, clock=clock, is_open=False)
        with pytest.raises(WrongBook, match=f"table/t1 version {first.version}: batch '.*chain"):
            play.restart()
