"""The floor: once over HTTP, or followed over a WebSocket (`api/live_hub.py` serves it)."""

from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Depends, Request, Response, WebSocket

from dealer_station.api.dependencies import session_with
from dealer_station.api.floor.desk import FloorDesk
from dealer_station.api.floor.schemas import FloorShown
from dealer_station.api.live_hub import LiveHub
from dealer_station.api.problems import RecordUnavailable, RightMissing, SignedOut, responses
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session

CHANNEL: Final = "floor"
"""Name under which the live hub serves the floor."""

router = APIRouter(prefix="/api/floor", tags=["floor"])

ViewerDep = Annotated[Session, Depends(session_with(Right.VIEW_FLOOR))]


@router.get(
    "",
    response_model=FloorShown,
    responses=responses(SignedOut, RightMissing, RecordUnavailable),
)
def show_floor(session: ViewerDep, request: Request) -> Response:
    """Show all tables, what waits for a person, meters, devices and alerts."""
    desk: FloorDesk = request.app.state.floor
    content = {"floor": desk.floor(session.role)}
    return Response(orjson.dumps(content), media_type="application/json")


@router.websocket("/live")
async def follow_floor(socket: WebSocket) -> None:
    """Follow the floor live. Close codes: 4401 sign in again, 4403 no right, 1013 later."""
    live: LiveHub = socket.app.state.live
    await live.serve(socket, CHANNEL, Right.VIEW_FLOOR)
