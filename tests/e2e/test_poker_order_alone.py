"""Poker by touch in a room that tracks cards and order only: no stacks, no amounts, no pots."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.poker_page import HOLDEM, PokerPage
from e2e.pages.table_page import TablePage
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

ROOM = replace(HOLDEM, file=f'{HOLDEM.file}[set]\nstakes = "untracked"\nallin_cards = "up"\n')
NAMES = {"Texas Hold'em 1", "SB", "BB", "D"}


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("poker") / "house", game=ROOM) as running:
        yield running


@pytest.fixture
def poker(glass: Glass, house: RunningHouse) -> PokerPage:
    Credentials(glass).give(person(Role.DEALER))
    TablePage(glass).do("Open the table")
    return PokerPage(glass, house.shoe)


def look(glass: Glass, name: str, *sheet: str) -> None:
    """Keep pictures in each language; nothing is cut off, and no amount is anywhere.

    `sheet` is what is touched for a sheet to open; one that is open covers the languages.
    """
    faults: list[str] = []
    names = NAMES | {person(Role.DEALER).name}
    for code in in_each_language(glass):
        for touched in sheet:
            glass.tap(touched)
        faults += looking.look(glass, "poker-order-alone", code, name, names)
        assert glass.page.locator("[data-testid$=-stack], [data-testid^=bet-]").count() == 0
        if sheet:
            glass.tap("close")
    glass.turn()
    assert not faults, "\n".join(faults)


def test_a_hand_with_an_all_in_from_the_empty_table_to_its_winner(
    glass: Glass, poker: PokerPage
) -> None:
    for seat in (1, 3, 5):
        glass.tap(f"seat-{seat}")
        # Nobody is asked for chips.
        glass.tap("take-seat")
        expect(poker.get(f"seat-{seat}").locator(".pot-word")).to_have_text("Ready")
    glass.tap("seat-1")
    expect(poker.get("add-chips")).to_have_count(0)
    glass.tap("place-button")
    poker.start("Start hand 1")
    poker.deal("As", "Kd", "2c", "Ah", "Kh", "7d")
    poker.expect_phase("acting")
    expect(poker.get("pot-pad")).to_have_count(0)
    look(glass, "before-the-flop")
    poker.act(1, "act-raise")
    expect(poker.get("seat-1-said")).to_have_text("Raises")
    poker.act(3, "act-all_in_raise")
    poker.act(5, "act-fold")
    look(glass, "all-in")
    poker.act(1, "act-call")
    poker.expect_phase("dealing")
    # Nobody can bet any more: the live hands lie open, the folded one does not.
    expect(poker.get("seat-1-cards")).to_have_attribute("data-cards", "2c 7d")
    expect(poker.get("seat-3-cards")).to_have_attribute("data-cards", "As Ah")
    expect(poker.get("seat-5-cards")).to_have_attribute("data-cards", "## ##")
    look(glass, "turned-up")
    poker.deal("4h", "Ks", "9d", "3c", "5h", "8s", "6h", "Jd")
    poker.expect_phase("showdown")
    for seat in glass.view["shows"]:
        poker.act(seat, "act-show")
    poker.expect_phase("paying")
    expect(poker.get("wins-3")).to_have_text("Seat 3 wins")
    look(glass, "winner")
    TablePage(glass).do("The hand is over")
    poker.expect_phase("settled")
    assert glass.view["winners"] == [[3], [1]]
    expect(poker.get("seat-3").locator(".pot-word")).to_have_text("Wins")
    look(glass, "settled")


def test_who_comes_later_says_how_he_comes_in_and_nothing_else(
    glass: Glass, poker: PokerPage
) -> None:
    for seat in (1, 3):
        glass.tap(f"seat-{seat}")
        glass.tap("take-seat")
    glass.tap("seat-1")
    glass.tap("place-button")
    poker.start("Start hand 1")
    poker.deal("As", "Kd", "2c", "Ah")
    poker.act(1, "act-fold")
    TablePage(glass).do("The hand is over")
    look(glass, "comes-in", "seat-5", "take-seat")
    glass.tap("seat-5")
    glass.tap("take-seat")
    glass.tap("take-wait")
    expect(poker.get("seat-5").locator(".pot-word")).to_have_text("Waits")
