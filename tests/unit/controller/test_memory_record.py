"""What only the record in memory promises; the rest is tests/record_contract.py."""

from log_builders import RECORDED_AT, numbered, to
from record_contract import send

from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.event_log.store import EventLog


def test_records_do_not_share_anything():
    one, other = MemoryRecord(), MemoryRecord()
    send(one, "c1", to("table/a", 0))
    assert other.version("table/a") == 0
    assert send(other, "c1", to("table/a", 0)).is_repeat is False


def test_rows_are_those_that_a_log_on_disk_would_hold(tmp_path):
    """Digests included: a script's record could be written down and verified."""
    memory = MemoryRecord()
    with EventLog(str(tmp_path / "log.db")) as log:
        for record in (memory, log):
            send(record, "c1", to("table/a", 0, *numbered(3)), to("progressive/p"))
            record.record_received(("shoe", 1, 1), RECORDED_AT)
            send(record, "c2", to("table/a", 3), received=("shoe", 1, 2))
        for stream in ("table/a", "progressive/p"):
            assert list(memory.read(stream)) == list(log.read(stream))


def test_an_iteration_that_has_begun_is_not_disturbed():
    record = MemoryRecord()
    send(record, "c1", to("table/a", 0, *numbered(3)))
    rows = record.read("table/a")
    next(rows)
    send(record, "c2", to("table/a", 3))
    assert [row.version for row in rows] == [2, 3]
