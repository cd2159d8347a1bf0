"""The supervisor's console: a page of its own browser, watched for every fault it reports."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from playwright.sync_api import Browser, Locator, expect

from dealer_station.demo.house import DemoPerson

WIDE = (1920, 1080)
LAPTOP = (1366, 768)
NARROW = (390, 844)

# A held button has counted: it says so, or what it stood for is gone, or a signature is asked for.
_HAS_COUNTED = """name => {
    const button = document.querySelector(`[data-testid="${name}"]`);
    const sheet = document.querySelector('[data-testid="approval"]');
    return !button || button.disabled || button.dataset.grip === "done" || sheet !== null;
}"""


@dataclass
class ConsoleGlass(Glass):
    """A glass with the console; `floors` is every floor it has received."""

    floors: list[dict[str, Any]] = field(default_factory=list, repr=False)

    def open(self) -> None:
        """Open the console in a browser where nobody is signed in."""
        self.announce_answer(401, "/api/session")
        self.page.goto(f"{self.address}/supervisor")
        expect(self.get("sign-in")).to_be_visible()
        self.forget_announcements()

    def _on_frame(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] != "snapshot":
            return
        if "floor" in message:
            self.floors.append(message["floor"])
        else:
            self.views.append(message["view"])

    @property
    def is_narrow(self) -> bool:
        size = self.page.viewport_size
        return size is not None and size["width"] < 1000


@contextmanager
def console_glass(
    browser: Browser, address: str, pictures: Path, size: tuple[int, int] = WIDE
) -> Iterator[ConsoleGlass]:
    """A fresh browser profile with the console, nobody signed in; its faults fail the test."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, locale="en-GB"
    )
    context.set_default_timeout(15_000)
    glass = ConsoleGlass(context, address, pictures)
    try:
        glass.open()
        yield glass
    except BaseException:
        glass.picture("failed-console")
        raise
    finally:
        glass.close()
    assert not glass.faults, "\n".join(glass.faults)


class ConsolePage:
    """Touches and expectations of the console."""

    def __init__(self, glass: ConsoleGlass) -> None:
        self.glass = glass

    def sign_in(self, person: DemoPerson) -> None:
        Credentials(self.glass).give(person)
        expect(self.glass.get("console")).to_have_attribute("data-link", "live")

    def get(self, name: str) -> Locator:
        return self.glass.get(name)

    def go(self, area: str) -> None:
        """Show an area; on wide glass all of them are there already."""
        if self.glass.is_narrow:
            self.get(f"tab-{area}").click()

    def items(self) -> Locator:
        return self.get("inbox").locator(".item")

    def expect_waiting(self, *titles: str) -> None:
        """The inbox holds these and nothing else, in this order."""
        expect(self.items()).to_have_count(len(titles))
        for at, title in enumerate(titles):
            expect(self.items().nth(at).locator(".item-title")).to_have_text(title)

    def expect_nothing_waiting(self) -> None:
        expect(self.get("inbox-empty")).to_be_visible()

    def hold(self, name: str) -> None:
        """Press a button with the pointer and let go when it has counted."""
        button = self.get(name)
        button.scroll_into_view_if_needed()
        expect(button).to_be_enabled()
        button.hover()
        self.glass.page.mouse.down()
        self.glass.page.wait_for_function(_HAS_COUNTED, arg=name)
        self.glass.page.mouse.up()

    def hold_key(self, name: str) -> None:
        """Press Enter on a button and let go when it has counted."""
        expect(self.get(name)).to_be_enabled()
        self.get(name).focus()
        self.glass.page.keyboard.down("Enter")
        self.glass.page.wait_for_function(_HAS_COUNTED, arg=name)
        self.glass.page.keyboard.up("Enter")

    def press_short(self, name: str, key: str | None = None) -> None:
        """Press a button, by pointer or by a key, and let go at once: it says: too short."""
        if key is None:
            self.get(name).click()
        else:
            self.get(name).press(key)
        expect(self.get(name)).to_have_attribute("data-grip", "short")

    def recall(self, number: int) -> None:
        self.go("table")
        self.get(f"round-{number}").click()
        expect(self.get("recall")).to_have_attribute("data-round", str(number))

    def search(self, words: str) -> None:
        self.glass.page.keyboard.press("/")
        expect(self.get("log-text")).to_be_focused()
        self.get("log-text").fill(words)
        self.glass.page.keyboard.press("Enter")
        expect(self.get("log-results")).to_be_visible()
