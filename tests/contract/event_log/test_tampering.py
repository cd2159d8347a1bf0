"""Whoever changes the record past the station is found, and the place is named. Both databases."""

import json
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from log_builders import content, drop_triggers, event, numbered, raw, request, to

from dealer_station.event_log import keys
from dealer_station.event_log.commands import verify_command
from dealer_station.event_log.digests import content_of, row_digest
from dealer_station.event_log.hash_chain import FindingKind, seal, verify
from dealer_station.event_log.store import EventLog


@pytest.fixture
def key_folder(tmp_path: Path) -> Path:
    return tmp_path / "keys"


@pytest.fixture
def record(either_database: str, key_folder: Path) -> str:
    """Ten rows: a = positions 1 2 3 5 6 8 9 10, p = 4 7. Sealed after 7 and after 10."""
    key = keys.load_or_create(key_folder, "seal")
    with EventLog(either_database) as log:
        log.append(request("c1", to("table/a", 0, *numbered(3)), to("progressive/p")))
        log.append(request("c2", to("table/a", 3, *numbered(2, 4)), to("progressive/p")))
        seal(log, key, 1000)
        log.append(request("c3", to("table/a", 5, event('{"number":6}'))))
        log.append(request("c4", to("table/a", 6, event('{"number":7}'))))
        log.append(request("c5", to("table/a", 7, event('{"number":8}'))))
        seal(log, key, 2000)
    return either_database


def tamper(database: str, *statements: str) -> None:
    with raw(database) as connection:
        drop_triggers(connection)
        for statement in statements:
            connection.execute(statement)


def set_value(connection: Any, column: str, value: Any) -> None:
    mark = "?" if isinstance(connection, sqlite3.Connection) else "%s"
    statement = f"UPDATE event_log SET {column} = {mark} WHERE position = 5"  # noqa: S608 - a column of the test's own
    connection.execute(statement, (value,))


def findings(database: str, key_folder: Path, capsys: Any) -> tuple[int, list[dict[str, Any]]]:
    """Exit code of `verify` and what it printed, without the triggers that `tamper` dropped."""
    code = verify_command(database, key_folder, json=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed["good"] is (code == 0)
    return code, [one for one in printed["findings"] if one["kind"] != "missing_trigger"]


def test_a_good_record_is_good(record: str, key_folder: Path, capsys: Any) -> None:
    assert verify_command(record, key_folder, json=False) == 0

    out = capsys.readouterr().out
    assert out.startswith("10 rows in 2 streams, 2 seals, sealed to position 10\nnewest seal, ")
    assert out.endswith("\ngood\n")


_NUMBERS = ["version", "schema_version", "recorded_at", "epoch"]
_TEXTS = ["stream", "name", "command_id", "correlation_id", "causation_id"]
_BYTES = ["body", "digest", "previous_digest"]


@pytest.mark.parametrize("column", _NUMBERS + _TEXTS + _BYTES)
def test_one_changed_value_names_its_row(
    record: str, key_folder: Path, capsys: Any, column: str
) -> None:
    with raw(record) as connection:
        drop_triggers(connection)
        with EventLog(record, read_only=True) as log:
            value = getattr(next(log.read_all(after_position=4)), column)
        changed: Any
        if column in _NUMBERS:
            changed = value + 64
        elif column in _TEXTS:
            changed = (value or "") + "x"
        else:
            changed = bytes([value[0] ^ 1]) + value[1:]
        set_value(connection, column, changed)

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    kind = "wrong_command" if column == "command_id" else "changed_row"
    assert (found[0]["kind"], found[0]["position"]) == (kind, 5)


def test_a_changed_position_is_a_missing_row(record: str, key_folder: Path, capsys: Any) -> None:
    tamper(record, "UPDATE event_log SET position = 77 WHERE position = 5")

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"], found[0]["position"]) == (1, "missing_row", 5)


@pytest.mark.parametrize("position", [0, -1, -(2**63)])
def test_a_row_before_the_first_position_is_found(
    record: str, key_folder: Path, capsys: Any, position: int
) -> None:
    """A table that reads its stream would take it in."""
    tamper(
        record,
        f"INSERT INTO event_log SELECT {position}, stream, 9, name, schema_version, body,"  # noqa: S608 - ours
        " recorded_at, command_id, correlation_id, causation_id, epoch, digest, previous_digest"
        " FROM event_log WHERE position = 10",
    )

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    assert [(one["kind"], one["position"]) for one in found] == [("changed_row", position)]


def test_a_changed_row_with_a_new_digest_breaks_the_chain_after_it(
    record: str, key_folder: Path, capsys: Any
) -> None:
    with EventLog(record, read_only=True) as log:
        row = next(log.read_all(after_position=4))
    forged = replace(row, body=b'{"number":99}')
    says = content(forged.command_id)
    digest = row_digest(forged.previous_digest, says, content_of(forged), forged.body)
    with raw(record) as connection:
        drop_triggers(connection)
        set_value(connection, "body", forged.body)
        set_value(connection, "digest", digest)

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"], found[0]["position"]) == (1, "broken_chain", 6)


def test_a_deleted_row_is_named_with_its_stream(record: str, key_folder: Path, capsys: Any) -> None:
    tamper(record, "DELETE FROM event_log WHERE position = 5")

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    assert found[0] == {
        "kind": "missing_row",
        "position": 5,
        "stream": "table/a",
        "version": 4,
        "what": "rows 5 to 5 are missing",
    }
    assert [one["what"] for one in found[1:]] == ["command c2 has no row at 5"]


def test_the_deleted_end_of_a_stream_is_named(record: str, key_folder: Path, capsys: Any) -> None:
    tamper(record, "DELETE FROM event_log WHERE position = 7")

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    place = (found[0]["kind"], found[0]["position"], found[0]["stream"], found[0]["version"])
    assert place == ("missing_row", 7, "progressive/p", 2)


def test_several_deleted_rows_are_named_by_the_first(
    record: str, key_folder: Path, capsys: Any
) -> None:
    tamper(record, "DELETE FROM event_log WHERE position IN (4, 5)")

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"], found[0]["position"]) == (1, "missing_row", 4)
    assert found[0]["what"] == "rows 4 to 5 are missing"


def test_a_deleted_stream_is_missed(record: str, key_folder: Path, capsys: Any) -> None:
    tamper(
        record,
        "DELETE FROM event_log WHERE stream = 'progressive/p'",
        "DELETE FROM stream_head WHERE stream = 'progressive/p'",
    )

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"], found[0]["position"]) == (1, "missing_row", 4)


CUT_CLEANLY = (
    "DELETE FROM event_log WHERE position > 8",
    "DELETE FROM command WHERE command_id IN ('c4', 'c5')",
    (
        "UPDATE stream_head SET version = 6, position = 8,"
        " digest = (SELECT digest FROM event_log WHERE position = 8) WHERE stream = 'table/a'"
    ),
)


def test_a_tail_cut_with_all_its_traces_is_shown_by_the_seal(
    record: str, key_folder: Path, capsys: Any
) -> None:
    tamper(record, *CUT_CLEANLY)

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    assert [(one["kind"], one["position"]) for one in found] == [("cut_tail", 9)]
    assert "seal 2 says 10" in found[0]["what"]


def test_a_cut_tail_shows_in_the_heads_without_any_seal(
    record: str, key_folder: Path, capsys: Any
) -> None:
    tamper(record, "DELETE FROM seal", "DELETE FROM event_log WHERE position > 8")

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    place = (found[0]["kind"], found[0]["position"], found[0]["stream"], found[0]["version"])
    assert place == ("cut_tail", 9, "table/a", 7)


def test_a_tail_grown_anew_after_a_cut_does_not_fit_the_seal(
    record: str, key_folder: Path, capsys: Any
) -> None:
    tamper(record, *CUT_CLEANLY)
    with EventLog(record) as log:
        log.append(request("c9", to("table/a", 6, *numbered(4, 50))))

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    assert [(one["kind"], one["position"]) for one in found] == [("wrong_seal", 10)]


def test_a_changed_head_is_named(record: str, key_folder: Path, capsys: Any) -> None:
    tamper(record, "UPDATE stream_head SET version = 1 WHERE stream = 'progressive/p'")

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    assert (found[0]["kind"], found[0]["position"]) == ("wrong_head", 7)


CONTENT_OF_C4 = "(SELECT content_digest FROM command WHERE command_id = 'c4'),"


def test_a_changed_content_digest_names_every_row_of_its_command(
    record: str, key_folder: Path, capsys: Any
) -> None:
    """It decides whether a command that comes again is a repeat or a conflict."""
    tamper(
        record,
        "UPDATE command SET content_digest ="
        " (SELECT content_digest FROM command WHERE command_id = 'c3') WHERE command_id = 'c2'",
    )

    code, found = findings(record, key_folder, capsys)

    assert code == 1
    assert [(one["kind"], one["position"]) for one in found] == [
        ("changed_row", 5),
        ("changed_row", 6),
        ("changed_row", 7),
    ]


def test_a_row_given_to_another_command_is_found(
    record: str, key_folder: Path, capsys: Any
) -> None:
    tamper(record, "UPDATE event_log SET command_id = 'c4' WHERE position = 8")

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"], found[0]["position"]) == (1, "changed_row", 8)


@pytest.mark.parametrize(
    ("statement", "position"),
    [
        ("DELETE FROM command WHERE command_id = 'c3'", 8),
        ("UPDATE command SET command_id = 'c' WHERE command_id = 'c3'", 8),
        ("UPDATE command SET last_position = 5 WHERE command_id = 'c2'", 5),
        ("UPDATE command SET first_position = 4 WHERE command_id = 'c2'", 4),
        ("UPDATE command SET first_position = 6 WHERE command_id = 'c2'", 5),
        ("UPDATE command SET recorded_at = 5 WHERE command_id = 'c2'", 5),
        ("UPDATE command SET versions = '{}' WHERE command_id = 'c5'", 10),
        (
            (
                'UPDATE command SET versions = \'{"progressive/p":2,"table/a":5}\''
                " WHERE command_id = 'c2'"
            ),
            5,
        ),
        (f"INSERT INTO command SELECT 'c9', {CONTENT_OF_C4} 9, 9, '{{}}', 1", 9),
        (f"INSERT INTO command SELECT 'c9', {CONTENT_OF_C4} 11, 11, '{{}}', 1", 11),
        (f"INSERT INTO command SELECT 'c9', {CONTENT_OF_C4} 11, 10, '{{}}', 1", 11),
    ],
)
def test_a_command_that_does_not_fit_its_rows_is_named(
    record: str, key_folder: Path, capsys: Any, statement: str, position: int
) -> None:
    tamper(record, statement)

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"], found[0]["position"]) == (1, "wrong_command", position)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE seal SET sealed_at = sealed_at + 1 WHERE number = 1", "does not match its digest"),
        ("UPDATE seal SET position = 6 WHERE number = 1", "does not match its digest"),
        ("DELETE FROM seal WHERE number = 1", "seal 1 is missing before it"),
        (
            (
                "UPDATE seal SET signature = (SELECT signature FROM seal WHERE number = 2)"
                " WHERE number = 1"
            ),
            "the signature is not of key",
        ),
    ],
)
def test_a_changed_seal_is_found(
    record: str, key_folder: Path, capsys: Any, statement: str, words: str
) -> None:
    tamper(record, statement)

    code, found = findings(record, key_folder, capsys)

    assert (code, found[0]["kind"]) == (1, "wrong_seal")
    assert words in found[0]["what"]


def test_a_seal_of_another_key_is_not_believed(
    record: str, key_folder: Path, tmp_path: Path, capsys: Any
) -> None:
    keys.load_or_create(tmp_path / "other", "seal")

    code, found = findings(record, tmp_path / "other", capsys)

    assert code == 1
    assert [(one["kind"], one["position"]) for one in found] == [
        ("unknown_key", 7),
        ("unknown_key", 10),
    ]


def test_missing_triggers_alone_make_the_record_bad(record: str, key_folder: Path) -> None:
    tamper(record)
    with EventLog(record, read_only=True) as log:
        report = verify(log, keys.public_keys(key_folder))

    assert {one.kind for one in report.findings} == {FindingKind.MISSING_TRIGGER}
    assert len(report.findings) == 9


def test_verify_holds_while_a_station_writes(record: str, key_folder: Path) -> None:
    stop = threading.Event()

    known = keys.public_keys(key_folder)

    def write(log: EventLog) -> None:
        number = 8
        while not stop.is_set():
            log.append(request(f"w{number}", to("table/a", number), to(f"table/{number}", 0)))
            number += 1

    with EventLog(record) as log, EventLog(record, read_only=True) as reader:
        thread = threading.Thread(target=write, args=(log,))
        thread.start()
        try:
            reports = [verify(reader, known)]
            # A slow disk may hold the writer up for longer than a few looks at the record take.
            while len(reports) < 5 or reports[-1].rows == reports[0].rows:
                reports.append(verify(reader, known))
        finally:
            stop.set()
            thread.join()

    assert {one.findings for one in reports} == {()}
