"""Two managers change a level's terms and settle the dispute of a prize, each on the console."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.supervisor import ConsolePage, console_glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person

from dealer_station.demo.house import PEOPLE
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

FIRST, SECOND = (one for one in PEOPLE if one.role is Role.MANAGER)
HANDS = {
    "2": "Ah Kh Qh Jh Th",
    "4": "As Ks Qs Js Ts",
    "dealer": "Ac Kc 9d 4s 3c",
}
SHARE = "5000.70"


@pytest.fixture
def console(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[ConsolePage]:
    """The console on a glass of its own, the first manager signed in."""
    with console_glass(chromium, house.address, pictures) as glass:
        page = ConsolePage(glass)
        page.sign_in(FIRST)
        yield page


def look_up(console: ConsolePage) -> None:
    """Show the table's meter with its level."""
    progressive = console.glass.floors[-1]["meters"][0]["progressive"]
    console.get(f"movements-{progressive}").click()
    expect(console.get("level-panel")).to_be_visible()


def ask(console: ConsolePage, reason: str) -> None:
    console.get("level-reason").fill(reason)
    console.hold("ask-second")
    expect(console.get("ask-second")).to_have_count(0)


def refused(console: ConsolePage, code: str, words: str) -> None:
    """The sheet stays and says why not."""
    problem = Credentials(console.glass).problem
    expect(problem).to_have_attribute("data-code", code)
    expect(problem).to_contain_text(words)


def sign(console: ConsolePage) -> None:
    """The second manager signs, and the sheet goes when the change is done."""
    Credentials(console.glass).give(SECOND)
    expect(console.get("level-sheet")).to_have_count(0)


def newest(console: ConsolePage, kind: str) -> None:
    """The newest movement is of this kind; its details are opened."""
    movement = console.get("movements").locator(".movement").first
    expect(movement.locator(".movement-what")).to_have_text(kind)
    movement.locator(".movement-line").click()


def fact(console: ConsolePage, name: str) -> str:
    return console.get("movements").locator(f"[data-fact={name}] dd").first.inner_text()


def test_chg_02_terms_wait_for_the_round_and_are_signed_by_two_managers(
    house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    table.open_round(1)
    look_up(console)
    expect(console.get("term-rate")).to_contain_text("7/10 · 70 %")
    console.get("change_terms").click()
    expect(console.get("level-in-play")).to_contain_text("Round open: CS-1")
    expect(console.get("ask-second")).to_be_disabled()
    expect(console.get("ask-second")).to_contain_text("Nothing is changed yet")
    console.get("new-rate").fill("most of it")
    expect(console.get("ask-second")).to_be_disabled()
    console.get("new-rate").fill("50 %")
    console.get("new-cap").fill("20,000")
    expect(console.get("ask-second")).to_contain_text("Say why")
    ask(console, "filed with the regulator")
    expect(console.get("changes-rate")).to_contain_text("1/2 · 50 %")
    expect(console.get("changes-cap")).to_contain_text("20,000.00")
    expect(console.get("level-changes").locator("dt")).to_have_count(2)

    credentials = Credentials(console.glass)
    console.glass.announce_answer(403, "/approvals")
    credentials.give(FIRST)
    refused(console, "approval_same_person", "Another person must sign")
    credentials.give(person(Role.SUPERVISOR))
    refused(console, "manager_must_sign", "Another manager must")
    console.glass.announce_answer(409, "/changes")
    credentials.give(SECOND)
    refused(console, "ledger_in_play", "Wait until every round is finished")
    expect(console.get("term-rate")).to_contain_text("7/10")

    table.stake(2, 10)
    table.do("No more bets")
    Dealing(table, house.shoe, {"2": HANDS["2"], "dealer": HANDS["dealer"]}).all()
    table.do("Confirm: all bet")
    table.expect_phase("paying")
    table.primary.tap()
    table.expect_phase("settled")
    console.glass.forget_announcements()
    sign(console)
    expect(console.get("term-rate")).to_contain_text("1/2 · 50 %")
    expect(console.get("term-cap")).to_contain_text("20,000.00")
    newest(console, "Terms changed")
    assert fact(console, "reason") == "filed with the regulator"
    assert (fact(console, "person_id"), fact(console, "approver_id")) == ("M-301", "M-302")
    assert "Part of each wager 7/10" in fact(console, "old_terms")
    assert "Part of each wager 1/2" in fact(console, "new_terms")

    console.get("read-meter").click()
    newest(console, "Reading")


def test_a_cap_below_the_meter_is_refused_in_words(console: ConsolePage) -> None:
    look_up(console)
    console.get("change_terms").click()
    console.get("new-cap").fill("9,999.99")
    ask(console, "a lower sign")
    console.glass.announce_answer(409, "/changes")
    Credentials(console.glass).give(SECOND)
    refused(console, "ledger_bad_terms", "Cap: such terms cannot be")
    console.get("close").click()
    expect(console.get("term-cap")).to_contain_text("none")


def share_the_meter(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    """Two seats have a royal flush; one is paid, and the share of seat 2 is disputed."""
    table.open_round(1)
    for seat in (2, 4):
        table.stake(seat, 10)
    table.expect_stake(4, "ante", "10.00")
    for seat in (2, 4):
        table.toggle_progressive(seat, is_on=True)
    table.do("No more bets")
    table.expect_phase("dealing")
    Dealing(table, house.shoe, HANDS).all()
    table.do("Confirm: all bet")
    table.expect_phase("paying")
    seen = console.get("item-CS-1/verification/1/4")
    seen.click()
    expect(console.get("dispute-there")).to_have_count(0)
    console.hold("answer")
    expect(seen).to_have_count(0)
    expect(glass.get("payout-verify")).to_have_count(0)
    table.primary.tap()
    expect(glass.get("payout-current")).to_have_attribute("data-seat", "2")

    console.get("dispute-there").click()
    expect(console.get("level-panel")).to_contain_text("Fixed, not paid")
    console.get("dispute_award").click()
    expect(console.get("level-effects")).to_contain_text("Nobody pays this prize")
    ask(console, "the light was dark")
    sign(console)
    expect(console.get("level-panel")).to_contain_text("In dispute")
    expect(console.get("disputed-caribbean-main")).to_contain_text("In dispute: 1")
    newest(console, "Award disputed")
    assert fact(console, "reason") == "the light was dark"


def test_hit_13_a_disputed_prize_is_not_paid_and_one_that_stands_is_seen_anew(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    share_the_meter(glass, house, table, console)
    console.hold("answer")
    expect(glass.get("payout-verify")).to_have_count(0)
    glass.announce_answer(409, "/commands")
    table.primary.tap()
    expect(glass.get("message")).to_contain_text("the prize is in dispute")
    glass.forget_announcements()

    console.get("settle_dispute").click()
    expect(console.get("level-effects")).to_contain_text("A supervisor sees the hand anew")
    ask(console, "the recording shows the light")
    sign(console)
    expect(console.get("level-panel")).to_contain_text("To be seen anew")
    expect(console.get("disputed-caribbean-main")).to_have_count(0)
    expect(glass.get("payout-verify")).to_be_visible()
    console.hold("answer")
    expect(console.get("level-panel")).to_contain_text("Hand seen, not paid")
    expect(glass.get("payout-verify")).to_have_count(0)
    table.primary.tap()
    table.expect_phase("settled")
    expect(glass.get("seat-2-net")).to_have_attribute("data-amount", "7009.70")
    expect(console.get("level-panel").locator(".level-award")).to_have_count(0)


def test_hit_12_a_prize_that_falls_goes_back_to_the_meter(
    glass: Glass, house: RunningHouse, table: TablePage, console: ConsolePage
) -> None:
    share_the_meter(glass, house, table, console)
    before = console.glass.floors[-1]["meters"][0]["meter"]
    assert before == "10000.00"
    console.get("void_award").click()
    effects = console.get("level-effects")
    expect(effects).to_contain_text("5,000.70 goes back to the meter.")
    ask(console, "the recording shows no light")
    console.glass.announce_answer(403, "/approvals")
    Credentials(console.glass).give(person(Role.SUPERVISOR))
    refused(console, "manager_must_sign", "Another manager must")
    console.glass.forget_announcements()
    sign(console)
    expect(console.get("level-panel").locator(".level-award")).to_have_count(0)
    newest(console, "Award void")
    movement = console.get("movements").locator(".movement").first
    expect(movement.locator(".movement-after")).to_contain_text("15,000.70")
    assert fact(console, "amount").replace(",", "") == SHARE
    console.hold("answer")
    table.primary.tap()
    table.expect_phase("settled")
    expect(glass.get("seat-2-net")).to_have_attribute("data-amount", "2009.00")
