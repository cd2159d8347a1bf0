"""A deck check by touch: the cards are counted, a supervisor signs, and dealer and console are told
what was found, by name and as pictures, in each language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages.credentials import Approval, Credentials
from e2e.pages.glass import Glass
from e2e.pages.supervisor import NARROW, WIDE, ConsolePage, console_glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import BACCARAT
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIZES = {"wide": (WIDE, 22), "narrow": (NARROW, 40)}
NAMES = re.compile(
    r"(?:CS|BA)-1|(?:Caribbean Stud|Baccarat)(?: 1)?|classic|gardens|CS-main|caribbean-main"
    r"|(?:shoe|sign)-\d|[DSM]-\d{3}|j|k|/|(?:CS|BA)-I\d\d|\d+ s|\d+ min|\d+:\d+|Console|Konsola"
    r"|(?:table|progressive)/[\w-]+(?: \d+)?"
)
SAID = {
    "en": ("The cards are wrong", "2 of clubs", "Ace of spades", "The cards are complete"),
    "pl": ("Karty się nie zgadzają", "Dwójka trefl", "As pik", "Karty są w komplecie"),
}


class DeckCheck:
    """The sheet on which the cards are counted."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass

    def open(self) -> None:
        self._glass.tap("check-deck")
        expect(self._glass.get("deck-check-sheet")).to_be_visible()

    def count(self, step: str, *cards: str) -> None:
        """Touch cards; each touch is one more or one less."""
        self._glass.tap(f"count-{step}")
        for card in cards:
            self._glass.tap(f"count-{card}")

    def expect_counted(self, cards: int) -> None:
        expect(self._glass.get("counted")).to_have_text(str(cards))

    def send(self) -> None:
        """Have the cards compared; a supervisor signs for what was counted."""
        self._glass.tap("send-check")
        Approval(self._glass).sign(person(Role.SUPERVISOR))

    def expect_found(self, verdict: str, missing: str = "", surplus: str = "") -> None:
        expect_found(self._glass, verdict, missing, surplus)


def expect_found(glass: Glass, verdict: str, missing: str = "", surplus: str = "") -> None:
    result = glass.get("deck-check")
    expect(result).to_have_attribute("data-verdict", verdict)
    expect(result).to_have_attribute("data-missing", missing)
    expect(result).to_have_attribute("data-surplus", surplus)
    for card in {*missing.split(), *surplus.split()}:
        expect(result.locator(f'[data-card="{card}"]')).to_be_visible()


def look(glass: Glass, code: str, name: str) -> list[str]:
    return looking.look(glass, "deck-check", code, name, NAMES)


def look_at_count(glass: Glass, check: DeckCheck, name: str) -> list[str]:
    """Look at the sheet in each language; what was counted is kept while it is closed."""
    faults: list[str] = []
    glass.tap("close")
    for code in in_each_language(glass):
        check.open()
        faults += look(glass, code, name)
        glass.tap("close")
    glass.turn()
    check.open()
    return faults


def look_at_consoles(chromium: Browser, house: RunningHouse, pictures: Path) -> list[str]:
    """Look at a wrong deck that waits for its ruling, on each glass and in each language."""
    faults: list[str] = []
    for size, (pixels, touch_px) in SIZES.items():
        with console_glass(chromium, house.address, pictures, pixels) as console:
            page = ConsolePage(console)
            page.sign_in(person(Role.SUPERVISOR))
            for code in in_each_language(console):
                wrong, deuce, ace, _ = SAID[code]
                page.go("table")
                expect_found(console, "wrong", "2c", "As")
                for words in (wrong, deuce, ace):
                    expect(page.get("deck-check")).to_contain_text(words)
                name = f"console-{size}"
                faults += looking.look(
                    console, "deck-check", code, f"{name}-table", NAMES,
                    touch_px=touch_px, seat_px=0,
                )  # fmt: skip
                page.go("inbox")
                expect(page.get("inbox")).to_contain_text(deuce)
                expect(page.get("inbox")).to_contain_text(ace)
                faults += looking.look(
                    console, "deck-check", code, f"{name}-inbox", NAMES,
                    touch_px=touch_px, seat_px=0,
                )  # fmt: skip
    return faults


def test_a_good_deck_and_one_with_a_missing_and_a_surplus_card(
    glass: Glass, house: RunningHouse, table: TablePage, chromium: Browser, pictures: Path
) -> None:
    check, faults = DeckCheck(glass), []
    check.open()
    check.expect_counted(52)
    check.send()
    check.expect_found("complete")
    for code in in_each_language(glass):
        expect(glass.get("deck-check")).to_contain_text(SAID[code][3])
        faults += look(glass, code, "complete")
    glass.turn()

    check.open()
    check.count("less", "2c")
    check.count("more", "As")
    check.expect_counted(52)
    faults += look_at_count(glass, check, "counted")
    check.send()
    expect(table.held).to_have_attribute("data-irregularity", "CS-I19")
    for code in in_each_language(glass):
        for words in SAID[code][1:3]:
            expect(table.held).to_contain_text(words)
        expect(table.held.locator('[data-card="2c"]')).to_be_visible()
        expect(table.held.locator('[data-card="As"]')).to_be_visible()
        faults += look(glass, code, "held")
    glass.turn()
    faults += look_at_consoles(chromium, house, pictures)

    table.primary.tap()
    Approval(glass).sign(person(Role.MANAGER))
    check.expect_found("wrong", "2c", "As")
    for code in in_each_language(glass):
        for words in SAID[code][:3]:
            expect(glass.get("deck-check")).to_contain_text(words)
        faults += look(glass, code, "locked")
    glass.turn()
    table.primary.tap()
    Approval(glass).sign(person(Role.SUPERVISOR))
    expect(glass.get("deck-check")).to_have_count(0)
    table.open_round(1)
    expect(glass.get("check-deck")).to_have_count(0)
    assert not faults, "\n".join(faults)


def test_a_count_is_kept_while_the_sheet_is_closed_and_can_begin_anew(
    glass: Glass, table: TablePage
) -> None:
    check = DeckCheck(glass)
    check.open()
    check.count("less", "Kh", "Kd")
    check.count("more", "Jo", "??")
    check.expect_counted(52)
    glass.tap("close")
    check.open()
    check.expect_counted(52)
    expect(glass.get("count-Kh")).to_have_attribute("data-copies", "0")
    glass.tap("count-again")
    expect(glass.get("count-Kh")).to_have_attribute("data-copies", "1")
    check.count("less", "Kh")
    check.count("more", "??")
    check.send()
    # As many cards were not read as are missing: nothing is proven, and nothing is held.
    check.expect_found("open", "Kh")
    faults = [fault for code in in_each_language(glass) for fault in look(glass, code, "open")]
    assert not faults, "\n".join(faults)
    glass.turn()
    expect(table.held).to_have_count(0)
    table.expect_next("Open betting · round 1")


@pytest.fixture
def shoe_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("shoe") / "house", game=BACCARAT) as running:
        yield running


class TestShoe:
    """A shoe of eight decks, before its burn and after it."""

    @pytest.fixture
    def house(self, shoe_house: RunningHouse) -> RunningHouse:
        return shoe_house

    def test_a_whole_shoe_and_the_rest_of_one(self, glass: Glass, house: RunningHouse) -> None:
        Credentials(glass).give(person(Role.DEALER))
        table, check, faults = TablePage(glass), DeckCheck(glass), []
        table.do("Open the table")
        table.expect_phase("idle")
        check.open()
        check.expect_counted(416)
        expect(glass.get("count-rest")).to_have_count(0)
        faults += look_at_count(glass, check, "shoe-counted")
        check.send()
        check.expect_found("complete")
        for code in in_each_language(glass):
            faults += look(glass, code, "shoe-complete")
        glass.turn()
        glass.tap("menu")
        glass.tap("change-deck")
        Approval(glass).sign(person(Role.SUPERVISOR))
        expect(glass.get("deck-check")).to_have_count(0)
        house.shoe.draw("Ah")
        expect(glass.get("shoe")).to_have_attribute("data-left", "415")
        check.open()
        glass.tap("count-rest")
        check.expect_counted(0)
        expect(glass.get("send-check")).to_be_disabled()
        check.count("more", "Th", "Th", "Jo", "9c")
        faults += look_at_count(glass, check, "shoe-rest-counted")
        check.send()
        expect(table.held).to_have_attribute("data-irregularity", "BA-I17")
        for code in in_each_language(glass):
            faults += look(glass, code, "shoe-rest-held")
        glass.turn()
        found = glass.view["deck_check"]
        assert (found["count"], len(found["missing"]), found["surplus"]) == (5, 412, ["Jo"])
        table.primary.tap()
        Approval(glass).sign(person(Role.MANAGER))
        expect(glass.get("deck-check")).to_contain_text("Cards with those played: 5")
        expect(glass.get("deck-check-missing")).to_contain_text("and 404 more")
        for code in in_each_language(glass):
            faults += look(glass, code, "shoe-rest-locked")
        assert not faults, "\n".join(faults)
