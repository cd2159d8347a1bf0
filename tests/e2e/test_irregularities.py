"""Irregularities and their rulings, reported by touch or found by the table."""

import pytest
from e2e.pages.credentials import Approval
from e2e.pages.glass import Glass
from e2e.pages.report import Report
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import expect
from running_house import RunningHouse, person

from dealer_station.table.roles import Role

pytestmark = pytest.mark.e2e

HANDS = {"2": "Ks Kd 4h 7c 2s", "5": "5c 6d 7h 8s 9c", "dealer": "Ah Kc 9d 4s 3c"}


def begin_round(table: TablePage) -> None:
    table.open_round(1)
    table.stake(2, 10)
    table.stake(5, 25)
    table.expect_stake(5, "ante", "25.00")
    table.do("No more bets")
    table.expect_phase("dealing")


def deal_until(table: TablePage, house: RunningHouse, good: int, card: str) -> None:
    """Begin a round, deal so many good cards, and then the one that stops it."""
    begin_round(table)
    dealing = Dealing(table, house.shoe, HANDS)
    for _ in range(good):
        dealing.one()
    house.shoe.draw(card)


def test_a_report_holds_the_table_until_a_supervisor_has_ruled(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    begin_round(table)
    Dealing(table, house.shoe, HANDS).all()
    table.expect_phase("deciding")

    report = Report(glass)
    report.open()
    report.choose("CS-I08")
    expect(glass.get("send-report")).to_be_disabled()
    report.pick_seat(5)
    report.pick_card("7h")
    report.send()

    expect(table.held).to_have_attribute("data-irregularity", "CS-I08")
    table.expect_phase("held")
    expect(table.held).to_contain_text("Reported by: Dealer")
    expect(table.held).to_contain_text("Supervisor")
    expect(glass.get("irregularity")).to_be_disabled()
    for seat in (2, 5):
        expect(glass.get(f"seat-{seat}-fold")).to_have_count(0)

    glass.tap("option-void_hand")
    approval = Approval(glass)
    approval.expect_open()
    expect(glass.get("approval-what")).to_contain_text("Void the hand")
    approval.sign(person(Role.SUPERVISOR))

    expect(table.held).to_have_count(0)
    table.expect_phase("deciding")
    table.expect_state(5, "void")
    expect(glass.get("last-ruling")).to_contain_text("Void the hand")
    expect(glass.get("person")).to_contain_text(person(Role.DEALER).person_id)
    table.do("Confirm: all bet")
    table.expect_phase("paying")
    assert table.paying_order() == [2], "the void hand's stake went back at once"
    table.expect_payout(2, "60.00")
    table.do("Pay seat 2 · 60.00")
    table.expect_phase("settled")


def test_a_signature_for_a_picture_that_has_changed_is_not_taken(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    begin_round(table)
    Dealing(table, house.shoe, HANDS).all()
    report = Report(glass)
    report.open()
    report.choose("CS-I08")
    report.pick_seat(5)
    report.pick_card("7h")
    report.send()
    glass.tap("option-void_hand")
    approval = Approval(glass)
    approval.expect_open()
    approval.write(person(Role.SUPERVISOR).person_id, person(Role.SUPERVISOR).password)

    with house.signed_in(Role.DEALER) as elsewhere:
        elsewhere.do("another screen", "call_supervisor")
    expect(glass.get("call-supervisor")).to_have_attribute("data-called", "true")
    approval.expect_open()  # a call changes nothing of what is signed

    with house.signed_in(Role.SUPERVISOR) as elsewhere:
        number = elsewhere.view()["ruling"]["number"]
        elsewhere.do_on_sight(
            "another screen", "apply_ruling", round=1, number=number, option="play_on"
        )
    expect(glass.get("approval")).to_have_count(0)
    expect(table.message).to_have_attribute("data-code", "stale_version")
    expect(table.message).to_contain_text("Look again, then confirm again")
    expect(table.held).to_have_count(0)
    table.expect_state(5, "open")


def test_a_card_that_cannot_be_read_is_shown_where_it_lies_until_it_is_read(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    deal_until(table, house, 3, "??")
    expect(table.held).to_have_attribute("data-irregularity", "CS-I20")
    expect(table.held.locator("[data-card='??']")).to_be_visible()
    expect(table.held).to_contain_text("Seat 2, card 2")
    expect(table.held).to_contain_text("Draw the same card once more")
    expect(table.primary).to_contain_text("if the card stays unreadable")
    table.expect_cards("2", "## ??")
    table.expect_cards("5", "##")
    table.expect_named(2)

    house.shoe.draw("Kd")
    expect(table.held).to_have_count(0)
    table.expect_cards("2", "## ##")
    table.expect_phase("dealing")
    assert not glass.received("Kd")


def test_a_joker_fouls_the_deck_until_a_manager_has_ruled_and_a_new_one_is_in_use(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    deal_until(table, house, 4, "Jo")
    expect(table.held).to_have_attribute("data-irregularity", "CS-I17")
    expect(table.held).to_contain_text("Reported by: Table")

    # A supervisor may not decide this.
    approval = Approval(glass)
    table.do("As proposed: Fouled deck")
    glass.announce_answer(403, "/api/approvals")
    glass.announce_answer(403, "/commands")
    glass.announce_answer(409, "/commands")
    approval.give(person(Role.SUPERVISOR))
    expect(approval.problem).to_contain_text("manager")
    expect(table.held).to_be_visible()
    glass.forget_announcements()
    approval.sign(person(Role.MANAGER))

    expect(table.held).to_have_count(0)
    table.expect_phase("void")
    expect(glass.get("felt-notice")).to_contain_text("Deck locked out")
    table.do("New checked deck is in use")
    approval.sign(person(Role.SUPERVISOR))
    table.open_round(2)
    glass.tap("same-stakes")
    table.expect_stake(2, "ante", "10.00")
    table.expect_stake(5, "ante", "25.00")
