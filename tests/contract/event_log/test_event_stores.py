"""The contract of the event store, on SQLite and PostgreSQL, written to directly and in groups."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from event_store_contract import EventStoreContract

from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog


class TestSqliteStore(EventStoreContract):
    @pytest.fixture
    def database(self, tmp_path: Path) -> str:
        return str(tmp_path / "log.db")


class TestPostgresqlStore(EventStoreContract):
    @pytest.fixture
    def database(self, postgresql_database: str) -> str:
        return postgresql_database


class TestSqliteGroupWriter(TestSqliteStore):
    @pytest.fixture
    def writer(self, log: EventLog) -> Iterator[Any]:
        with GroupWriter(log) as writer:
            yield writer


class TestPostgresqlGroupWriter(TestPostgresqlStore):
    @pytest.fixture
    def writer(self, log: EventLog) -> Iterator[Any]:
        with GroupWriter(log) as writer:
            yield writer
