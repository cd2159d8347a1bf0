"""What every record of a controller must do (`controller.ports.Record`): a base class of tests.

A subclass gives the `record`. The store beneath has a contract of its own; this one is about what
a table relies on, so that scripts in memory and live tables on a database behave alike.
"""

import threading
from typing import Any

import pytest
from log_builders import RECORDED_AT, content, event, numbered, to

from dealer_station.event_log.digests import row_digest
from dealer_station.event_log.errors import AlreadyReceived, CommandConflict, WrongVersion
from dealer_station.event_log.record import (
    ANY_VERSION,
    NO_DIGEST,
    Append,
    Appended,
    AppendRequest,
    NewEvent,
)


def send(
    record: Any,
    command_id: str,
    *appends: Append,
    says: str | None = None,
    epoch: int = 1,
    received: tuple[str, int, int] | None = None,
) -> Appended:
    """Append a command; what it says follows from its id unless told otherwise."""
    appended: Appended = record.append(
        AppendRequest(
            appends,
            command_id=command_id,
            content_digest=content(says if says is not None else command_id),
            epoch=epoch,
            recorded_at=RECORDED_AT,
            received=received,
        )
    )
    return appended


class RecordContract:
    """Inherited by a test class per record."""

    @pytest.fixture
    def record(self) -> Any:
        raise NotImplementedError

    def test_append_gives_positions_and_versions_in_order(self, record):
        first = send(record, "c1", to("table/a", 0, *numbered(2)))
        second = send(record, "c2", to("table/a", 2), to("progressive/p", ANY_VERSION))
        assert first == Appended((1, 2), {"table/a": 2})
        assert second == Appended((3, 4), {"table/a": 3, "progressive/p": 1})
        assert (record.version("table/a"), record.version("table/b")) == (3, 0)

    def test_read_gives_back_every_field(self, record):
        body = '{"name":"Zoë","text":"a\\nb ♠"}'.encode()
        send(record, "c1", Append("table/a", 0, (NewEvent("card_drawn", 7, body),)), epoch=3)
        (stored,) = record.read("table/a")
        assert (stored.position, stored.stream, stored.version) == (1, "table/a", 1)
        assert (stored.name, stored.schema_version, stored.body) == ("card_drawn", 7, body)
        assert type(stored.body) is bytes
        assert (stored.command_id, stored.correlation_id, stored.causation_id) == ("c1", None, None)
        assert (stored.epoch, stored.recorded_at) == (3, RECORDED_AT)

    def test_rows_are_chained_by_the_digest_of_the_log(self, record):
        send(record, "c1", to("table/a", 0, *numbered(2)), to("table/b", 0))
        previous = NO_DIGEST
        for row in record.read("table/a"):
            assert row.previous_digest == previous
            columns = (
                row.position,
                row.stream,
                row.version,
                row.name,
                row.schema_version,
                row.recorded_at,
                row.command_id,
                row.correlation_id,
                row.causation_id,
                row.epoch,
            )
            assert row.digest == row_digest(previous, content("c1"), columns, row.body)
            previous = row.digest
        (other,) = record.read("table/b")
        assert other.previous_digest == NO_DIGEST

    def test_read_starts_after_a_version(self, record):
        send(record, "c1", to("table/a", 0, *numbered(5)))
        assert [row.version for row in record.read("table/a", 3)] == [4, 5]
        assert list(record.read("table/a", 5)) == []
        assert list(record.read("table/a", 9)) == []
        assert list(record.read("table/nobody")) == []

    def test_what_is_read_does_not_change_with_what_comes(self, record):
        send(record, "c1", to("table/a", 0, *numbered(2)))
        before = list(record.read("table/a"))
        send(record, "c2", to("table/a", 2))
        assert list(record.read("table/a"))[:2] == before

    @pytest.mark.parametrize("expected", [0, 1, 3, 2**62])
    def test_a_wrong_version_refuses_the_whole_command(self, record, expected):
        send(record, "c1", to("table/a", 0, *numbered(2)))
        with pytest.raises(WrongVersion) as caught:
            send(record, "c2", to("progressive/p"), to("table/a", expected), received=("s", 1, 1))
        error = caught.value
        assert (error.stream, error.expected, error.actual) == ("table/a", expected, 2)
        assert (record.version("table/a"), record.version("progressive/p")) == (2, 0)
        assert record.committed("c2", content("c2")) is None
        assert send(record, "c2", to("table/a", 2), received=("s", 1, 1)).positions == (3,)

    def test_a_guard_without_events_demands_a_version(self, record):
        send(record, "c1", to("progressive/p", 0))
        guard = Append("progressive/p", 1, ())
        assert send(record, "c2", guard, to("table/a", 0)).positions == (2,)
        send(record, "c3", to("progressive/p"))
        with pytest.raises(WrongVersion):
            send(record, "c4", guard, to("table/a", 1))

    def test_a_repeat_gives_the_first_result_and_writes_nothing(self, record):
        appends = (to("table/a", 0, *numbered(2)), to("progressive/p"))
        first = send(record, "c1", *appends)
        send(record, "c2", to("table/a", 2))
        again = send(record, "c1", *appends)
        assert again == Appended(first.positions, first.versions, is_repeat=True)
        assert record.version("table/a") == 3

    def test_the_same_id_with_other_content_is_a_conflict(self, record):
        send(record, "c1", to("table/a", 0))
        with pytest.raises(CommandConflict):
            send(record, "c1", to("table/a", 1), says="something else")
        with pytest.raises(CommandConflict):
            record.committed("c1", content("something else"))
        assert record.version("table/a") == 1

    def test_what_a_command_has_written_can_be_asked(self, record):
        assert record.committed("c1", content("c1")) is None
        send(record, "c0", to("table/b", 0))
        send(record, "c1", to("table/a", 0, *numbered(2)), to("progressive/p"))
        send(record, "c2", to("table/a", 2))
        assert record.committed("c1", content("c1")) == Appended(
            (2, 3, 4), {"table/a": 2, "progressive/p": 1}, is_repeat=True
        )

    @pytest.mark.parametrize("appends", [(), (Append("table/a", 1, ()),)])
    def test_a_command_without_events_is_not_recorded(self, record, appends):
        send(record, "c0", to("table/a", 0))
        with pytest.raises(ValueError, match="writes no event"):
            send(record, "c1", *appends)
        assert record.committed("c1", content("c1")) is None

    def test_a_fact_is_received_with_its_events_or_without(self, record):
        send(record, "c1", to("table/a", 0), received=("shoe", 1, 1))
        record.record_received(("shoe", 1, 2), RECORDED_AT)
        send(record, "c2", to("table/a", 1), received=("shoe", 2, 1))
        assert record.version("table/a") == 2

    @pytest.mark.parametrize("place", [(2, 5), (2, 4), (1, 9)])
    def test_a_fact_received_before_is_refused_whole(self, record, place):
        send(record, "c1", to("table/a", 0), received=("shoe", 2, 5))
        with pytest.raises(AlreadyReceived) as caught:
            send(record, "c2", to("table/a", 1), received=("shoe", *place))
        with pytest.raises(AlreadyReceived):
            record.record_received(("shoe", *place), RECORDED_AT)
        assert (caught.value.place, caught.value.acknowledged) == (place, (2, 5))
        assert record.version("table/a") == 1

    @pytest.mark.parametrize("fault", ["no command id", "a stream twice", "a body of text"])
    def test_a_malformed_request_is_a_programmers_error_and_writes_nothing(self, record, fault):
        appends = [to("table/a", 0)]
        if fault == "a stream twice":
            appends *= 2
        elif fault == "a body of text":
            appends = [Append("table/a", 0, (NewEvent("card_drawn", 1, "{}"),))]  # type: ignore[arg-type] # the fault
        with pytest.raises(ValueError):  # noqa: PT011 - each says it in words of its own
            send(record, "" if fault == "no command id" else "c1", *appends)
        assert record.version("table/a") == 0

    def test_threads_lose_nothing_and_leave_no_gap(self, record):
        failures = []

        def deal(name):
            try:
                for number in range(10):
                    send(
                        record, f"{name}-{number}", to(f"table/{name}", number), to("progressive/p")
                    )
            except BaseException as error:  # noqa: BLE001 - shown by the test
                failures.append(error)

        threads = [threading.Thread(target=deal, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        rows = [row for name in "abcd" for row in record.read(f"table/{name}")]
        rows += record.read("progressive/p")
        assert sorted(row.position for row in rows) == list(range(1, 81))

    def test_one_of_two_who_expect_the_same_version_wins(self, record):
        start, results = threading.Barrier(4), []

        def race(name):
            start.wait()
            try:
                results.append(send(record, name, to("table/a", 0)))
            except WrongVersion as error:
                results.append(error)

        threads = [threading.Thread(target=race, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(type(one).__name__ for one in results) == ["Appended"] + ["WrongVersion"] * 3
        assert [row.body for row in record.read("table/a")] == [event().body]

    def test_the_events_of_a_command_are_found_by_its_id(self, record):
        send(record, "c1", to("table/a", 0, *numbered(2)))
        send(record, "c2", to("table/a", 2), to("progressive/p", ANY_VERSION))
        found = list(record.of_command("c2"))
        assert [(one.stream, one.version) for one in found] == [
            ("table/a", 3),
            ("progressive/p", 1),
        ]
        assert found[0] == list(record.read("table/a"))[2]
        assert list(record.of_command("c3")) == []
