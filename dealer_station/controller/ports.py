"""What the controller asks of the world: a record of events, a link to devices."""

from collections.abc import Iterable
from typing import Protocol

from dealer_station.event_log.record import Appended, AppendRequest, StoredEvent


class Record(Protocol):
    """The event log as a controller uses it."""

    def append(self, request: AppendRequest) -> Appended:
        """Write one command's events, durably, all or nothing."""

    def committed(self, command_id: str, content_digest: bytes) -> Appended | None:
        """Return what a command has written; None when it has not.

        The same id with other content is a `CommandConflict`.
        """

    def record_received(self, received: tuple[str, int, int], received_at: int) -> None:
        """Write down that a device's fact was taken in and led to no event."""

    def read(self, stream: str, after_version: int = 0) -> Iterable[StoredEvent]:
        """Return a stream's events after a version, in order."""

    def of_command(self, command_id: str) -> Iterable[StoredEvent]:
        """Return the events that a command has written, in order; none when there is none."""

    def version(self, stream: str) -> int:
        """Return the version of a stream's last event; 0 when there is none."""


class Link(Protocol):
    """The way to the devices of a progressive; what its far end says is a sign of life."""

    def silence_ms(self) -> int | None:
        """Return for how long nothing has been heard; None while there is no connection."""
