"""A broker that falls silent, dies and comes back: everybody is told, and the game goes on.

Dealer's screen, console and signage page of one house with acceptors and a sign (LNK-05, LNK-06).
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from e2e.looking import in_each_language, look
from e2e.pages.glass import Glass
from e2e.pages.signage import LANDSCAPE, SignGlass, sign_faults
from e2e.pages.supervisor import ConsolePage, console_glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.house import PROGRESSIVE
from dealer_station.demo.token_control import TokenControl
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

HANDS = {"2": "9h 7h 5h 3h 2h", "4": "Ks Kd 4h 7c 2s", "dealer": "Ah Kc 9s 4s 3c"}
BACK_MS = 40_000
"""Drivers come back ten seconds after the broker at most, and are waited for a little longer."""


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with acceptors and a sign."""
    folder = tmp_path_factory.mktemp("e2e") / "house"
    with running_house(folder, is_full=True) as running:
        yield running


@pytest.fixture
def console(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[ConsolePage]:
    """The console on a glass of its own, a supervisor signed in."""
    with console_glass(chromium, house.address, pictures) as glass:
        page = ConsolePage(glass)
        page.sign_in(person(Role.SUPERVISOR))
        yield page


@pytest.fixture
def sign(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[SignGlass]:
    """A browser sign with the station's key."""
    width, height = LANDSCAPE
    context = chromium.new_context(viewport={"width": width, "height": height})
    glass = SignGlass(context, house.address, pictures)
    try:
        glass.open_sign(PROGRESSIVE, keys=house.house.meter_key)
        yield glass
    finally:
        glass.close()
    assert glass.faults == []


@contextmanager
def silent_broker(house: RunningHouse) -> Iterator[None]:
    """The broker says nothing; in the end it dies, and is started again by itself."""
    broker = house.pid("broker")
    os.kill(broker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(broker, signal.SIGKILL)


def drop(house: RunningHouse, glass: Glass, seat: int) -> None:
    """The player of a seat drops a token; his light burns on the dealer's screen."""
    tokens = TokenControl(house.house.acceptors.control)
    while not tokens.drop(f"acceptor-{seat}"):
        glass.page.wait_for_timeout(200)
    expect(glass.get(f"seat-{seat}-progressive")).to_have_attribute("data-light", "lit")


def test_a_lost_link_is_told_on_all_three_pages_and_the_game_goes_on(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage, sign: SignGlass
) -> None:
    table.open_round(1)
    table.stake(2, 10)
    table.stake(4, 25)
    drop(house, glass, 2)
    sign.expect_live()
    meter, row = glass.get("meter-main"), console.get(f"meter-{PROGRESSIVE}")
    alert = console.get(f"alert-{house.house.game.table}/progressive/{PROGRESSIVE}")
    faults = []
    with silent_broker(house):
        lost = time.monotonic()
        for what, shown, name, value in (
            ("dealer", meter, "data-suspended", "true"),
            ("console", row, "data-state", "suspended"),
        ):
            expect(shown).to_have_attribute(name, value)
            sys.stdout.write(f"\n{what}: {time.monotonic() - lost:.2f} s after the loss")
        expect(sign.get("suspended")).to_be_visible()
        sys.stdout.write(f"\nsign: {time.monotonic() - lost:.2f} s after the loss")
        expect(alert).to_contain_text("not in play, no link to its devices")
        expect(meter).to_contain_text("Not in play: no link")
        for seat, light in ((2, "lit"), (4, "out")):
            lamp = glass.get(f"seat-{seat}-progressive")
            expect(lamp).to_have_attribute("data-light", light)
        for code in in_each_language(glass):
            faults += look(glass, "table", code, "link-lost", {"Caribbean Stud 1"})
        faults += sign_faults(sign.page)
        sign.picture("sign-link-lost")
        console.glass.picture("console-link-lost")

        # No acceptor can answer, and none is waited for.
        glass.tap("language")
        table.do("No more bets")
        table.expect_phase("dealing")
    expect(meter).to_have_attribute("data-suspended", "false", timeout=BACK_MS)
    sys.stdout.write(f"\nagain: {time.monotonic() - lost:.2f} s after the loss")
    expect(row).to_have_attribute("data-state", "live")
    expect(alert).to_have_count(0)
    expect(sign.get("suspended")).to_have_count(0)
    sign.expect_live()

    # The round is dealt and paid, with the wager that was taken before the loss.
    Dealing(table, house.shoe, HANDS).all()
    table.expect_phase("deciding")
    table.primary.tap()
    table.expect_phase("paying")
    while glass.get("table-page").get_attribute("data-phase") == "paying":
        if glass.get("payout-verify").count():
            console.hold("answer")
            expect(glass.get("payout-verify")).to_have_count(0)
        table.primary.tap()
        glass.page.wait_for_timeout(600)
    table.open_round(2)
    table.stake(4, 10)
    drop(house, glass, 4)
    assert faults == []
