"""The console over a floor that a test has made up: for pictures that rounds rarely come to.

The heartbeats are the station's own; snapshots and the record are the test's.
"""

import json
import re
from typing import Any

from e2e.pages import supervisor_stage as stage
from e2e.pages.supervisor import ConsoleGlass
from playwright.sync_api import Route, WebSocketRoute, expect

Json = dict[str, Any]


class StagedFloor:
    """Stands between page and station. To be made before anybody signs in."""

    def __init__(self, glass: ConsoleGlass) -> None:
        self._glass = glass
        self._floor_line: WebSocketRoute | None = None
        self._table_lines: dict[str, WebSocketRoute] = {}
        self._version = 1000
        self._is_silent = False
        self.now = 0
        self.floor: Json = {}
        self.view: Json = {}
        self.record: Json = {}
        page = glass.page
        page.route_web_socket(re.compile(r"/api/floor/live$"), self._open_floor)
        page.route_web_socket(re.compile(r"/api/tables/[^/]+/live$"), self._open_table)
        page.route(
            re.compile(r"/api/(tables/.*/rounds|progressives/.*/movements|log)"), self._answer
        )

    def show(self, floor: Json, view: Json, **record: Any) -> None:
        """Show this floor, at every table this view, and answer these parts of the record."""
        self._version += 1
        self.floor, self.record = floor, record
        self.view = view | {"version": self._version, "now": floor["now"]}
        self._send_floor()
        for table in list(self._table_lines):
            self._send_view(table)
        self._expect_shown()

    def send(self, floor: Json) -> None:
        """Show this floor, whatever stands in the middle."""
        self._version += 1
        self.floor = floor
        self._send_floor()

    def fall_silent(self) -> None:
        """Let nothing of the station through any more."""
        self._is_silent = True

    def _expect_shown(self) -> None:
        """The picture on the glass is this one."""
        if not self._glass.is_narrow:
            live = self._glass.get("live-table")
            expect(live).to_have_attribute("data-version", str(self._version))

    def _open_floor(self, line: WebSocketRoute) -> None:
        self._floor_line = line
        line.connect_to_server().on_message(self._from_station)

    def _from_station(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if self._is_silent:
            return
        if message["type"] == "snapshot":
            if not self.floor:
                self.now = message["floor"]["now"]
                self.floor = stage.quiet_floor(self.now)
                self.view = stage.closed_view(self.now)
            self._send_floor()
            return
        self.now = message["now"]
        assert self._floor_line is not None, "the station has sent on this line"
        for each in (self._floor_line, *self._table_lines.values()):
            each.send(frame)

    def _send_floor(self) -> None:
        assert self._floor_line is not None, "the page has no live line yet"
        message = {"type": "snapshot", "version": self._version, "floor": self.floor}
        self._floor_line.send(json.dumps(message))

    def _open_table(self, line: WebSocketRoute) -> None:
        table = line.url.split("/")[-2]
        self._table_lines[table] = line
        line.on_close(lambda *_: self._table_lines.pop(table, None))
        self._send_view(table)

    def _send_view(self, table: str) -> None:
        view = self.view | {"table": self.view["table"] | {"id": table}}
        message = {"type": "snapshot", "version": view["version"], "view": view}
        self._table_lines[table].send(json.dumps(message))

    def _answer(self, route: Route) -> None:
        """Answer a question for the record."""
        path = route.request.url.split("/api/", 1)[1].split("?")[0]
        number = re.fullmatch(r"tables/[^/]+/rounds/(\d+)", path)
        if number:
            is_current = int(number[1]) == self.view["round"]
            answer = {"round": self.record["current" if is_current else "settled"]}
        elif path.endswith("/rounds"):
            answer = {"rounds": self.record.get("rounds", []), "before": None}
        elif path.endswith("/movements"):
            answer = {"movements": self.record.get("movements", []), "before": None}
        else:
            answer = {"events": self.record.get("events", []), "before": None}
        route.fulfill(json=answer)
