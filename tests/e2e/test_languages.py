"""The words of a language come by themselves: what is on the glass where they do not."""

from collections.abc import Iterator

import pytest
from e2e.layout import layout_faults
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

POLISH = "**/assets/pl-*.js"
FAILED = ("ERR_FAILED", "ERR_CONNECTION_REFUSED", "socket error")
SIGNED_OUT = r"status of 401 .*/api/session$"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One for all: its table is never played at."""
    with running_house(tmp_path_factory.mktemp("languages") / "house") as running:
        yield running


def test_a_screen_that_has_lost_the_station_says_it_in_both_languages(
    glass: Glass, house: RunningHouse
) -> None:
    Credentials(glass).give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    glass.announce(*FAILED, SIGNED_OUT)
    with house.down("station"):
        expect(glass.get("stale")).to_contain_text("No news from the station")
        glass.turn()
        expect(glass.get("stale")).to_contain_text("Brak wieści ze stacji")
        expect(glass.get("missing-language")).to_have_count(0)
        glass.turn()
    expect(glass.get("stale")).to_have_count(0)


def test_a_language_that_does_not_come_is_said_and_shown_as_soon_as_it_does(glass: Glass) -> None:
    glass.announce(*FAILED, SIGNED_OUT)
    glass.page.route(POLISH, lambda route: route.abort())
    glass.page.reload()
    expect(glass.get("sign-in")).to_contain_text("Sign in")
    glass.tap("language")
    missing = glass.get("missing-language")
    expect(missing).to_contain_text("The words in Polski have not come")
    expect(glass.page.locator("html")).to_have_attribute("lang", "en")
    # It lies over the page, as a sheet does; its own words are whole.
    assert layout_faults(glass.page, part="[data-testid=missing-language]") == []
    glass.page.unroute(POLISH)
    expect(glass.get("sign-in")).to_contain_text("Logowanie")
    expect(missing).to_have_count(0)


def test_a_page_without_its_language_is_shown_in_the_other_one(glass: Glass) -> None:
    glass.turn()
    glass.announce(*FAILED, SIGNED_OUT)
    glass.page.route(POLISH, lambda route: route.abort())
    glass.page.reload()
    expect(glass.get("sign-in")).to_contain_text("Sign in")
    expect(glass.get("missing-language")).to_contain_text("The words in Polski have not come")
    glass.tap("missing-language")
    glass.page.unroute(POLISH)
    Credentials(glass).give(person(Role.DEALER))
    expect(glass.get("table-page")).to_contain_text("Open the table")


def test_a_page_without_any_word_says_so_and_begins_anew(glass: Glass) -> None:
    glass.announce(*FAILED, SIGNED_OUT)
    for language in ("en", "pl"):
        glass.page.route(f"**/assets/{language}-*.js", lambda route: route.abort())
    glass.page.reload()
    expect(glass.page.locator("#stage")).to_contain_text("The station does not answer")
    expect(glass.page.locator("#stage")).to_contain_text("Stacja nie odpowiada")
    glass.page.unroute_all()
    expect(glass.get("sign-in")).to_be_visible()
