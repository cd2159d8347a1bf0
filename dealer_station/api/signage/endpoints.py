"""What a sign may ask for, without a sign-in: everything here is what players see anyway."""

from fastapi import APIRouter, Request, WebSocket

from dealer_station.api.problems import NotFound, ProblemError, responses
from dealer_station.api.signage.facts import FactsDesk
from dealer_station.api.signage.live import LiveMeters
from dealer_station.api.signage.schemas import ProgressiveShown, TableShownToPlayers
from dealer_station.api.signage.table_facts import TableDesk

router = APIRouter(prefix="/api/signage", tags=["signage"])


@router.get("/{progressive}", responses=responses(NotFound))
async def show_progressive(progressive: str, request: Request) -> ProgressiveShown:
    """Show a progressive's currency, prizes and tables; its amounts come by the live line only."""
    desk: FactsDesk = request.app.state.sign_facts
    shown = await desk.of(progressive)
    if shown is None:
        raise ProblemError(NotFound())
    return shown


@router.get("/tables/{table_id}", responses=responses(NotFound))
async def show_table_to_players(table_id: str, request: Request) -> TableShownToPlayers:
    """Show a table as its players see it: open hands, limits, payouts, the rounds before."""
    desk: TableDesk = request.app.state.sign_tables
    shown = await desk.of(table_id)
    if shown is None:
        raise ProblemError(NotFound())
    return shown


@router.websocket("/{progressive}/live")
async def follow_meter(socket: WebSocket, progressive: str) -> None:
    """Follow a progressive's signed meters: each text is one, byte for byte as on MQTT.

    Close code 4404: there is no such progressive; 1013: too many signs, come again later.
    """
    live: LiveMeters = socket.app.state.live_meters
    await live.serve(socket, progressive)
