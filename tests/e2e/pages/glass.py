"""The dealer's glass: a page at 1280 x 800 that is touched, watched for every fault it reports."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.layout import come_to_rest, layout_faults
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Request,
    WebSocket,
    expect,
)

WIDTH, HEIGHT = 1280, 800
# Aborted by the page itself when it goes elsewhere.
_ABORTED = "net::ERR_ABORTED"


@dataclass
class Glass:
    """One page. `faults` are what it reported and no test announced; `views` every snapshot."""

    context: BrowserContext
    address: str
    pictures: Path
    faults: list[str] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self._announced: list[re.Pattern[str]] = []
        self.page = self.context.new_page()
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self._report(f"page error: {error}"))
        self.page.on("requestfailed", self._on_failed)
        self.page.on("websocket", self._on_socket)

    def announce(self, *patterns: str) -> None:
        """Expect reports that match; they are no faults from now on."""
        self._announced += [re.compile(pattern) for pattern in patterns]

    def announce_answer(self, status: int, path: str) -> None:
        """Expect answers that a browser reports as errors."""
        self.announce(rf"status of {status} .*{re.escape(path)}$")

    def forget_announcements(self) -> None:
        self._announced.clear()

    def open(self) -> None:
        """Open the dealer screen in a browser where nobody is signed in."""
        self.announce_answer(401, "/api/session")
        self.page.goto(f"{self.address}/dealer")
        expect(self.get("sign-in")).to_be_visible()
        self.forget_announcements()

    def get(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def tap(self, name: str) -> None:
        self.get(name).tap()

    def turn(self) -> None:
        """Change the language, and wait until the other one stands on the glass."""
        page = self.page.locator("html")
        shown = page.get_attribute("lang")
        assert shown is not None
        self.get("language").click()
        expect(page).not_to_have_attribute("lang", shown)

    def picture(self, name: str) -> Path:
        """Keep a picture of the glass as it is when nothing moves."""
        come_to_rest(self.page)
        self.pictures.mkdir(parents=True, exist_ok=True)
        path = self.pictures / f"{name}.jpg"
        # A thousand are made: a PNG takes the browser five times as long.
        self.page.screenshot(path=path, type="jpeg", quality=90)
        return path

    def layout_faults(self) -> list[str]:
        return layout_faults(self.page)

    @property
    def view(self) -> dict[str, Any]:
        """The newest snapshot that the page has received."""
        return self.views[-1]

    def received(self, card: str) -> bool:
        """Whether any snapshot so far names a card."""
        return any(names_card(view, card) for view in self.views)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            self._report(f"console {message.type}: {message.text} {message.location['url']}")

    def _on_failed(self, request: Request) -> None:
        if request.failure != _ABORTED:
            self._report(f"request failed: {request.failure} {request.method} {request.url}")

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._on_frame)
        socket.on("socketerror", lambda error: self._report(f"socket error: {error} {socket.url}"))

    def _on_frame(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "snapshot":
            self.views.append(message["view"])

    def _report(self, words: str) -> None:
        if not any(pattern.search(words) for pattern in self._announced):
            self.faults.append(words)

    def close(self) -> None:
        try:
            self.context.close()
        except Error as error:
            self.faults.append(f"the page did not close: {error}")


def names_card(part: object, card: str) -> bool:
    """Whether a card's name stands anywhere in a snapshot."""
    if isinstance(part, dict):
        return any(names_card(inner, card) for inner in part.values())
    if isinstance(part, list):
        return any(names_card(inner, card) for inner in part)
    return isinstance(part, str) and card in part.split()
