import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from log_builders import RECORDED_AT, request, to

from dealer_station.event_log.errors import (
    CommandConflict,
    LogClosed,
    LogUnavailable,
    WrongVersion,
)
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.planning import Outcome
from dealer_station.event_log.record import AppendRequest, Receipt
from dealer_station.event_log.store import Appended, EventLog


class WatchedLog(EventLog):
    """A real log that tells how its appends were grouped, and can be told to fail."""

    def __init__(self, database: str) -> None:
        super().__init__(database)
        self.groups: list[int] = []
        self.fault: BaseException | None = None
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def append_group(self, requests: Sequence[AppendRequest | Receipt]) -> list[Outcome]:
        self.may_go_on.wait(20)
        self.groups.append(len(requests))
        if self.fault is not None:
            raise self.fault
        return super().append_group(requests)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[WatchedLog]:
    with WatchedLog(str(tmp_path / "log.db")) as log:
        yield log


def wait_for_the_first(log: WatchedLog, writer: GroupWriter) -> Any:
    """Hand in a request that the writer takes alone and cannot finish yet."""
    log.may_go_on.clear()
    first = writer.submit(request("first", to("table/first", 0)))
    while not first.running():
        pass
    return first


def test_what_waits_is_committed_together(log: WatchedLog) -> None:
    with GroupWriter(log) as writer:
        first = wait_for_the_first(log, writer)
        futures = [writer.submit(request(f"c{n}", to("table/a", n))) for n in range(5)]
        futures.append(writer.submit(request("late", to("table/a", 1))))
        futures.append(writer.submit(Receipt(("shoe", 1, 1), RECORDED_AT)))
        log.may_go_on.set()

        assert first.result() == Appended((1,), {"table/first": 1})
        assert [future.result() for future in futures[:5]] == [
            Appended((n + 2,), {"table/a": n + 1}) for n in range(5)
        ]
        assert isinstance(futures[5].exception(), WrongVersion)
        assert futures[6].result() is None
    assert log.groups == [1, 7]
    assert log.acknowledged("shoe") == (1, 1)


def test_a_group_is_bounded(log: WatchedLog) -> None:
    with GroupWriter(log, group_max=3) as writer:
        wait_for_the_first(log, writer)
        futures = [writer.submit(request(f"c{n}", to("table/a", n))) for n in range(7)]
        log.may_go_on.set()
        for future in futures:
            future.result()
    assert log.groups == [1, 3, 3, 1]


def test_close_commits_what_waits_and_refuses_the_rest(log: WatchedLog) -> None:
    writer = GroupWriter(log)
    wait_for_the_first(log, writer)
    waiting = writer.submit(request("c1", to("table/a", 0)))
    closing = threading.Thread(target=writer.close)
    closing.start()
    log.may_go_on.set()
    closing.join()

    assert waiting.result() == Appended((2,), {"table/a": 1})
    with pytest.raises(LogClosed):
        writer.submit(request("c2", to("table/a", 1)))
    writer.close()
    assert log.version("table/a") == 1
    assert "event-log-writer" not in {thread.name for thread in threading.enumerate()}


def test_a_failing_database_is_heard_by_all_and_survived(log: WatchedLog) -> None:
    with GroupWriter(log) as writer:
        log.fault = LogUnavailable("gone")
        wait_for_the_first(log, writer)
        futures = [writer.submit(request(f"c{n}", to("table/a", n))) for n in range(5)]
        log.may_go_on.set()
        for future in futures:
            with pytest.raises(LogUnavailable, match="gone"):
                future.result()
        # the first alone, the five together, two of them singly, then no more
        assert log.groups == [1, 5, 1, 1]
        log.fault = None

        assert writer.append(request("c0", to("table/a", 0))).versions == {"table/a": 1}


@pytest.mark.parametrize("fault", [AssertionError("broken"), KeyboardInterrupt(), MemoryError()])
def test_a_fault_of_the_thread_reaches_every_caller(log: WatchedLog, fault: BaseException) -> None:
    writer = GroupWriter(log, group_max=2)
    log.fault = fault
    first = wait_for_the_first(log, writer)
    futures = [writer.submit(request(f"c{n}", to("table/a", n))) for n in range(5)]
    log.may_go_on.set()

    assert [future.exception() for future in (first, *futures)] == [fault] * 6
    with pytest.raises(LogClosed, match="died") as caught:
        writer.append(request("later", to("table/a", 0)))
    assert caught.value.__cause__ is fault
    writer.close()


def test_a_cancelled_request_is_not_written(log: WatchedLog) -> None:
    with GroupWriter(log) as writer:
        wait_for_the_first(log, writer)
        cancelled = writer.submit(request("c1", to("table/a", 0)))
        kept = writer.submit(request("c2", to("table/b", 0)))
        assert cancelled.cancel()
        log.may_go_on.set()
        kept.result()
    assert (log.version("table/a"), log.version("table/b")) == (0, 1)


def test_refusals_are_raised_to_the_caller(log: WatchedLog) -> None:
    with GroupWriter(log) as writer:
        writer.append(request("c1", to("table/a", 0)))
        with pytest.raises(CommandConflict):
            writer.append(request("c1", to("table/a", 0), says="other"))
        with pytest.raises(WrongVersion):
            writer.append(request("c2", to("table/a", 0)))


def test_it_serves_an_event_loop(log: WatchedLog) -> None:
    async def append_many(writer: GroupWriter) -> list[Any]:
        futures = [
            asyncio.wrap_future(writer.submit(request(f"c{n}", to(f"table/{n}", 0))))
            for n in range(50)
        ]
        return await asyncio.gather(*futures)

    with GroupWriter(log) as writer:
        results = asyncio.run(append_many(writer))
    assert sorted(one.positions[0] for one in results) == list(range(1, 51))
    assert len(log.groups) < 50


def test_a_group_of_none_is_refused(log: WatchedLog) -> None:
    with pytest.raises(ValueError, match="at least one"):
        GroupWriter(log, group_max=0)
