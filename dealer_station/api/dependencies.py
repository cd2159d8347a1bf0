"""What endpoints ask for before they begin: the services, the session, a right, a table."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import Depends, Request

from dealer_station.api.ports import ServedTable, Services
from dealer_station.api.problems import (
    ApprovalNeeded,
    NotFound,
    ProblemError,
    RightMissing,
    SignedOut,
)
from dealer_station.people.rights import APPROVABLE, Right, has_right, roles_with
from dealer_station.people.sessions import Session
from dealer_station.projections.devices.signs import Signs
from dealer_station.table.roles import Role

SESSION_COOKIE: Final = "ds_session"
# A screen that reads by itself, with nobody touching it, says so with this header (any value): such
# a request is no use of the session, so a screen that was left alone is signed out when idle.
UNATTENDED_HEADER: Final = "X-Unattended"


def services_of(request: Request) -> Services:
    """Return the services that the application was built with."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(services_of)]


def session_if_any(request: Request, services: ServicesDep) -> Session | None:
    """Return the session of the cookie; None when nobody is signed in.

    This counts as use, unless the screen asks by itself.
    """
    token = request.cookies.get(SESSION_COOKIE)
    if not token:
        return None
    is_use = UNATTENDED_HEADER not in request.headers
    return services.people.sessions.find(token, is_use=is_use)


SessionIfAnyDep = Annotated[Session | None, Depends(session_if_any)]


def session_of(session: SessionIfAnyDep) -> Session:
    """Return the session of the cookie. Raises SignedOut."""
    if session is None:
        raise ProblemError(SignedOut())
    return session


SessionDep = Annotated[Session, Depends(session_of)]


def session_with(right: Right) -> Callable[..., Session]:
    """Return a dependency: the session, if its role holds `right`."""

    def check(request: Request, services: ServicesDep, session: SessionDep) -> Session:
        check_right(services, session, session.role, right, request.url.path)
        return session

    return check


def check_right(services: Services, session: Session, role: Role, right: Right, act: str) -> None:
    """Raise RightMissing or ApprovalNeeded, and journal it, where `role` lacks `right`.

    `role` is the session's own or that of who approved.
    """
    if has_right(role, right):
        return
    services.people.note_refused_right(session, right.value, act)
    facts = {"right": right.value, "roles": " ".join(roles_with(right))}
    may_be_approved = right in APPROVABLE and has_right(session.role, Right.RUN_ROUND)
    kind = ApprovalNeeded if may_be_approved else RightMissing
    raise ProblemError(kind(facts=facts))


ViewerDep = Annotated[Session, Depends(session_with(Right.VIEW_TABLE))]


def signs_of(services: Services, table_id: str) -> Signs:
    """Return what the signs of a table say they show, by device."""
    seen = services.signs.seen()
    return {sign.device: word for sign, word in seen.items() if sign.table == table_id}


def table_of(services: Services, table_id: str) -> ServedTable:
    """Return the table of the path. Raises NotFound."""
    table = services.tables.get(table_id)
    if table is None:
        raise ProblemError(NotFound())
    return table
