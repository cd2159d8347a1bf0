"""Every "no" of the API: one shape (RFC 9457 problem document), one class a kind.

`code` is what a program reads, `title` and `detail` are what a person reads, `facts` are the
values in the detail. The classes are the list: `GET /api/problems` and the OpenAPI document are
made from them. A value that somebody typed is never echoed; it may be a password.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.table.refusals import RefusalReason

MEDIA_TYPE: Final = "application/problem+json"


class Problem(BaseModel):
    """A problem document. `type` is always about:blank: the code says what kind it is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["about:blank"] = "about:blank"
    status: int
    code: str
    title: str
    detail: str
    facts: Mapping[str, str] = Field(default_factory=dict)


class BadInput(Problem):
    """The request is not in the form that the document of this API describes."""

    status: Literal[422] = 422
    code: Literal["bad_input"] = "bad_input"
    title: str = "Not understood"
    detail: str = "The station did not understand that. Check what was entered."


class Malformed(Problem):
    """The request's body is no JSON."""

    status: Literal[400] = 400
    code: Literal["malformed"] = "malformed"
    title: str = "Not readable"
    detail: str = "The request could not be read. Reload the screen."


class SignedOut(Problem):
    """There is no session, or it has ended."""

    status: Literal[401] = 401
    code: Literal["signed_out"] = "signed_out"
    title: str = "Signed out"
    detail: str = "You are signed out. Sign in again."


class WrongCredentials(Problem):
    """Staff number and password do not belong together; which of them is wrong is not told."""

    status: Literal[401] = 401
    code: Literal["wrong_credentials"] = "wrong_credentials"
    title: str = "Not signed in"
    detail: str = "Staff number or password is wrong. Try again."


class LockedOut(Problem):
    """Too many failures under this staff number."""

    status: Literal[429] = 429
    code: Literal["locked_out"] = "locked_out"
    title: str = "Locked out"
    detail: str = "Too many wrong attempts. Wait, or have a new password set at the station."


class RightMissing(Problem):
    """The role may not do this."""

    status: Literal[403] = 403
    code: Literal["right_missing"] = "right_missing"
    title: str = "Not allowed"
    detail: str = "Your role may not do this. Ask somebody who may."


class ApprovalNeeded(Problem):
    """The role may not do this itself, but on this screen with another person's approval."""

    status: Literal[403] = 403
    code: Literal["approval_needed"] = "approval_needed"
    title: str = "Approval needed"
    detail: str = "A supervisor must sign in on this screen."


class ApprovalRefusedProblem(Problem):
    """The approval cannot be given or used; `facts.reason` says why."""

    status: Literal[403] = 403
    code: Literal[
        "approval_unknown",
        "approval_expired",
        "approval_other_screen",
        "approval_other_act",
        "approval_same_person",
        "approval_no_right",
        "approval_not_here",
    ]
    title: str = "Approval not valid"
    detail: str


class ForeignOrigin(Problem):
    """The request comes from a page that is not the station's own."""

    status: Literal[403] = 403
    code: Literal["foreign_origin"] = "foreign_origin"
    title: str = "Foreign page"
    detail: str = "Open the station's own address and try again."


class NotFound(Problem):
    """There is nothing under this address."""

    status: Literal[404] = 404
    code: Literal["not_found"] = "not_found"
    title: str = "Not found"
    detail: str = "The station does not know this. Reload, or call the technician."


class MethodNotAllowed(Problem):
    """The address exists and does not take this method."""

    status: Literal[405] = 405
    code: Literal["method_not_allowed"] = "method_not_allowed"
    title: str = "Method not allowed"
    detail: str = "Reload the screen."


class TooSlow(Problem):
    """The request's body did not arrive in time."""

    status: Literal[408] = 408
    code: Literal["too_slow"] = "too_slow"
    title: str = "Too slow"
    detail: str = "The request did not arrive completely. Send it again."


class Refused(Problem):
    """The table refuses the command; nothing has changed."""

    status: Literal[409] = 409
    code: RefusalReason


class LedgerRefused(Problem):
    """The ledger of a progressive refuses the change; nothing has changed."""

    status: Literal[409] = 409
    code: Literal[
        "ledger_no_such_level",
        "ledger_level_exists",
        "ledger_level_retired",
        "ledger_no_terms",
        "ledger_bad_terms",
        "ledger_already_counted",
        "ledger_not_counted",
        "ledger_bad_wager",
        "ledger_award_stands",
        "ledger_hit_exists",
        "ledger_already_won",
        "ledger_no_such_hit",
        "ledger_nothing_to_win",
        "ledger_bad_prize",
        "ledger_no_such_award",
        "ledger_unverified",
        "ledger_already_verified",
        "ledger_already_paid",
        "ledger_already_void",
        "ledger_disputed",
        "ledger_not_disputed",
        "ledger_same_person",
        "ledger_no_reason",
        "ledger_in_play",
        "ledger_nothing_changes",
        "ledger_cap_below_meter",
        "ledger_above_cap",
        "ledger_below_zero",
        "ledger_played_for",
        "ledger_awards_open",
        "ledger_decrease_unexplained",
        "ledger_no_such_version",
        "ledger_bad_account",
    ]


class StaleRound(Problem):
    """The command is for another round than the one on the table."""

    status: Literal[409] = 409
    code: Literal["stale_round"] = "stale_round"
    title: str = "Another round"
    detail: str = "That touch was for another round. Look at the screen and touch again."


class StaleVersion(Problem):
    """The table has changed since the picture that the person acted on."""

    status: Literal[409] = 409
    code: Literal["stale_version"] = "stale_version"
    title: str = "Table has changed"
    detail: str = "The table has changed meanwhile. Look again, then confirm again."


class SeveralPlayers(Problem):
    """The hands that were asked for are those of more than one player: each gets his own."""

    status: Literal[409] = 409
    code: Literal["several_players"] = "several_players"
    title: str = "More than one player"
    detail: str = "More than one player sat there in these hands. Choose the hands of one."


class CommandConflictProblem(Problem):
    """The command id was used for another command before."""

    status: Literal[409] = 409
    code: Literal["command_conflict"] = "command_conflict"
    title: str = "Id used twice"
    detail: str = "That touch was sent twice with different content. Touch again."


class TooLarge(Problem):
    """The request's body is larger than the station takes."""

    status: Literal[413] = 413
    code: Literal["too_large"] = "too_large"
    title: str = "Too large"
    detail: str = "The request is too large for the station."


class OtherHttpProblem(Problem):
    """A plain HTTP refusal that has no kind of its own."""

    code: Literal["http_error"] = "http_error"
    title: str = "Request refused"
    detail: str = "Reload the screen."


class InternalFault(Problem):
    """A fault of the station; the operational log has the details, the answer has none."""

    status: Literal[500] = 500
    code: Literal["internal_fault"] = "internal_fault"
    title: str = "Fault of the station"
    detail: str = "Look at the table before you touch again. Call the technician."


class SignInBusy(Problem):
    """More people sign in at once than the station can check."""

    status: Literal[503] = 503
    code: Literal["sign_in_busy"] = "sign_in_busy"
    title: str = "Sign-in is busy"
    detail: str = "Too many people sign in at this moment. Try again in a few seconds."


class RecordUnavailable(Problem):
    """The record cannot be written; the same command may be sent again with the same id."""

    status: Literal[503] = 503
    code: Literal["record_unavailable"] = "record_unavailable"
    title: str = "Record not available"
    detail: str = "The station cannot write its record. Stop dealing and call the technician."


PROBLEMS: Final[tuple[type[Problem], ...]] = (
    Malformed,
    SignedOut,
    WrongCredentials,
    RightMissing,
    ApprovalNeeded,
    ApprovalRefusedProblem,
    ForeignOrigin,
    NotFound,
    MethodNotAllowed,
    TooSlow,
    Refused,
    LedgerRefused,
    StaleRound,
    StaleVersion,
    SeveralPlayers,
    CommandConflictProblem,
    TooLarge,
    BadInput,
    LockedOut,
    OtherHttpProblem,
    InternalFault,
    SignInBusy,
    RecordUnavailable,
)
"""Every kind of problem, by status."""


class ProblemError(Exception):
    """Ends a request with a problem document."""

    def __init__(self, problem: Problem, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.headers = dict(headers or {})


def responses(*kinds: type[Problem]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entries of an endpoint that may answer with these kinds.

    What every endpoint may answer (a foreign origin, a fault of the station) is added by the
    document itself, see `openapi.py`.
    """
    by_status: dict[int | str, list[type[Problem]]] = {}
    for kind in kinds:
        by_status.setdefault(int(kind.model_fields["status"].default), []).append(kind)
    return {status: _entry(same) for status, same in by_status.items()}


def _entry(kinds: list[type[Problem]]) -> dict[str, Any]:
    """Return the OpenAPI entry of one status."""
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    text = " ".join((kind.__doc__ or "").strip() for kind in kinds)
    return {"model": union, "description": text}
