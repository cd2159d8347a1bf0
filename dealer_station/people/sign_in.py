"""Checking who somebody is, and locking out who guesses.

Failures are counted for what was typed, whether there is such an account or not, so an answer
tells nobody which accounts exist. The count is raised before the slow check of the password, in
one atomic statement: a hundred guesses at once get no more tries than a hundred in a row. After
the allowed number of failures within the window nobody signs in under that name until the
lock-out has passed, not even with the right password. `dealer-station account` lifts it with the
new password that it sets.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, case, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from dealer_station.clock import Clock
from dealer_station.people import tables
from dealer_station.people.accounts import PERSON_ID, Account, Accounts
from dealer_station.people.journal import SecurityEvent, SecurityJournal
from dealer_station.people.passwords import PASSWORD_LENGTH_MAX, Passwords
from dealer_station.people.storage import reading, writing
from dealer_station.settings import SignInSettings

_MS: Final = 1000


class SignInFailed(Exception):  # noqa: N818 - an outcome, named as the journal names it
    """Wrong name or password, or a disabled account: the caller is not told which."""


class LockedOut(SignInFailed):
    """Too many failures: nobody signs in under that name before `until_at`."""

    def __init__(self, until_at: int) -> None:
        super().__init__(f"locked until {until_at}")
        self.until_at = until_at


@dataclass(frozen=True, slots=True)
class _Limits:
    """The lock-out's numbers for one moment, in milliseconds."""

    now: int
    window_begins_at: int
    locked_until_at: int
    failures_max: int


class SignIn:
    """Identifies people by staff number and password. Slow on purpose: call it in a thread."""

    def __init__(
        self,
        engine: Engine,
        clock: Clock,
        settings: SignInSettings,
        journal: SecurityJournal,
        accounts: Accounts,
        passwords: Passwords,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._settings = settings
        self._journal = journal
        self._accounts = accounts
        self._passwords = passwords

    def identify(self, person_id: str, password: str, *, terminal: str, purpose: str) -> Account:
        """Return the account of who knows the password. Raises SignInFailed or LockedOut.

        `purpose` (`session` or `approval`) and `terminal` (where from) are for the journal.
        Success is not journalled here: the session or approval that follows is.
        """
        if PERSON_ID.fullmatch(person_id) is None or len(password) > PASSWORD_LENGTH_MAX:
            # Nobody's name: nothing is counted, so strangers cannot fill the table with nonsense.
            self._passwords.verify(None, "")
            raise SignInFailed
        limits = self._limits()
        self._take_try(person_id, limits, terminal)
        password_hash = self._accounts.password_hash(person_id)
        if not self._passwords.verify(password_hash, password):
            self._fail(person_id, limits, terminal, purpose)
        with writing(self._engine) as connection:
            connection.execute(
                delete(tables.attempt).where(tables.attempt.c.person_id == person_id)
            )
        if password_hash is not None and self._passwords.needs_rehash(password_hash):
            self._accounts.renew_hash(person_id, password)
        account = self._accounts.find(person_id)
        if account is None or not account.is_active:
            raise SignInFailed  # disabled while the password was being checked
        return account

    def lift_lock_out(self, person_id: str, *, by: str) -> None:
        """Let the person try again at once; the journal says so where a lock-out stood."""
        attempt = tables.attempt
        has_no_try = or_(
            attempt.c.locked_until_at > self._clock.now(),
            attempt.c.failures >= self._settings.failures_max,
        )
        with writing(self._engine) as connection:
            was_locked = connection.execute(
                select(attempt.c.person_id).where(attempt.c.person_id == person_id, has_no_try)
            ).first()
            connection.execute(delete(attempt).where(attempt.c.person_id == person_id))
            if was_locked is not None:
                self._journal.write(connection, SecurityEvent.LOCK_OUT_LIFTED, person_id, by=by)

    def locked_until(self, person_id: str) -> int | None:
        """Return until when the name is locked, None if it is not."""
        query = select(tables.attempt.c.locked_until_at).where(
            tables.attempt.c.person_id == person_id
        )
        with reading(self._engine) as connection:
            until: int | None = connection.execute(query).scalar_one_or_none()
        return until if until is not None and until > self._clock.now() else None

    def _limits(self) -> _Limits:
        """Return the lock-out's numbers for this moment."""
        now = self._clock.now()
        return _Limits(
            now=now,
            window_begins_at=now - self._settings.failure_window_s * _MS,
            locked_until_at=now + self._settings.lock_out_s * _MS,
            failures_max=self._settings.failures_max,
        )

    def _take_try(self, person_id: str, limits: _Limits, terminal: str) -> None:
        """Count this try as failed until it is not. Raises LockedOut where none is left."""
        with writing(self._engine) as connection:
            if not _count_try(connection, person_id, limits):
                until_at = _locked_until(connection, person_id, limits)
                self._journal.write(
                    connection, SecurityEvent.SIGN_IN_WHILE_LOCKED, person_id, terminal=terminal
                )
            else:
                return
        raise LockedOut(until_at)

    def _fail(self, person_id: str, limits: _Limits, terminal: str, purpose: str) -> None:
        """Write the failure down, lock the name after the last try, and raise."""
        attempt = tables.attempt
        with writing(self._engine) as connection:
            self._journal.write(
                connection,
                SecurityEvent.SIGN_IN_FAILED,
                person_id,
                terminal=terminal,
                purpose=purpose,
            )
            is_locked = connection.execute(
                update(attempt)
                .where(attempt.c.person_id == person_id, attempt.c.failures >= limits.failures_max)
                .values(failures=0, locked_until_at=limits.locked_until_at)
            ).rowcount
            if is_locked:
                self._journal.write(
                    connection,
                    SecurityEvent.LOCKED_OUT,
                    person_id,
                    terminal=terminal,
                    until_at=str(limits.locked_until_at),
                )
            # Names that nobody tries any more are forgotten; the journal keeps what happened.
            connection.execute(
                delete(attempt).where(
                    attempt.c.first_at < limits.window_begins_at,
                    attempt.c.locked_until_at < limits.now,
                )
            )
        if is_locked:
            raise LockedOut(limits.locked_until_at)
        raise SignInFailed


def _count_try(connection: Connection, person_id: str, limits: _Limits) -> bool:
    """Raise the count of the name by one, or begin it anew; False where no try is left."""
    attempt = tables.attempt
    is_old = attempt.c.first_at < limits.window_begins_at
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = upsert(attempt).values(
        person_id=person_id, failures=1, first_at=limits.now, locked_until_at=0
    )
    statement = statement.on_conflict_do_update(
        index_elements=[attempt.c.person_id],
        set_={
            "failures": case((is_old, 1), else_=attempt.c.failures + 1),
            "first_at": case(
                (or_(is_old, attempt.c.failures == 0), limits.now), else_=attempt.c.first_at
            ),
        },
        where=(attempt.c.locked_until_at <= limits.now)
        & or_(is_old, attempt.c.failures < limits.failures_max),
    )
    return connection.execute(statement.returning(attempt.c.failures)).first() is not None


def _locked_until(connection: Connection, person_id: str, limits: _Limits) -> int:
    """Return when a name without a try left may be tried again."""
    attempt = tables.attempt
    row = connection.execute(
        select(attempt.c.locked_until_at, attempt.c.first_at).where(
            attempt.c.person_id == person_id
        )
    ).one()
    if row.locked_until_at > limits.now:
        return int(row.locked_until_at)
    # Every try is taken and its check still runs (or was cut off): the window's end frees them.
    return int(row.first_at) + limits.now - limits.window_begins_at
