"""A sign in a browser, and the station behind it: real API, real page, meters as the test says."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from api_builders import TABLE, KeptRecord, Station, new_services, record_beside, serving
from e2e.layout import come_to_rest
from e2e.pages.glass import Glass
from people_builders import people_on_sqlite
from playwright.sync_api import Locator, Page, expect
from signage_builders import KEY, PROGRESSIVE, Signed

from dealer_station.api.app import create_app
from dealer_station.api.ports import ServedProgressive
from dealer_station.clock import Clock, SystemClock
from dealer_station.messages.meter_display import (
    METER_EVERY_MS,
    Hit,
    LevelAmount,
    Meter,
    MeterState,
)
from dealer_station.people.people import People
from dealer_station.screens.mount import mount_screens

LANDSCAPE = (1920, 1080)
PORTRAIT = (1080, 1920)
PUBLIC_KEY = KEY.private_key.public_key().public_bytes_raw().hex()
START = 54_312_07

# Notes what the page is told and what it paints: the amount of each meter when it comes, and in
# every frame what stands on the drums, read down (`floor`) and read as the nearest (`round`).
WATCH = """
window.watched = { told: [], frames: [] };
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const meter = JSON.parse(data);
      window.watched.told.push({
        at: performance.now(), amount: meter.levels[0].amount_minor, sequence: meter.sequence,
      });
    });
  }
};
addEventListener("DOMContentLoaded", () => {
  const read = (at) => {
    const sign = document.querySelector("[data-testid=sign]");
    if (sign) {
      let floor = 0, round = 0, moves = false;
      for (const strip of document.querySelectorAll("[data-testid=meter] .strip")) {
        const lift = Number(/, (-?[0-9.e-]+)%/.exec(strip.style.transform)?.[1] ?? NaN);
        const turn = -lift / 100 * strip.children.length - 1;
        const place = 10 ** Number(strip.dataset.place);
        floor += (Math.floor(turn + 2e-5) % 10) * place;
        round += (Math.round(turn) % 10) * place;
        moves = moves || Math.abs(turn - Math.round(turn)) > 1e-3;
      }
      const told = window.watched.told.at(-1)?.amount ?? null;
      window.watched.frames.push({ at, floor, round, moves, told, state: sign.dataset.state });
    }
    requestAnimationFrame(read);
  };
  requestAnimationFrame(read);
});
"""

_READ = """(drums) => [...drums.querySelectorAll(".strip")].reduce((sum, strip) => {
  const lift = Number(/, (-?[0-9.e-]+)%/.exec(strip.style.transform)[1]);
  const turn = -lift / 100 * strip.children.length - 1;
  return sum + (Math.round(turn) % 10) * 10 ** Number(strip.dataset.place);
}, 0)"""

_FAULTS = """() => {
  const found = [];
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const box = (element) => element.getBoundingClientRect();
  const hit = document.querySelector("[data-testid=hit]");
  const names = hit
    ? ["hit-win", "hit-amount", "hit-hand", "hit-where", "next-meter"]
    : ["level", "currency", "meter", "checking", "suspended", "cap", "others", "tables"];
  const parts = names.map((name) => document.querySelector(`[data-testid=${name}]`))
    .filter((part) => part && seen(part));
  for (const part of parts) {
    const { left, top, right, bottom, width, height } = box(part);
    const name = part.dataset.testid;
    if (width < 8 || height < 8) found.push(`${name} is nowhere`);
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      found.push(`${name} lies beyond the glass`);
    for (const other of parts) {
      const theirs = box(other);
      const meet = part !== other && left < theirs.right - 1 && right > theirs.left + 1
        && top < theirs.bottom - 1 && bottom > theirs.top + 1;
      if (meet) found.push(`${name} and ${other.dataset.testid} overlap`);
    }
    for (const element of [part, ...part.querySelectorAll("h1, h2, p, small, b, span")]) {
      if (element.closest(".odometer") || !element.textContent.trim()) continue;
      const cuts = getComputedStyle(element).overflowX !== "visible";
      if (cuts && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name}: "${element.textContent}" is cut off`);
      const edge = box(element);
      if (edge.left < 0 || edge.right > innerWidth)
        found.push(`${name}: "${element.textContent}" lies beyond the glass`);
    }
  }
  if (document.scrollingElement.scrollHeight > innerHeight) found.push("the page scrolls");
  return [...new Set(found)];
}"""


@dataclass
class SignGlass(Glass):
    """A page that shows a sign. `meters` is every text that it received."""

    meters: list[str] = field(default_factory=list, repr=False)

    def open_sign(
        self,
        progressive: str = PROGRESSIVE,
        *,
        keys: str | None = PUBLIC_KEY,
        lang: str = "en",
        currency: str = "",
        level: str | None = None,
        watched: bool = False,
    ) -> None:
        if watched:
            self.page.add_init_script(WATCH)
        fragment = f"#keys={keys}" if keys is not None else ""
        shown = (f"&level={level}" if level else "") + (f"&currency={currency}" if currency else "")
        asked = f"progressive={progressive}&lang={lang}{shown}"
        self.page.goto(f"{self.address}/signage?{asked}{fragment}")

    @property
    def sign(self) -> Locator:
        return self.get("sign")

    def expect_live(self, amount_minor: int | None = None) -> None:
        expect(self.sign).to_have_attribute("data-state", "live")
        if amount_minor is not None:
            expect(self.sign).to_have_attribute("data-amount", str(amount_minor))

    def expect_blank(self, reason: str) -> None:
        """No number, and a line that says why."""
        expect(self.sign).to_have_attribute("data-reason", reason)
        expect(self.sign).to_have_attribute("data-state", "checking")
        expect(self.sign).to_have_attribute("data-amount", "")
        expect(self.get("checking")).to_be_visible()
        digits = self.get("meter").locator(".row-digits")
        expect(digits).to_have_css("opacity", "0")
        expect(self.get("meter").locator(".row-dashes")).to_have_css("opacity", "1")

    def reading(self, name: str) -> int:
        """What stands on an odometer, read as a person does: each figure to the nearest."""
        found: int = self.get(name).evaluate(_READ)
        return found

    def expect_reading(self, name: str, amount_minor: int) -> None:
        """The drums come to rest at an amount."""
        expect(self.get(name)).to_be_visible()
        self.page.wait_for_function(
            f"([drums, amount]) => ({_READ})(drums) === amount",
            arg=[self.get(name).element_handle(), amount_minor],
        )

    def told(self) -> list[dict[str, Any]]:
        """Every meter that came."""
        return [json.loads(text) for text in self.meters]

    def expect_painted(self, amount_minor: int) -> None:
        """A frame of a watched page showed it: the page is set first, painted a little later."""
        self.page.wait_for_function(
            "(amount) => window.watched.frames.at(-1)?.floor === amount", arg=amount_minor
        )

    def watched(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = self.page.evaluate("window.watched")
        return found

    def _on_frame(self, frame: str | bytes) -> None:
        self.meters.append(str(frame))


class StagedMeters:
    """Meters made up by a test and signed like real ones, sent as often as a station does."""

    def __init__(self) -> None:
        self._sequence = 0
        self._listeners: tuple[Callable[[Meter], None], ...] = ()
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        self.begin()

    def begin(self) -> None:
        """Forget what an earlier test has made of the meters."""
        self.amount_minor = START
        self.hit: Hit | None = None
        self.state = MeterState.LIVE
        self.is_silent = False
        # What becomes of each meter before it is sent.
        self.change: Callable[[Meter], Meter] = lambda meter: meter

    def subscribe(self, listener: Callable[[Meter], None]) -> Callable[[], None]:
        self._listeners = (*self._listeners, listener)
        return lambda: None

    def show(self, amount_minor: int, hit: Hit | None = None) -> None:
        self.amount_minor, self.hit = amount_minor, hit
        self.say()

    def say(self) -> None:
        """Send one meter now."""
        with self._lock:
            self._sequence += 1
            meter = self.change(signed(self._sequence, self.amount_minor, self.hit, self.state))
            if not self.is_silent:
                for listener in self._listeners:
                    listener(meter)

    @contextmanager
    def running(self) -> Iterator[None]:
        def beat() -> None:
            while not self._is_over.wait(METER_EVERY_MS / 1000):
                self.say()

        thread = threading.Thread(target=beat, name="staged meters")
        thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            thread.join()


def signed(
    sequence: int,
    amount_minor: int,
    hit: Hit | None = None,
    state: MeterState = MeterState.LIVE,
    **changes: Any,
) -> Meter:
    """A meter as a station signs it."""
    fields: dict[str, Any] = {
        "epoch": 3,
        "progressive": PROGRESSIVE,
        "sequence": sequence,
        "sent_at": SystemClock().now(),
        "currency": "USD",
        "levels": (LevelAmount(level="main", amount_minor=amount_minor, state=state),),
        "hit": hit,
        "key_id": KEY.key_id,
        "signature": "0" * 128,
    }
    meter = Meter(**(fields | changes))
    signature = KEY.sign(meter.signed_bytes()).hex()
    return meter.model_copy(update={"signature": signature})


def a_hit(number: int = 1, **changes: Any) -> Hit:
    fields: dict[str, Any] = {
        "number": number,
        "level": "main",
        "table": "Caribbean Stud 2",
        "seats": (3,),
        "amount_minor": START,
        "category": "royal_flush",
        "hand": ("Th", "Jh", "Qh", "Kh", "Ah"),
        "hit_at": SystemClock().now(),
    }
    return Hit(**(fields | changes))


@contextmanager
def staffed(folder: Path, clock: Clock) -> Iterator[tuple[People, KeptRecord]]:
    """Open people and record of a station."""
    with people_on_sqlite(folder, clock) as people, record_beside(people, clock) as kept:
        yield people, kept


@contextmanager
def staged_station(folder: Path, meters: StagedMeters) -> Iterator[str]:
    """Serve API and page with staged meters; yields the address."""
    clock = SystemClock()
    with staffed(folder, clock) as (people, kept), meters.running():
        served = ServedProgressive(
            progressive_id=PROGRESSIVE,
            currency="USD",
            pool="main",
            table_ids=(TABLE,),
            meters=meters,
        )
        services = replace(new_services(people, clock, kept), progressives={PROGRESSIVE: served})
        app = create_app(services)
        mount_screens(app)
        with serving(app) as address:
            yield address


@contextmanager
def playing_station(folder: Path) -> Iterator[Station]:
    """Serve API and page of a real table with its real feed, without a broker."""
    clock = SystemClock()
    with staffed(folder, clock) as (people, kept):
        signed_services = Signed(new_services(people, clock, kept), clock)
        station = Station(signed_services.services)
        mount_screens(station.app)
        with signed_services.feed.running(), station.running():
            yield station


def sign_faults(page: Page) -> list[str]:
    """Return what is wrong with the picture: parts beyond the glass, covered, or cut off."""
    come_to_rest(page)
    found: list[str] = page.evaluate(_FAULTS)
    return found
