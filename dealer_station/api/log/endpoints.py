"""The search in the record."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query, Response

from dealer_station.api.dependencies import ServicesDep, session_with
from dealer_station.api.log.schemas import EventsFound, LogQuery
from dealer_station.api.problems import (
    BadInput,
    RecordUnavailable,
    RightMissing,
    SignedOut,
    responses,
)
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session
from dealer_station.projections.log.search import Question

router = APIRouter(prefix="/api/log", tags=["log"])

SearcherDep = Annotated[Session, Depends(session_with(Right.SEARCH_LOG))]


@router.get(
    "",
    response_model=EventsFound,
    responses=responses(SignedOut, RightMissing, BadInput, RecordUnavailable),
)
def search_log(
    query: Annotated[LogQuery, Query()], session: SearcherDep, services: ServicesDep
) -> Response:
    """Search the record, newest first."""
    question = Question(
        text=query.text,
        table=query.table,
        kind=query.kind,
        since=query.since,
        until=query.until,
        before=query.before,
        limit=query.limit,
    )
    found = services.reads.search(question, session.role)
    content = {"events": found.events, "before": found.before}
    return Response(orjson.dumps(content), media_type="application/json")
