"""The event log as a record: what it counts. How it records is tests/record_contract.py."""

import pytest
from log_builders import numbered, to
from record_contract import send

from dealer_station.clock import VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.errors import LogClosed, StaleEpoch, WrongVersion
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics


@pytest.fixture
def log(tmp_path):
    with EventLog(str(tmp_path / "log.db")) as log:
        yield log


@pytest.fixture
def metrics():
    return Metrics()


@pytest.fixture
def writer(log):
    with GroupWriter(log) as writer:
        yield writer


@pytest.fixture
def record(log, writer, metrics):
    return LogRecord(log, writer, metrics, VirtualClock())


def appended(metrics, stream):
    return metrics.registry.get_sample_value("ds_events_appended_total", {"stream": stream})


def test_events_are_counted_by_stream_and_repeats_are_not(record, metrics):
    for _ in range(2):
        send(record, "c1", to("table/a", 0, *numbered(3)), to("progressive/p"))
    assert (appended(metrics, "table/a"), appended(metrics, "progressive/p")) == (3, 1)
    assert metrics.registry.get_sample_value("ds_append_seconds_count") == 2


def test_a_refused_append_counts_nothing(record, metrics):
    with pytest.raises(WrongVersion):
        send(record, "c1", to("table/a", 7))
    assert appended(metrics, "table/a") is None


def test_what_was_appended_is_in_the_log_at_once(record, log):
    done = send(record, "c1", to("table/a", 0, *numbered(2)), received=("shoe", 1, 4))
    assert tuple(row.position for row in log.read_all()) == done.positions
    assert log.acknowledged("shoe") == (1, 4)


def test_a_station_that_lost_its_lease_cannot_write(record, log):
    epoch = log.take_lease("table/a", owner="s1", taken_at=1)
    send(record, "c1", to("table/a", 0), epoch=epoch)
    log.take_lease("table/a", owner="s2", taken_at=2)
    with pytest.raises(StaleEpoch):
        send(record, "c2", to("progressive/p"), to("table/a", 1), epoch=epoch)
    assert (record.version("table/a"), record.version("progressive/p")) == (1, 0)


def test_after_the_writer_is_closed_nothing_is_written(record, writer):
    writer.close()
    with pytest.raises(LogClosed):
        send(record, "c1", to("table/a", 0))
    with pytest.raises(LogClosed):
        record.record_received(("shoe", 1, 1), 5)
