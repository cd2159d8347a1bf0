"""Whole rounds of baccarat by touch, on the real stack with the simulated shoe."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from e2e.layout import layout_faults
from e2e.pages.baccarat_page import BaccaratPage
from e2e.pages.credentials import Approval, Credentials
from e2e.pages.glass import Glass
from e2e.pages.supervisor import ConsolePage, console_glass
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import BACCARAT
from dealer_station.table.roles import Role

pytestmark = pytest.mark.e2e


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("baccarat") / "house", game=BACCARAT) as running:
        yield running


@pytest.fixture
def table(glass: Glass) -> BaccaratPage:
    """The baccarat table, opened by a dealer who has signed in."""
    Credentials(glass).give(person(Role.DEALER))
    page = BaccaratPage(glass)
    page.do("Open the table")
    page.expect_phase("idle")
    return page


def test_a_dragon_7_from_the_first_wager_to_the_last_payment(
    glass: Glass, house: RunningHouse, table: BaccaratPage
) -> None:
    """BA-T01: the Player stands with six, the Banker draws to a seven of three cards."""
    table.open_round(1)
    table.expect_next("No more bets")
    table.bet(2, "player", 10)
    table.bet(5, "banker", 25, 10)
    table.bet(5, "dragon7", 25)
    table.bet(9, "banker", 100)
    table.bet(9, "tie", 5)
    glass.picture("baccarat-betting-wagers")
    table.do("No more bets")
    table.expect_phase("dealing")
    table.deal(house.shoe, ("player", "4s"), ("banker", "Kh"), ("player", "2d"), ("banker", "3c"))
    table.expect_phase("drawing")
    table.expect_hand("player", "4s 2d", 6)
    table.expect_hand("banker", "Kh 3c", 3)
    table.expect_next("Deal: Banker · card 3")
    glass.picture("baccarat-third-card")
    table.expect_next_at("banker")
    house.shoe.draw("4h")
    table.expect_phase("paying")
    table.expect_hand("banker", "Kh 3c 4h", 7)
    table.expect_coup("banker", event="dragon7")
    glass.picture("baccarat-paying-dragon")

    assert table.paying_order() == [9, 5, 2]
    table.expect_payout(9, "100.00")
    table.expect_wager("banker", "push")
    table.expect_wager("tie", "lose")
    table.do("Give back to seat 9 · 100.00")
    table.expect_payout(5, "1060.00")
    table.expect_wager("dragon7", "win", "40:1")
    table.do("Pay seat 5 · 1,060.00")
    table.expect_payout(2, "0.00")
    table.expect_wager("player", "lose")
    table.do("Take seat 2's stakes")
    table.expect_phase("settled")
    for seat, net in ((2, "-10.00"), (5, "1000.00"), (9, "-5.00")):
        expect(glass.get(f"seat-{seat}-net")).to_have_attribute("data-amount", net)
    shown = httpx.get(f"{house.address}/api/signage/tables/BA-1").raise_for_status().json()
    assert [mark["event"] for mark in shown["history"]["bead_plate"]] == ["dragon7"]


def test_a_natural_ends_the_deal_and_the_stakes_come_again(
    glass: Glass, house: RunningHouse, table: BaccaratPage
) -> None:
    table.open_round(1)
    table.bet(1, "player", 10)
    table.bet(1, "tiger8", 5)
    table.bet(4, "banker", 25)
    table.do("No more bets")
    table.deal(house.shoe, ("player", "5s"), ("banker", "4h"), ("player", "3d"))
    house.shoe.draw("5c")
    table.expect_phase("paying")
    table.expect_coup("banker", natural="9")
    table.do("Pay seat 4 · 50.00")
    table.do("Take seat 1's stakes")
    table.expect_phase("settled")

    table.open_round(2)
    expect(glass.get("road-big_road")).to_have_attribute("data-marks", "1")
    glass.tap("same-stakes")
    table.expect_stake(1, "player", "10.00")
    table.expect_stake(1, "tiger8", "5.00")
    table.expect_stake(4, "banker", "25.00")
    # A seat's head takes all its stakes off, and puts them on again.
    glass.tap("seat-1")
    table.expect_stake(1, "player", "")
    table.expect_stake(1, "tiger8", "")
    glass.tap("seat-1")
    table.expect_stake(1, "player", "10.00")
    table.expect_stake(1, "tiger8", "5.00")


def test_a_refusal_says_what_the_table_takes(
    glass: Glass, house: RunningHouse, table: BaccaratPage
) -> None:
    table.open_round(1)
    glass.announce_answer(409, "/commands")
    table.choose_chip(10)
    glass.tap("seat-3-tie")
    expect(table.message).to_have_attribute("data-code", "no_base_wager")
    expect(table.message).to_contain_text("no wager on Player or Banker")
    table.bet(3, "player", 10)
    glass.tap("seat-3-banker")
    expect(table.message).to_have_attribute("data-code", "both_sides")
    table.choose_chip(25)
    glass.tap("seat-3-dragon7")
    expect(table.message).to_have_attribute("data-code", "above_base")
    expect(table.message).to_contain_text("Dragon 7 above the base wager")
    table.expect_stake(3, "dragon7", "")


def test_a_new_shoe_is_burned_by_its_first_card(
    glass: Glass, house: RunningHouse, table: BaccaratPage
) -> None:
    glass.tap("menu")
    glass.tap("change-deck")
    Approval(glass).sign(person(Role.SUPERVISOR))
    table.expect_next("Burn the first card, face up")
    glass.picture("baccarat-burn-first")
    house.shoe.draw("3d")
    table.expect_next("Burn 3 more, face down")
    expect(glass.get("burn")).to_have_attribute("data-left", "3")
    glass.picture("baccarat-burn-more")
    for card in ("Ks", "9h", "2c"):
        house.shoe.draw(card)
    table.expect_next("Open betting · round 1")
    expect(glass.get("shoe")).to_have_attribute("data-left", str(8 * 52 - 4))


def test_the_last_round_of_a_shoe_asks_for_a_new_one(
    glass: Glass, house: RunningHouse, table: BaccaratPage
) -> None:
    table.open_round(1)
    table.bet(2, "banker", 10)
    # The cut card comes before the first card of the round: that round is the last.
    house.shoe.draw("CUT")
    expect(glass.get("shoe")).to_have_attribute("data-cut", "true")
    expect(glass.get("shoe")).to_have_attribute("data-rounds-left", "0")
    table.do("No more bets")
    table.deal(house.shoe, ("player", "5s"), ("banker", "4h"), ("player", "3d"))
    house.shoe.draw("5c")
    table.do("Pay seat 2 · 20.00")
    table.expect_next("A new, checked shoe is in use")
    expect(glass.get("felt-notice")).to_contain_text("Shoe finished")
    glass.picture("baccarat-shoe-finished")
    table.primary.tap()
    Approval(glass).sign(person(Role.SUPERVISOR))
    table.expect_next("Burn the first card, face up")


def test_the_console_watches_the_table_and_recalls_its_round(
    glass: Glass,
    house: RunningHouse,
    table: BaccaratPage,
    chromium: Browser,
    pictures: Path,
) -> None:
    with console_glass(chromium, house.address, pictures) as console:
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        table.open_round(1)
        table.bet(2, "player", 10)
        table.bet(5, "banker", 25)
        table.bet(5, "dragon7", 25)
        expect(page.get("tile-BA-1")).to_contain_text("Wagers 5 to 500")
        expect(page.get("stake-5-dragon7")).to_have_attribute("data-amount", "25.00")
        console.picture("baccarat-console-betting")
        table.do("No more bets")
        dealt = (("player", "4s"), ("banker", "Kh"), ("player", "2d"), ("banker", "3c"))
        table.deal(house.shoe, *dealt)
        expect(page.get("phase").first).to_have_attribute("data-phase", "drawing")
        expect(page.get("tile-BA-1")).to_contain_text("Card 3 to Banker")
        expect(page.get("hand-player")).to_have_attribute("data-cards", "4s 2d")
        console.picture("baccarat-console-drawing")
        house.shoe.draw("4h")
        table.do("Pay seat 5 · 1,050.00")
        table.do("Take seat 2's stakes")
        table.expect_phase("settled")
        page.recall(1)
        expect(page.get("recall-player")).to_have_attribute("data-cards", "4s 2d")
        expect(page.get("recall-banker")).to_have_attribute("data-cards", "Kh 3c 4h")
        page.get("wager-5-dragon7").click()
        expect(page.get("wager-details-5-dragon7")).to_be_visible()
        console.picture("baccarat-console-recall")
        assert not layout_faults(console.page, 22, seat_px=0)
