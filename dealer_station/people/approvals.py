"""Approvals: a supervisor signs in on the dealer's screen for one act.

An approval belongs to the person who gave it, to the session on whose screen he gave it, to one
table and to the one command that he was shown, with its id and all its fields: whoever holds the
dealer's session can spend it on nothing else. It lasts a minute. The command is then his: it
stands in the record under his id and role. Nobody approves his own act (ACC-07).

A change of a progressive's level needs two who may make it: the approval of the second is for that
level, where others name a table, and both stand in the record.
"""

from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from sqlalchemy import Engine, RowMapping, Select, insert, select, update

from dealer_station.clock import Clock
from dealer_station.people import tables
from dealer_station.people.accounts import Account
from dealer_station.people.journal import SecurityEvent, SecurityJournal
from dealer_station.people.rights import (
    APPROVABLE,
    COMMAND_RIGHTS,
    COUNTERSIGNED,
    LEVEL_RIGHTS,
    Right,
    has_right,
)
from dealer_station.people.sessions import Session, new_token, token_hash
from dealer_station.people.storage import reading, writing
from dealer_station.settings import SignInSettings
from dealer_station.table.roles import Role

_MS: Final = 1000
_ACT_RIGHTS: Final = {**COMMAND_RIGHTS, **LEVEL_RIGHTS}
_MAY_BE_SIGNED: Final = APPROVABLE | COUNTERSIGNED


class ApprovalRefused(Exception):  # noqa: N818 - an outcome, named as the journal names it
    """An approval that cannot be given or used.

    `reason`: `same_person`, `no_right` (when given); `unknown`, `expired`,
    `other_screen`, `other_act` (when used); `not_here` (both: the command takes no approval).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The very act that is approved: a command or a change of a level, by name, id and content.

    `digest` is of all that the command says; the same id with another digest is another act.
    """

    command: str
    command_id: str
    digest: str

    @property
    def key(self) -> str:
        """What is stored of the act, and tells it from every other."""
        return f"{self.command_id}/{self.digest}"

    @property
    def right(self) -> Right:
        """The right that the act needs."""
        return _ACT_RIGHTS[self.command]


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """One act that `person_id`, in his role now, allows on one table; `expires_at` in ms.

    `table_id` of a change of a level: `progressive/<id>/<level>`, which no table is called.
    `is_repeat`: it serves its act already, which has come a second time.
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

    def give(
        self, approver: Account, session: Session, table_id: str, act: Act
    ) -> tuple[str, Approval]:
        """Let `approver`, identified just now, approve `act` on the screen of `session`.

        Returns the token, which is shown this once. Raises ApprovalRefused.
        """
        reason = ""
        if approver.person_id == session.person_id:
            reason = "same_person"
        elif act.right not in _MAY_BE_SIGNED:
            reason = "not_here"
        elif not (has_right(approver.role, Right.APPROVE) and has_right(approver.role, act.right)):
            reason = "no_right"
        if reason:
            self._refuse(approver.person_id, session, act, reason)
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
                    act=act.key,
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
                act=act.command,
                command_id=act.key,
                at_screen_of=session.person_id,
            )
        return token, approval

    def use(self, token: str, session: Session, table_id: str, act: Act) -> Approval:
        """Take the approval for the act that it was given for; the same act may come again.

        Raises ApprovalRefused. If the table then refuses the command, call `give_back`.
        """
        hashed = token_hash(token)
        row = self._read(hashed)
        if row is None:
            self._refuse("", session, act, "unknown")
        approval = _approval(row)
        reason = self._why_not(row, session, table_id, act)
        if reason:
            self._refuse(approval.person_id, session, act, reason)
        if row["used_at"] is None and self._mark_used(hashed, approval, session, act):
            return approval
        # Only this act could have used it: the answer was lost, and the screen asks again.
        return replace(approval, is_repeat=True)

    def _why_not(self, row: RowMapping, session: Session, table_id: str, act: Act) -> str:
        """Return why a stored approval cannot be used for this act; empty when it can."""
        if act.right not in _MAY_BE_SIGNED:
            return "not_here"
        if row["session_id"] != session.session_id or row["table_id"] != table_id:
            return "other_screen"
        if row["act"] != act.key:
            return "other_act"
        is_late = self._clock.now() >= row["expires_at"] and row["used_at"] is None
        return "expired" if is_late else ""

    def give_back(self, approval: Approval, act: Act) -> None:
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
                    tables.approval.c.command_id == act.key,
                )
                .values(used_at=None, command_id=None)
            )

    def _read(self, hashed: str) -> RowMapping | None:
        """Return the stored approval with what its giver's account says now."""
        with reading(self._engine) as connection:
            query = _with_account().where(tables.approval.c.token_hash == hashed)
            return connection.execute(query).mappings().one_or_none()

    def _mark_used(self, hashed: str, approval: Approval, session: Session, act: Act) -> bool:
        """Mark the approval used by its act; False when the same act came a moment before."""
        approvals = tables.approval
        with writing(self._engine) as connection:
            marked = connection.execute(
                update(approvals)
                .where(approvals.c.token_hash == hashed, approvals.c.used_at.is_(None))
                .values(used_at=self._clock.now(), command_id=act.key)
            ).rowcount
            if marked:
                self._journal.write(
                    connection,
                    SecurityEvent.APPROVAL_USED,
                    approval.person_id,
                    by=session.person_id,
                    terminal=session.terminal,
                    approval_id=approval.approval_id,
                    command_id=act.key,
                )
        return bool(marked)

    def _refuse(self, person_id: str, session: Session, act: Act, reason: str) -> NoReturn:
        """Write the refusal down and raise it."""
        with writing(self._engine) as connection:
            self._journal.write(
                connection,
                SecurityEvent.APPROVAL_REFUSED,
                person_id,
                by=session.person_id,
                terminal=session.terminal,
                act=act.command,
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
