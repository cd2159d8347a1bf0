"""Sessions: who is signed in on which screen, kept by the server and ended at once when told.

The screen holds a random token of 256 bits in a cookie; the database holds its SHA-256, so that
a stolen database opens nothing. A session ends when it is idle, when its time is over, at
sign-out, when revoked, and with its account. The role is read from the account at every request.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine, RowMapping, Select, insert, or_, select, update

from dealer_station.clock import Clock
from dealer_station.people import tables
from dealer_station.people.accounts import Account
from dealer_station.people.journal import STATION, SecurityEvent, SecurityJournal
from dealer_station.people.storage import reading, writing
from dealer_station.settings import SignInSettings
from dealer_station.table.roles import Role

_MS: Final = 1000
# The last use of a session is written down at most so often; it may seem older by this much.
_SEEN_STEP_MS: Final = 15_000
_TOKEN_BYTES: Final = 32


def new_token() -> str:
    """Return a random token of 256 bits, fit for a cookie or a header."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return what is stored of a token. Tokens are random: a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A person signed in on a screen; `expires_at` is the end whatever happens, in ms."""

    session_id: str
    person_id: str
    name: str
    role: Role
    terminal: str
    created_at: int
    expires_at: int


class Sessions:
    """Opens, finds and ends sessions."""

    def __init__(
        self, engine: Engine, clock: Clock, settings: SignInSettings, journal: SecurityJournal
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._idle_ms = settings.idle_s * _MS
        self._session_ms = settings.session_s * _MS
        self._seen_step_ms = min(_SEEN_STEP_MS, self._idle_ms // 10)
        self._journal = journal

    def open(self, account: Account, *, terminal: str) -> tuple[str, Session]:
        """Sign `account` in; returns the token, which is shown this once, and the session."""
        token = new_token()
        now = self._clock.now()
        session = Session(
            session_id=self._clock.new_id(),
            person_id=account.person_id,
            name=account.name,
            role=account.role,
            terminal=terminal,
            created_at=now,
            expires_at=now + self._session_ms,
        )
        with writing(self._engine) as connection:
            connection.execute(
                insert(tables.session).values(
                    token_hash=token_hash(token),
                    session_id=session.session_id,
                    person_id=session.person_id,
                    terminal=terminal,
                    created_at=now,
                    seen_at=now,
                    expires_at=session.expires_at,
                )
            )
            self._journal.write(
                connection,
                SecurityEvent.SIGNED_IN,
                account.person_id,
                terminal=terminal,
                session=session.session_id,
            )
        return token, session

    def find(self, token: str, *, is_use: bool = True) -> Session | None:
        """Return the session of a token; None when it has ended.

        `is_use`: a person did something, which keeps the session from being idle.
        """
        now = self._clock.now()
        row = self._read(token_hash(token))
        if row is None:
            return None
        session, seen_at = row
        if now >= session.expires_at or now >= seen_at + self._idle_ms:
            self._expire(session, now)
            return None
        if is_use and now - seen_at >= self._seen_step_ms:
            self._touch(session.session_id, now)
        return session

    def close(self, token: str) -> bool:
        """Sign out; False when there was nothing to end."""
        row = self._read(token_hash(token))
        if row is None:
            return False
        return self._end(row[0], SecurityEvent.SIGNED_OUT, by=row[0].person_id)

    def revoke(self, person_id: str, *, by: str) -> int:
        """End every session of a person at once; returns how many there were."""
        return sum(
            self._end(session, SecurityEvent.SESSION_REVOKED, by=by)
            for session in self.open_sessions()
            if session.person_id == person_id
        )

    def open_sessions(self) -> tuple[Session, ...]:
        """Return every session that still stands."""
        now = self._clock.now()
        query = _standing().where(
            tables.session.c.expires_at > now, tables.session.c.seen_at > now - self._idle_ms
        )
        with reading(self._engine) as connection:
            return tuple(_session(row) for row in connection.execute(query).mappings())

    def still_open(self, session_ids: Iterable[str]) -> dict[str, Role]:
        """Return session id -> role now, for those of `session_ids` that still stand.

        Asking is no use of the session: an open page alone keeps nobody signed in.
        """
        wanted = frozenset(session_ids)
        return {
            session.session_id: session.role
            for session in self.open_sessions()
            if session.session_id in wanted
        }

    def end_overdue(self) -> int:
        """Write down the end of sessions whose time ran out unnoticed; returns how many."""
        now = self._clock.now()
        query = _standing().where(
            or_(
                tables.session.c.expires_at <= now,
                tables.session.c.seen_at <= now - self._idle_ms,
            )
        )
        with reading(self._engine) as connection:
            overdue = [_session(row) for row in connection.execute(query).mappings()]
        return sum(self._expire(session, now) for session in overdue)

    def _read(self, hashed: str) -> tuple[Session, int] | None:
        """Return a session that nobody has ended, and when it was last used."""
        query = _standing().where(tables.session.c.token_hash == hashed)
        with reading(self._engine) as connection:
            row = connection.execute(query).mappings().one_or_none()
        return (_session(row), int(row["seen_at"])) if row is not None else None

    def _touch(self, session_id: str, now: int) -> None:
        """Write down that the session is in use."""
        with writing(self._engine) as connection:
            connection.execute(
                update(tables.session)
                .where(tables.session.c.session_id == session_id)
                .values(seen_at=now)
            )

    def _expire(self, session: Session, now: int) -> bool:
        """End a session whose time has run out."""
        reason = "time_over" if now >= session.expires_at else "idle"
        return self._end(session, SecurityEvent.SESSION_EXPIRED, by=STATION, reason=reason)

    def _end(self, session: Session, kind: SecurityEvent, *, by: str, **facts: str) -> bool:
        """End a session and write down why, once."""
        with writing(self._engine) as connection:
            ended = connection.execute(
                update(tables.session)
                .where(
                    tables.session.c.session_id == session.session_id,
                    tables.session.c.ended_at.is_(None),
                )
                .values(ended_at=self._clock.now())
            ).rowcount
            if ended:
                self._journal.write(
                    connection,
                    kind,
                    session.person_id,
                    by=by,
                    terminal=session.terminal,
                    session=session.session_id,
                    **facts,
                )
        return bool(ended)


def _standing() -> Select[Any]:
    """Return the query for sessions that nobody has ended, with what the account says now."""
    session, account = tables.session, tables.account
    return (
        select(session, account.c.name, account.c.role)
        .join(account, session.c.person_id == account.c.person_id)
        .where(session.c.ended_at.is_(None), account.c.is_active)
    )


def _session(row: RowMapping) -> Session:
    """Return a stored session without its secret."""
    return Session(
        session_id=row["session_id"],
        person_id=row["person_id"],
        name=row["name"],
        role=Role(row["role"]),
        terminal=row["terminal"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
    )
