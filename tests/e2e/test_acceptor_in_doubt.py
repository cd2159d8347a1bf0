"""An acceptor that lost its power with its window open: told to the dealer, signed for."""

from collections.abc import Iterator

import pytest
from e2e.pages.credentials import Approval
from e2e.pages.glass import Glass
from e2e.pages.table_page import TablePage
from e2e.words import language, strange_words
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role
from drivers.link.simulator_control import ControlClient

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with acceptors and a sign."""
    with running_house(tmp_path_factory.mktemp("e2e") / "house", is_full=True) as running:
        yield running


def is_up_again(glass: Glass) -> bool:
    """Whether the acceptor of seat 2 serves it, with what it has to say of its restart."""
    return any(
        device["id"] == "acceptor-2" and device["state"] == "degraded"
        for device in glass.view["devices"]
    )


def test_tokens_in_doubt_are_told_at_the_seat_and_signed_for(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    table.open_round(1)
    table.stake(2, 10)
    expect(glass.get("device-notice")).to_have_count(0)
    while not glass.view["acceptors"]["2"]["open"]:
        glass.page.wait_for_timeout(100)
    with ControlClient(house.house.acceptors.control) as control:
        control.ask("reset acceptor-2")
    notice = glass.get("device-notice")
    expect(notice).to_have_attribute("data-device", "acceptor-2")
    expect(notice).to_contain_text("Seat 2: the acceptor restarted: tokens may be unknown")
    # While it comes up it tells more of itself, and what is signed before its last word is asked
    # for again.
    while not is_up_again(glass):
        glass.page.wait_for_timeout(100)
    glass.picture("acceptor-in-doubt")
    assert glass.layout_faults() == []
    words = strange_words(glass.page, language("en"), language("pl"), {"Caribbean Stud 1"})
    assert words == []
    notice.tap()
    approval = Approval(glass)
    expect(glass.get("approval")).to_contain_text("The tokens in it were counted")
    approval.sign(person(Role.SUPERVISOR))
    expect(notice).to_have_count(0)
    table.do("No more bets")
    table.expect_phase("dealing")
