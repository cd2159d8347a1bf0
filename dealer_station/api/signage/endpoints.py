"""What a sign may ask for, without a sign-in: everything here is what players see anyway."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, WebSocket

from dealer_station.api.dependencies import ServicesDep
from dealer_station.api.ports import ServedTable
from dealer_station.api.problems import NotFound, ProblemError, responses
from dealer_station.api.signage.live import LiveMeters
from dealer_station.api.signage.schemas import (
    LevelShown,
    LimitsShown,
    ProgressiveShown,
    SignTable,
)

router = APIRouter(prefix="/api/signage", tags=["signage"])


@router.get("/{progressive}", responses=responses(NotFound))
def show_progressive(progressive: str, services: ServicesDep) -> ProgressiveShown:
    """Show a progressive's currency, prizes and tables; its amounts come by the live line only."""
    served = services.progressives.get(progressive)
    if served is None:
        raise ProblemError(NotFound())
    return ProgressiveShown(
        progressive=served.progressive_id,
        currency=served.currency,
        levels=[LevelShown(name=level) for level in served.levels],
        tables=[_table(services.tables[table_id]) for table_id in served.table_ids],
    )


def _table(table: ServedTable) -> SignTable:
    """Take what the sign writes from the table's public view."""
    facts: Mapping[str, Any] = table.controller.public_view()["table"]
    prices = [spot["price"] for spot in facts["spots"] if "price" in spot]
    return SignTable(
        id=table.table_id,
        name=table.name,
        game=table.game,
        limits=LimitsShown(**facts["limits"]),
        price=prices[0] if prices else None,
    )


@router.websocket("/{progressive}/live")
async def follow_meter(socket: WebSocket, progressive: str) -> None:
    """Follow a progressive's signed meters: each text is one, byte for byte as on MQTT.

    Close code 4404: there is no such progressive; 1013: too many signs, come again later.
    """
    live: LiveMeters = socket.app.state.live_meters
    await live.serve(socket, progressive)
