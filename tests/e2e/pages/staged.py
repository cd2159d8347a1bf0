"""Snapshots made up by a test, for pictures that rounds rarely come to."""

import json
import re
from typing import Any

from e2e.pages.glass import Glass
from playwright.sync_api import WebSocketRoute, expect

View = dict[str, Any]


class Staged:
    """Stands on the live line: passes the station's first snapshot on, then only the test's own.

    To be made before the page opens its live line. Every seat of `seats` is at the table.
    """

    def __init__(self, glass: Glass, seats: tuple[int, ...]) -> None:
        self.first: View = {}
        self.seats = seats
        self._glass = glass
        self._line: WebSocketRoute | None = None
        self._shown = 0
        glass.page.route_web_socket(re.compile(r"/live$"), self._open)

    def show(self, **parts: Any) -> None:
        """Show the first snapshot with these parts changed."""
        assert self._line is not None, "the page has no live line yet"
        self._shown += 1
        version = self.first["version"] + self._shown
        table = self.first["table"] | {"seats": self.seats}
        view = self.first | {"table": table, "is_open": True, "version": version} | parts
        self._line.send(json.dumps({"type": "snapshot", "version": version, "view": view}))
        page = self._glass.get("table-page")
        expect(page).to_have_attribute("data-version", str(version))

    def _open(self, line: WebSocketRoute) -> None:
        self._line = line
        line.connect_to_server().on_message(self._pass_on)

    def _pass_on(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "snapshot":
            if self.first:
                return
            self.first = message["view"]
        assert self._line is not None
        self._line.send(frame)
