"""A database that others open at the same moment is opened all the same."""

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection

from dealer_station.event_log import engines
from dealer_station.event_log.store import EventLog
from dealer_station.people.storage import open_engine, writing

ON_DISK = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": engines.BUSY_TIMEOUT_MS}
"""What a connection that writes must say: a commit has reached the disk, others are waited for."""


def told(connection: Connection) -> dict[str, object]:
    return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ON_DISK}


def test_fc_147_record_and_accounts_are_on_the_disk_before_a_commit_ends(tmp_path: Path):
    path = str(tmp_path / "station.db")
    with EventLog(path) as log, log.write_transaction() as connection:
        assert told(connection) == ON_DISK
    engine = open_engine(path)
    with writing(engine) as connection:
        assert told(connection) == ON_DISK
    engine.dispose()


@pytest.fixture
def held(tmp_path: Path):
    """A file that keeps no write-ahead log yet, and a connection that is reading it."""
    path = tmp_path / "record.db"
    reader = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    reader.execute("CREATE TABLE round (number)")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM round").fetchall()
    yield path, reader
    reader.close()


def test_a_file_that_another_is_reading_gets_its_write_ahead_log_when_he_is_done(held):
    path, reader = held
    impatient = sqlite3.connect(path, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        impatient.execute("PRAGMA journal_mode=WAL")
    soon = threading.Timer(0.3, reader.execute, ("COMMIT",))
    soon.start()
    engines.use_write_ahead_log(impatient)
    soon.join()
    assert impatient.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    impatient.close()


def test_another_who_does_not_end_is_not_waited_for_without_end(held, monkeypatch):
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_MS", 200)
    path, _reader = held
    waiting = sqlite3.connect(path, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        engines.use_write_ahead_log(waiting)
    waiting.close()
