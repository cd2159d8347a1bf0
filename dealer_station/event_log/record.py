"""The values that go into the record and come out of it.

Knows no database. Times are UTC milliseconds since 1970, digests are 32 raw bytes of SHA-256,
versions and positions count from 1 (0 stands for "nothing yet").
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

DIGEST_BYTES: Final = 32
"""Length of a SHA-256 digest."""

NO_DIGEST: Final = bytes(DIGEST_BYTES)
"""What stands for the digest before the first row of a stream, and before the first seal."""

INTEGER_MAX: Final = 2**63 - 1
"""Largest integer that both databases store."""


class AnyVersion(Enum):
    """Says that an append is right at whatever version the stream has."""

    ANY = "any"


ANY_VERSION: Final = AnyVersion.ANY
"""The one member, for call sites: `Append("progressive/p1", ANY_VERSION, events)`."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """One event ready to be stored: registered name, schema version, canonical body."""

    name: str
    version: int
    body: bytes


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One row of the record. Its digest covers all of it and the content_digest of its command.

    `version` is the place in the stream, `schema_version` the version of the body's form.
    """

    position: int
    stream: str
    version: int
    name: str
    schema_version: int
    body: bytes
    recorded_at: int
    command_id: str
    correlation_id: str | None
    causation_id: str | None
    epoch: int
    digest: bytes
    previous_digest: bytes


@dataclass(frozen=True, slots=True)
class Append:
    """Events for one stream, and the version the stream must have before them.

    With no events it only demands the version: a guard on a stream that is not written, whoever
    has the lease on it.
    """

    stream: str
    expected_version: int | AnyVersion
    events: tuple[NewEvent, ...]


class Received(NamedTuple):
    """Place of one fact of a device: it is received when its transaction is committed.

    A plain tuple (device_id, session, sequence) is taken as well.
    """

    device_id: str
    session: int
    sequence: int


@dataclass(frozen=True, slots=True)
class AppendRequest:
    """Everything one command writes, all or nothing: at least one event.

    A command stands in the record through its events alone, whose digests cover what it said; one
    that comes to nothing is not recorded (the place of a fact behind it: `Receipt`).
    `received` is (device_id, session, sequence) of the fact the command stands for; its place is
    committed with the events.
    `content_digest` is the SHA-256 of what the command says; the same `command_id` with another
    digest is a conflict, with the same digest a repeat. Raises ValueError when it is malformed,
    so that a bad request never reaches the transaction it would share with others.
    """

    appends: tuple[Append, ...]
    command_id: str
    content_digest: bytes
    epoch: int
    recorded_at: int
    correlation_id: str | None = None
    causation_id: str | None = None
    received: tuple[str, int, int] | None = None

    def __post_init__(self) -> None:
        _check_text("command_id", self.command_id)
        if self.correlation_id is not None:
            _check_text("correlation_id", self.correlation_id)
        if self.causation_id is not None:
            _check_text("causation_id", self.causation_id)
        _check_integer("epoch", self.epoch)
        _check_integer("recorded_at", self.recorded_at)
        if type(self.content_digest) is not bytes or len(self.content_digest) != DIGEST_BYTES:
            raise ValueError("content_digest must be the 32 bytes of a SHA-256")
        if self.received is not None:
            _check_received(self.received)
        has_events = False
        for append in self.appends:
            _check_append(append)
            has_events = has_events or bool(append.events)
        if not has_events:
            raise ValueError("a command that writes no event is not recorded")
        if len(self.appends) > 1 and len({one.stream for one in self.appends}) < len(self.appends):
            raise ValueError("a stream stands twice in one append")


@dataclass(frozen=True, slots=True)
class Receipt:
    """A fact of a device that led to no event: only its place is written down."""

    received: tuple[str, int, int]
    received_at: int

    def __post_init__(self) -> None:
        _check_received(self.received)
        _check_integer("received_at", self.received_at)


@dataclass(frozen=True, slots=True)
class Appended:
    """What was written: positions in order, and the version each stream written to has now.

    `is_repeat` says that the command had been committed before and nothing was written now.
    """

    positions: tuple[int, ...]
    versions: Mapping[str, int]
    is_repeat: bool = False


class Head(NamedTuple):
    """Last row of a stream: its version, position and digest."""

    version: int
    position: int
    digest: bytes


NO_HEAD: Final = Head(0, 0, NO_DIGEST)
"""Head of a stream that has no event."""


def _check_text(name: str, value: str) -> None:
    """Refuse what PostgreSQL cannot store: an empty or foreign value, a NUL, half a surrogate."""
    if type(value) is not str or not value or "\0" in value:
        raise ValueError(f"{name} must be a text without NUL, not {value!r}")
    if not value.isascii():
        value.encode()  # UnicodeEncodeError is a ValueError


def _check_integer(name: str, value: int) -> None:
    if type(value) is not int or not 0 <= value <= INTEGER_MAX:
        raise ValueError(f"{name} must be an integer of 0 to 2**63-1, not {value!r}")


def _check_received(received: tuple[str, int, int]) -> None:
    device_id, session, sequence = received
    _check_text("device_id", device_id)
    _check_integer("session", session)
    _check_integer("sequence", sequence)


def _check_append(append: Append) -> None:
    _check_text("stream", append.stream)
    if append.expected_version is not ANY_VERSION:
        _check_integer("expected_version", append.expected_version)
    for event in append.events:
        _check_text("event name", event.name)
        _check_integer("schema version", event.version)
        if type(event.body) is not bytes:
            raise ValueError(f"the body of {event.name} must be bytes")
