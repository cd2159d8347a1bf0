"""The event log: appends that are all or nothing, and reading them back.

    log = EventLog("/var/lib/dealer-station/log.db")
    appends = (
        Append("table/t1", 7, (event,)), Append("progressive/p1", ANY_VERSION, (contribution,)),
    )
    log.append(AppendRequest(appends, command_id="…", content_digest=digest, epoch=1,
                             recorded_at=clock.now()))

Knows streams, versions, commands, places of devices and leases. What `append` has returned is
on disk. Errors: `errors.AppendRefused` (nothing written), `errors.LogUnavailable` (ask again
with the same command id), `errors.LogClosed`, ValueError (malformed request).
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Row, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from dealer_station.event_log import tables
from dealer_station.event_log.engines import open_engine
from dealer_station.event_log.errors import (
    AlreadyReceived,
    AppendRefused,
    CodecError,
    CommandConflict,
    EventLogError,
    LogClosed,
    LogUnavailable,
    StaleEpoch,
    UnknownSchema,
    WrongVersion,
)
from dealer_station.event_log.planning import Outcome, plan_group
from dealer_station.event_log.postgresql_session import PostgresqlSession
from dealer_station.event_log.record import (
    ANY_VERSION,
    AnyVersion,
    Append,
    Appended,
    AppendRequest,
    Head,
    NewEvent,
    Receipt,
    Received,
    StoredEvent,
)
from dealer_station.event_log.sqlite_session import SqliteSession
from dealer_station.event_log.upgrade import check_schema, upgrade
from dealer_station.event_log.write_session import Names, WriteSession

__all__ = [
    "ANY_VERSION",
    "AlreadyReceived",
    "AnyVersion",
    "Append",
    "AppendRefused",
    "AppendRequest",
    "Appended",
    "CodecError",
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
    "UnknownSchema",
    "WrongVersion",
]

ROWS_A_READ: Final = 1000
"""Rows fetched by one statement: no read stays open, so none holds up the database."""

_STORED_EVENT: Final[list[ColumnElement[Any]]] = [
    tables.event_log.c[field.name] for field in fields(StoredEvent)
]

_Result = TypeVar("_Result")


class EventLog:
    """One open log. Safe to call from any thread; those who write take turns.

    `database` is the path of an SQLite file or a URL (sqlite, postgresql). The tables are made
    or brought up to date at opening; a database opened `read_only` is never changed, and an SQLite
    file that no station has open is read as it was at opening (`private_copy`).
    """

    def __init__(self, database: str, *, read_only: bool = False) -> None:
        self._engine = open_engine(database, read_only=read_only)
        self._read_only = read_only
        self._writing = threading.Lock()
        self._session: WriteSession | None = None
        self._is_closed = False
        dbapi = self._engine.dialect.loaded_dbapi
        self._failures = (dbapi.Error, DBAPIError, PoolTimeoutError, OSError)
        try:
            with self._failing_clearly():
                (check_schema if read_only else upgrade)(self._engine)
        except BaseException:
            self._engine.dispose()
            raise

    # ------------------------------------------------------------------------------- writing

    def append(self, request: AppendRequest) -> Appended:
        """Write one command's events, durably, all or nothing.

        A repeat gives the first result and writes nothing.
        """
        (outcome,) = self.append_group((request,))
        if isinstance(outcome, Appended):
            return outcome
        assert isinstance(outcome, AppendRefused)
        raise outcome

    def record_received(self, received: tuple[str, int, int], received_at: int) -> None:
        """Write down, durably, that a device's fact was taken in and led to no event."""
        (outcome,) = self.append_group((Receipt(received, received_at),))
        if isinstance(outcome, AppendRefused):
            raise outcome

    def append_group(self, requests: Sequence[AppendRequest | Receipt]) -> list[Outcome]:
        """Commit a group in one transaction; one outcome a request, in order.

        A refused request is refused alone: its outcome is the error, the others are written.
        Raises LogUnavailable when the database failed; then none of the group is known to be
        committed.
        """
        names = Names.of(requests)
        with self._writing:
            session = self._session or self._open_session()
            try:
                plan = plan_group(requests, session.begin_group(names))
                if plan.is_empty():
                    session.rollback()
                else:
                    session.commit_group(plan)
            except BaseException as error:
                self._give_up_session(error)
                raise
        return plan.outcomes

    def acknowledged(self, device_id: str) -> tuple[int, int] | None:
        """(session, sequence) up to which the device's facts are committed; None: none yet."""
        table = tables.received
        row = self._one(
            select(table.c.session, table.c.sequence).where(table.c.device_id == device_id)
        )
        return None if row is None else (row[0], row[1])

    # -------------------------------------------------------------------------------- leases

    def take_lease(self, stream: str, *, owner: str, taken_at: int) -> int:
        """Become the owner of a stream; returns its new epoch, one above the last.

        From then on every append to the stream must say that epoch: a station that still acts
        on an older lease gets StaleEpoch. A stream without a lease takes any epoch.
        """
        table = tables.lease
        with self.write_transaction() as connection:
            last = connection.execute(
                select(table.c.epoch).where(table.c.stream == stream)
            ).scalar_one_or_none()
            values = {"epoch": (last or 0) + 1, "owner": owner, "taken_at": taken_at}
            if last is None:
                connection.execute(table.insert().values(stream=stream, **values))
            else:
                connection.execute(table.update().where(table.c.stream == stream).values(**values))
        return (last or 0) + 1

    def lease_epoch(self, stream: str) -> int | None:
        """Epoch of the stream's present lease; None: nobody has taken one."""
        row = self._one(select(tables.lease.c.epoch).where(tables.lease.c.stream == stream))
        return None if row is None else int(row[0])

    # ------------------------------------------------------------------------------- reading

    def read(self, stream: str, after_version: int = 0) -> Iterator[StoredEvent]:
        """The stream's events in order, up to the newest there is when the end is reached."""
        columns = tables.event_log.c
        query = (
            select(*_STORED_EVENT)
            .where(columns.stream == stream)
            .order_by(columns.version)
            .limit(ROWS_A_READ)
        )
        while True:
            page = self._page(query.where(columns.version > after_version))
            yield from page
            if len(page) < ROWS_A_READ:
                return
            after_version = page[-1].version

    def read_all(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """Every event in order of position, up to the newest there is when the end is reached."""
        while True:
            page = self.read_page(after_position, ROWS_A_READ)
            yield from page
            if len(page) < ROWS_A_READ:
                return
            after_position = page[-1].position

    def read_page(self, after_position: int, rows_max: int) -> list[StoredEvent]:
        """At most so many events after a position."""
        position = tables.event_log.c.position
        return self._page(
            select(*_STORED_EVENT)
            .where(position > after_position)
            .order_by(position)
            .limit(rows_max)
        )

    def version(self, stream: str) -> int:
        """Version of the stream's last event; 0 when there is none."""
        head = tables.stream_head.c
        row = self._one(select(head.version).where(head.stream == stream))
        return 0 if row is None else int(row[0])

    def heads(self) -> dict[str, Head]:
        """The last row of every stream, as the table `stream_head` has it."""
        head = tables.stream_head.c
        rows = self.query(select(head.stream, head.version, head.position, head.digest))
        return {row[0]: Head(row[1], row[2], row[3]) for row in rows}

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    def query(self, statement: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows of a reading statement over `tables`, for what stands beside this class."""

        def run() -> Sequence[Row[*tuple[Any, ...]]]:
            with self._engine.connect() as connection:
                return connection.execute(statement).all()

        return self._reading(run)

    # ------------------------------------------------- the station's notes: NOT the record

    def set_alive(self, table: str, at: int) -> None:
        """Note that the station served this table at `at`. NOT part of the record."""
        self.set_station_state(f"alive/{table}", str(at))

    def alive_at(self, table: str) -> int | None:
        """When the station last served this table. NOT part of the record."""
        value = self.station_state(f"alive/{table}")
        return None if value is None else int(value)

    def set_station_state(self, name: str, value: str) -> None:
        """Keep a small note of the station about itself, durably. NOT part of the record.

        It is overwritten in place, neither hashed nor sealed; nothing that money or a ruling
        rests on may stand here.
        """
        table = tables.station_state
        with self.write_transaction() as connection:
            done = connection.execute(
                table.update().where(table.c.name == name).values(value=value)
            )
            if done.rowcount == 0:
                connection.execute(table.insert().values(name=name, value=value))

    def station_state(self, name: str) -> str | None:
        """A note made by `set_station_state`. NOT part of the record."""
        table = tables.station_state
        row = self._one(select(table.c.value).where(table.c.name == name))
        return None if row is None else str(row[0])

    # --------------------------------------------------------------------------- open, close

    def close(self) -> None:
        """Wait for the append that is running and close every connection. May be called twice."""
        with self._writing:
            if self._is_closed:
                return
            self._is_closed = True
            if self._session is not None:
                with suppress(*self._failures):
                    self._session.optimize()
                with suppress(*self._failures):
                    self._session.close()
                self._session = None
            self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def write_transaction(self) -> Iterator[Connection]:
        """A transaction under the write lock, for what stands beside this class (seals)."""
        with self._writing:
            session = self._session or self._open_session()
            try:
                with session.transaction() as connection:
                    yield connection
            except BaseException as error:
                self._give_up_session(error)
                raise

    def _open_session(self) -> WriteSession:
        """Open the connection that is kept for writing."""
        self._check_open()
        if self._read_only:
            raise LogUnavailable("the log was opened for reading only")
        with self._failing_clearly():
            connection = self._engine.connect()
            kind = SqliteSession if self.dialect == "sqlite" else PostgresqlSession
            self._session = kind(connection)
        return self._session

    def _give_up_session(self, error: BaseException) -> None:
        """Close the kept connection after an error: the database undoes what was not committed.

        The next append opens a new one. An error of the database goes on as LogUnavailable.
        """
        session, self._session = self._session, None
        if session is not None:
            with suppress(*self._failures):
                session.close()
        with self._failing_clearly():
            if isinstance(error, self._failures):
                raise error

    def _check_open(self) -> None:
        if self._is_closed:
            raise LogClosed("the event log is closed")

    @contextmanager
    def _failing_clearly(self) -> Iterator[None]:
        try:
            yield
        except self._failures as error:
            raise LogUnavailable(f"the database of the event log failed: {error}") from error

    def _reading(self, run: Callable[[], _Result]) -> _Result:
        self._check_open()
        with self._failing_clearly():
            return run()

    def _one(self, statement: Executable) -> Row[*tuple[Any, ...]] | None:
        rows = self.query(statement)
        return rows[0] if rows else None

    def _page(self, statement: Executable) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self.query(statement)]
