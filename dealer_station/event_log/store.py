"""The event log: appends that are all or nothing, and reading them back.

    log = EventLog("sqlite:////var/lib/dealer-station/log.db")
    log.append(
        [Append("table/t1", 7, (event,)), Append("progressive/p1", ANY_VERSION, (contribution,))],
        command_id=…, content_digest=…, epoch=1, recorded_at=…,
    )

BEING BUILT: signatures are final, bodies follow within the hour.
"""

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from dealer_station.event_log.errors import (
    AlreadyReceived,
    AppendRefused,
    CommandConflict,
    EventLogError,
    LogClosed,
    LogUnavailable,
    StaleEpoch,
    WrongVersion,
)
from dealer_station.event_log.record import (
    ANY_VERSION,
    AnyVersion,
    Append,
    Appended,
    AppendRequest,
    NewEvent,
    Receipt,
    Received,
    StoredEvent,
)

__all__ = [
    "ANY_VERSION",
    "AlreadyReceived",
    "AnyVersion",
    "Append",
    "AppendRefused",
    "AppendRequest",
    "Appended",
    "CommandConflict",
    "EventLog",
    "EventLogError",
    "LogClosed",
    "LogUnavailable",
    "NewEvent",
    "Receipt",
    "Received",
    "StaleEpoch",
    "StoredEvent",
    "WrongVersion",
]


class EventLog:
    """One open log. Safe to call from any thread; appends take turns."""

    def __init__(self, engine_url: str, *, migrate: bool = True) -> None:
        raise NotImplementedError

    def append(
        self,
        appends: Sequence[Append],
        *,
        command_id: str,
        content_digest: bytes,
        epoch: int,
        recorded_at: int,
        correlation_id: str | None = None,
        causation_id: str | None = None,
        received: Received | None = None,
    ) -> Appended:
        """Write one command's events, durably, all or nothing."""
        raise NotImplementedError

    def record_received(self, received: Received, received_at: int) -> None:
        """Write down, durably, that a device's fact was taken in and led to no event."""
        raise NotImplementedError

    def append_group(
        self, requests: Sequence[AppendRequest | Receipt]
    ) -> list[Appended | AppendRefused | None]:
        """Commit a group in one transaction; a refused one is refused alone."""
        raise NotImplementedError

    def acknowledged(self, device_id: str) -> tuple[int, int] | None:
        """(session, sequence) up to which the device's facts are committed."""
        raise NotImplementedError

    def take_lease(self, stream: str, *, owner: str, taken_at: int) -> int:
        """Become the owner of a stream; returns the new epoch. Older epochs are refused."""
        raise NotImplementedError

    def lease_epoch(self, stream: str) -> int | None:
        """The epoch of the stream's present lease."""
        raise NotImplementedError

    def read(self, stream: str, after_version: int = 0) -> Iterator[StoredEvent]:
        """The stream's events in order."""
        raise NotImplementedError

    def read_all(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """Every event in order of position."""
        raise NotImplementedError

    def version(self, stream: str) -> int:
        """Version of the stream's last event; 0 when there is none."""
        raise NotImplementedError

    def set_alive(self, table: str, at: int) -> None:
        """Note that the station served this table at `at`. NOT part of the record."""
        raise NotImplementedError

    def alive_at(self, table: str) -> int | None:
        """When the station last served this table."""
        raise NotImplementedError

    def close(self) -> None:
        """Close every connection."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
