"""Short words for tests of the event log: events, requests, raw access to either database."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import psycopg

from dealer_station.event_log.errors import AppendRefused
from dealer_station.event_log.planning import Outcome
from dealer_station.event_log.store import (
    ANY_VERSION,
    AnyVersion,
    Append,
    Appended,
    AppendRequest,
    NewEvent,
    StoredEvent,
)

RECORDED_AT = 1_700_000_000_000


def content(text: str) -> bytes:
    """Digest of what a command says."""
    return sha256(text.encode()).digest()


def event(body: str = "{}", name: str = "card_drawn") -> NewEvent:
    """One event."""
    return NewEvent(name, 1, body.encode())


def numbered(count: int, start: int = 1) -> tuple[NewEvent, ...]:
    """Events that can be told apart."""
    return tuple(event(f'{{"number":{number}}}') for number in range(start, start + count))


def to(stream: str, expected: int | AnyVersion = ANY_VERSION, *events: NewEvent) -> Append:
    """An append of these events, of one when none is given."""
    return Append(stream, expected, events or (event(),))


def request(
    command_id: str,
    *appends: Append,
    epoch: int = 1,
    says: str | None = None,
    received: tuple[str, int, int] | None = None,
) -> AppendRequest:
    """A command; what it says follows from its id unless told otherwise."""
    return AppendRequest(
        appends,
        command_id,
        content(says if says is not None else command_id),
        epoch,
        RECORDED_AT,
        received=received,
    )


def kinds(outcomes: Sequence[Outcome]) -> list[str]:
    """Names of the classes of outcomes, to compare at a glance."""
    return [
        type(one).__name__ if isinstance(one, Appended | AppendRefused) else "receipt"
        for one in outcomes
    ]


def places(events: Iterator[StoredEvent]) -> list[tuple[int, str, int]]:
    """Position, stream and version of each."""
    return [(one.position, one.stream, one.version) for one in events]


@contextmanager
def raw(database: str) -> Iterator[Any]:
    """The driver's own connection, past everything of ours. Commits each statement."""
    connection: Any
    if database.startswith("postgresql"):
        connection = psycopg.connect(database, autocommit=True)
    else:
        connection = sqlite3.connect(database, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def drop_triggers(connection: Any) -> None:
    """Take the guards away, as somebody would who has the database in his hands."""
    if isinstance(connection, sqlite3.Connection):
        names = connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall()
        for (name,) in names:
            connection.execute(f"DROP TRIGGER {name}")
    else:
        connection.execute("DROP FUNCTION event_log_refuse_change CASCADE")


@contextmanager
def without_triggers(connection: Any) -> Iterator[None]:
    """The guards are away meanwhile and stand again afterwards: they tell nothing."""
    if isinstance(connection, sqlite3.Connection):
        query = "SELECT sql FROM sqlite_master WHERE type='trigger'"
        guards = [row[0] for row in connection.execute(query)]
        drop_triggers(connection)
    else:
        guards = ["SET session_replication_role = DEFAULT"]
        connection.execute("SET session_replication_role = replica")
    yield
    for statement in guards:
        connection.execute(statement)
