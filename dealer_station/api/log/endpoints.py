"""The search in the record."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query, Response

from dealer_station.api.dependencies import ServicesDep, session_with
from dealer_station.api.log.schemas import EventsFound, LogQuery
from dealer_station.api.ports import Services
from dealer_station.api.problems import (
    BadInput,
    ProblemError,
    RecordUnavailable,
    RightMissing,
    SignedOut,
    responses,
)
from dealer_station.event_log.streams import table_stream
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
    if query.table is not None and not _is_known(services, query.table):
        raise ProblemError(BadInput(facts={"query.table": "no such table"}))
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


def _is_known(services: Services, table_id: str) -> bool:
    """Whether a table is here, or was: what it played is searched when it has gone, too."""
    is_here = table_id in services.tables
    return is_here or services.reads.queries.head(table_stream(table_id)) > 0
