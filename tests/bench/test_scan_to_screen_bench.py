"""From the last byte of a scan to the snapshot in a dealer's browser, through the real stack.

A scanner at 9600 baud, the driver, the embedded broker and the station as processes of their own,
and the dealer screen in Chromium. Printed: p50 and p99 of the whole way and of its parts.

    line      last byte written  ->  the driver has stored the card: its acknowledgement is heard
    broker    stored             ->  the station takes it in (`recorded_at` of its event)
    commit    taken in           ->  committed, and the snapshot is made (`now` of the snapshot)
    screen    snapshot made      ->  the page has it
    paint     the page has it    ->  the frame with it is drawn (beyond the target's way)

The page's clock is mapped to ours by pings; the rest of the error is printed. `recorded_at` and
`now` are whole milliseconds. Target: p99 of the whole way <= 50 ms. Asserted is the median, which
other work on the machine does not move as much.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from bench_runs import times
from paced_scanner import PacedScanner, paced_scanner
from playwright.sync_api import Page, sync_playwright
from running_house import RunningHouse, person, running_house

from dealer_station.cards.card import Card
from dealer_station.demo.house import TABLE
from dealer_station.demo.staff import Staff
from dealer_station.event_log.store import EventLog
from dealer_station.settings import load_settings
from dealer_station.table.roles import Role

BAUD = 9600
SEATS = 7
CARDS_A_ROUND = 5 * (SEATS + 1)
ROUNDS = times(6, 3)
# The first round warms everything up.
WARM_UP_ROUNDS = 1
P99_TARGET_MS = 50.0
P50_MAX_MS = 50.0
PINGS = 300

CHROMIUM = "/usr/bin/chromium"
SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Notes when the page receives each snapshot, before the page's own listener is called.
NOTE_SNAPSHOTS = """
window.noted = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const at = performance.now();
      const { type, view } = JSON.parse(data);
      if (type !== "snapshot") return;
      const note = { at, round: view.round, draws: view.draws, now: view.now, painted: null };
      window.noted.push(note);
      requestAnimationFrame(() => setTimeout(() => { note.painted = performance.now(); }));
    });
  }
};
"""

pytestmark = [pytest.mark.slow, pytest.mark.e2e]


@dataclass(frozen=True)
class PageClock:
    """The page's clock against ours: page milliseconds - our milliseconds, and how sure."""

    ahead_ms: float
    error_ms: float

    def ours(self, page_ms: float) -> float:
        return page_ms - self.ahead_ms


def page_clock(page: Page) -> PageClock:
    """Each ping bounds the difference from both sides; all of them together narrow it."""
    lowest, highest = -float("inf"), float("inf")
    for _ in range(PINGS):
        before = time.monotonic() * 1000
        there = page.evaluate("performance.now()")
        after = time.monotonic() * 1000
        lowest, highest = max(lowest, there - after), min(highest, there - before)
    return PageClock((lowest + highest) / 2, abs(highest - lowest) / 2)


@dataclass(frozen=True)
class Scan:
    """One card on its way; milliseconds of the monotonic clock."""

    round_number: int
    draw: int
    last_byte: float
    stored: float


@dataclass(frozen=True)
class Way:
    """How long each part of one card's way took, in milliseconds."""

    whole: float
    line: float
    broker: float
    commit: float
    screen: float
    paint: float


def test_a_scanned_card_is_on_the_screen_in_time(tmp_path: Path) -> None:
    scans: list[Scan] = []
    directory = tmp_path / "house"
    with scanner_and_house(directory) as (scanner, house), house.signed_in(Role.DEALER) as dealer:
        dealer.do("open", "open_table")
        with dealers_page(house) as page:
            before = page_clock(page)
            for number in range(1, ROUNDS + 1):
                scans += play_round(dealer, scanner, number)
            noted = page.evaluate("window.noted")
            after = page_clock(page)
        recorded = recorded_at(house)
    clock = PageClock(
        (before.ahead_ms + after.ahead_ms) / 2,
        max(before.error_ms, after.error_ms) + abs(before.ahead_ms - after.ahead_ms) / 2,
    )
    counted = [scan for scan in scans if scan.round_number > WARM_UP_ROUNDS]
    ways = [way_of(scan, noted, recorded, clock) for scan in counted]
    assert len(ways) == CARDS_A_ROUND * (ROUNDS - WARM_UP_ROUNDS)
    report(ways, clock)
    assert statistics.median(way.whole for way in ways) <= P50_MAX_MS


@contextmanager
def scanner_and_house(directory: Path) -> Iterator[tuple[PacedScanner, RunningHouse]]:
    """The house with our scanner in the place of the simulated shoe."""
    with paced_scanner(directory.with_name("port"), BAUD) as scanner:

        def no_shoe(house: Any) -> tuple[()]:
            house.shoe.port.symlink_to(directory.with_name("port"))
            return ()

        with running_house(directory, no_shoe) as house:
            yield scanner, house


@contextmanager
def dealers_page(house: RunningHouse) -> Iterator[Page]:
    """The dealer screen in Chromium, signed in, with the table on it."""
    dealer = person(Role.DEALER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
        page = context.new_page()
        page.add_init_script(NOTE_SNAPSHOTS)
        page.goto(f"{house.address}/dealer")
        page.get_by_test_id("person-id").fill(dealer.person_id)
        page.get_by_test_id("password").fill(dealer.password)
        page.get_by_test_id("submit-credentials").tap()
        page.get_by_test_id("table-page").wait_for()
        yield page
        browser.close()


def play_round(dealer: Staff, scanner: PacedScanner, number: int) -> list[Scan]:
    """One round in which every seat folds; the cards are scanned one after the other."""
    chance = random.Random(number)
    deck = [str(Card.from_index(index)) for index in range(52)]
    chance.shuffle(deck)
    dealer.do(f"{number}/open", "open_betting")
    for seat in range(1, SEATS + 1):
        dealer.do(
            f"{number}/ante/{seat}", "place_wager",
            round=number, seat=seat, spot="ante", amount="10.00",
        )  # fmt: skip
    dealer.do(f"{number}/close", "close_betting", round=number)
    scans = []
    for draw, card in enumerate(deck[:CARDS_A_ROUND], start=1):
        # Faster than any hand deals, and in step with nothing that happens in fixed intervals.
        time.sleep(chance.uniform(0.1, 0.24))
        last_byte, stored = scanner.scan(card)
        scans.append(Scan(number, draw, last_byte * 1000, stored * 1000))
    dealer.wait_for("all cards", lambda view: view["phase"] == "deciding")
    for seat in range(1, SEATS + 1):
        dealer.do(f"{number}/fold/{seat}", "act", round=number, seat=seat, action="fold")
    while (step := dealer.view()["next"])["kind"] == "pay":
        dealer.do_on_sight(
            f"{number}/pay/{step['seat']}", "pay_seat", round=number, seat=step["seat"]
        )
    return scans


def recorded_at(house: RunningHouse) -> dict[tuple[int, int], float]:
    """When the station took in each card, by round and draw, on our monotonic clock."""
    ahead_ms = time.time() * 1000 - time.monotonic() * 1000
    found: dict[tuple[int, int], float] = {}
    number, draw = 0, 0
    with EventLog(load_settings(house.house.config).database_url, read_only=True) as log:
        for stored in log.read(f"table/{TABLE}"):
            if stored.name == "betting_opened":
                number, draw = number + 1, 0
            elif stored.name == "card_drawn":
                draw += 1
                found[number, draw] = stored.recorded_at + 0.5 - ahead_ms
    return found


def way_of(
    scan: Scan,
    noted: list[dict[str, Any]],
    recorded: dict[tuple[int, int], float],
    clock: PageClock,
) -> Way:
    """The first snapshot with the card ends its way."""
    ahead_ms = time.time() * 1000 - time.monotonic() * 1000
    shown = next(
        note
        for note in noted
        if (note["round"], note["draws"] or 0) >= (scan.round_number, scan.draw)
    )
    taken_in = recorded[scan.round_number, scan.draw]
    made = shown["now"] + 0.5 - ahead_ms
    seen = clock.ours(shown["at"])
    painted = clock.ours(shown["painted"] or shown["at"])
    return Way(
        whole=seen - scan.last_byte,
        line=scan.stored - scan.last_byte,
        broker=taken_in - scan.stored,
        commit=made - taken_in,
        screen=seen - made,
        paint=painted - seen,
    )


def report(ways: list[Way], clock: PageClock) -> None:
    """Print the whole way and its parts."""
    lines = [f"\n{len(ways)} cards, page clock within {clock.error_ms:.2f} ms"]
    for part in ("line", "broker", "commit", "screen", "whole", "paint"):
        taken = sorted(getattr(way, part) for way in ways)
        p50, p99 = statistics.median(taken), taken[int(len(taken) * 0.99)]
        target = f"   target p99 <= {P99_TARGET_MS:.0f}" if part == "whole" else ""
        lines.append(f"  {part:<7} p50 {p50:6.1f} ms   p99 {p99:6.1f} ms{target}")
    sys.stdout.write("\n".join(lines) + "\n")
