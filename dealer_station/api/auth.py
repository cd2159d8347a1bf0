"""Signing in and out on a screen.

The slow check of a password runs in threads of its own: however many people (or attackers) sign
in at once, commands of the tables never wait for them.
"""

from typing import Annotated, Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request, Response, status
from pydantic import BaseModel, ConfigDict, Field

from dealer_station.api.dependencies import (
    SESSION_COOKIE,
    ServicesDep,
    SessionIfAnyDep,
)
from dealer_station.api.ports import Services
from dealer_station.api.problems import (
    BadInput,
    LockedOut,
    Malformed,
    ProblemError,
    SignInBusy,
    TooLarge,
    TooSlow,
    WrongCredentials,
    responses,
)
from dealer_station.clock import iso_time
from dealer_station.people import sign_in
from dealer_station.people.accounts import Account
from dealer_station.people.sessions import Session
from dealer_station.table.roles import Role

# argon2 takes 19 MiB and a core for some 40 ms: two at once leave room for the tables.
CHECKS_AT_ONCE: Final = 2
# Who would wait longer than two seconds or so is told at once to come again.
_CHECKS_WAITING_MAX: Final = 50

BODY_PROBLEMS: Final = (Malformed, TooSlow, TooLarge, BadInput)

router = APIRouter(prefix="/api", tags=["people"])


class Credentials(BaseModel):
    """Staff number and password. Neither is ever repeated in an answer or a log line."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    person: Annotated[str, Field(min_length=1, max_length=64)]
    password: Annotated[str, Field(min_length=1, max_length=1024, repr=False)]


class SessionShown(BaseModel):
    """Who is signed in on this screen; `expires_at` in UTC milliseconds."""

    person: str
    name: str
    role: Role
    expires_at: int


@router.post(
    "/session", responses=responses(WrongCredentials, LockedOut, SignInBusy, *BODY_PROBLEMS)
)
async def sign_in_here(
    credentials: Credentials, request: Request, response: Response, services: ServicesDep
) -> SessionShown:
    """Sign in on this screen; an earlier session of this screen ends."""
    account = await identify(services, request, credentials, "session")
    before = request.cookies.get(SESSION_COOKIE)
    token, session = await to_thread.run_sync(
        _open_session, services, account, terminal_of(request), before
    )
    services.metrics.sign_ins.labels("signed_in").inc()
    response.set_cookie(
        SESSION_COOKIE,
        token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=services.settings.http.secure_cookie,
    )
    return _shown(session)


@router.get("/session")
def who_is_signed_in(session: SessionIfAnyDep) -> SessionShown | None:
    """Say who is signed in on this screen; null when nobody is."""
    return None if session is None else _shown(session)


@router.delete("/session", status_code=status.HTTP_204_NO_CONTENT)
def sign_out_here(request: Request, response: Response, services: ServicesDep) -> None:
    """Sign out; without a session nothing happens."""
    token = request.cookies.get(SESSION_COOKIE)
    if token:
        services.people.sessions.close(token)
    response.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")


def terminal_of(request: Request) -> str:
    """Return the network address that a request came from, for the journal."""
    return request.client.host if request.client else ""


async def identify(
    services: Services, request: Request, credentials: Credentials, purpose: str
) -> Account:
    """Check the credentials in a thread; `purpose` is for the journal.

    Raises the problem to answer with.
    """
    limiter: CapacityLimiter = request.app.state.password_checks
    terminal = terminal_of(request)

    def check() -> Account:
        """Do the slow part."""
        return services.people.sign_in.identify(
            credentials.person, credentials.password, terminal=terminal, purpose=purpose
        )

    if limiter.statistics().tasks_waiting >= _CHECKS_WAITING_MAX:
        services.metrics.sign_ins.labels("turned_away").inc()
        raise ProblemError(SignInBusy(), headers={"Retry-After": "3"})
    try:
        return await to_thread.run_sync(check, limiter=limiter)
    except sign_in.LockedOut as locked:
        services.metrics.sign_ins.labels("locked_out").inc()
        wait_s = max(1, (locked.until_at - services.clock.now() + 999) // 1000)
        problem = LockedOut(facts={"until": iso_time(locked.until_at), "wait_s": str(wait_s)})
        raise ProblemError(problem, headers={"Retry-After": str(wait_s)}) from locked
    except sign_in.SignInFailed as failed:
        services.metrics.sign_ins.labels("failed").inc()
        raise ProblemError(WrongCredentials()) from failed


def _open_session(
    services: Services, account: Account, terminal: str, before: str | None
) -> tuple[str, Session]:
    """Open the session; the one that this screen had before ends."""
    if before:
        services.people.sessions.close(before)
    return services.people.sessions.open(account, terminal=terminal)


def _shown(session: Session) -> SessionShown:
    """Return what a screen may know of its session."""
    return SessionShown(
        person=session.person_id,
        name=session.name,
        role=session.role,
        expires_at=session.expires_at,
    )
