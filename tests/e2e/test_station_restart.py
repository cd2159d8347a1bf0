"""The station is killed under the open page, in the middle of a deal."""

import pytest
from e2e.pages.glass import Glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import expect
from running_house import RunningHouse

pytestmark = pytest.mark.e2e

HANDS = {"1": "Ks Kd 4h 7c 2s", "7": "5c 6d 7h 8s 9c", "dealer": "Ah Kc 9d 4s 3c"}


def test_a_killed_station_is_told_and_play_goes_on_by_itself(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    table.open_round(1)
    table.stake(1, 10)
    table.stake(7, 5)
    table.expect_stake(7, "ante", "5.00")
    table.do("No more bets")
    table.expect_phase("dealing")
    dealing = Dealing(table, house.shoe, HANDS)
    for _ in range(7):
        dealing.one()

    glass.announce("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "socket error")
    with house.down("station"):
        expect(table.stale).to_contain_text("No news from the station")
        expect(glass.get("link")).to_have_attribute("data-link", "stale")
        expect(table.primary).to_be_disabled()
        for touched in ("irregularity", "call-supervisor"):
            assert glass.get(touched).locator("xpath=ancestor-or-self::*[@inert]").count() > 0

    # Nobody touches anything: it comes back by itself.
    expect(table.stale).to_have_count(0)
    expect(glass.get("link")).to_have_attribute("data-link", "live")
    glass.forget_announcements()
    table.expect_cards("1", "## ## ##")
    table.expect_cards("7", "## ##")
    table.expect_cards("dealer", "## ##")
    dealing.all()
    table.do("Confirm: all bet")
    table.expect_phase("paying")
    table.expect_payout(7, "60.00")


def test_a_touch_whose_answer_was_lost_counts_once(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    """The station dies right after a touch; the same touch is sent again and counts once."""
    table.open_round(1)
    table.stake(3, 10)
    table.expect_stake(3, "ante", "10.00")
    glass.announce("ERR_", "status of 50", "socket error")
    house.kill("station")
    glass.tap("seat-3-ante")
    expect(glass.get("link")).to_have_attribute("data-link", "live")
    table.expect_stake(3, "ante", "20.00")
    expect(glass.get("seat-3-ante")).to_have_attribute("data-pending", "false")
    glass.forget_announcements()
    table.expect_stake(3, "ante", "20.00")
    expect(table.message).to_have_count(0)
