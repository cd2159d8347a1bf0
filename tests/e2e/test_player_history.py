"""A player's hands on request, on the console: who sat there, what he may have, and the file."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e import looking
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.poker_page import HOLDEM, PokerPage
from e2e.pages.supervisor import NARROW, WIDE, ConsolePage, console_glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.hand_history.reader import parse_hands
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

NAMES = re.compile(
    r"TH-1|Texas Hold'em(?: \d)?|[0-9a-f]{8}|shoe-\d|[DSM]-\d{3}|j|k|/|\u2013|Console|Konsola"
    r"|\d+ s|\d+ min|.* · \d\d:\d\d:\d\d"
)
SIZES = [(WIDE, 22), (NARROW, 40)]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("history") / "house", game=HOLDEM) as running:
        yield running


@pytest.fixture
def poker(glass: Glass, house: RunningHouse) -> PokerPage:
    """Two hands; before the second another player takes seat 5."""
    Credentials(glass).give(person(Role.DEALER))
    TablePage(glass).do("Open the table")
    poker = PokerPage(glass, house.shoe)
    for seat in (1, 3, 5):
        poker.seat(seat, "200")
    glass.tap("seat-1")
    glass.tap("place-button")
    TablePage(glass).do("Start hand 1")
    to_the_showdown(poker)
    poker.act(3, "act-show")
    poker.act(5, "act-muck")
    TablePage(glass).do("Push the pots · 4")
    poker.expect_phase("settled")
    glass.tap("seat-5")
    glass.tap("leave-seat")
    glass.tap("confirm-leave")
    return poker


def to_the_showdown(poker: PokerPage) -> None:
    """Seat 1 folds kings; seats 3 and 5 check to the end."""
    poker.deal("As", "Qd", "Kc", "Ah", "Qh", "Kd")
    poker.act(1, "act-fold")
    poker.act(3, "act-call")
    poker.act(5, "act-check")
    for cards in (("4h", "2s", "9d", "3c"), ("5h", "8s"), ("6h", "Jd")):
        poker.expect_phase("dealing")
        poker.deal(*cards)
        poker.act(3, "act-check")
        poker.act(5, "act-check")
    poker.expect_phase("showdown")


@pytest.mark.parametrize(("size", "touch"), SIZES, ids=["wide", "narrow"])
def test_a_supervisor_looks_at_a_players_hands_and_saves_them(
    poker: PokerPage,
    house: RunningHouse,
    chromium: Browser,
    pictures: Path,
    size: tuple[int, int],
    touch: int,
) -> None:
    name = "wide" if size == WIDE else "narrow"
    faults: list[str] = []
    with console_glass(chromium, house.address, pictures, size) as console:
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        page.go("table")
        page.get("player-history").click()
        page.get("history-seat").select_option("2")
        expect(page.get("history-nothing")).to_be_visible()
        for code in looking.in_each_language(console):
            faults += looking.look(
                console, f"poker-history-{name}", code, "nobody", NAMES, touch_px=touch, seat_px=0
            )
        page.get("history-seat").select_option("1")
        # He has folded: his own cards are his, those of the others lie face down but for one shown.
        row = page.get("history-1")
        expect(row).to_have_attribute("data-cards", "Kc Kd")
        row.click()
        for code in looking.in_each_language(console):
            faults += looking.look(
                console, f"poker-history-{name}", code, "hand", NAMES, touch_px=touch, seat_px=0
            )
        shown, hidden = cards_at(page, 3), cards_at(page, 5)
        assert shown == "As Ah"
        assert hidden == "## ##"
        assert not console.received("Qd")
        with console.page.expect_download() as saved:
            page.get("history-save").click()
        assert saved.value.suggested_filename == "TH-1-seat-1-hands-1-1.phhs"
        text = Path(saved.value.path()).read_text(encoding="utf-8")
        (kept,) = parse_hands(text, "kept.phhs")
        assert kept.hand.finishing_stacks
        assert "KcKd" in text
        assert "Qd" not in text
    assert not faults, "\n".join(faults)


def cards_at(page: ConsolePage, seat: int) -> str:
    """The cards of a seat as they are drawn."""
    cards = page.get(f"recall-seat-{seat}").locator(".card")
    return " ".join(str(card.get_attribute("data-card")) for card in cards.all())


def test_hands_of_two_players_at_a_seat_are_never_given_together(
    poker: PokerPage, glass: Glass, house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    poker.seat(5, "50")
    faults: list[str] = []
    with console_glass(chromium, house.address, pictures) as console:
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        page.get("player-history").click()
        page.get("history-seat").select_option("5")
        expect(page.get("history-nothing")).to_be_visible()
        page.get("history-player").select_option("1")
        expect(page.get("history-1")).to_have_attribute("data-cards", "Qd Qh")
        TablePage(glass).do("Start hand 2")
        poker.expect_phase("dealing")
        page.get("history-last").fill("2")
        console.announce_answer(409, "/history?first=1&before=3&limit=50")
        page.get("history-go").click()
        expect(page.get("load-problem")).to_have_attribute("data-code", "several_players")
        for code in looking.in_each_language(console):
            faults += looking.look(
                console, "poker-history-wide", code, "two-players", NAMES, touch_px=22, seat_px=0
            )
    assert not faults, "\n".join(faults)
