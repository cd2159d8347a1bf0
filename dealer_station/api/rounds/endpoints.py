"""Rounds of one table: the list, and one round with all that explains it."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Query, Response

from dealer_station.api.dependencies import ServicesDep, session_with, table_of
from dealer_station.api.log.schemas import PLACE_MAX
from dealer_station.api.problems import (
    BadInput,
    NotFound,
    ProblemError,
    RecordUnavailable,
    RightMissing,
    SignedOut,
    responses,
)
from dealer_station.api.rounds.schemas import RoundShown, RoundsListed
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session

router = APIRouter(prefix="/api/tables/{table_id}/rounds", tags=["rounds"])

ReaderDep = Annotated[Session, Depends(session_with(Right.VIEW_ROUNDS))]

_RESPONSES = responses(SignedOut, RightMissing, NotFound, BadInput, RecordUnavailable)


@router.get("", response_model=RoundsListed, responses=_RESPONSES)
def list_rounds(
    table_id: str,
    _session: ReaderDep,
    services: ServicesDep,
    *,
    before: Annotated[int | None, Query(ge=1, le=PLACE_MAX)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """List a table's rounds, newest first, below a number."""
    table = table_of(services, table_id)
    rounds = services.reads.rounds(table.table_id, before, limit)
    oldest = rounds[-1]["number"] if rounds else 1
    content = {"rounds": rounds, "before": oldest if oldest > 1 else None}
    return Response(orjson.dumps(content), media_type="application/json")


@router.get("/{number}", response_model=RoundShown, responses=_RESPONSES)
def show_round(
    table_id: str,
    number: Annotated[int, Path(ge=0, le=PLACE_MAX)],
    session: ReaderDep,
    services: ServicesDep,
) -> Response:
    """Show a round with all that explains it, each card as the session's role may see it."""
    table = table_of(services, table_id)
    shown = services.reads.round(table.table_id, number, session.role)
    if shown is None:
        raise ProblemError(NotFound())
    return Response(orjson.dumps({"round": shown}), media_type="application/json")
