"""Whole rounds by touch, on the real stack."""

import pytest
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import expect
from running_house import RunningHouse, person

from dealer_station.table.roles import Role

pytestmark = pytest.mark.e2e

HANDS = {
    "1": "Ks Kd 4h 7c 2s",  # a pair, which beats ace-king
    "3": "2h 5d 8c Tc Jd",  # nothing: folds
    "6": "5c 6d 7h 8s 9c",  # a straight
    "dealer": "Ah Kc 9d 4s 3c",  # ace-king, the 3c face up
}
UP_CARD = "3c"


def test_a_round_by_touch_and_the_next_with_the_same_stakes(
    glass: Glass, house: RunningHouse
) -> None:
    table = TablePage(glass)
    dealer = person(Role.DEALER)
    form = Credentials(glass)
    form.type_by_touch(dealer.person_id, dealer.password)
    form.submit()
    expect(glass.get("person")).to_contain_text(dealer.person_id)
    table.do("Open the table")
    table.expect_phase("idle")
    table.open_round(1)
    take_stakes(table)
    table.do("No more bets")
    table.expect_phase("dealing")
    deal_and_decide(glass, table, house)
    pay(glass, table)
    glass.picture("round-settled")

    table.open_round(2)
    expect(glass.get("seat-1-ante")).to_have_attribute("data-amount", "")
    glass.tap("same-stakes")
    for seat, ante in ((1, "10.00"), (3, "30.00"), (6, "100.00")):
        table.expect_stake(seat, "ante", ante)
    expect(glass.get("seat-1-progressive")).to_have_attribute("data-on", "true")
    expect(glass.get("seat-3-progressive")).to_have_attribute("data-on", "false")
    table.do("No more bets")
    Dealing(table, house.shoe, HANDS).all()
    table.expect_phase("deciding")
    for seat in (1, 3, 6):
        table.fold(seat)
    table.do("Confirm: all fold")
    table.expect_phase("paying")


def take_stakes(table: TablePage) -> None:
    table.expect_next("Place the antes")
    table.stake(1, 10)
    table.stake(3, 25, 5)
    table.stake(6, 100)
    table.expect_stake(1, "ante", "10.00")
    table.expect_stake(3, "ante", "30.00")
    table.expect_stake(6, "ante", "100.00")
    table.toggle_progressive(1, is_on=True)
    table.toggle_progressive(3, is_on=True)
    table.toggle_progressive(3, is_on=False)


def deal_and_decide(glass: Glass, table: TablePage, house: RunningHouse) -> None:
    Dealing(table, house.shoe, HANDS).all()
    table.expect_phase("deciding")
    table.expect_cards("dealer", "## ## ## ## 3c")
    for seat in ("1", "3", "6"):
        table.expect_cards(seat, "## ## ## ## ##")
    hidden = {card for cards in HANDS.values() for card in cards.split()} - {UP_CARD}
    assert not [card for card in hidden if glass.received(card)]
    table.fold(3)
    table.do("Confirm: 2 bet · 1 fold")
    table.expect_phase("paying")


def pay(glass: Glass, table: TablePage) -> None:
    """From the dealer's right; each hand is turned up when its turn comes."""
    table.expect_cards("dealer", HANDS["dealer"])
    assert table.paying_order() == [6, 3, 1]
    table.expect_payout(6, "1200.00")
    table.expect_payout_cards(HANDS["6"])
    table.expect_wager("ante", "win", "1:1")
    table.expect_wager("bet", "win", "4:1")
    assert not glass.received("Ks")
    table.do("Pay seat 6 · 1,200.00")

    table.expect_payout(3, "0.00")
    table.do("Take seat 3's stakes")

    table.expect_payout(1, "60.00")
    table.expect_payout_cards(HANDS["1"])
    table.expect_wager("bet", "win", "1:1")
    table.expect_wager("progressive", "lose")
    table.do("Pay seat 1 · 60.00")
    table.expect_phase("settled")
    for seat, net in ((1, "29.00"), (3, "-30.00"), (6, "900.00")):
        expect(glass.get(f"seat-{seat}-net")).to_have_attribute("data-amount", net)
    assert not glass.received("Jd"), "a folded hand is never shown"
