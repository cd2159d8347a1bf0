"""The durable outbox of a device: stored here first, then acknowledged to the device.

Knows which events are stored and not yet acknowledged by the station, the session number, the
newest event, the highest epoch of a station, and one note of the device's own (such as the last
accepted packet) that is written in the same commit as the event it belongs to. Does not know what
an event says.

One SQLite file a device and place, every commit synced to disk (WAL, synchronous FULL). The file
keeps the address whose events it holds: none is ever sent in the name of another table. It is
locked for as long as it is open, so that two drivers never work on one journal. One thread uses it.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dealer_station.messages.envelope import START, Position
from drivers.link.errors import JournalError

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS event (
    session INTEGER NOT NULL, sequence INTEGER NOT NULL,
    kind TEXT NOT NULL, device_time INTEGER NOT NULL, payload BLOB NOT NULL,
    PRIMARY KEY (session, sequence)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
"""
# Kept beside the schema so that a file of a later release is refused, not misread.
_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as it goes out, byte for byte the same each time it is sent."""

    position: Position
    kind: str
    device_time: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class NextEvent:
    """Identity of the event about to be stored: its position and the event before it."""

    position: Position
    previous: Position | None


Compose = Callable[[NextEvent], bytes]
"""Makes an event's payload once its identity is known."""


class Journal:
    """The stored events and counters of one device at one address (site, table, kind, device).

    Every failure is a JournalError, also a file that holds the events of another address.
    """

    def __init__(self, path: Path, address: str) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=0.2)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{path}: {error}") from error
        try:
            self._prepare()
            self._claim(address)
        except BaseException:
            self._database.close()
            raise
        self._session = self._number("session")
        self._sequence = 0
        newest = (self._number("newest_session"), self._number("newest_sequence"))
        self._newest = Position(*newest) if newest[0] else None
        self._newest_time = self._number("newest_device_time")
        self._previous = self._newest
        self._count = self.count()

    def _prepare(self) -> None:
        """Lock the file, check its format and make the tables."""
        with self._failures():
            for pragma in (
                "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL",
            ):  # fmt: skip
                self._database.execute(f"PRAGMA {pragma}")
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            if version not in (0, _FORMAT):
                raise JournalError(f"{self._path}: written by another release (format {version})")
            self._database.executescript(_SCHEMA)
            self._database.execute(f"PRAGMA user_version={_FORMAT}")
            # Takes the lock now, not at the first card.
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("COMMIT")

    def _claim(self, address: str) -> None:
        """Bind the file to `address`, for good; one of before files had addresses is taken over."""
        row = self._one("SELECT value FROM note WHERE name = 'address'")
        if row is None:
            with self._commit():
                self._put("address", address)
        elif row[0] != address:
            raise JournalError(f"{self._path}: holds the events of {row[0]}, not of {address}")

    @property
    def is_fresh(self) -> bool:
        """Whether no session was ever begun: the file is new, or the disk was wiped."""
        return self._session == 0

    @property
    def session(self) -> int:
        """The current session, 0 before the first."""
        return self._session

    @property
    def newest(self) -> Position | None:
        """The newest event ever stored; None where there is none."""
        return self._newest

    @property
    def newest_device_time(self) -> int | None:
        """Device time of the newest event, UTC milliseconds."""
        return self._newest_time if self._newest else None

    @property
    def sequence(self) -> int:
        """How many events the current session has stored."""
        return self._sequence

    @property
    def previous_of_session(self) -> Position | None:
        """The newest event of earlier sessions; None where there is none."""
        return self._previous

    @property
    def count_stored(self) -> int:
        """How many events are stored and not acknowledged."""
        return self._count

    @property
    def epoch(self) -> int:
        """The highest station epoch that was ever seen."""
        return self._number("epoch")

    @property
    def device_note(self) -> bytes | None:
        """What the device logic stored with the last event or alone."""
        row = self._one("SELECT value FROM note WHERE name = 'device'")
        return bytes(row[0]) if row else None

    def begin_session(self, *, at_least: int = 1) -> int:
        """Begin a session above every one that this disk knows, `at_least` this; return it."""
        session = max(self._session + 1, at_least)
        with self._commit():
            self._put("session", session)
        self._session, self._sequence, self._previous = session, 0, self._newest
        return session

    def append(
        self, kind: str, device_time: int, compose: Compose, device_note: bytes | None = None
    ) -> StoredEvent:
        """Store one event, and the device's note with it; on return both are on the disk."""
        assert self._session, "a session is begun before anything is stored"
        position = Position(self._session, self._sequence + 1)
        payload = compose(NextEvent(position, self._newest))
        with self._commit():
            self._database.execute(
                "INSERT INTO event VALUES (?, ?, ?, ?, ?)", (*position, kind, device_time, payload)
            )
            self._put("newest_session", position.session)
            self._put("newest_sequence", position.sequence)
            self._put("newest_device_time", device_time)
            if device_note is not None:
                self._put("device", device_note)
        self._sequence, self._newest, self._newest_time = position.sequence, position, device_time
        self._count += 1
        return StoredEvent(position, kind, device_time, payload)

    def remember(self, device_note: bytes) -> None:
        """Store the device's note alone; on return it is on the disk."""
        with self._commit():
            self._put("device", device_note)

    def raise_epoch(self, epoch: int) -> None:
        """Store the highest station epoch seen."""
        with self._commit():
            self._put("epoch", epoch)

    def forget(self, up_to: Position) -> int:
        """Forget every event up to `up_to`, which the station has committed; return how many."""
        with self._commit():
            forgotten = self._database.execute(
                "DELETE FROM event WHERE (session, sequence) <= (?, ?)", up_to
            ).rowcount
        self._count -= forgotten
        return forgotten

    def after(self, position: Position, limit: int) -> tuple[StoredEvent, ...]:
        """Return at most `limit` stored events after `position`, oldest first."""
        with self._failures():
            rows = self._database.execute(
                "SELECT session, sequence, kind, device_time, payload FROM event"
                " WHERE (session, sequence) > (?, ?) ORDER BY session, sequence LIMIT ?",
                (*position, limit),
            ).fetchall()
        return tuple(StoredEvent(Position(row[0], row[1]), *row[2:]) for row in rows)

    def count(self, after: Position = START) -> int:
        """Return how many events after `after` are stored."""
        row = self._one("SELECT count(*) FROM event WHERE (session, sequence) > (?, ?)", after)
        assert row is not None
        return int(row[0])

    def close(self) -> None:
        """Close the file and free its lock."""
        self._database.close()

    def _number(self, name: str) -> int:
        row = self._one("SELECT value FROM note WHERE name = ?", (name,))
        return int(row[0]) if row else 0

    def _put(self, name: str, value: int | bytes | str) -> None:
        self._database.execute(
            "INSERT INTO note VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )

    def _one(self, query: str, parameters: tuple[object, ...] = ()) -> tuple[Any, ...] | None:
        with self._failures():
            row: tuple[Any, ...] | None = self._database.execute(query, parameters).fetchone()
            return row

    @contextmanager
    def _commit(self) -> Iterator[None]:
        """Run the writes inside as one transaction that is on the disk at its end."""
        with self._failures():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Turn what SQLite raises into a JournalError that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            in_use = getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY"
            reason = "another driver uses it" if in_use else str(error)
            raise JournalError(f"{self._path}: {reason}") from error
