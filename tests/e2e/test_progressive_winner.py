"""A winner of the progressive is paid only after a supervisor has seen the hand."""

import pytest
from e2e.pages.credentials import Approval
from e2e.pages.glass import Glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import expect
from running_house import RunningHouse, person

from dealer_station.table.roles import Role

pytestmark = pytest.mark.e2e

HANDS = {
    "2": "2h 5h 8h Th Jh",  # a flush: 50.00 from the progressive
    "4": "Ks Kd 4h 7c 2s",
    "dealer": "Ah Kc 9d 4s 3c",
}


def test_a_flush_with_the_progressive_must_be_seen_by_a_supervisor(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    table.open_round(1)
    table.stake(2, 10)
    table.stake(4, 10)
    table.expect_stake(4, "ante", "10.00")
    for seat in (2, 4):
        table.toggle_progressive(seat, is_on=True)
    table.do("No more bets")
    table.expect_phase("dealing")
    expect(glass.get("meter-main").locator("output")).to_have_attribute("data-amount", "10001.40")
    Dealing(table, house.shoe, HANDS).all()
    table.do("Confirm: all bet")
    table.expect_phase("paying")
    table.expect_payout(4, "60.00")
    table.do("Pay seat 4 · 60.00")

    # Ante 10 + 10, Bet 20 + 100 (5:1), progressive 1 + 49: 50 for the flush.
    table.expect_payout(2, "190.00")
    table.expect_payout_cards(HANDS["2"])
    expect(glass.get("payout-verify")).to_be_visible()
    table.expect_wager("progressive", "win")
    table.do("Supervisor must see seat 2's hand")
    approval = Approval(glass)
    approval.expect_open()
    glass.announce_answer(403, "/api/approvals")
    approval.give(person(Role.DEALER))
    expect(approval.problem).to_be_visible()
    glass.forget_announcements()
    expect(glass.get("payout-current")).to_have_attribute("data-verify", "true")
    approval.sign(person(Role.SUPERVISOR))

    expect(glass.get("payout-verify")).to_have_count(0)
    table.do("Pay seat 2 · 190.00")
    table.expect_phase("settled")
    expect(glass.get("seat-2-net")).to_have_attribute("data-amount", "159.00")
