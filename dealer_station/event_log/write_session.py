"""The one connection that writes: a transaction under the log's write lock, on either database.

What both databases share stands here; the statements of the hot path are each driver's own
(`sqlite_session`, `postgresql_session`), because SQLAlchemy's cost an append is as large as the
append itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from sqlalchemy import Connection

from dealer_station.event_log.planning import Plan, Snapshot
from dealer_station.event_log.record import AppendRequest, Receipt


@dataclass(slots=True)
class Names:
    """The streams, commands and devices that a group names, each once."""

    streams: list[str]
    commands: list[str]
    devices: list[str]

    @classmethod
    def of(cls, requests: Sequence[AppendRequest | Receipt]) -> Self:
        """Collect them."""
        if len(requests) == 1 and isinstance(request := requests[0], AppendRequest):
            return cls(
                [append.stream for append in request.appends],
                [request.command_id],
                [] if request.received is None else [request.received[0]],
            )
        streams: dict[str, None] = {}
        commands: dict[str, None] = {}
        devices: dict[str, None] = {}
        for request in requests:
            if request.received is not None:
                devices[request.received[0]] = None
            if isinstance(request, AppendRequest):
                commands[request.command_id] = None
                streams.update(dict.fromkeys(append.stream for append in request.appends))
        return cls(list(streams), list(commands), list(devices))


class WriteSession(ABC):
    """A kept connection in autocommit; not safe for two threads at once."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @abstractmethod
    def begin(self) -> None:
        """Start a transaction and take the write lock of the whole log."""

    @abstractmethod
    def begin_group(self, names: Names) -> Snapshot:
        """Start a transaction under the write lock and read what the group must know."""

    @abstractmethod
    def commit_group(self, plan: Plan) -> None:
        """Write the plan's rows and commit them durably."""

    def commit(self) -> None:
        """Commit what was written since `begin`."""
        self.connection.exec_driver_sql("COMMIT")

    def rollback(self) -> None:
        """Undo what was written since `begin`."""
        self.connection.exec_driver_sql("ROLLBACK")

    @abstractmethod
    def optimize(self) -> None:
        """Let the database refresh its statistics before the last connection goes."""

    def close(self) -> None:
        """Give the connection up; the database undoes what was not committed."""
        self.connection.invalidate()
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction under the write lock for statements outside the hot path."""
        self.begin()
        try:
            yield self.connection
        except BaseException:
            self.rollback()
            raise
        self.commit()
