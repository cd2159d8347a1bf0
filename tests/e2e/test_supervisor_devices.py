"""What acceptors, lamps and signs do stands on the console as they tell it themselves."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.pages.glass import Glass
from e2e.pages.supervisor import ConsolePage, console_glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.token_control import TokenControl
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with acceptors and a sign."""
    with running_house(tmp_path_factory.mktemp("e2e") / "house", is_full=True) as running:
        yield running


@pytest.fixture
def console(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[ConsolePage]:
    """The console on a glass of its own, a technician signed in: he sees devices, rules nothing."""
    with console_glass(chromium, house.address, pictures) as glass:
        page = ConsolePage(glass)
        page.sign_in(person(Role.TECHNICIAN))
        yield page


def test_windows_lamps_and_signs_are_shown_as_they_are(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    sign, acceptor = console.get("device-CS-1-sign-1"), console.get("device-CS-1-acceptor-2")
    expect(sign).to_contain_text("Shows: 10,000.00 · read back")
    expect(acceptor).to_contain_text("Seat 2")
    expect(acceptor).to_contain_text("Lamp off")
    expect(console.get("alerts-empty")).to_be_visible()

    table.open_round(1)
    table.stake(2, 10)
    expect(acceptor).to_contain_text("Window open")
    tokens = TokenControl(house.house.acceptors.control)
    while not tokens.drop("acceptor-2"):
        glass.page.wait_for_timeout(200)
    expect(acceptor).to_contain_text("Lamp on")
    table.do("No more bets")
    table.expect_phase("dealing")
    expect(acceptor).to_contain_text("Window shut")
    expect(sign).to_contain_text("Shows: 10,000.70")
    expect(console.get("movements-caribbean-main")).to_have_count(0)
    expect(console.get("live-table")).to_contain_text("Your role does not recall rounds")
