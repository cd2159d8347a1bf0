"""Approvals: a supervisor signs in on the dealer's screen for one act.

An approval belongs to the person who gave it, to the session on whose screen he gave it and to
one table; it lasts a minute and serves one command. The command is then his: it stands in the
record under his id and role. Nobody approves his own act (ACC-07).
"""

from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from sqlalchemy import Engine, RowMapping, Select, insert, select, update

from dealer_station.clock import Clock
from dealer_station.people import tables
from dealer_station.people.accounts import Account
from dealer_station.people.journal import SecurityEvent, SecurityJournal
from dealer_station.people.rights import Right, has_right
from dealer_station.people.sessions import Session, new_token, token_hash
from dealer_station.people.storage import reading, writing
from dealer_station.settings import SignInSettings
from dealer_station.table.roles import Role

_MS: Final = 1000


class ApprovalRefused(Exception):  # noqa: N818 - an outcome, named as the journal names it
    """An approval that cannot be given or used.

    `reason`: `same_person`, `no_right` (when given); `unknown`, `expired`, `used`,
    `other_screen` (when used).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """One act that `person_id`, in his role now, allows on one table; `expires_at` in ms.

    `is_repeat`: it serves this very command already, which has come a second time.
    """

    approval_id: str
    person_id: str
    role: Role
    table_id: str
    expires_at: int
    is_repeat: bool = False


class Approvals:
    """Gives approvals and lets each be used once."""

    def __init__(
        self, engine: Engine, clock: Clock, settings: SignInSettings, journal: SecurityJournal
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._approval_ms = settings.approval_s * _MS
        self._journal = journal

    def give(self, approver: Account, session: Session, table_id: str) -> tuple[str, Approval]:
        """Let `approver`, identified just now, approve one act on the screen of `session`.

        Returns the token, which is shown this once. Raises ApprovalRefused.
        """
        reason = ""
        if approver.person_id == session.person_id:
            reason = "same_person"
        elif not has_right(approver.role, Right.APPROVE):
            reason = "no_right"
        if reason:
            self._refuse(approver.person_id, session, reason)
        token = new_token()
        now = self._clock.now()
        approval = Approval(
            approval_id=self._clock.new_id(),
            person_id=approver.person_id,
            role=approver.role,
            table_id=table_id,
            expires_at=now + self._approval_ms,
        )
        with writing(self._engine) as connection:
            connection.execute(
                insert(tables.approval).values(
                    token_hash=token_hash(token),
                    approval_id=approval.approval_id,
                    person_id=approval.person_id,
                    session_id=session.session_id,
                    table_id=table_id,
                    created_at=now,
                    expires_at=approval.expires_at,
                )
            )
            self._journal.write(
                connection,
                SecurityEvent.APPROVAL_GIVEN,
                approver.person_id,
                terminal=session.terminal,
                approval_id=approval.approval_id,
                table=table_id,
                at_screen_of=session.person_id,
            )
        return token, approval

    def use(self, token: str, session: Session, table_id: str, command_id: str) -> Approval:
        """Take the approval for one command; the same command may come again.

        Raises ApprovalRefused. If the table then refuses the command, call `give_back`.
        """
        hashed = token_hash(token)
        row = self._read(hashed)
        if row is None:
            self._refuse("", session, "unknown")
        if row["session_id"] != session.session_id or row["table_id"] != table_id:
            self._refuse(row["person_id"], session, "other_screen")
        approval = _approval(row)
        if row["command_id"] == command_id:
            # The answer was lost, and the screen asks again.
            return replace(approval, is_repeat=True)
        if row["used_at"] is not None:
            self._refuse(approval.person_id, session, "used")
        if self._clock.now() >= approval.expires_at:
            self._refuse(approval.person_id, session, "expired")
        if not self._mark_used(hashed, approval, session, command_id):
            self._refuse(approval.person_id, session, "used")
        return approval

    def give_back(self, approval: Approval, command_id: str) -> None:
        """Make the approval usable again: the table has refused the command it served.

        A repeat gives nothing back: the command may have been accepted the first time.
        """
        if approval.is_repeat:
            return
        with writing(self._engine) as connection:
            connection.execute(
                update(tables.approval)
                .where(
                    tables.approval.c.approval_id == approval.approval_id,
                    tables.approval.c.command_id == command_id,
                )
                .values(used_at=None, command_id=None)
            )

    def _read(self, hashed: str) -> RowMapping | None:
        """Return the stored approval with what its giver's account says now."""
        with reading(self._engine) as connection:
            query = _with_account().where(tables.approval.c.token_hash == hashed)
            return connection.execute(query).mappings().one_or_none()

    def _mark_used(
        self, hashed: str, approval: Approval, session: Session, command_id: str
    ) -> bool:
        """Mark the approval used by this command; False when another was faster."""
        approvals = tables.approval
        with writing(self._engine) as connection:
            marked = connection.execute(
                update(approvals)
                .where(approvals.c.token_hash == hashed, approvals.c.used_at.is_(None))
                .values(used_at=self._clock.now(), command_id=command_id)
            ).rowcount
            if marked:
                self._journal.write(
                    connection,
                    SecurityEvent.APPROVAL_USED,
                    approval.person_id,
                    by=session.person_id,
                    terminal=session.terminal,
                    approval_id=approval.approval_id,
                    command_id=command_id,
                )
        return bool(marked)

    def _refuse(self, person_id: str, session: Session, reason: str) -> NoReturn:
        """Write the refusal down and raise it."""
        with writing(self._engine) as connection:
            self._journal.write(
                connection,
                SecurityEvent.APPROVAL_REFUSED,
                person_id,
                by=session.person_id,
                terminal=session.terminal,
                reason=reason,
            )
        raise ApprovalRefused(reason)


def _with_account() -> Select[Any]:
    """Return the query for approvals whose givers may still sign in."""
    approval, account = tables.approval, tables.account
    return (
        select(approval, account.c.role)
        .join(account, approval.c.person_id == account.c.person_id)
        .where(account.c.is_active)
    )


def _approval(row: RowMapping) -> Approval:
    """Return a stored approval without its secret."""
    return Approval(
        approval_id=row["approval_id"],
        person_id=row["person_id"],
        role=Role(row["role"]),
        table_id=row["table_id"],
        expires_at=row["expires_at"],
    )
