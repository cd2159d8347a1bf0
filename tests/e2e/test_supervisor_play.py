"""Dealer and supervisor at once: what is raised at the table is decided on the console."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.pages.credentials import Approval
from e2e.pages.glass import Glass
from e2e.pages.report import Report
from e2e.pages.supervisor import ConsolePage, console_glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person

from dealer_station.table.roles import Role
from drivers.link.simulator_control import ControlClient

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

HANDS = {
    "2": "2h 5h 8h Th Jh",  # a flush: 50.00 from the progressive
    "4": "Ks Kd 4h 7c 2s",
    "5": "5c 6d 7s 9c Qs",  # folds
    "dealer": "Ah Kc 9d 4s 3c",
}


@pytest.fixture
def console(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[ConsolePage]:
    """The console on a glass of its own, a supervisor signed in."""
    with console_glass(chromium, house.address, pictures) as glass:
        page = ConsolePage(glass)
        page.sign_in(person(Role.SUPERVISOR))
        yield page


def deal_round(table: TablePage, house: RunningHouse, number: int = 1) -> None:
    """Deal a round in which seat 2 wins a progressive prize, up to the decisions."""
    table.open_round(number)
    table.stake(2, 10)
    table.stake(4, 10)
    table.stake(5, 25)
    table.expect_stake(5, "ante", "25.00")
    for seat in (2, 4):
        table.toggle_progressive(seat, is_on=True)
    table.do("No more bets")
    table.expect_phase("dealing")
    Dealing(table, house.shoe, HANDS).all()
    table.expect_phase("deciding")


def report_exposed_card(glass: Glass, table: TablePage) -> None:
    report = Report(glass)
    report.open()
    report.choose("CS-I08")
    report.pick_seat(4)
    report.pick_card("Kd")
    report.send()
    expect(table.held).to_have_attribute("data-irregularity", "CS-I08")


def test_a_ruling_raised_at_the_table_is_given_on_the_console_and_the_deal_goes_on(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    console.expect_nothing_waiting()
    deal_round(table, house)
    report_exposed_card(glass, table)

    console.expect_waiting("Dealer exposed a player's card")
    expect(console.get("tile-CS-1")).to_have_attribute("data-phase", "held")
    body = console.get("item-body")
    expect(body).to_contain_text("Reported by: Dealer")
    expect(body.get_by_test_id("concerned").locator("[data-card=Kd]")).to_be_visible()
    expect(body.get_by_test_id("concerned")).to_contain_text("Seat 4, card 2")
    expect(body.get_by_test_id("proposal")).to_contain_text("House decision")
    expect(console.get("live-table")).to_have_attribute("data-phase", "held")

    # A short press never decides, by pointer or by key.
    console.press_short("option-play_on")
    expect(console.get("option-play_on")).to_contain_text("Too short")
    console.press_short("option-play_on", "Enter")
    table.expect_phase("held")
    console.expect_waiting("Dealer exposed a player's card")

    console.hold("option-play_on")
    console.expect_nothing_waiting()
    expect(table.held).to_have_count(0)
    table.expect_phase("deciding")
    expect(console.get("live-table")).to_have_attribute("data-phase", "deciding")
    table.do("Confirm: all bet")
    table.expect_phase("paying")


def test_enter_that_is_held_decides_and_j_and_k_go_through_the_inbox(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    deal_round(table, house)
    glass.tap("call-supervisor")
    report_exposed_card(glass, table)
    console.expect_waiting("Dealer exposed a player's card", "The dealer calls a supervisor")
    opened = console.get("inbox").locator(".item[data-open=true] .item-title")
    keyboard = console.glass.page.keyboard
    expect(opened).to_have_text("Dealer exposed a player's card")
    keyboard.press("j")
    expect(opened).to_have_text("The dealer calls a supervisor")
    expect(console.get("item-CS-1/call")).to_be_focused()
    keyboard.press("j")
    expect(opened).to_have_text("The dealer calls a supervisor")
    keyboard.press("k")
    expect(opened).to_have_text("Dealer exposed a player's card")

    keyboard.press("Enter")  # on the head of an item it opens, and decides nothing
    table.expect_phase("held")
    console.hold_key("option-void_hand")
    console.expect_waiting("The dealer calls a supervisor")
    expect(table.held).to_have_count(0)
    table.expect_state(4, "void")

    console.hold("answer")
    console.expect_nothing_waiting()
    expect(glass.get("call-supervisor")).to_have_attribute("data-called", "false")


def test_a_winning_hand_is_verified_and_every_cent_of_the_round_is_explained(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    deal_round(table, house)
    table.fold(5)
    table.do("Confirm: 2 bet · 1 fold")
    table.expect_phase("paying")
    seat = int(glass.get("payout-current").get_attribute("data-seat") or 0)
    while seat != 2:
        table.primary.tap()
        expect(glass.get("payout-current")).not_to_have_attribute("data-seat", str(seat))
        seat = int(glass.get("payout-current").get_attribute("data-seat") or 0)
    expect(glass.get("payout-verify")).to_be_visible()

    console.expect_waiting("Seat 2 wins a progressive prize")
    winner = console.get("winner")
    expect(winner.locator("[data-card]")).to_have_count(5)
    expect(winner).to_contain_text("Flush")
    expect(winner.locator(".winner-prize")).to_have_attribute("data-amount", "50.00")
    expect(winner.locator("output")).to_be_visible()
    console.glass.picture("console-play-verification")
    console.hold("answer")
    console.expect_nothing_waiting()
    expect(glass.get("payout-verify")).to_have_count(0)
    while glass.get("table-page").get_attribute("data-phase") == "paying":
        before = glass.get("payout-current").get_attribute("data-seat") or ""
        table.primary.tap()
        expect(
            glass.get(f"payout-{before}").and_(glass.page.locator("[data-state=current]"))
        ).to_have_count(0)
    table.expect_phase("settled")

    console.recall(1)
    for seat, spot in ((2, "ante"), (2, "bet"), (2, "progressive"), (4, "ante"), (5, "ante")):
        console.get(f"wager-{seat}-{spot}").click()
        details = console.get(f"wager-details-{seat}-{spot}")
        expect(details.locator("p").first).not_to_have_text("")
        assert details.get_by_test_id("wager-ledger").locator("tr").count() > 0, (seat, spot)
    progressive = console.get("wager-2-progressive")
    expect(progressive).to_contain_text("CS-20")
    expect(progressive.locator("[data-amount]")).to_have_attribute("data-amount", "49.00")
    lines = console.get("wager-details-2-progressive").locator("tr")
    prize = lines.and_(console.glass.page.locator("[data-account=awards_payable]"))
    expect(prize.first.locator("[data-amount]")).to_have_attribute("data-amount", "50.00")
    cards = console.get("recall-seat-2").locator(".card[data-card]")
    assert [card.get_attribute("data-card") for card in cards.all()] == HANDS["2"].split()
    hidden = console.get("recall-seat-5").locator(".card[data-card]")
    assert {card.get_attribute("data-card") for card in hidden.all()} == {"##"}
    console.glass.picture("console-play-recall")

    console.get(movements_of(console)).click()
    expect(console.get("movements").locator(".movement").first).to_contain_text("Round 1")
    after = console.get("movements").locator(".movement-after").first.inner_text().strip()
    expect(console.get("movements-now")).to_contain_text(after)
    expect(console.get("movements-now")).to_contain_text("as of")


def movements_of(console: ConsolePage) -> str:
    return f"movements-{console.glass.floors[-1]['meters'][0]['progressive']}"


def test_a_fault_of_the_shoe_is_cleared_on_the_console(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    table.open_round(1)
    table.stake(2, 10)
    table.do("No more bets")
    table.expect_phase("dealing")
    dealing = Dealing(table, house.shoe, {"2": HANDS["2"], "dealer": HANDS["dealer"]})
    for _ in range(3):
        dealing.one()
    with ControlClient(house.house.shoe.control) as control:
        control.ask("unplug 2500")
    expect(glass.get("device-shoe-1")).to_have_attribute("data-state", "degraded", timeout=30_000)

    console.expect_waiting("Card shoe shoe-1 needs a look")
    expect(console.get("fault-words")).to_contain_text("cards may have passed unread")
    expect(console.get("device-CS-1-shoe-1")).to_have_attribute("data-state", "degraded")
    expect(console.get("alerts")).to_contain_text("shoe-1")
    console.hold("answer")
    expect(glass.get("device-shoe-1")).to_have_attribute("data-state", "ready")
    console.expect_nothing_waiting()
    expect(console.get("alerts-empty")).to_be_visible()


def test_a_fouled_deck_needs_the_manager_beside_the_supervisor(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    table.open_round(1)
    table.stake(2, 10)
    table.do("No more bets")
    table.expect_phase("dealing")
    house.shoe.draw("Jo")
    expect(table.held).to_have_attribute("data-irregularity", "CS-I17")
    console.expect_waiting("Double, joker or foreign card in the deck")
    console.hold("option-fouled_deck")
    approval = Approval(console.glass)
    approval.expect_open()
    expect(console.get("approval-what")).to_contain_text("Manager decides: Fouled deck")
    console.glass.announce_answer(403, "/api/approvals")
    console.glass.announce_answer(403, "/commands")
    console.glass.announce_answer(409, "/commands")
    approval.give(person(Role.SUPERVISOR))
    expect(approval.problem).to_be_visible()
    console.glass.forget_announcements()
    approval.sign(person(Role.MANAGER))
    console.expect_nothing_waiting()
    table.expect_phase("void")
    expect(console.get("alerts")).to_contain_text("locked out")
    console.hold("change-deck")
    expect(console.get("deck-notice")).to_have_count(0)
    expect(console.get("alerts-empty")).to_be_visible()
    table.open_round(2)


def test_the_log_is_searched_and_a_card_that_is_hidden_is_found_by_nobody(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    deal_round(table, house)
    console.search("ante")
    events = console.get("log-results").locator(".event")
    expect(events).not_to_have_count(0)
    expect(events.first).to_contain_text("Ante")
    console.get("log-type").select_option("wager_placed")
    console.get("log-go").click()
    expect(events).to_have_count(3)
    console.get("log-type").select_option("")
    for card in HANDS["4"].split():
        console.search(card)
        expect(console.get("log-empty")).to_be_visible()
    assert not console.glass.received("Kd"), "a card that lies face down was sent to the console"
    console.glass.page.keyboard.press("Escape")  # leaves the field
    console.glass.page.keyboard.press("Escape")  # leaves the search
    expect(console.get("live-table")).to_be_visible()


def test_a_dealer_is_told_that_the_console_is_not_his(
    house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    with console_glass(chromium, house.address, pictures) as glass:
        dealer = person(Role.DEALER)
        glass.get("person-id").fill(dealer.person_id)
        glass.get("password").fill(dealer.password)
        glass.get("submit-credentials").click()
        expect(glass.get("sign-in")).to_contain_text("Your role may not use the console")


def test_what_is_old_is_never_shown_as_fresh(
    house: RunningHouse, table: TablePage, console: ConsolePage, glass: Glass
) -> None:
    # To the end: what a line that was refused reports may come after the next one has opened.
    for each in (console.glass, glass):
        each.announce("ERR_", "socket error", "status of 50")
    with house.down("station"):
        expect(console.get("stale")).to_be_visible()
        expect(console.get("link")).to_have_text("No link")
    expect(console.get("stale")).to_have_count(0)
    expect(console.get("console")).to_have_attribute("data-link", "live")
    expect(console.get("live-table")).to_have_attribute("data-link", "live")
