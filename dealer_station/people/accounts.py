"""Accounts: who works here, in which role, and with which password.

An account is never deleted, since the record names its id; a leaver's is disabled (ACC-03), which
ends his sessions at once. Every change is in the security journal with who made it.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, RowMapping, insert, select, update
from sqlalchemy.exc import IntegrityError

from dealer_station.clock import Clock
from dealer_station.people import tables
from dealer_station.people.journal import SecurityEvent, SecurityJournal
from dealer_station.people.passwords import Passwords
from dealer_station.people.storage import reading, writing
from dealer_station.table.roles import Role

PERSON_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
NAME_LENGTH_MAX: Final = 80
PERSON_ROLES: Final = (
    Role.DEALER,
    Role.SUPERVISOR,
    Role.MANAGER,
    Role.TECHNICIAN,
    Role.AUDITOR,
    Role.PLATFORM,
)


class AccountError(Exception):
    """An account that cannot be made or changed as asked; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A person as the station knows him; `person_id` is the staff number, `name` for screens."""

    person_id: str
    name: str
    role: Role
    is_active: bool
    created_at: int
    password_changed_at: int


class Accounts:
    """Makes, changes and finds accounts."""

    def __init__(
        self, engine: Engine, clock: Clock, journal: SecurityJournal, passwords: Passwords
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._journal = journal
        self._passwords = passwords

    def create(self, person_id: str, name: str, role: Role, password: str, *, by: str) -> Account:
        """Make an account. Raises AccountError or PasswordRefusedError."""
        if PERSON_ID.fullmatch(person_id) is None:
            raise AccountError(f"not a staff number: {person_id!r}")
        if role not in PERSON_ROLES:
            raise AccountError(f"not a person's role: {role.value}")
        if not name.strip() or len(name) > NAME_LENGTH_MAX:
            raise AccountError(f"a name has 1 to {NAME_LENGTH_MAX} characters")
        self._passwords.check_new(password, person_id=person_id, name=name)
        password_hash = self._passwords.hash(password)
        now = self._clock.now()
        values = {
            "person_id": person_id,
            "name": name.strip(),
            "role": role.value,
            "is_active": True,
            "created_at": now,
            "password_changed_at": now,
        }
        try:
            with writing(self._engine) as connection:
                connection.execute(
                    insert(tables.account).values(password_hash=password_hash, **values)
                )
                self._journal.write(
                    connection, SecurityEvent.ACCOUNT_CREATED, person_id, by=by, role=role.value
                )
        except IntegrityError as error:
            raise AccountError(f"there is an account {person_id} already") from error
        return _account(values)

    def find(self, person_id: str) -> Account | None:
        """Return the account, disabled or not."""
        with reading(self._engine) as connection:
            row = _row(connection, person_id)
        return _account(row) if row is not None else None

    def all(self) -> tuple[Account, ...]:
        """Return every account by staff number (ACC-06: who may do what, on demand)."""
        query = select(tables.account).order_by(tables.account.c.person_id)
        with reading(self._engine) as connection:
            rows = connection.execute(query).mappings().all()
        return tuple(_account(row) for row in rows)

    def set_role(self, person_id: str, role: Role, *, by: str) -> None:
        """Give the person another role; it counts from his next request on."""
        if role not in PERSON_ROLES:
            raise AccountError(f"not a person's role: {role.value}")
        with writing(self._engine) as connection:
            before = _existing(connection, person_id)["role"]
            _change(connection, person_id, role=role.value)
            self._journal.write(
                connection,
                SecurityEvent.ROLE_CHANGED,
                person_id,
                by=by,
                before=before,
                after=role.value,
            )

    def set_password(self, person_id: str, password: str, *, by: str) -> None:
        """Give the person a new password and end his sessions. Raises PasswordRefusedError."""
        account = self.find(person_id)
        if account is None:
            raise AccountError(f"no account {person_id}")
        self._passwords.check_new(password, person_id=person_id, name=account.name)
        password_hash = self._passwords.hash(password)
        now = self._clock.now()
        with writing(self._engine) as connection:
            _change(connection, person_id, password_hash=password_hash, password_changed_at=now)
            self._end_everything(connection, person_id, now)
            self._journal.write(connection, SecurityEvent.PASSWORD_CHANGED, person_id, by=by)

    def disable(self, person_id: str, *, by: str) -> None:
        """Close the account: no sign-in, no approval, every session ended."""
        with writing(self._engine) as connection:
            _existing(connection, person_id)
            _change(connection, person_id, is_active=False)
            self._end_everything(connection, person_id, self._clock.now())
            self._journal.write(connection, SecurityEvent.ACCOUNT_DISABLED, person_id, by=by)

    def enable(self, person_id: str, *, by: str) -> None:
        """Open a disabled account again."""
        with writing(self._engine) as connection:
            _existing(connection, person_id)
            _change(connection, person_id, is_active=True)
            self._journal.write(connection, SecurityEvent.ACCOUNT_ENABLED, person_id, by=by)

    def password_hash(self, person_id: str) -> str | None:
        """Return the stored hash of an active account; None where nobody may sign in."""
        with reading(self._engine) as connection:
            row = _row(connection, person_id)
        return str(row["password_hash"]) if row is not None and row["is_active"] else None

    def renew_hash(self, person_id: str, password: str) -> None:
        """Store the hash anew with today's parameters; the password stays the same."""
        password_hash = self._passwords.hash(password)
        with writing(self._engine) as connection:
            _change(connection, person_id, password_hash=password_hash)

    @staticmethod
    def _end_everything(connection: Connection, person_id: str, now: int) -> None:
        """End the person's sessions and the approvals that he has given and nobody used yet."""
        session, approval = tables.session, tables.approval
        connection.execute(
            update(session)
            .where(session.c.person_id == person_id, session.c.ended_at.is_(None))
            .values(ended_at=now)
        )
        connection.execute(
            update(approval)
            .where(approval.c.person_id == person_id, approval.c.used_at.is_(None))
            .values(expires_at=now)
        )


def _row(connection: Connection, person_id: str) -> RowMapping | None:
    """Return the stored account."""
    query = select(tables.account).where(tables.account.c.person_id == person_id)
    return connection.execute(query).mappings().one_or_none()


def _existing(connection: Connection, person_id: str) -> RowMapping:
    """Return the stored account or raise AccountError."""
    row = _row(connection, person_id)
    if row is None:
        raise AccountError(f"no account {person_id}")
    return row


def _change(connection: Connection, person_id: str, **values: object) -> None:
    """Change columns of one account."""
    connection.execute(
        update(tables.account).where(tables.account.c.person_id == person_id).values(**values)
    )


def _account(row: RowMapping | dict[str, Any]) -> Account:
    """Return a stored account without its secret."""
    return Account(
        person_id=row["person_id"],
        name=row["name"],
        role=Role(row["role"]),
        is_active=bool(row["is_active"]),
        created_at=row["created_at"],
        password_changed_at=row["password_changed_at"],
    )
