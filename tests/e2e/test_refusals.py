"""Every no of the station is said in words that tell what to do next."""

import pytest
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import Route, expect
from running_house import RunningHouse, person

from dealer_station.table.roles import Role

pytestmark = pytest.mark.e2e


def test_every_no_is_said_in_words(glass: Glass) -> None:
    enter_with_a_wrong_password_first(glass)
    table = TablePage(glass)
    table.do("Open the table")
    table.open_round(1)
    glass.announce_answer(409, "/commands")

    table.stake(4, 1)
    expect(table.message).to_have_text(
        "Seat 4: Ante below the minimum of the table (5.00). Choose a bigger chip."
    )
    table.expect_stake(4, "ante", "")
    table.message.tap()
    expect(table.message).to_have_count(0)

    table.stake(4, 100, 100, 100, 100, 100)
    table.expect_stake(4, "ante", "500.00")
    table.stake(4, 25)
    expect(table.message).to_have_text(
        "Seat 4: Ante above the maximum of the table (500.00)."
        " Choose a smaller chip or take the stake back."
    )
    table.expect_stake(4, "ante", "500.00")
    glass.tap("take-back")
    glass.tap("seat-4-ante")
    table.expect_stake(4, "ante", "")


def enter_with_a_wrong_password_first(glass: Glass) -> None:
    form = Credentials(glass)
    glass.announce_answer(401, "/api/session")
    form.write(person(Role.DEALER).person_id, "not the password")
    form.submit()
    expect(form.problem).to_have_text("Id or password is wrong. Try again.")
    expect(glass.get("password")).to_have_value("")
    expect(glass.get("person-id")).to_have_value(person(Role.DEALER).person_id)
    form.give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    glass.forget_announcements()


def test_a_page_that_loads_before_the_station_is_ready_asks_until_it_is(
    glass: Glass, table: TablePage
) -> None:
    answers = [503, 500, 502]

    def not_ready(route: Route) -> None:
        if answers:
            route.fulfill(status=answers.pop(), json={"code": "record_unavailable"})
        else:
            route.continue_()

    glass.announce(r"status of 50\d .*/api/session$")
    glass.page.route("**/api/session", not_ready)
    glass.page.reload()
    expect(glass.get("waiting")).to_be_visible()
    table.expect_phase("idle")
    assert answers == []


def test_a_change_of_language_changes_every_word_at_once(
    glass: Glass, house: RunningHouse, table: TablePage
) -> None:
    table.open_round(1)
    glass.announce_answer(409, "/commands")
    table.stake(4, 1)
    expect(table.message).to_contain_text("below the minimum")
    glass.turn()
    expect(table.message).to_have_text(
        "Miejsce 4: Ante poniżej minimum stołu (5,00). Wybierz większy żeton."
    )
    expect(glass.get("phase")).to_have_text("Obstawianie")
    assert glass.page.locator("html").get_attribute("lang") == "pl"
    table.stake(4, 5)
    table.expect_stake(4, "ante", "5.00")
    table.primary.tap()
    Dealing(table, house.shoe, {"4": "Ks", "dealer": "Ah"}).one()
    glass.page.reload()
    expect(glass.get("phase")).to_have_text("Rozdanie")
    glass.turn()
    expect(glass.get("phase")).to_have_text("Dealing")
