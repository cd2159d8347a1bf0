"""The commands as an operator runs them: what is printed, where, and the exit status.

The main paths run as processes of their own; the many wrong calls run here, through the same
entry, since a process for each would take half a minute.
"""

import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from log_builders import drop_triggers, raw
from log_capture import captured_log
from script_files import GOOD, write
from station_programs import COMMAND, environment, run
from table_play import CONFIG, FLUSH, TablePlay

from dealer_station import __version__
from dealer_station.cli import main
from dealer_station.clock import SystemClock, VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.seals import seal
from dealer_station.event_log.store import EventLog
from dealer_station.messages.meter_signature import keys_by_id
from dealer_station.observability import Metrics
from dealer_station.people.journal import SecurityEvent
from dealer_station.people.passwords import Passwords
from dealer_station.people.people import open_people
from dealer_station.people.sign_in import SignInFailed
from dealer_station.settings import SignInSettings

PASSWORD = "correct horse battery"  # noqa: S105 - of these tests


@pytest.fixture
def called(tmp_path, monkeypatch, capsys):
    """Call the program's entry here, in a folder of its own, with nothing configured."""
    monkeypatch.chdir(tmp_path)
    for name in set(os.environ) - set(environment()):
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*words, stdin="", **variables) -> tuple[int, str, str]:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["dealer-station", *map(str, words)])
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            for name, value in variables.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as ended:
                main()
        printed = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, printed.out, printed.err

    yield call
    captured_log()  # a command has sent the log of this process to a stream that ends with the test


# ------------------------------------------------------------------------- wrong calls


def test_help_and_version(tmp_path):
    shown = run("--version", cwd=tmp_path)
    assert (shown.returncode, shown.stdout.strip()) == (0, __version__)
    shown = run("--help", cwd=tmp_path)
    assert shown.returncode == 0
    for command in (
        "demo",
        "serve",
        "play",
        "replay",
        "export",
        "verify",
        "odds",
        "keys",
        "account",
    ):
        assert command in shown.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fly"], "fly"),
        (["replay"], "table"),
        (["play"], "play: name a script or a folder"),
        (["play", "--fast", "x.yaml"], "--fast"),
        (["play", "--config", "nowhere", "x.yaml"], "--config: nowhere does not exist"),
        (["account", "d1", "--name", "D"], "role"),
        (["account", "d1", "--name", "D", "--role", "king"], "there is no role 'king'"),
        (["account", "d1", "--name", "D", "--role", "station"], "there is no role 'station'"),
    ],
)
def test_a_wrong_call_ends_with_status_2_and_a_word(called, words, says):
    status, out, err = called(*words)
    assert status == 2
    assert says in out + err


def test_a_wrong_call_of_the_program_is_told_in_a_line(tmp_path):
    ended = run("play", cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "play: name a script or a folder\n"


# -------------------------------------------------------------------------------- play


def test_play_prints_cases_and_the_sum(tmp_path):
    ended = run("play", write(tmp_path, GOOD), cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == [
        "A-1: passed: a pair against nothing",
        "  settled, meter main 5000.70",
        (
            "    seat 1, in, 8s 8c 9c 4s 2h, pair, ante win 10.00, progressive lose -1.00, "
            "bet win 20.00"
        ),
        "    dealer, Ah Kh 9s 6c 4h, high_card",
        "1 passed, 0 failed",
    ]


def test_play_says_what_does_not_hold(tmp_path):
    bad = GOOD.replace("A-1", "A-2").replace("ante: 10", "ante: 11")
    ended = run("play", write(tmp_path, f"{GOOD}---\n{bad}"), "--json", cwd=tmp_path)
    assert ended.returncode == 1
    first, second, miss, total = ended.stdout.splitlines()
    assert json.loads(first)["case"] == "A-1"
    assert json.loads(second)["meters"] == {"main": "5000.70"}
    assert miss == "A-2: end: net.1.ante: expected 11, got 10.00"
    assert total == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("s.yaml", GOOD.replace("- pay", "- pai"), "s.yaml:15: there is no step 'pai'"),
        ("s.yaml", GOOD.replace("classic", "strange"), "s.yaml:6: "),
        ("s.yaml", GOOD.replace("[1, 2]", "[1]\n  set: {table_min: x}"), "s.yaml:8: table_min: "),
        ("s.yaml", GOOD.replace("main: 5", "side: 5"), "s.yaml:8: the rule set has no pool 'side'"),
        ("s.yaml", GOOD.replace("5000.00", "0.001"), "s.yaml:8: 0.001 is no amount in whole cents"),
        ("notes.txt", "no script", "there is no script or hand in the folder"),
    ],
)
def test_play_names_what_is_no_script(called, tmp_path, name, text, says):
    write(tmp_path, text, name)
    status, out, _ = called("play", tmp_path)
    assert status == 2
    last = out.splitlines()[-1]
    assert last.startswith(f"invalid script: {tmp_path}")
    assert says in last


def test_play_takes_a_folder_and_rule_sets_of_the_house(called, tmp_path):
    """A house's folder comes first; what it does not have comes from the program."""
    house = tmp_path / "house"
    shutil.copytree(CONFIG / "games", house / "games")
    games = house / "games" / "caribbean_stud"
    text = (games / "classic.toml").read_text()
    (games / "ours.toml").write_text(
        text.replace('name = "classic"', 'name = "ours"').replace('"0.70"', '"0.50"')
    )
    (games / "classic.toml").unlink()
    scripts = tmp_path / "scripts"
    write(scripts, GOOD, "a/shipped.yaml")
    ours = GOOD.replace("A-1", "B-1").replace("classic", "ours").replace("5000.70", "5000.50")
    write(scripts, ours, "b.yml")
    write(scripts, "no script", "notes.md")
    status, out, _ = called("play", scripts, "--config", house)
    assert (status, out.splitlines()[-1]) == (0, "2 passed, 0 failed")
    assert called("play", scripts)[0] == 2


# -------------------------------------------------------------- replay and verify, account


@pytest.fixture(scope="module")
def good_record(tmp_path_factory) -> Path:
    """A round on disk, sealed: a folder with station.db and keys/."""
    folder = tmp_path_factory.mktemp("record")
    with EventLog(str(folder / "station.db")) as log, GroupWriter(log) as writer:
        record = LogRecord(log, writer, Metrics(), VirtualClock())
        TablePlay(record=record, seats=(1,)).run(
            "open_betting",
            "wager: 1 ante 10; 1 progressive",
            "close_betting",
            f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}",
            "act: 1 bet",
            "pay",
        )
        seal(log, load_or_create(folder / "keys", "seal"), 1_700_000_000_000)
    return folder


@pytest.fixture
def record(good_record, tmp_path) -> Path:
    """A copy of it, to be spoiled."""
    return Path(shutil.copytree(good_record, tmp_path / "record"))


def verify(record: Path, *words: str):
    return run(
        "verify", "--database", record / "station.db", "--keys", record / "keys", *words, cwd=record
    )


def spoil(record: Path, statement: str, *values) -> None:
    with raw(str(record / "station.db")) as connection:
        drop_triggers(connection)
        assert connection.execute(statement, values).rowcount > 0


def rows(record: Path) -> int:
    with sqlite3.connect(record / "station.db") as connection:
        (count,) = connection.execute("SELECT max(position) FROM event_log").fetchone()
    connection.close()
    return count


def test_verify_finds_a_good_record_good(record):
    ended = verify(record)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    count = rows(record)
    assert lines[0] == f"{count} rows in 2 streams, 1 seals, sealed to position {count}"
    assert lines[-1] == "good"


def test_verify_holds_a_kept_seal_against_the_record(called, record):
    """The seal is the one that an earlier run printed, whoever has written to the record since."""
    words = ["verify", "--database", record / "station.db", "--keys", record / "keys"]
    _, out, _ = called(*words)
    newest = out.splitlines()[-2].rsplit(maxsplit=1)[-1]
    status, out, _ = called(*words, "--seal", newest)
    assert status == 0
    assert f"the kept seal stands: nothing up to position {rows(record)} was changed" in out
    status, out, _ = called(*words, "--seal", f"1:{'0' * 64}")
    assert (status, out.splitlines()[-1]) == (1, "BAD")
    assert f"lost_seal at position {rows(record)}: seal 1 is not the kept one" in out
    status, out, err = called(*words, "--seal", "1:abc")
    assert (status, out) == (2, "")
    assert err == "--seal: '1:abc' is no seal: NUMBER:DIGEST, as verify prints the newest\n"


def test_verify_names_a_flipped_byte(record):
    with raw(str(record / "station.db")) as connection:
        drop_triggers(connection)
        query = "SELECT body FROM event_log WHERE position = 9"
        body = bytearray(connection.execute(query).fetchone()[0])
        body[-5] ^= 1
        connection.execute("UPDATE event_log SET body = ? WHERE position = 9", (bytes(body),))
    ended = verify(record)
    assert ended.returncode == 1
    assert "at position 9 (table/t1 version " in ended.stdout
    assert ended.stdout.endswith("BAD\n")


def test_verify_names_a_deleted_row(record):
    spoil(record, "DELETE FROM event_log WHERE position = 8")
    ended = verify(record, "--json")
    assert ended.returncode == 1
    report = json.loads(ended.stdout)
    assert report["good"] is False
    assert 8 in {finding["position"] for finding in report["findings"]}


def test_verify_names_a_cut_tail(record):
    count = rows(record)
    spoil(record, "DELETE FROM event_log WHERE position = ?", count)
    ended = verify(record)
    assert ended.returncode == 1
    assert f"at position {count} " in ended.stdout


def test_verify_says_what_it_cannot_open(called, record):
    status, out, err = called("verify", "--database", "none.db", "--keys", record / "keys")
    assert (status, out) == (2, "")
    assert "cannot be read: there is no database" in err
    (record / "keys" / "bad.pub").write_text("no key")
    words = ["--database", record / "station.db", "--keys", record / "keys", "--json"]
    status, out, _ = called("verify", *words)
    assert status == 2
    assert "bad.pub" in json.loads(out)["error"]


def test_verify_and_replay_take_the_stations_own_database(called, record):
    variables = {"DEALER_STATION_DATA_DIRECTORY": str(record)}
    assert called("verify", **variables)[0] == 0
    assert called("replay", "t1", **variables)[0] == 0


def test_replay_prints_the_tables_history_and_canonically_only_what_happened(record, tmp_path):
    database = ["--database", record / "station.db"]
    full = run("replay", "t1", *database, cwd=tmp_path)
    assert full.returncode == 0
    lines = [json.loads(line) for line in full.stdout.splitlines()]
    assert [line["position"] for line in lines] == list(range(1, rows(record) + 1))
    short = run("replay", "t1", "--canonical", *database, cwd=tmp_path)
    events = [json.loads(line) for line in short.stdout.splitlines()]
    assert len(events) == len(lines)
    assert events[0]["event"] == "level_opened"
    assert [line["event"] for line in events].count("round_settled") == 1
    assert all(line.keys() == {"stream", "event", "body"} for line in events)
    assert not any("at" in line["body"] for line in events)


def test_export_prints_a_round_a_line(record, tmp_path):
    ended = run("export", "t1", "--round", "1", "--database", record / "station.db", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    (line,) = ended.stdout.splitlines()
    assert json.loads(line)["phase"] == "settled"


def test_replay_of_a_table_without_history_is_told(called, record):
    status, out, err = called("replay", "t9", "--database", record / "station.db")
    assert (status, out) == (2, "")
    assert "no event of table t9" in err


def test_keys_prints_what_a_sign_is_configured_with_and_makes_none(called, tmp_path):
    status, printed, said = called("keys")
    assert (status, printed) == (2, "")
    assert "at its first start" in said
    assert not (tmp_path / "var").exists()
    folder = tmp_path / "var" / "keys"
    made = {purpose: load_or_create(folder, purpose) for purpose in ("seal", "meter")}
    status, printed, said = called("keys")
    assert (status, said) == (0, "")
    lines = [line.split() for line in printed.splitlines()]
    assert [line[0] for line in lines] == ["meter", "seal"]
    for purpose, key_id, text in lines:
        assert key_id == made[purpose].key_id
        assert bytes.fromhex(text) == made[purpose].private_key.public_key().public_bytes_raw()
        assert keys_by_id([text]) == {key_id: bytes.fromhex(text)}


def test_keys_names_a_file_that_is_no_key(called, tmp_path):
    folder = tmp_path / "var" / "keys"
    folder.mkdir(parents=True)
    (folder / "meter.pub").write_text("not a key")
    status, printed, said = called("keys")
    assert (status, printed) == (2, "")
    assert "meter.pub" in said


def stored(folder: Path, person: str = "d1") -> tuple[str, str, str] | None:
    connection = sqlite3.connect(folder / "var" / "station.db")
    query = "SELECT name, role, password_hash FROM people_account WHERE person_id = ?"
    row: tuple[str, str, str] | None = connection.execute(query, (person,)).fetchone()
    connection.close()
    return row


def is_password(password: str, row) -> bool:
    return Passwords(12).verify(row[2], password)


def test_an_account_is_made_by_its_password_on_standard_input(tmp_path):
    words = ["account", "d1", "--role", "dealer", "--name", "Dana"]
    made = run(*words, cwd=tmp_path, stdin=f"{PASSWORD}\n")
    assert (made.returncode, made.stdout) == (0, "")
    assert PASSWORD not in made.stderr
    row = stored(tmp_path)
    assert row[:2] == ("Dana", "dealer")
    assert is_password(PASSWORD, row)


def test_an_account_that_is_there_gets_another_role_and_password(called, tmp_path):
    for role, password in (("dealer", PASSWORD), ("manager", "another long password")):
        words = ["account", "d1", "--role", role, "--name", "Dana"]
        assert called(*words, stdin=f"{password}\n")[0] == 0
        assert stored(tmp_path)[1] == role
        assert is_password(password, stored(tmp_path))


def test_a_new_password_lifts_a_lock_out_and_a_refused_one_does_not(called, tmp_path):
    words = ["account", "d1", "--role", "dealer", "--name", "Dana"]
    assert called(*words, stdin=PASSWORD)[0] == 0
    database = str(tmp_path / "var" / "station.db")
    with closing(open_people(database, SystemClock(), SignInSettings())) as people:
        for _ in range(5):
            with pytest.raises(SignInFailed):
                people.sign_in.identify("d1", "a wrong password", terminal="", purpose="session")
        assert called(*words, stdin="short")[0] == 1
        assert people.sign_in.locked_until("d1") is not None
        assert called(*words, stdin="another long password")[0] == 0
        people.sign_in.identify("d1", "another long password", terminal="", purpose="session")
        lifted = [e for e in people.journal.read("d1") if e.kind is SecurityEvent.LOCK_OUT_LIFTED]
        assert [entry.by_person_id for entry in lifted] == ["command line"]


def test_an_account_made_under_a_name_that_was_guessed_can_be_used_at_once(called, tmp_path):
    database = str(tmp_path / "var" / "station.db")
    assert called("account", "d1", "--role", "dealer", "--name", "D", stdin=PASSWORD)[0] == 0
    with closing(open_people(database, SystemClock(), SignInSettings())) as people:
        for _ in range(5):
            with pytest.raises(SignInFailed):
                people.sign_in.identify("d2", PASSWORD, terminal="", purpose="session")
        assert called("account", "d2", "--role", "dealer", "--name", "E", stdin=PASSWORD)[0] == 0
        people.sign_in.identify("d2", PASSWORD, terminal="", purpose="session")


@pytest.mark.parametrize(
    ("words", "password", "says"),
    [
        (["d1", "--role", "manager", "--name", "D"], "short", "account: "),
        (["d 2", "--role", "dealer", "--name", "D"], PASSWORD, "not a staff number"),
        (["d2", "--role", "dealer", "--name", ""], PASSWORD, "a name has 1 to 80"),
    ],
)
def test_an_account_that_cannot_be_made_changes_nothing(called, tmp_path, words, password, says):
    called("account", "d1", "--role", "dealer", "--name", "Dana", stdin=PASSWORD)
    before = stored(tmp_path)
    assert before is not None
    status, out, err = called("account", *words, stdin=password)
    assert status == 1
    assert says in err
    assert password not in out + err
    assert stored(tmp_path) == before
    assert stored(tmp_path, "d2") is None


def test_a_database_that_does_not_answer_is_told_without_its_password(called):
    url = "postgresql+psycopg://ds:open-sesame@127.0.0.1:1/ds"
    words = ["account", "d1", "--role", "dealer", "--name", "D"]
    status, _, err = called(*words, DEALER_STATION_DATABASE__URL=url)
    assert status == 1
    assert err.startswith("account: the database failed: ")
    assert "open-sesame" not in err
    status, _, err = called(*words, DEALER_STATION_DATABASE__URL="sqlite:///:memory:")
    assert status == 2
    assert err.startswith("database.url: ")


def test_reconcile_recounts_the_stations_own_meters(called, record):
    status, out, _ = called("reconcile", "--database", record / "station.db")
    assert status == 0
    assert out.splitlines()[-1] == "agrees to the last fraction"
    status, out, err = called("reconcile", "--day", "yesterday")
    assert (status, out) == (2, "")
    assert err == "--day: 'yesterday' is no day such as 2026-01-31\n"


def test_a_reader_of_the_output_may_leave_early(tmp_path):
    """As of `play | head -1`: the rest is not wanted, and no stack is shown."""
    read, written = os.pipe()
    os.close(read)
    script = write(tmp_path, GOOD)
    ended = subprocess.run(
        [*COMMAND, "play", str(script)],
        cwd=tmp_path,
        env=environment(),
        stdout=written,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(written)
    assert (ended.returncode, ended.stderr) == (141, "")
