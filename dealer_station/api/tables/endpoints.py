"""The tables' endpoints: list, show, and send a command."""

import orjson
from fastapi import APIRouter, Request, Response

from dealer_station.api.approvals import ApprovalHeader, act_of, use_approval
from dealer_station.api.auth import BODY_PROBLEMS
from dealer_station.api.dependencies import (
    ServicesDep,
    SessionDep,
    ViewerDep,
    check_right,
    table_of,
)
from dealer_station.api.ports import Outcome, ServedTable, Services
from dealer_station.api.problems import (
    ApprovalNeeded,
    ApprovalRefusedProblem,
    CommandConflictProblem,
    NotFound,
    ProblemError,
    RecordUnavailable,
    Refused,
    RightMissing,
    SignedOut,
    StaleRound,
    StaleVersion,
    responses,
)
from dealer_station.api.tables.bodies import CommandContext
from dealer_station.api.tables.gate import Gate, Picture
from dealer_station.api.tables.outcomes import count_outcome, refused_problem, submit
from dealer_station.api.tables.schemas import (
    AnyCommandBody,
    CommandAccepted,
    TableListed,
    TableShown,
)
from dealer_station.observability import get_logger, log_context
from dealer_station.people.approvals import Approval
from dealer_station.people.rights import COMMAND_RIGHTS
from dealer_station.people.sessions import Session
from dealer_station.table.roles import Actor

_log = get_logger(__name__)

router = APIRouter(prefix="/api/tables", tags=["tables"])


@router.get("", responses=responses(SignedOut, RightMissing))
def list_tables(_session: ViewerDep, services: ServicesDep) -> list[TableListed]:
    """List the tables of this station."""
    return [
        TableListed(id=table.table_id, name=table.name, game=table.game)
        for table in services.tables.values()
    ]


@router.get(
    "/{table_id}",
    response_model=TableShown,
    responses=responses(SignedOut, RightMissing, NotFound),
)
def show_table(table_id: str, session: ViewerDep, services: ServicesDep) -> Response:
    """Show the whole table as the session's role may see it."""
    table = table_of(services, table_id)
    view = table.controller.view(session.role, services.clock.now())
    return Response(orjson.dumps({"view": view}), media_type="application/json")


@router.post(
    "/{table_id}/commands",
    responses=responses(
        SignedOut,
        RightMissing,
        ApprovalNeeded,
        ApprovalRefusedProblem,
        NotFound,
        Refused,
        StaleRound,
        StaleVersion,
        CommandConflictProblem,
        RecordUnavailable,
        *BODY_PROBLEMS,
    ),
)
def send_command(
    table_id: str,
    body: AnyCommandBody,
    request: Request,
    session: SessionDep,
    services: ServicesDep,
    x_approval: ApprovalHeader = None,
) -> CommandAccepted:
    """Send a command; the answer comes after it is committed, or after it is refused.

    The same `command_id` may be sent again when an answer was lost: it is carried out once.
    """
    table = table_of(services, table_id)
    gate: Gate = request.app.state.gates[table_id]
    approval = use_approval(services, x_approval, session, body, table_id)
    with log_context(table=table_id, round_number=body.round):
        try:
            outcome = _carry_out(services, gate, table, body, session, approval)
        except ProblemError as error:
            # Nothing has changed at the table, so the approval has served nothing yet. Whether
            # a record that failed has taken the command is not known: then it stays used.
            if approval is not None and not isinstance(error.problem, RecordUnavailable):
                services.people.approvals.give_back(approval, act_of(body))
            _log.info("command_refused", command=body.command, code=error.problem.code)
            raise
    return CommandAccepted(
        command_id=str(body.command_id), version=outcome.version, repeat=outcome.is_repeat
    )


def _carry_out(
    services: Services,
    gate: Gate,
    table: ServedTable,
    body: AnyCommandBody,
    session: Session,
    approval: Approval | None,
) -> Outcome:
    """Check the right, submit, count. Raises the problem to answer with."""
    actor = _actor(session, approval)
    check_right(services, session, actor.role, COMMAND_RIGHTS[body.command], body.command)
    context = CommandContext(
        issued_at=services.clock.now(), actor=actor, table_id=table.table_id, seats=table.seats
    )
    outcome = submit(gate, body.to_command(context), Picture(body.round, body.version))
    count_outcome(services, body.command, outcome)
    if outcome.refusal is not None:
        raise ProblemError(refused_problem(outcome.refusal))
    return outcome


def _actor(session: Session, approval: Approval | None) -> Actor:
    """Return who acts: the session's person, or the one who approved."""
    if approval is not None:
        return Actor(approval.person_id, approval.role)
    return Actor(session.person_id, session.role)
