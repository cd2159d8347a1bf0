"""The bettors' endpoints: send a batch, show the book in sums, show one bettor, now or of the past.

A batch comes as JSON or as the bytes of `bettors/encoding.py`, which are a tenth of that. Its id is
that of a command: the same batch may be sent again when an answer was lost, and counts once.
"""

from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from dealer_station.api.auth import BODY_PROBLEMS
from dealer_station.api.bettors.schemas import (
    BATCH_BODY,
    BatchAnswered,
    BettorShown,
    BookShown,
    EntryRefused,
    batch_schema,
)
from dealer_station.api.dependencies import ServicesDep, session_with, table_of
from dealer_station.api.log.schemas import PLACE_MAX
from dealer_station.api.ports import ServedTable
from dealer_station.api.problems import (
    BadInput,
    NotFound,
    ProblemError,
    RecordUnavailable,
    Refused,
    RightMissing,
    SignedOut,
    StaleRound,
    responses,
)
from dealer_station.api.tables.gate import Gate, Picture
from dealer_station.api.tables.outcomes import count_outcome, refused_problem, submit
from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import BETTOR_MAX, Batch, BatchError, BatchKind
from dealer_station.bettors.columns import Codes
from dealer_station.bettors.encoding import EncodingError, decode_batch
from dealer_station.observability import get_logger, log_context
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor
from dealer_station.table.seen_book import SeenBook

_log = get_logger(__name__)

router = APIRouter(prefix="/api/tables/{table_id}", tags=["bettors"])

_JSON: Final = "application/json"
_BYTES: Final = "application/octet-stream"
_COMMANDS: Final = {
    BatchKind.WAGERS: ("place_wagers", c.PlaceWagers),
    BatchKind.WITHDRAWALS: ("withdraw_wagers", c.WithdrawWagers),
    BatchKind.DECISIONS: ("take_decisions", c.TakeDecisions),
}
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            _JSON: {"schema": batch_schema()[0]},
            _BYTES: {"schema": {"type": "string", "format": "binary"}},
        },
    }
}

SenderDep = Annotated[Session, Depends(session_with(Right.SEND_BATCHES))]
RecallerDep = Annotated[Session, Depends(session_with(Right.RECALL_BETTORS))]
BettorsViewerDep = Annotated[Session, Depends(session_with(Right.VIEW_BETTORS))]
RoundQuery = Annotated[
    int, Query(alias="round", ge=0, le=2**53, description="The round that the batch is for.")
]


async def _whole_body(request: Request) -> bytes:
    return await request.body()


@router.post(
    "/batches",
    openapi_extra=_BODY,
    responses=responses(
        SignedOut, RightMissing, NotFound, Refused, StaleRound, RecordUnavailable, *BODY_PROBLEMS
    ),
)
def send_batch(
    table_id: str,
    round_number: RoundQuery,
    body: Annotated[bytes, Depends(_whole_body)],
    request: Request,
    session: SenderDep,
    services: ServicesDep,
) -> BatchAnswered:
    """Send a batch of bettors; the answer comes after it is committed, with each entry's own.

    A bad entry is refused alone. The same batch may be sent again under its id: it counts once. One
    that was refused as a whole changed nothing; it comes again under another id.
    """
    table = table_of(services, table_id)
    gate: Gate = request.app.state.gates[table_id]
    batch = _batch(request.headers.get("content-type", ""), body)
    name, kind = _COMMANDS[batch.kind]
    command = kind(
        command_id=batch.batch_id,
        issued_at=services.clock.now(),
        actor=Actor(session.person_id, session.role),
        batch=batch,
    )
    with log_context(table=table_id, round_number=round_number):
        outcome = submit(gate, command, Picture(round_number))
        count_outcome(services, name, outcome)
        if outcome.refusal is not None:
            _log.info("command_refused", command=name, code=outcome.refusal.reason.value)
            raise ProblemError(refused_problem(outcome.refusal))
    codes = table.controller.batch_answers(batch.batch_id)
    assert codes is not None, "a batch that was taken has its answers"
    return _answered(batch, codes, outcome.version, is_repeat=outcome.is_repeat)


def _answered(batch: Batch, codes: Codes, version: int, *, is_repeat: bool) -> BatchAnswered:
    refused = [
        EntryRefused(entry=entry, code=Answer(int(codes[entry])).reason)
        for entry in codes.nonzero()[0].tolist()
    ]
    return BatchAnswered(
        batch_id=batch.batch_id,
        version=version,
        repeat=is_repeat,
        entries=len(batch),
        accepted=len(batch) - len(refused),
        refused=refused,
    )


def _batch(content_type: str, body: bytes) -> Batch:
    """Read a batch in either form. Raises the problem that says what is wrong with it."""
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == _BYTES:
            return _with_id(decode_batch(body))
        if kind == _JSON:
            return BATCH_BODY.validate_json(body).to_batch()
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from error
    except EncodingError as error:
        raise ProblemError(BadInput(facts={"body": str(error)})) from error
    except BatchError as error:
        raise ProblemError(BadInput(facts={"body.entries": str(error)})) from error
    raise ProblemError(BadInput(facts={"content-type": f"must be {_JSON} or {_BYTES}"}))


def _with_id(batch: Batch) -> Batch:
    """Return a batch whose id is a command's: what stands among them must be as unique."""
    try:
        is_id = str(UUID(batch.batch_id)) == batch.batch_id
    except ValueError:
        is_id = False
    if not is_id:
        raise EncodingError("the batch id is no UUID in lower case")
    return batch


@router.get(
    "/bettors",
    response_model=BookShown,
    responses=responses(SignedOut, RightMissing, NotFound),
)
def show_book(table_id: str, _session: BettorsViewerDep, services: ServicesDep) -> dict[str, Any]:
    """Show the round's book in sums, and its bettors one by one while they are few."""
    return _book(table_of(services, table_id)).view()


@router.get(
    "/bettors/{number}",
    response_model=BettorShown,
    responses=responses(SignedOut, RightMissing, NotFound, BadInput),
)
def show_bettor(
    table_id: str,
    number: Annotated[int, Path(ge=0, le=BETTOR_MAX)],
    _session: BettorsViewerDep,
    services: ServicesDep,
) -> dict[str, Any]:
    """Show one bettor of the round as he sees himself."""
    found = _book(table_of(services, table_id)).bettor(number)
    if found is None:
        raise ProblemError(NotFound())
    return found


@router.get(
    "/rounds/{number}/bettors/{bettor}",
    response_model=BettorShown,
    responses=responses(SignedOut, RightMissing, NotFound, BadInput, RecordUnavailable),
)
def show_past_bettor(
    table_id: str,
    number: Annotated[int, Path(ge=0, le=PLACE_MAX)],
    bettor: Annotated[int, Path(ge=0, le=BETTOR_MAX)],
    _session: RecallerDep,
    services: ServicesDep,
) -> dict[str, Any]:
    """Show one bettor of any round as he sees himself, with what it brought him.

    Where it is not found, `facts.what` says what there is none of: `round`, `book` or `bettor`.
    """
    table = table_of(services, table_id)
    book = table.controller.book()
    if book is None or book.number != number:
        book = services.reads.book(table.table_id, number)
    if book is None:
        has_round = services.reads.has_round(table.table_id, number)
        raise ProblemError(_nothing("book" if has_round else "round"))
    found = book.bettor(bettor)
    if found is None:
        raise ProblemError(_nothing("bettor"))
    return found


_NOTHING: Final = {
    "round": "The table has played no such round.",
    "book": "The bettors of that round were not in a book.",
    "bettor": "The round has no such bettor.",
}


def _nothing(what: str) -> NotFound:
    return NotFound(detail=_NOTHING[what], facts={"what": what})


def _book(table: ServedTable) -> SeenBook:
    """Return the book of the table's round. Raises NotFound."""
    book = table.controller.book()
    if book is None:
        raise ProblemError(NotFound())
    return book
