"""A ruling, a verification and a hit across three open pages, with real tokens, lamps and a sign.

Dealer screen, supervisor's console and signage page of one house that has everything. The pictures
of the guides are made here: `make guides` copies them into `deploy/guides/pictures/`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.layout import come_to_rest
from e2e.pages.glass import Glass
from e2e.pages.signage import LANDSCAPE, PUBLIC_KEY, SignGlass
from e2e.pages.supervisor import ConsolePage, console_glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.control import SimulatorControl
from dealer_station.demo.house import PROGRESSIVE
from dealer_station.demo.sign_control import see_sign
from dealer_station.demo.token_control import TokenControl
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

HANDS = {
    "2": "9d 8d 7d 6d 5d",  # a straight flush: a tenth of the meter
    "4": "Ks Kd 4h 7c 2s",
    "dealer": "Ah Kc 9s 4s 3c",
}
SILENT_MS = 6_000


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


def keep(glass: Glass, name: str, pictures: Path) -> None:
    """Keep a picture for the guides, small enough to be read on paper and kept in the tree."""
    come_to_rest(glass.page)
    folder = pictures.parent / "guides"
    folder.mkdir(parents=True, exist_ok=True)
    glass.page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=70)


def drop(house: RunningHouse, glass: Glass, seat: int) -> None:
    """The player of a seat drops a token; his light burns on the dealer's screen."""
    lamp = glass.get(f"seat-{seat}-progressive")
    expect(lamp).to_have_attribute("data-light", "dark")
    tokens = TokenControl(house.house.acceptors.control)
    while not tokens.drop(f"acceptor-{seat}"):
        glass.page.wait_for_timeout(200)
    expect(lamp).to_have_attribute("data-light", "lit")
    expect(lamp).to_have_attribute("data-on", "true")


def test_a_silent_acceptor_and_a_jackpot_across_three_pages(
    glass: Glass,
    house: RunningHouse,
    table: TablePage,
    console: ConsolePage,
    sign: SignGlass,
    pictures: Path,
) -> None:
    acceptors = SimulatorControl(house.house.acceptors.control)
    table.open_round(1)
    table.stake(2, 10)
    table.stake(4, 25)
    for seat in (2, 4):
        drop(house, glass, seat)
    sign.expect_live()
    keep(glass, "dealer-betting", pictures)

    # The acceptor of seat 6 does not answer: the table is held, and its answer ends that.
    acceptors.ask(f"mute acceptor-6 {SILENT_MS}")
    table.do("No more bets")
    table.expect_phase("closing")
    keep(glass, "dealer-closing", pictures)
    expect(table.held).to_have_attribute("data-irregularity", "CS-I24")
    keep(glass, "dealer-held", pictures)
    console.expect_waiting("Acceptor silent or in doubt")
    keep(console.glass, "supervisor-ruling", pictures)
    expect(console.get("device-CS-1-acceptor-6")).to_have_attribute("data-state", "lost")
    panel = pictures.parent / "guides" / "technician-devices.jpg"
    console.get("devices").screenshot(path=panel, type="jpeg", quality=70)
    console.hold("option-play_on")
    console.expect_nothing_waiting()
    table.expect_phase("dealing")

    Dealing(table, house.shoe, HANDS).all()
    table.expect_phase("deciding")
    table.primary.tap()
    table.expect_phase("paying")
    while glass.get("payout-verify").count() == 0:
        before = glass.get("payout-current").get_attribute("data-seat")
        table.primary.tap()
        expect(glass.get("payout-current")).not_to_have_attribute("data-seat", str(before))
    keep(glass, "dealer-verify", pictures)
    console.expect_waiting("Seat 2 wins a progressive prize")
    keep(console.glass, "supervisor-verification", pictures)
    console.hold("answer")
    console.expect_nothing_waiting()
    expect(glass.get("payout-verify")).to_have_count(0)
    table.primary.tap()
    table.expect_phase("settled")

    expect_hit(glass, house, console, sign, pictures)


def expect_hit(
    glass: Glass, house: RunningHouse, console: ConsolePage, sign: SignGlass, pictures: Path
) -> None:
    """The hit on the page, on the glass of the sign, and in the meter of the console."""
    expect(sign.get("hit")).to_be_visible()
    assert not glass.layout_faults()
    keep(sign, "sign-hit", pictures)
    for seat in (2, 4):
        wait_dark(house, seat)
    console.recall(1)
    console.get("wager-2-progressive").click()
    expect(console.get("wager-details-2-progressive").locator("p").first).not_to_have_text("")
    keep(console.glass, "supervisor-recall", pictures)
    sign.expect_live()
    console.glass.page.keyboard.press("Escape")
    keep(console.glass, "supervisor-console", pictures)
    shown = see_sign(house.house)
    told = console.glass.floors[-1]["meters"][0]["meter"]
    assert shown.replace(",", "") == told
    sign.expect_live(int(told.replace(".", "")))


def test_a_sign_with_a_wrong_key_shows_dashes_and_says_why(
    house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    width, height = LANDSCAPE
    context = chromium.new_context(viewport={"width": width, "height": height})
    glass = SignGlass(context, house.address, pictures)
    try:
        glass.open_sign(PROGRESSIVE, keys=PUBLIC_KEY)
        expect(glass.sign).to_have_attribute("data-state", "checking")
        expect(glass.sign).to_have_attribute("data-amount", "")
        keep(glass, "technician-sign", pictures)
    finally:
        glass.close()


def test_every_picture_of_the_guides_is_made_here() -> None:
    guides = Path(__file__).parents[2] / "deploy" / "guides"
    named = {
        name
        for guide in guides.glob("*.md")
        for name in re.findall(r"pictures/([a-z-]+)\.jpg", guide.read_text(encoding="utf-8"))
    }
    made = set(
        re.findall(r'"((?:dealer|supervisor|technician|sign)-[a-z]+)', Path(__file__).read_text())
    )
    assert named == made
    assert {path.stem for path in (guides / "pictures").glob("*.jpg")} >= named


def wait_dark(house: RunningHouse, seat: int) -> None:
    """The seat's lamp goes dark when its wager is collected or paid."""
    acceptors = SimulatorControl(house.house.acceptors.control)
    with house.signed_in(Role.SUPERVISOR) as staff:
        staff.wait_for("a dark lamp", lambda view: view["acceptors"][str(seat)]["lit"] is False)
    assert not acceptors.ask(f"lamp acceptor-{seat}")["is_lit"]
