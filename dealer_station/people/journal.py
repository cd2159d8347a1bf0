"""The security journal: who signed in, who failed, what was changed about whom.

Append-only, in the database, and repeated in the operational log. It is evidence about access
(ACC-05, AUD-02, RPT-04) and separate from the record of play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import orjson
from sqlalchemy import Connection, Engine, insert, select

from dealer_station.clock import Clock
from dealer_station.observability import get_logger
from dealer_station.people import tables
from dealer_station.people.storage import reading

_log = get_logger(__name__)

STATION: Final = "station"
"""Stands in `by_person_id` for what the station does by itself, or an operator at its console."""


class SecurityEvent(StrEnum):
    """What the journal knows."""

    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    LOCKED_OUT = "locked_out"
    SIGN_IN_WHILE_LOCKED = "sign_in_while_locked"
    LOCK_OUT_LIFTED = "lock_out_lifted"
    SIGNED_OUT = "signed_out"
    SESSION_EXPIRED = "session_expired"
    SESSION_REVOKED = "session_revoked"
    APPROVAL_GIVEN = "approval_given"
    APPROVAL_USED = "approval_used"
    APPROVAL_REFUSED = "approval_refused"
    RIGHT_REFUSED = "right_refused"
    HISTORY_GIVEN = "history_given"
    ACCOUNT_CREATED = "account_created"
    ACCOUNT_DISABLED = "account_disabled"
    ACCOUNT_ENABLED = "account_enabled"
    ROLE_CHANGED = "role_changed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - the name of an event


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """One line of the journal; `recorded_at` in UTC milliseconds."""

    entry_id: str
    recorded_at: int
    kind: SecurityEvent
    person_id: str
    by_person_id: str
    terminal: str
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class SecurityJournal:
    """Writes and reads the journal."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def write(
        self,
        connection: Connection,
        kind: SecurityEvent,
        person_id: str,
        *,
        by: str | None = None,
        terminal: str = "",
        **facts: str,
    ) -> None:
        """Add a line within the caller's transaction, so that act and line stand or fall together.

        `by` is who did it; the person himself if left out.
        """
        by_person_id = by if by is not None else person_id
        connection.execute(
            insert(tables.journal).values(
                entry_id=self._clock.new_id(),
                recorded_at=self._clock.now(),
                kind=kind.value,
                person_id=person_id,
                by_person_id=by_person_id,
                terminal=terminal,
                facts=orjson.dumps(facts, option=orjson.OPT_SORT_KEYS).decode(),
            )
        )
        _log.info(kind.value, person=person_id, by=by_person_id, terminal=terminal, **facts)

    def read(self, person_id: str | None = None, *, limit: int = 200) -> tuple[JournalEntry, ...]:
        """Return the newest lines first, of one person or of all."""
        query = select(tables.journal).order_by(tables.journal.c.entry_id.desc()).limit(limit)
        if person_id is not None:
            query = query.where(tables.journal.c.person_id == person_id)
        with reading(self._engine) as connection:
            rows = connection.execute(query).mappings().all()
        return tuple(
            JournalEntry(
                entry_id=row["entry_id"],
                recorded_at=row["recorded_at"],
                kind=SecurityEvent(row["kind"]),
                person_id=row["person_id"],
                by_person_id=row["by_person_id"],
                terminal=row["terminal"],
                facts=MappingProxyType(orjson.loads(row["facts"])),
            )
            for row in rows
        )
