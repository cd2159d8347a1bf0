"""Reading a record leaves its files as they were. SQLite: PostgreSQL's are the server's own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from log_builders import numbered, request, to

from dealer_station.event_log import private_copy
from dealer_station.event_log.commands import replay_command, verify_command
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.store import EventLog

_WRITE_AND_DIE = """
import os, signal, sys
from log_builders import numbered, request, to
from dealer_station.event_log.store import EventLog
log = EventLog(sys.argv[1])
log.append(request("c1", to("table/a", 0, *numbered(3))))
log.append(request("c2", to("table/a", 3, *numbered(2, 4))))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a station left which was killed: five rows, in the write-ahead log alone."""
    folder = tmp_path_factory.mktemp("killed")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", _WRITE_AND_DIE, str(folder / "log.db")]
    ended = subprocess.run(command, env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert sorted(path.name for path in folder.iterdir()) == ["log.db", "log.db-shm", "log.db-wal"]
    return folder


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    load_or_create(tmp_path / "keys", "seal")
    return tmp_path / "keys"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files; nothing may be left in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def folder_of(killed: Path, folder: Path, parts: Sequence[str]) -> Path:
    """Evidence: some of the files of the killed station, in a folder of their own."""
    folder.mkdir()
    for part in parts:
        shutil.copy(killed / f"log.db{part}", folder / f"log.db{part}")
    return folder


def digests(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def read_by_every_command(database: Path, keys: Path, capsys: Any) -> None:
    assert verify_command(str(database), keys, json=False) == 0
    assert capsys.readouterr().out.startswith("5 rows in 1 streams")
    assert replay_command(str(database), "a", canonical=False) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


@pytest.mark.parametrize("parts", [("", "-wal"), ("", "-wal", "-shm")])
def test_what_a_killed_station_left_is_read_and_stays_as_it_is(
    killed: Path, tmp_path: Path, keys: Path, temporary: Path, capsys: Any, parts: Sequence[str]
) -> None:
    folder = folder_of(killed, tmp_path / "evidence", parts)
    before = digests(folder)

    read_by_every_command(folder / "log.db", keys, capsys)

    after = digests(folder)
    assert after.keys() == before.keys()
    # SQLite's index of the write-ahead log, where it lies there already, is no evidence.
    assert {name for name in before if before[name] != after[name]} <= {"log.db-shm"}
    with EventLog(str(folder / "log.db")) as log:
        assert log.append(request("c3", to("table/a", 5))).positions == (6,)
    assert temporary.exists()


def test_a_closed_record_is_read_and_nothing_is_put_beside_it(
    tmp_path: Path, keys: Path, temporary: Path, capsys: Any
) -> None:
    folder = tmp_path / "an odd?name #1%20"
    folder.mkdir()
    with EventLog(str(folder / "log.db")) as log:
        log.append(request("c1", to("table/a", 0, *numbered(5))))
        # While a station has it open it is read in place.
        read_by_every_command(folder / "log.db", keys, capsys)
    (tmp_path / "link.db").symlink_to(folder / "log.db")
    before = digests(folder)
    assert before.keys() == {"log.db"}

    read_by_every_command(tmp_path / "link.db", keys, capsys)

    assert digests(folder) == before
    assert not list(tmp_path.glob("link.db-*"))


def test_a_reader_of_a_closed_record_is_not_disturbed_by_a_station_that_starts(
    tmp_path: Path, temporary: Path
) -> None:
    path = str(tmp_path / "log.db")
    with EventLog(path) as log:
        log.append(request("c1", to("table/a", 0)))
    with EventLog(path, read_only=True) as reader:
        with EventLog(path) as log:
            log.append(request("c2", to("table/a", 1)))
        assert len(list(temporary.iterdir())) == 1
        report = verify(reader, {})
    assert (report.rows, report.findings) == (1, ())


def test_a_station_that_starts_while_its_record_is_copied_is_read_in_place(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.db"
    with EventLog(str(path)) as log:
        log.append(request("c1", to("table/a", 0)))
    started: list[EventLog] = []
    copy = shutil.copyfile

    def copy_while_a_station_starts(source: str, target: str) -> None:
        copy(source, target)
        started.append(EventLog(str(path)))
        started[0].append(request("c2", to("table/a", 1)))

    monkeypatch.setattr(private_copy.shutil, "copyfile", copy_while_a_station_starts)
    with EventLog(str(path), read_only=True) as reader:
        assert verify(reader, {}).rows == 2
        assert list(temporary.iterdir()) == []
    assert len(started) == 1
    started[0].close()


def test_a_copy_that_cannot_be_made_is_told(
    tmp_path: Path, keys: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    path = tmp_path / "log.db"
    EventLog(str(path)).close()
    copy = shutil.copyfile

    def copy_and_touch(source: str, target: str) -> None:
        copy(source, target)
        os.utime(path)

    monkeypatch.setattr(private_copy.shutil, "copyfile", copy_and_touch)
    with pytest.raises(LogUnavailable, match="changes while it is copied"):
        EventLog(str(path), read_only=True)

    def no_room(source: str, target: str) -> None:
        raise OSError(28, "No space left on device", target)

    monkeypatch.setattr(private_copy.shutil, "copyfile", no_room)
    assert verify_command(str(path), keys, json=False) == 2
    assert "cannot be copied to be read: [Errno 28] No space left" in capsys.readouterr().err
    assert temporary.exists()
