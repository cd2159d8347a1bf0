"""The contract of a controller's record: in memory, and on both databases."""

from collections.abc import Iterator
from typing import Any

import pytest
from record_contract import RecordContract

from dealer_station.clock import VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics


class TestMemoryRecord(RecordContract):
    @pytest.fixture
    def record(self) -> Any:
        return MemoryRecord()


class TestLogRecord(RecordContract):
    @pytest.fixture
    def record(self, either_database: str) -> Iterator[Any]:
        with EventLog(either_database) as log, GroupWriter(log) as writer:
            yield LogRecord(log, writer, Metrics(), VirtualClock())
