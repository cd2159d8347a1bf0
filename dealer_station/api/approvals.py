"""Approvals by a second person on a dealer's screen: asked for, given, and spent with a command.

Whoever approves signs one command, whole as it will be sent: its id, its picture, its fields.
Every other command is another act, and the signature is worth nothing for it.
"""

from hashlib import sha256
from typing import Annotated, Final

from anyio import to_thread
from fastapi import APIRouter, Header, Request
from pydantic import BaseModel, Field

from dealer_station.api.auth import BODY_PROBLEMS, Credentials, identify
from dealer_station.api.dependencies import ServicesDep, ViewerDep
from dealer_station.api.ports import Services
from dealer_station.api.problems import (
    ApprovalRefusedProblem,
    LockedOut,
    NotFound,
    ProblemError,
    RightMissing,
    SignedOut,
    SignInBusy,
    WrongCredentials,
    responses,
)
from dealer_station.api.tables.schemas import AnyCommandBody
from dealer_station.people.approvals import Act, Approval, ApprovalRefused
from dealer_station.people.sessions import Session
from dealer_station.table.roles import Role

router = APIRouter(prefix="/api", tags=["people"])


ApprovalHeader = Annotated[
    str | None,
    Header(
        alias="X-Approval",
        max_length=128,
        description="The approval that a second person gave for this very command, which the "
        "session may not send alone.",
    ),
]


class ApprovalRequest(Credentials):
    """Credentials of the person who approves, the table, and the command that he approves.

    The command is the whole body that will be sent to the table, with the id it will have.
    """

    table: Annotated[str, Field(min_length=1, max_length=32)]
    command: AnyCommandBody


class ApprovalShown(BaseModel):
    """An approval: sent in `X-Approval` with the very command it is for, before `expires_at`."""

    approval: str
    person: str
    role: Role
    expires_at: int


@router.post(
    "/approvals",
    responses=responses(
        SignedOut,
        WrongCredentials,
        RightMissing,
        ApprovalRefusedProblem,
        NotFound,
        LockedOut,
        SignInBusy,
        *BODY_PROBLEMS,
    ),
)
async def approve(
    body: ApprovalRequest, request: Request, session: ViewerDep, services: ServicesDep
) -> ApprovalShown:
    """Let a supervisor or manager approve one command on the screen of this session."""
    if body.table not in services.tables:
        raise ProblemError(NotFound())
    return await give_approval(services, request, body, session, body.table, act_of(body.command))


async def give_approval(
    services: Services,
    request: Request,
    credentials: Credentials,
    session: Session,
    place: str,
    act: Act,
) -> ApprovalShown:
    """Let whom the credentials name approve an act. Raises the problem to answer with."""
    approver = await identify(services, request, credentials, "approval")
    try:
        token, approval = await to_thread.run_sync(
            services.people.approvals.give, approver, session, place, act
        )
    except ApprovalRefused as refused:
        raise ProblemError(approval_problem(refused)) from refused
    services.metrics.sign_ins.labels("approved").inc()
    return ApprovalShown(
        approval=token,
        person=approval.person_id,
        role=approval.role,
        expires_at=approval.expires_at,
    )


def use_approval(
    services: Services, token: str | None, session: Session, body: AnyCommandBody, table_id: str
) -> Approval | None:
    """Take the approval, if one was sent, for this command. Raises the problem to answer with."""
    return None if token is None else spend(services, token, session, table_id, act_of(body))


def spend(services: Services, token: str, session: Session, place: str, act: Act) -> Approval:
    """Take the approval for this very act. Raises the problem to answer with."""
    try:
        return services.people.approvals.use(token, session, place, act)
    except ApprovalRefused as refused:
        raise ProblemError(approval_problem(refused)) from refused


def act_of(body: AnyCommandBody) -> Act:
    """Name the very act that a command is: its id and all that it says.

    The same id with other content is another act, and no repeat.
    """
    said = sha256(body.model_dump_json().encode()).hexdigest()
    return Act(command=body.command, command_id=str(body.command_id), digest=said)


_DETAILS: Final = {
    "unknown": "That approval is not known. The supervisor must sign in again.",
    "expired": "That approval is too old. The supervisor must sign in again.",
    "other_screen": "That approval was given on another screen or for another table.",
    "other_act": "That approval was given for another act. The supervisor must sign in for this.",
    "same_person": "Nobody approves his own act. Another person must sign in.",
    "no_right": "That person may not approve this. A supervisor or manager must sign in.",
    "not_here": "This command takes no approval. It needs the right itself.",
}


def approval_problem(refused: ApprovalRefused) -> ApprovalRefusedProblem:
    """Return the problem document for an approval that cannot be given or used."""
    return ApprovalRefusedProblem.model_validate(
        {
            "code": f"approval_{refused.reason}",
            "detail": _DETAILS[refused.reason],
            "facts": {"reason": refused.reason},
        }
    )
