"""What every event store must do, whatever database it stands on: a base class of tests.

A subclass says which `database` (path or URL); `writer` is whom appends go through.
"""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from log_builders import (
    RECORDED_AT,
    content,
    event,
    kinds,
    numbered,
    places,
    request,
    to,
)

from dealer_station.event_log.errors import (
    AlreadyReceived,
    CommandConflict,
    LogClosed,
    LogUnavailable,
    StaleEpoch,
    WrongVersion,
)
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.store import (
    ANY_VERSION,
    Append,
    Appended,
    AppendRequest,
    EventLog,
    NewEvent,
    Receipt,
)


class EventStoreContract:
    """Inherited by a test class per database and way of writing."""

    @pytest.fixture
    def database(self) -> str:
        raise NotImplementedError

    @pytest.fixture
    def log(self, database: str) -> Iterator[EventLog]:
        with EventLog(database) as log:
            yield log

    @pytest.fixture
    def writer(self, log: EventLog) -> Any:
        return log

    # ---------------------------------------------------------------------- append and read

    def test_append_gives_positions_and_versions_in_order(self, writer: Any) -> None:
        first = writer.append(request("c1", to("table/a", 0, *numbered(2))))
        second = writer.append(request("c2", to("table/a", 2), to("progressive/p", ANY_VERSION)))

        assert first == Appended((1, 2), {"table/a": 2})
        assert second == Appended((3, 4), {"table/a": 3, "progressive/p": 1})

    def test_read_gives_back_every_field_byte_for_byte(self, log: EventLog, writer: Any) -> None:
        body = '{"name":"Zoë","text":"a\\nb\\u0000 ♠","z":-5}'.encode()
        writer.append(
            AppendRequest(
                (Append("table/ä", 0, (NewEvent("card_drawn", 7, body),)),),
                command_id="c1",
                content_digest=content("x"),
                epoch=3,
                recorded_at=RECORDED_AT,
                correlation_id="errand",
                causation_id="cause",
            )
        )

        (stored,) = log.read("table/ä")

        assert (stored.position, stored.stream, stored.version) == (1, "table/ä", 1)
        assert (stored.name, stored.schema_version, stored.body) == ("card_drawn", 7, body)
        assert type(stored.body) is bytes
        assert (stored.command_id, stored.correlation_id, stored.causation_id) == (
            "c1",
            "errand",
            "cause",
        )
        assert (stored.epoch, stored.recorded_at) == (3, RECORDED_AT)
        assert stored.previous_digest == bytes(32)
        assert list(log.read_all()) == [stored]

    def test_streams_are_chained_each_by_itself(self, log: EventLog, writer: Any) -> None:
        writer.append(request("c1", to("table/a", 0, *numbered(2)), to("table/b")))
        writer.append(request("c2", to("table/a", 2)))

        rows = list(log.read("table/a"))
        (other,) = log.read("table/b")

        assert [row.previous_digest for row in rows] == [
            bytes(32),
            rows[0].digest,
            rows[1].digest,
        ]
        assert other.previous_digest == bytes(32)

    def test_read_starts_after_a_version_and_read_all_after_a_position(
        self, log: EventLog, writer: Any
    ) -> None:
        writer.append(request("c1", to("table/a", 0, *numbered(3)), to("table/b")))

        assert places(log.read("table/a", after_version=1)) == [
            (2, "table/a", 2),
            (3, "table/a", 3),
        ]
        assert places(log.read_all(after_position=2)) == [(3, "table/a", 3), (4, "table/b", 1)]
        assert places(log.read("table/a", after_version=3)) == []
        assert places(log.read("table/none")) == []

    def test_reading_goes_on_over_many_pages(self, log: EventLog, writer: Any) -> None:
        writer.append(request("c1", to("table/a", 0, *numbered(2500)), to("table/b", 0)))

        assert [row.version for row in log.read("table/a")] == list(range(1, 2501))
        assert [row.position for row in log.read_all()] == list(range(1, 2502))
        assert [row.body for row in log.read("table/a")] == [one.body for one in numbered(2500)]

    def test_a_reader_sees_what_comes_while_it_reads(self, log: EventLog, writer: Any) -> None:
        writer.append(request("c1", to("table/a", 0, *numbered(1000))))
        reader = log.read_all()
        next(reader)
        writer.append(request("c2", to("table/a", 1000)))

        assert sum(1 for _ in reader) == 1000

    def test_version_of_a_stream(self, log: EventLog, writer: Any) -> None:
        writer.append(request("c1", to("table/a", 0, *numbered(4))))

        assert (log.version("table/a"), log.version("table/b")) == (4, 0)

    def test_everything_is_there_after_reopening(self, database: str, log: EventLog) -> None:
        log.append(request("c1", to("table/a", 0, *numbered(3)), received=("shoe", 1, 9)))
        log.set_alive("a", 5)
        before = list(log.read_all())
        log.close()

        with EventLog(database) as again:
            assert list(again.read_all()) == before
            assert again.acknowledged("shoe") == (1, 9)
            assert again.alive_at("a") == 5
            assert again.append(request("c1", to("table/a", 0, *numbered(3)))).is_repeat
            assert again.append(request("c2", to("table/a", 3))).positions == (4,)
            assert verify(again, {}).is_good

    # --------------------------------------------------------------------- expected version

    @pytest.mark.parametrize("expected", [0, 1, 3, 2**62])
    def test_wrong_version_refuses_the_whole_command(
        self, log: EventLog, writer: Any, expected: int
    ) -> None:
        writer.append(request("c1", to("table/a", 0, *numbered(2))))

        with pytest.raises(WrongVersion) as caught:
            writer.append(request("c2", to("progressive/p"), to("table/a", expected)))

        error = caught.value
        assert (error.stream, error.expected, error.actual) == ("table/a", expected, 2)
        assert places(log.read_all()) == [(1, "table/a", 1), (2, "table/a", 2)]
        assert log.version("progressive/p") == 0

    def test_a_refused_command_may_come_again(self, log: EventLog, writer: Any) -> None:
        with pytest.raises(WrongVersion):
            writer.append(request("c1", to("table/a", 1)))

        assert writer.append(request("c1", to("table/a", 0))) == Appended((1,), {"table/a": 1})

    def test_any_version_appends_wherever_the_stream_is(self, writer: Any) -> None:
        for number in (1, 2, 3):
            done = writer.append(request(f"c{number}", to("progressive/p", ANY_VERSION)))
            assert done.versions == {"progressive/p": number}

    def test_an_append_without_events_demands_a_version(self, log: EventLog, writer: Any) -> None:
        writer.append(request("c1", to("progressive/p")))
        guard = Append("progressive/p", 1, ())

        done = writer.append(request("c2", guard, to("table/a")))
        writer.append(request("c3", to("progressive/p")))
        with pytest.raises(WrongVersion):
            writer.append(request("c4", guard, to("table/a")))

        assert done == Appended((2,), {"table/a": 1})
        assert log.version("table/a") == 1

    def test_a_guard_needs_no_lease_and_a_write_does(self, log: EventLog, writer: Any) -> None:
        epoch = log.take_lease("table/a", owner="s1", taken_at=1)
        writer.append(request("c1", to("table/a", 0), epoch=epoch))
        guard = Append("table/a", 1, ())

        guarded = request("c2", guard, to("progressive/p"), epoch=0)
        assert writer.append(guarded).positions == (2,)
        with pytest.raises(StaleEpoch):
            writer.append(request("c3", to("table/a", 1), epoch=0))
        writer.append(request("c4", to("table/a", 1), epoch=epoch))
        with pytest.raises(WrongVersion):
            writer.append(request("c5", guard, to("progressive/p"), epoch=0))

    # ------------------------------------------------------------------------- command ids

    def test_a_repeat_gives_the_first_result_and_writes_nothing(
        self, log: EventLog, writer: Any
    ) -> None:
        command = request("c1", to("table/a", 0, *numbered(2)), to("progressive/p"))
        first = writer.append(command)
        writer.append(request("c2", to("table/a", 2)))
        before = list(log.read_all())

        again = writer.append(command)

        assert again == Appended(first.positions, first.versions, is_repeat=True)
        assert list(log.read_all()) == before

    def test_the_same_command_id_with_other_content_is_a_conflict(
        self, log: EventLog, writer: Any
    ) -> None:
        writer.append(request("c1", to("table/a", 0)))

        with pytest.raises(CommandConflict) as caught:
            writer.append(request("c1", to("table/a", 1), says="something else"))

        assert caught.value.command_id == "c1"
        assert log.version("table/a") == 1

    def test_a_repeat_that_demanded_a_version_gives_the_first_result(self, writer: Any) -> None:
        command = request("c1", Append("progressive/p", 0, ()), to("table/a"))
        first = writer.append(command)
        writer.append(request("c2", to("progressive/p")))

        assert writer.append(command) == Appended(first.positions, first.versions, is_repeat=True)

    # ------------------------------------------------------------------------------ leases

    def test_a_stale_epoch_is_refused(self, log: EventLog, writer: Any) -> None:
        first = log.take_lease("table/a", owner="s1", taken_at=1)
        writer.append(request("c1", to("table/a", 0), epoch=first))
        second = log.take_lease("table/a", owner="s2", taken_at=2)

        for epoch in (first, second + 1):
            with pytest.raises(StaleEpoch) as caught:
                writer.append(request("c2", to("progressive/p"), to("table/a", 1), epoch=epoch))
            assert caught.value.current == second
        done = writer.append(request("c2", to("progressive/p"), to("table/a", 1), epoch=second))

        assert (first, second) == (1, 2)
        assert done.versions == {"progressive/p": 1, "table/a": 2}
        assert [row.epoch for row in log.read("table/a")] == [1, 2]

    def test_the_fence_stands_for_other_connections_too(self, database: str, log: EventLog) -> None:
        log.append(
            request(
                "c1", to("table/a", 0), epoch=log.take_lease("table/a", owner="s1", taken_at=1)
            ),
        )
        with EventLog(database) as other:
            epoch = other.take_lease("table/a", owner="s2", taken_at=2)
            assert log.lease_epoch("table/a") == epoch
            with pytest.raises(StaleEpoch):
                log.append(request("c2", to("table/a", 1), epoch=1))
            other.append(request("c3", to("table/a", 1), epoch=epoch))
            assert log.version("table/a") == 2

    def test_a_stream_without_lease_takes_any_epoch(self, log: EventLog, writer: Any) -> None:
        log.take_lease("table/a", owner="s1", taken_at=1)
        writer.append(request("c1", to("progressive/p"), epoch=9))
        writer.append(request("c2", to("progressive/p"), epoch=2))

        assert [row.epoch for row in log.read("progressive/p")] == [9, 2]
        assert log.lease_epoch("progressive/p") is None

    # ------------------------------------------------------------------- places of devices

    def test_a_fact_is_received_with_its_events(self, log: EventLog, writer: Any) -> None:
        assert log.acknowledged("shoe") is None
        writer.append(request("c1", to("table/a", 0), received=("shoe", 4, 17)))

        assert log.acknowledged("shoe") == (4, 17)
        assert log.acknowledged("other") is None

    def test_a_refused_command_leaves_its_fact_unreceived(self, log: EventLog, writer: Any) -> None:
        with pytest.raises(WrongVersion):
            writer.append(request("c1", to("table/a", 5), received=("shoe", 1, 1)))

        assert log.acknowledged("shoe") is None

    @pytest.mark.parametrize("place", [(2, 5), (2, 4), (1, 9)])
    def test_a_fact_received_before_is_refused(
        self, log: EventLog, writer: Any, place: tuple[int, int]
    ) -> None:
        writer.append(request("c1", to("table/a", 0), received=("shoe", 2, 5)))

        with pytest.raises(AlreadyReceived) as caught:
            writer.append(request("c2", to("table/a", 1), received=("shoe", *place)))
        with pytest.raises(AlreadyReceived):
            writer.record_received(("shoe", *place), RECORDED_AT)

        assert (caught.value.place, caught.value.acknowledged) == (place, (2, 5))
        assert log.version("table/a") == 1
        assert log.acknowledged("shoe") == (2, 5)

    def test_a_command_sent_again_repeats_although_its_fact_is_received(self, writer: Any) -> None:
        command = request("c1", to("table/a", 0), received=("shoe", 2, 5))
        writer.append(command)

        assert writer.append(command).is_repeat

    def test_a_fact_without_events_moves_the_place(self, log: EventLog, writer: Any) -> None:
        writer.record_received(("shoe", 1, 1), RECORDED_AT)
        writer.record_received(("shoe", 1, 2), RECORDED_AT)
        writer.record_received(("shoe", 2, 1), RECORDED_AT)

        assert log.acknowledged("shoe") == (2, 1)
        assert places(log.read_all()) == []

    # ------------------------------------------------------------------------------ groups

    def test_a_group_refuses_the_stale_one_alone(self, log: EventLog) -> None:
        log.append(request("c0", to("table/a", 0)))

        outcomes = log.append_group(
            [
                request("c1", to("table/a", 1)),
                request("c2", to("table/b", 0), to("table/a", 1)),
                Receipt(("shoe", 1, 1), RECORDED_AT),
                request("c3", to("table/a", 2, *numbered(2))),
                request("c1", to("table/a", 1)),
                request("c3", to("table/a", 4), says="other"),
                Receipt(("shoe", 1, 1), RECORDED_AT),
            ]
        )

        assert kinds(outcomes) == [
            "Appended",
            "WrongVersion",
            "receipt",
            "Appended",
            "Appended",
            "CommandConflict",
            "AlreadyReceived",
        ]
        assert outcomes[4] == Appended((2,), {"table/a": 2}, is_repeat=True)
        assert places(log.read_all()) == [
            (1, "table/a", 1),
            (2, "table/a", 2),
            (3, "table/a", 3),
            (4, "table/a", 4),
        ]
        assert log.acknowledged("shoe") == (1, 1)
        assert verify(log, {}).is_good

    def test_a_group_of_refusals_writes_nothing(self, log: EventLog) -> None:
        outcomes = log.append_group([request("c1", to("table/a", 3)), request("c2", to("b", 3))])

        assert kinds(outcomes) == ["WrongVersion", "WrongVersion"]
        assert log.append_group([]) == []
        assert log.append(request("c1", to("table/a", 0))).positions == (1,)

    # ------------------------------------------------------------------------- concurrency

    def test_threads_lose_nothing_and_leave_no_gap(self, log: EventLog, writer: Any) -> None:
        failures: list[BaseException] = []

        def deal(name: str) -> None:
            try:
                for number in range(25):
                    writer.append(
                        request(
                            f"{name}-{number}", to(f"table/{name}", number), to("progressive/p")
                        ),
                    )
            except BaseException as error:  # noqa: BLE001 - shown by the test
                failures.append(error)

        threads = [threading.Thread(target=deal, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert failures == []
        assert [row.position for row in log.read_all()] == list(range(1, 201))
        assert log.version("progressive/p") == 100
        assert verify(log, {}).is_good

    def test_one_of_two_who_expect_the_same_version_wins(self, log: EventLog, writer: Any) -> None:
        start, results = threading.Barrier(4), []

        def race(name: str) -> None:
            start.wait()
            try:
                results.append(writer.append(request(name, to("table/a", 0))))
            except WrongVersion as error:
                results.append(error)

        threads = [threading.Thread(target=race, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(type(one).__name__ for one in results) == ["Appended"] + ["WrongVersion"] * 3
        assert log.version("table/a") == 1

    # ------------------------------------------------------- notes of the station, closing

    def test_the_heartbeat_of_a_table_is_kept_apart_from_the_record(self, log: EventLog) -> None:
        assert log.alive_at("t1") is None
        log.set_alive("t1", 5)
        log.set_alive("t1", 6)
        log.set_alive("t2", 1)

        assert (log.alive_at("t1"), log.alive_at("t2")) == (6, 1)
        assert places(log.read_all()) == []
        assert log.station_state("alive/t1") == "6"

    def test_a_closed_log_refuses_everything(self, log: EventLog) -> None:
        log.close()
        log.close()

        with pytest.raises(LogClosed):
            log.append(request("c1", to("table/a")))
        with pytest.raises(LogClosed):
            log.version("table/a")

    def test_a_log_opened_for_reading_is_not_written(self, database: str, log: EventLog) -> None:
        log.append(request("c1", to("table/a", 0)))

        with EventLog(database, read_only=True) as reader:
            assert reader.version("table/a") == 1
            with pytest.raises(LogUnavailable):
                reader.append(request("c2", to("table/a", 1)))
            with pytest.raises(LogUnavailable):
                reader.set_alive("a", 1)

    @pytest.mark.parametrize(
        ("broken", "words"),
        [
            (lambda: request("", to("a")), "command_id must be"),
            (lambda: request("nul\0", to("a")), "command_id must be"),
            (lambda: request("half \ud800", to("a")), "surrogates not allowed"),
            (lambda: request("c", to("")), "stream must be"),
            (lambda: request("c", to("table/a", -1)), "expected_version must be"),
            (lambda: request("c", to("table/a"), to("table/a")), "a stream stands twice"),
            (lambda: request("c", to("a"), epoch=2**63), "epoch must be"),
            (lambda: request("c", to("table/a", 0, event(name="a\0"))), "event name must be"),
            (lambda: request("c", to("a"), received=("", 1, 1)), "device_id must be"),
            (lambda: request("c"), "a command that writes no event"),
            (lambda: request("c", Append("table/a", 0, ())), "a command that writes no event"),
        ],
    )
    def test_a_malformed_request_never_reaches_the_database(self, broken: Any, words: str) -> None:
        with pytest.raises(ValueError, match=words):
            broken()
