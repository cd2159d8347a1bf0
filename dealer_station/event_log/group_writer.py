"""One thread that commits whatever waits, in one transaction: many callers, one sync of the disk.

While one group is being made durable the next gathers. Callers block (`append`) or hold a
future (`submit`, for asyncio through `asyncio.wrap_future`). A refused append is refused alone.
When a transaction as a whole fails, its requests are tried once more by themselves, so that one
that the database cannot take does not fail its neighbours; the command id makes that safe. Two
failures in a row mean that the database is gone, and the rest of the group is told at once.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Final, NamedTuple, Self

from dealer_station.event_log.errors import AppendRefused, EventLogError, LogClosed
from dealer_station.event_log.planning import Outcome
from dealer_station.event_log.record import Appended, AppendRequest, Receipt
from dealer_station.event_log.store import EventLog

GROUP_MAX: Final = 256
"""Requests committed by one transaction: bounds how long the first of them waits."""

_FAILURES_IN_A_ROW: Final = 2


class _Waiting(NamedTuple):
    request: AppendRequest | Receipt
    future: Future[Outcome]


class GroupWriter:
    """Writes to one log from a thread of its own, which starts at once and ends with `close`.

    Closing the writer leaves the log open. The errors are the log's; after `close` LogClosed.
    """

    def __init__(self, log: EventLog, *, group_max: int = GROUP_MAX) -> None:
        if group_max < 1:
            raise ValueError(f"a group holds at least one request, not {group_max}")
        self._log = log
        self._group_max = group_max
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_closed = False
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="event-log-writer", daemon=True)
        self._thread.start()

    def submit(self, request: AppendRequest | Receipt) -> Future[Outcome]:
        """Hand a request over; the future gives its result or raises its refusal or failure."""
        future: Future[Outcome] = Future()
        with self._lock:
            if self._fault is not None:
                raise LogClosed("the writer of the event log has died") from self._fault
            if self._is_closed:
                raise LogClosed("the writer of the event log is closed")
            self._queue.put(_Waiting(request, future))
        return future

    def append(self, request: AppendRequest) -> Appended:
        """Like `EventLog.append`, but together with what else is waiting."""
        outcome = self.submit(request).result()
        assert isinstance(outcome, Appended)
        return outcome

    def record_received(self, received: tuple[str, int, int], received_at: int) -> None:
        """Like `EventLog.record_received`, but together with what else is waiting."""
        self.submit(Receipt(received, received_at)).result()

    def close(self) -> None:
        """Commit what waits, then end the thread. May be called twice."""
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self) -> None:
        group: list[_Waiting] = []
        try:
            is_last = False
            while not is_last:
                group, is_last = self._gather()
                self._commit(group)
        except BaseException as fault:  # noqa: BLE001 - it is handed to every caller
            self._die(fault, group)

    def _gather(self) -> tuple[list[_Waiting], bool]:
        """Wait for a request, then take what else is there; True: nothing comes after these."""
        first = self._queue.get()
        if first is None:
            return [], True
        group = [first]
        with suppress(Empty):
            while len(group) < self._group_max:
                waiting = self._queue.get_nowait()
                if waiting is None:
                    return group, True
                group.append(waiting)
        return group, False

    def _commit(self, group: Sequence[_Waiting]) -> None:
        live = [one for one in group if one.future.set_running_or_notify_cancel()]
        if not live:
            return
        try:
            outcomes = self._log.append_group([one.request for one in live])
        except EventLogError as error:
            if len(live) == 1:
                live[0].future.set_exception(error)
            else:
                self._commit_singly(live, error)
            return
        for one, outcome in zip(live, outcomes, strict=True):
            _settle(one.future, outcome)

    def _commit_singly(self, group: Sequence[_Waiting], failure: EventLogError) -> None:
        failures = 0
        for one in group:
            if failures < _FAILURES_IN_A_ROW:
                try:
                    (outcome,) = self._log.append_group([one.request])
                except EventLogError as error:
                    failure = error
                    failures += 1
                else:
                    failures = 0
                    _settle(one.future, outcome)
                    continue
            one.future.set_exception(failure)

    def _die(self, fault: BaseException, group: Sequence[_Waiting]) -> None:
        """Give the fault to the group it struck and to all who wait; later ones get LogClosed."""
        with self._lock:
            self._fault = fault
            left = list(group)
            with suppress(Empty):
                while True:
                    waiting = self._queue.get_nowait()
                    if waiting is not None:
                        left.append(waiting)
        for one in left:
            with suppress(InvalidStateError):  # settled before the fault, or cancelled
                one.future.set_exception(fault)


def _settle(future: Future[Outcome], outcome: Outcome) -> None:
    if isinstance(outcome, AppendRefused):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
