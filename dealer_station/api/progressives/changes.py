"""Changes of a progressive's levels: two managers, a reason, and never while in play.

The first manager is signed in; the second signs this very change on his screen (`/approvals`), and
the change is sent with that signature. Both stand in the record. A reading changes nothing and
takes one person.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Request

from dealer_station.api.approvals import ApprovalHeader, ApprovalShown, give_approval, spend
from dealer_station.api.auth import BODY_PROBLEMS
from dealer_station.api.dependencies import ServicesDep, check_right, session_with
from dealer_station.api.ledger_texts import ledger_code, ledger_problem
from dealer_station.api.ports import Services
from dealer_station.api.problems import (
    ApprovalNeeded,
    ApprovalRefusedProblem,
    BadInput,
    CommandConflictProblem,
    LedgerRefused,
    LockedOut,
    NotFound,
    ProblemError,
    RecordUnavailable,
    RightMissing,
    SignedOut,
    SignInBusy,
    WrongCredentials,
    responses,
)
from dealer_station.api.progressives.change_schemas import (
    AnyChangeBody,
    ChangeAccepted,
    CorrectionBody,
    DisputeBody,
    LevelApprovalRequest,
    ReadingBody,
    RetirementBody,
    SettlementBody,
    TermsBody,
    TransferBody,
    VoidBody,
)
from dealer_station.api.tables.bodies import Word
from dealer_station.controller.ledger_desk import Changed, LedgerDesk, LevelPlace, Order
from dealer_station.event_log.errors import CommandConflict, EventLogError
from dealer_station.observability import get_logger
from dealer_station.people.approvals import Act
from dealer_station.people.rights import Right, roles_with
from dealer_station.people.sessions import Session
from dealer_station.progressive.refusals import Consent

_log = get_logger(__name__)

router = APIRouter(
    prefix="/api/progressives/{progressive_id}/levels/{level_id}", tags=["progressives"]
)

ManagerDep = Annotated[Session, Depends(session_with(Right.CHANGE_LEVELS))]

_ANY_CHANGE = (
    SignedOut,
    RightMissing,
    NotFound,
    LedgerRefused,
    CommandConflictProblem,
    RecordUnavailable,
    *BODY_PROBLEMS,
)
_SIGNED_CHANGE = (ApprovalNeeded, ApprovalRefusedProblem, *_ANY_CHANGE)


def place_of(
    progressive_id: Annotated[Word, Path()],
    level_id: Annotated[Word, Path()],
    services: ServicesDep,
) -> LevelPlace:
    """Return the level of the path. Raises NotFound where the progressive was never opened."""
    if not services.ledgers.is_known(progressive_id):
        raise ProblemError(NotFound())
    return LevelPlace(progressive_id, level_id)


PlaceDep = Annotated[LevelPlace, Depends(place_of)]


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
        RecordUnavailable,
        *BODY_PROBLEMS,
    ),
)
async def approve_change(
    body: LevelApprovalRequest,
    request: Request,
    session: ManagerDep,
    place: PlaceDep,
    services: ServicesDep,
) -> ApprovalShown:
    """Let a second manager approve one change of this level on the screen of this session."""
    return await give_approval(
        services, request, body, session, _name_of(place), act_of_change(place, body.change)
    )


@router.post("/changes", responses=responses(*_SIGNED_CHANGE))
def change_level(
    body: Annotated[AnyChangeBody, Body()],
    session: ManagerDep,
    place: PlaceDep,
    services: ServicesDep,
    x_approval: ApprovalHeader = None,
) -> ChangeAccepted:
    """Carry out a change of a level that a second manager has approved.

    The same `command_id` may be sent again: it is carried out once.
    """
    if isinstance(body, TransferBody):
        _check_target(services, place, LevelPlace(body.to_progressive, body.to_level))

    def carry_out(consent: Consent, order: Order) -> Changed:
        return _carried_out(services.ledgers, place, body, consent, order)

    return _signed(services, session, x_approval, place, body, carry_out)


def _carried_out(
    ledgers: LedgerDesk, place: LevelPlace, body: AnyChangeBody, consent: Consent, order: Order
) -> Changed:
    """Hand a change to the ledger that it is for."""
    match body:
        case TermsBody():
            return ledgers.change_terms(place, body.terms.to_terms(), consent, order)
        case CorrectionBody():
            return ledgers.correct(place, body.to_correction(), consent, order)
        case TransferBody():
            target = LevelPlace(body.to_progressive, body.to_level)
            return ledgers.transfer(place, target, consent, order)
        case RetirementBody():
            return ledgers.retire(place, body.heir(), consent, order)
        case DisputeBody() | SettlementBody() | VoidBody():
            return _about_award(ledgers, place, body, consent, order)


def _about_award(
    ledgers: LedgerDesk,
    place: LevelPlace,
    body: DisputeBody | SettlementBody | VoidBody,
    consent: Consent,
    order: Order,
) -> Changed:
    """Hand over what is said of an award: it is in doubt, it stands, or it is not owed."""
    match body:
        case DisputeBody():
            return ledgers.dispute(place, body.award, consent, order)
        case SettlementBody():
            return ledgers.settle(place, body.award, consent, order)
        case VoidBody():
            return ledgers.void(place, body.award, consent, order)


@router.post("/readings", responses=responses(*_ANY_CHANGE))
def read_meter(
    body: ReadingBody, session: ManagerDep, place: PlaceDep, services: ServicesDep
) -> ChangeAccepted:
    """Take a reading of a level, for reconciliation."""
    order = Order(str(body.command_id), services.clock.now())
    return _accepted(services, body, lambda: services.ledgers.read(place, session.person_id, order))


def act_of_change(place: LevelPlace, body: AnyChangeBody) -> Act:
    """Name the very act that a change is: its level, its id and all that it says."""
    said = f"{_name_of(place)}\n{body.model_dump_json()}"
    digest = sha256(said.encode()).hexdigest()
    return Act(command=body.command, command_id=str(body.command_id), digest=digest)


def _name_of(place: LevelPlace) -> str:
    """Name a level where approvals of commands name their table."""
    return f"progressive/{place.progressive_id}/{place.level_id}"


def _check_target(services: Services, source: LevelPlace, target: LevelPlace) -> None:
    """Raise the problem where a meter cannot go: nowhere, or into another currency.

    The record names no currency of a progressive: of one that no table here plays for the station
    does not know it, and moves nothing one for one on a guess.
    """
    if not services.ledgers.is_known(target.progressive_id):
        raise ProblemError(NotFound(facts={"where": "body.to_progressive"}))
    if source.progressive_id == target.progressive_id:
        return
    currencies = set[str]()
    for one in (source.progressive_id, target.progressive_id):
        served = services.progressives.get(one)
        if served is None:
            why = f"no table here plays for {one}, so its currency is not known"
            raise ProblemError(BadInput(facts={"body.to_progressive": why}))
        currencies.add(served.currency)
    if len(currencies) > 1:
        raise ProblemError(BadInput(facts={"body.to_progressive": "has another currency"}))


def _signed(
    services: Services,
    session: Session,
    token: str | None,
    place: LevelPlace,
    body: AnyChangeBody,
    carry_out: Callable[[Consent, Order], Changed],
) -> ChangeAccepted:
    """Carry out a change that a second person has approved. Raises the problem to answer with."""
    if token is None:
        facts = {"right": Right.CHANGE_LEVELS, "roles": " ".join(roles_with(Right.CHANGE_LEVELS))}
        detail = "A second manager must sign in on this screen for this change."
        raise ProblemError(ApprovalNeeded(detail=detail, facts=facts))
    act = act_of_change(place, body)
    approval = spend(services, token, session, _name_of(place), act)
    consent = Consent(session.person_id, approval.person_id, body.reason)
    order = Order(str(body.command_id), services.clock.now())
    try:
        check_right(services, session, approval.role, act.right, body.command)
        return _accepted(services, body, lambda: carry_out(consent, order))
    except ProblemError as error:
        # Nothing has changed, so the approval has served nothing yet. Whether a record that failed
        # has taken the change is not known: then it stays used.
        if not isinstance(error.problem, RecordUnavailable):
            services.people.approvals.give_back(approval, act)
        raise


def _accepted(
    services: Services, body: AnyChangeBody | ReadingBody, carry_out: Callable[[], Changed]
) -> ChangeAccepted:
    """Carry out, count, and turn every no into its problem."""
    try:
        changed = carry_out()
    except CommandConflict as conflict:
        raise ProblemError(CommandConflictProblem()) from conflict
    except EventLogError as fault:
        _log.exception("record_unavailable")
        raise ProblemError(RecordUnavailable(), headers={"Retry-After": "1"}) from fault
    if changed.refusal is not None:
        code = ledger_code(changed.refusal.reason)
        services.metrics.commands_refused.labels(body.command, code).inc()
        _log.info("level_change_refused", command=body.command, code=code)
        raise ProblemError(ledger_problem(changed.refusal))
    metrics = services.metrics
    counter = metrics.commands_repeated if changed.is_repeat else metrics.commands_accepted
    counter.labels(body.command).inc()
    return ChangeAccepted(
        command_id=str(body.command_id), versions=changed.versions, repeat=changed.is_repeat
    )
