"""Live tables: one table followed over a WebSocket. How it is served stands in `live_hub.py`."""

from collections.abc import Callable, Mapping
from typing import Final

import orjson
from fastapi import APIRouter, WebSocket

from dealer_station.api.live_hub import LiveHub
from dealer_station.api.ports import ServedTable
from dealer_station.clock import Clock
from dealer_station.people.rights import Right
from dealer_station.table.roles import Role

router = APIRouter()

_PREFIX: Final = "table/"


class TableChannel:
    """One table as screens follow it: a snapshot after every commit, with no pause between."""

    pause_s = 0.0

    def __init__(self, table: ServedTable, clock: Clock) -> None:
        self.name = table.table_id
        self._controller = table.controller
        self._clock = clock

    @property
    def picture(self) -> int:
        """The number of the table's picture."""
        return self._controller.picture

    def render(self, role: Role, _picture: int) -> str:
        """Return a role's snapshot. The controller's view is at least as new as its number."""
        view = self._controller.view(role, self._clock.now())
        version = int(view["version"])
        return orjson.dumps({"type": "snapshot", "version": version, "view": view}).decode()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each commit."""
        return self._controller.subscribe(lambda _version: listener())

    def tick(self) -> bool:
        """Time alone changes nothing at a table: what time brings is an event."""
        return False


def table_channels(tables: Mapping[str, ServedTable], clock: Clock) -> dict[str, TableChannel]:
    """Return the channel of every table, by the name under which it is served."""
    return {f"{_PREFIX}{name}": TableChannel(table, clock) for name, table in tables.items()}


@router.websocket("/api/tables/{table_id}/live")
async def follow_table(socket: WebSocket, table_id: str) -> None:
    """Follow one table live. Close code 4401: sign in again."""
    live: LiveHub = socket.app.state.live
    await live.serve(socket, f"{_PREFIX}{table_id}", Right.VIEW_TABLE)
