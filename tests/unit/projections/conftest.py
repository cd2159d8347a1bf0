"""A record on disk for every test: its tables are made once and copied."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from recorded_play import Recorded, recorded_in

from dealer_station.event_log.store import EventLog


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("empty") / "log.db"
    EventLog(str(path)).close()
    return path


@pytest.fixture
def recorded(tmp_path: Path, empty_database: Path) -> Iterator[Recorded]:
    path = tmp_path / "log.db"
    shutil.copy(empty_database, path)
    with recorded_in(str(path)) as opened:
        yield opened
