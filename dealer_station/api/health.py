"""How the station is doing: `/health` for a watchdog, `/metrics` for Prometheus.

`/health` asks the database, every table, every device and what bootstrap adds (the broker). A
failed part makes it 503; a device that is not ready makes it `degraded` with 200, since dealing
may go on without it. Each question has two seconds; who does not answer has failed.
"""

import asyncio
import hmac
from collections.abc import Callable
from typing import Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request, Response, status
from pydantic import BaseModel
from sqlalchemy import select
from starlette.responses import JSONResponse, PlainTextResponse

from dealer_station.api.dependencies import ServicesDep
from dealer_station.api.ports import Health, HealthState, ServedTable, Services
from dealer_station.api.problems import ProblemError, SignedOut, responses
from dealer_station.observability import get_logger
from dealer_station.people.storage import reading
from dealer_station.table.roles import Role

_log = get_logger(__name__)

CHECK_SECONDS: Final = 2.0
_CHECKS_AT_ONCE: Final = 4
_KEPT_MS: Final = 500

router = APIRouter(tags=["operation"])


class PartHealth(BaseModel):
    """How one part is doing."""

    state: HealthState
    detail: str


class StationHealth(BaseModel):
    """How the station is doing: the worst of its parts."""

    status: HealthState
    parts: dict[str, PartHealth]


class HealthDesk:
    """Asks the parts, at most twice a second however often it is asked itself."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._limiter = CapacityLimiter(_CHECKS_AT_ONCE)
        self._asking = asyncio.Lock()
        self._answer: StationHealth | None = None
        self._answered_ms = 0

    async def ask(self) -> StationHealth:
        """Return the station's health, at most half a second old."""
        async with self._asking:
            now_ms = self._services.clock.monotonic_ms()
            if self._answer is None or now_ms - self._answered_ms >= _KEPT_MS:
                self._answer = await self._ask_all()
                self._answered_ms = now_ms
            return self._answer

    async def _ask_all(self) -> StationHealth:
        """Ask every part at once."""
        checks = self._checks()
        states = await asyncio.gather(*(self._ask_one(n, c) for n, c in checks.items()))
        parts = {
            name: PartHealth(state=health.state, detail=health.detail)
            for name, health in zip(checks, states, strict=True)
        }
        worst = max((part.state for part in parts.values()), key=list(HealthState).index)
        return StationHealth(status=worst, parts=parts)

    def _checks(self) -> dict[str, Callable[[], Health]]:
        """Return part -> question."""
        services = self._services
        checks: dict[str, Callable[[], Health]] = {"database": lambda: _database(services)}
        for table in services.tables.values():
            checks[f"table {table.table_id}"] = _table_check(table, services)
        return checks | dict(services.health_checks)

    async def _ask_one(self, name: str, check: Callable[[], Health]) -> Health:
        """Ask one part; a fault or silence is an answer too."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                return await to_thread.run_sync(
                    check, limiter=self._limiter, abandon_on_cancel=True
                )
        except TimeoutError:
            return Health(HealthState.FAILED, "no answer")
        except Exception:  # noqa: BLE001 - whatever it is, the part has failed
            _log.exception("health_check_failed", part=name)
            return Health(HealthState.FAILED, "the check failed; see the log")


def _database(services: Services) -> Health:
    """Ask the database anything."""
    with reading(services.people.engine) as connection:
        connection.execute(select(1))
    return Health(HealthState.OK)


def _table_check(table: ServedTable, services: Services) -> Callable[[], Health]:
    """Return the question for one table and its devices."""

    def check() -> Health:
        view = table.controller.view(Role.TECHNICIAN, services.clock.now())
        ill = [
            f"{device['id']} {device['state']}"
            for device in view["devices"]
            if device["state"] != "ready"
        ]
        if ill:
            return Health(HealthState.DEGRADED, ", ".join(ill))
        return Health(HealthState.OK, str(view["phase"]))

    return check


@router.get(
    "/health",
    response_model=StationHealth,
    responses={status.HTTP_503_SERVICE_UNAVAILABLE: {"model": StationHealth}},
)
async def health(request: Request) -> Response:
    """Say how the station is doing: 200, or 503 when a part has failed."""
    desk: HealthDesk = request.app.state.health
    answer = await desk.ask()
    is_failed = answer.status is HealthState.FAILED
    return JSONResponse(
        answer.model_dump(mode="json"),
        status_code=(status.HTTP_503_SERVICE_UNAVAILABLE if is_failed else status.HTTP_200_OK),
        headers={"Cache-Control": "no-store"},
    )


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses=responses(SignedOut),
    # The token is asked for only where the settings hold one.
    openapi_extra={"security": [{"metrics_token": []}, {}]},
)
def metrics(request: Request, services: ServicesDep) -> Response:
    """Show the metrics; with a token in the settings, only to who brings it."""
    token = services.settings.http.metrics_token.get_secret_value()
    brought = request.headers.get("authorization", "")
    if token and not hmac.compare_digest(brought.encode(), f"Bearer {token}".encode()):
        raise ProblemError(SignedOut(), headers={"WWW-Authenticate": "Bearer"})
    for table in services.tables.values():
        state = table.controller.state
        services.metrics.table_version.labels(table.table_id).set(state.version)
        is_held = state.open_irregularity is not None
        services.metrics.tables_held.labels(table.table_id).set(int(is_held))
        for device in state.devices:
            services.metrics.set_device_state(
                device.device_id, device.device_kind, device.device_state
            )
    content, media_type = services.metrics.render()
    return Response(content, media_type=media_type, headers={"Cache-Control": "no-store"})
