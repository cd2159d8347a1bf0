"""Progressives: their meters, and every movement with the entry behind it."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from dealer_station.api.dependencies import ServicesDep, session_with
from dealer_station.api.floor.desk import FloorDesk
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
from dealer_station.api.progressives.schemas import MovementsShown, ProgressivesShown
from dealer_station.api.tables.bodies import Word
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session
from dealer_station.progressive.levels import SOLE_LEVEL
from dealer_station.projections.meters.shown import shown_movements

router = APIRouter(prefix="/api/progressives", tags=["progressives"])

MeterViewerDep = Annotated[Session, Depends(session_with(Right.VIEW_METERS))]
# The movements are rounds' money, seat by seat: the catalogue lets a technician read none of them.
LedgerReaderDep = Annotated[Session, Depends(session_with(Right.VIEW_ROUNDS))]


@router.get(
    "",
    response_model=ProgressivesShown,
    responses=responses(SignedOut, RightMissing, RecordUnavailable),
)
def list_progressives(session: MeterViewerDep, services: ServicesDep, request: Request) -> Response:
    """List the progressives that this station's tables play for."""
    desk: FloorDesk = request.app.state.floor
    rows = desk.meters(session.role, services.clock.now())
    return Response(orjson.dumps({"progressives": rows}), media_type="application/json")


@router.get(
    "/{progressive_id}/movements",
    response_model=MovementsShown,
    responses=responses(SignedOut, RightMissing, NotFound, BadInput, RecordUnavailable),
)
def list_movements(
    progressive_id: str,
    session: LedgerReaderDep,
    services: ServicesDep,
    *,
    level: Annotated[Word, Query()] = SOLE_LEVEL,
    before: Annotated[int | None, Query(ge=1, le=PLACE_MAX)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """List what moved a progressive, newest first, below a version, with a level's meter."""
    if progressive_id not in services.progressives:
        raise ProblemError(NotFound())
    known = {one.level_id for one in services.ledgers.levels(progressive_id)}
    if level not in known | {SOLE_LEVEL}:
        raise ProblemError(NotFound(facts={"where": "query.level"}))
    movements = services.reads.meter(progressive_id, level).movements(before, limit)
    oldest = movements[-1].row.version if movements else 1
    content = {
        "movements": shown_movements(movements, services.reads.reading(session.role)),
        "before": oldest if oldest > 1 else None,
    }
    return Response(orjson.dumps(content), media_type="application/json")
