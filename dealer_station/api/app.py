"""Builds the API as one ASGI application from the services it is given. No globals.

The screens are mounted beside it by bootstrap. Nothing here keeps the state of a table: a restart
of the station loses live connections and nothing else.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from anyio import CapacityLimiter
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from dealer_station import __version__
from dealer_station.api import approvals, auth, health, live, openapi
from dealer_station.api.bettors import endpoints as bettors
from dealer_station.api.devices import endpoints as devices
from dealer_station.api.floor import endpoints as floor
from dealer_station.api.floor.desk import FloorDesk
from dealer_station.api.histories import endpoints as histories
from dealer_station.api.live_hub import LiveHub
from dealer_station.api.log import endpoints as log
from dealer_station.api.middleware import (
    BodyLimit,
    OwnPagesOnly,
    RequestMetrics,
    SecurityHeaders,
    problem_response,
)
from dealer_station.api.ports import Services
from dealer_station.api.problems import (
    BadInput,
    Malformed,
    MethodNotAllowed,
    NotFound,
    OtherHttpProblem,
    Problem,
    ProblemError,
    RecordUnavailable,
)
from dealer_station.api.progressives import changes as level_changes
from dealer_station.api.progressives import endpoints as progressives
from dealer_station.api.rounds import endpoints as rounds
from dealer_station.api.rules import endpoints as rules
from dealer_station.api.rules.desk import RulesDesk
from dealer_station.api.signage import endpoints as signage
from dealer_station.api.signage.facts import FactsDesk
from dealer_station.api.signage.live import LiveMeters
from dealer_station.api.signage.table_facts import TableDesk
from dealer_station.api.tables import endpoints as tables
from dealer_station.api.tables.gate import Gate
from dealer_station.event_log.errors import EventLogError
from dealer_station.observability import get_logger

_FAULTS_MAX: Final = 10
_PLACE_MAX: Final = 80
_TEXT_MAX: Final = 200
_log = get_logger(__name__)

_BY_STATUS: Final[dict[int, Callable[[], Problem]]] = {
    HTTPStatus.BAD_REQUEST: Malformed,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.METHOD_NOT_ALLOWED: MethodNotAllowed,
}


def create_app(services: Services) -> FastAPI:
    """Return the application; it follows the tables while its lifespan runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Follow the tables while the server runs."""
        app.state.password_checks = CapacityLimiter(auth.CHECKS_AT_ONCE)
        app.state.health = health.HealthDesk(services)
        channels = live.table_channels(services.tables, services.clock)
        app.state.live = LiveHub(services, {**channels, floor.CHANNEL: app.state.floor})
        app.state.live.start()
        app.state.sign_facts = FactsDesk(services)
        app.state.sign_tables = TableDesk(services)
        app.state.live_meters = LiveMeters(services)
        app.state.live_meters.start()
        yield
        app.state.live_meters.stop()
        await app.state.live.stop()

    app = openapi.StationApp(
        title="Dealer Station",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # The ready-made pages load scripts from the internet; the document itself is enough.
        docs_url=None,
        redoc_url=None,
    )
    app.state.services = services
    app.state.gates = {table_id: Gate(table) for table_id, table in services.tables.items()}
    app.state.floor = FloorDesk(services)
    app.state.rules_desk = RulesDesk()
    people = (auth, approvals)
    screens = (tables, bettors, live, rounds, floor, progressives, devices, log, signage, rules)
    for part in (*people, *screens, histories, level_changes, health, openapi):
        app.include_router(part.router)
    app.add_exception_handler(ProblemError, _on_problem)
    app.add_exception_handler(HTTPException, _on_http_exception)
    app.add_exception_handler(RequestValidationError, _on_bad_input)
    app.add_exception_handler(SQLAlchemyError, _on_database_fault)
    app.add_exception_handler(EventLogError, _on_database_fault)
    # The last one added is the outermost.
    http = services.settings.http
    app.add_middleware(
        BodyLimit, bytes_max=http.body_bytes_max, larger={"/batches": http.batch_bytes_max}
    )
    app.add_middleware(OwnPagesOnly, origins=http.origins)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestMetrics, metrics=services.metrics, clock=services.clock)
    return app


async def _on_problem(_request: Request, error: Exception) -> Response:
    """Answer with the problem that an endpoint has raised."""
    assert isinstance(error, ProblemError), "registered for this class"
    return problem_response(error.problem, error.headers)


async def _on_database_fault(request: Request, error: Exception) -> Response:
    """Say that the station cannot reach its database now; the same request may come again."""
    _log.error("database_failed", path=request.url.path, kind=type(error).__name__)
    return problem_response(RecordUnavailable(), {"Retry-After": "1"})


async def _on_http_exception(request: Request, error: Exception) -> Response:
    """Answer a plain HTTP refusal of the framework in the shape of ours."""
    assert isinstance(error, HTTPException), "registered for this class"
    kind = _BY_STATUS.get(error.status_code)
    problem = kind() if kind is not None else OtherHttpProblem(status=error.status_code)
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_methods(request))
    return problem_response(problem, headers)


def _methods(request: Request) -> list[str]:
    """Return every method that the address takes, whichever endpoints they belong to."""
    document = request.app.openapi()
    found: set[str] = set()
    for path, operations in document["paths"].items():
        pattern, _, _ = compile_path(path)
        if pattern.match(request.url.path):
            found |= {method.upper() for method in operations}
    return sorted(found)


async def _on_bad_input(_request: Request, error: Exception) -> Response:
    """Say which parts of the input are wrong, and nothing of what was entered."""
    assert isinstance(error, RequestValidationError), "registered for this class"
    if any(fault["type"] == "json_invalid" for fault in error.errors()):
        return problem_response(Malformed())
    facts = {
        ".".join(str(part) for part in fault["loc"]): str(fault["msg"]) for fault in error.errors()
    }
    return problem_response(BadInput(facts=facts))
