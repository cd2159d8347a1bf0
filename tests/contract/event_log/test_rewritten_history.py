"""A history that was written anew as a whole, every digest with it: what shows it. Both databases.

The guards stand again afterwards. Whoever does that has the database, and no private key unless
a test says so.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from log_builders import RECORDED_AT, numbered, raw, request, to, without_triggers

from dealer_station.event_log import keys, tables
from dealer_station.event_log.commands import verify_command
from dealer_station.event_log.digests import content_of, row_digest
from dealer_station.event_log.hash_chain import FindingKind, SealMark, verify
from dealer_station.event_log.record import NO_DIGEST
from dealer_station.event_log.seals import seal
from dealer_station.event_log.store import EventLog

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND


@pytest.fixture
def key(tmp_path: Path) -> keys.SigningKey:
    return keys.load_or_create(tmp_path / "keys", "seal")


@pytest.fixture
def found(tmp_path: Path, capsys: Any) -> Callable[..., list[tuple[str, int]]]:
    """Kind and position of each finding; exit status and report agree with them."""

    def run(database: str, kept: SealMark | None = None) -> list[tuple[str, int]]:
        code = verify_command(database, tmp_path / "keys", json=True, kept=kept)
        report = json.loads(capsys.readouterr().out)
        assert (code, report["good"]) == ((1, False) if report["findings"] else (0, True))
        return [(one["kind"], one["position"]) for one in report["findings"]]

    return run


def deal(log: EventLog, number: int, at: int, *, stream: str = "table/a", epoch: int = 1) -> None:
    """One row, at so many milliseconds."""
    made = request(f"{stream}-{number}", to(stream, log.version(stream)), epoch=epoch)
    log.append(replace(made, recorded_at=RECORDED_AT + at))


def dealt(database: str, key: keys.SigningKey, every_ms: int) -> list[SealMark]:
    """Twenty rows at this pace, sealed after each fifth; the seals as somebody kept them."""
    with EventLog(database) as log:
        made = []
        for number in range(1, 21):
            deal(log, number, number * every_ms)
            if number % 5 == 0:
                made.append(seal(log, key, RECORDED_AT + number * every_ms).mark)
    return made


def rewrite(database: str, *, first: int = 1, seals_left: int = 0) -> None:
    """Another body from a row on, every digest made to fit, and the seals over it gone."""
    mark = "?" if database.endswith(".db") else "%s"
    with EventLog(database, read_only=True) as log:
        rows = list(log.read_all())
        said = dict(
            log.query(tables.command.select().with_only_columns(*list(tables.command.c)[:2]))
        )
    with raw(database) as connection, without_triggers(connection):
        connection.execute(f"DELETE FROM seal WHERE number > {seals_left}")  # noqa: S608 - ours
        previous = NO_DIGEST
        for row in rows:
            body = b'{"number":99}' if row.position == first else row.body
            chained = replace(row, previous_digest=previous, body=body)
            digest = row_digest(previous, said[row.command_id], content_of(chained), body)
            connection.execute(
                f"UPDATE event_log SET body = {mark}, digest = {mark}, previous_digest = {mark}"  # noqa: S608 - ours
                f" WHERE position = {row.position}",
                (body, digest, previous),
            )
            previous = digest
        connection.execute(f"UPDATE stream_head SET digest = {mark}", (previous,))  # noqa: S608 - ours


# ------------------------------------------------------------------- without a seal to hold it to


def test_a_long_history_without_any_seal_is_found(
    either_database: str, key: keys.SigningKey, found: Any
) -> None:
    dealt(either_database, key, 30 * SECOND)
    assert found(either_database) == []
    rewrite(either_database)
    assert found(either_database) == [("unsealed", 1)]


def test_a_long_end_without_a_seal_is_found(
    either_database: str, key: keys.SigningKey, found: Any
) -> None:
    dealt(either_database, key, MINUTE)
    rewrite(either_database, first=12, seals_left=2)
    assert found(either_database) == [("unsealed", 11)]


def test_a_short_history_without_a_seal_is_said_to_be_not_sealed(
    either_database: str, key: keys.SigningKey, tmp_path: Path, capsys: Any
) -> None:
    """It may be that of a station which was killed in its first minute."""
    dealt(either_database, key, SECOND)
    rewrite(either_database)
    assert verify_command(either_database, tmp_path / "keys", json=False) == 0
    assert capsys.readouterr().out.splitlines() == [
        "20 rows in 1 streams, 0 seals, sealed to position 0",
        "no seal: whoever may write to the database could have made all of this",
        "good, but not sealed",
    ]


def test_a_record_without_keys_and_seals_is_said_to_be_not_sealed(
    either_database: str, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "none").mkdir()
    with EventLog(either_database) as log:
        deal(log, 1, 0)
    assert verify_command(either_database, tmp_path / "none", json=False) == 0
    assert capsys.readouterr().out.endswith("\ngood, but not sealed\n")


# ------------------------------------------------------------------------- with a seal kept apart


def test_a_kept_seal_is_found_again(
    either_database: str, key: keys.SigningKey, tmp_path: Path, capsys: Any
) -> None:
    kept = dealt(either_database, key, SECOND)
    with EventLog(either_database) as log:
        deal(log, 21, 21 * SECOND)
    assert verify_command(either_database, tmp_path / "keys", json=False, kept=kept[1]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "21 rows in 1 streams, 4 seals, sealed to position 20",
        "the kept seal stands: nothing up to position 10 was changed",
        "not sealed yet: what stands after position 20",
        f"newest seal, to be kept elsewhere for --seal: {kept[3]}",
        "good",
    ]
    assert SealMark.parse(str(kept[3])) == kept[3]


@pytest.mark.parametrize(("seals_left", "position"), [(0, 1), (2, 11)])
def test_a_kept_seal_that_was_removed_is_missed(
    either_database: str, key: keys.SigningKey, found: Any, seals_left: int, position: int
) -> None:
    kept = dealt(either_database, key, SECOND)
    rewrite(either_database, first=20, seals_left=seals_left)
    assert found(either_database) == []
    assert found(either_database, kept[2]) == [("lost_seal", position)]


def test_a_kept_seal_shows_what_the_owner_of_the_key_has_written_anew(
    either_database: str, key: keys.SigningKey, found: Any
) -> None:
    kept = dealt(either_database, key, SECOND)
    rewrite(either_database)
    with EventLog(either_database) as log:
        for number in range(1, 5):
            seal(log, key, RECORDED_AT + number)
    assert found(either_database) == []
    assert found(either_database, kept[3]) == [("lost_seal", 20)]


def test_a_seal_of_that_name_with_another_content_is_none(
    either_database: str, key: keys.SigningKey, found: Any
) -> None:
    kept = dealt(either_database, key, SECOND)
    rewrite(either_database, first=20, seals_left=4)
    assert found(either_database, kept[3]) == [("wrong_seal", 20)]
    with raw(either_database) as connection, without_triggers(connection):
        connection.execute("UPDATE seal SET sealed_at = 1 WHERE number = 4")
    assert set(found(either_database, kept[3])) == {("wrong_seal", 20)}


def test_a_kept_seal_is_looked_for_in_a_record_of_many_faults(
    either_database: str, key: keys.SigningKey, found: Any
) -> None:
    kept = dealt(either_database, key, SECOND)
    with EventLog(either_database) as log:
        log.append(request("many", to("table/b", 0, *numbered(120))))
    rewrite(either_database)
    with raw(either_database) as connection, without_triggers(connection):
        connection.execute("UPDATE event_log SET epoch = 77")
    assert ("lost_seal", 1) in found(either_database, kept[0])


# ---------------------------------------------------------------- good records are never unsealed


def write_killed_often(log: EventLog) -> None:
    """Ten hours apart, each time within the first minute."""
    for start in range(1, 30):
        for second in (0, 20, 40):
            deal(log, start * 100 + second, (start * 36_000 + second) * SECOND, epoch=start)


def write_while_the_machine_slept_and_its_clock_was_set(log: EventLog) -> None:
    for number, at in enumerate((0, 9_000_000, 9_001_000, 3_000, 400_000_000_000, 5_000)):
        deal(log, number, at * SECOND)


def write_to_one_progressive_from_many_stations(log: EventLog) -> None:
    for number in range(100):
        deal(log, number, number * MINUTE, stream="progressive/p")


def write_at_many_tables(log: EventLog) -> None:
    for number in range(100):
        deal(log, number, number * SECOND, stream=f"table/{number % 7}")


@pytest.mark.parametrize(
    "write",
    [
        write_killed_often,
        write_while_the_machine_slept_and_its_clock_was_set,
        write_to_one_progressive_from_many_stations,
        write_at_many_tables,
    ],
)
def test_no_seal_is_due_where_none_could_be_made(
    either_database: str, key: keys.SigningKey, found: Any, write: Callable[[EventLog], None]
) -> None:
    with EventLog(either_database) as log:
        write(log)
    assert found(either_database) == []


def test_what_a_station_writes_during_the_check_is_sealed_by_later_seals(
    either_database: str, key: keys.SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of a big record takes longer than a station may go without a seal."""
    dealt(either_database, key, SECOND)
    heads = EventLog.heads
    with EventLog(either_database) as station, EventLog(either_database, read_only=True) as log:

        def write_on(self: EventLog) -> Any:
            before = heads(self)
            monkeypatch.setattr(EventLog, "heads", heads)
            for number in range(21, 41):
                deal(station, number, number * MINUTE)
            seal(station, key, RECORDED_AT + 40 * MINUTE)
            return before

        monkeypatch.setattr(EventLog, "heads", write_on)
        report = verify(log, {key.key_id: key.private_key.public_key()})
    assert (report.rows, report.findings) == (40, ())


def test_values_of_another_type_do_not_end_the_check(tmp_path: Path, key: keys.SigningKey) -> None:
    path = str(tmp_path / "log.db")
    with EventLog(path) as log:
        for number in range(3):
            deal(log, number, number)
    with raw(path) as connection, without_triggers(connection):
        connection.execute("UPDATE event_log SET recorded_at = 'x' WHERE position = 1")
        connection.execute("UPDATE event_log SET stream = x'00' WHERE position = 2")
        connection.execute("UPDATE event_log SET epoch = 'x' WHERE position = 3")
    with EventLog(path, read_only=True) as log:
        kinds = {one.kind for one in verify(log, {}).findings}
    assert FindingKind.CHANGED_ROW in kinds
    assert FindingKind.UNSEALED not in kinds
