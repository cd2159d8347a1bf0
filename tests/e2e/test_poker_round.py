"""Hands of poker by touch, on the real stack with the simulated shoe."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from e2e import looking
from e2e.pages.credentials import Approval, Credentials
from e2e.pages.glass import Glass
from e2e.pages.poker_page import HOLDEM, STUD, PokerPage
from e2e.pages.report import Report
from e2e.pages.signage import LANDSCAPE
from e2e.pages.supervisor import NARROW, WIDE, ConsolePage, console_glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

NAMES = {"Texas Hold'em 1", "Seven Card Stud 1", "SB", "BB", "D"}


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("poker") / "house", game=HOLDEM) as running:
        yield running


@pytest.fixture
def poker(glass: Glass, house: RunningHouse) -> PokerPage:
    Credentials(glass).give(person(Role.DEALER))
    TablePage(glass).do("Open the table")
    return PokerPage(glass, house.shoe)


def look(glass: Glass, name: str) -> None:
    """Keep a picture; nothing on it is cut off or said in words that are no text."""
    assert looking.look(glass, "poker-round", "en", name, NAMES) == []


def seat_three(poker: PokerPage) -> None:
    """Seats 1, 3 and 5 with 200, the button at seat 1."""
    for seat in (1, 3, 5):
        poker.seat(seat, "200")
    poker.glass.tap("seat-1")
    poker.glass.tap("place-button")
    expect(poker.get("button-1")).to_be_visible()


def test_a_hand_with_a_side_pot_from_the_empty_table_to_the_pushed_pots(
    glass: Glass, poker: PokerPage
) -> None:
    table = TablePage(glass)
    table.expect_next("Seat two players")
    look(glass, "empty")
    poker.seat(1, "200")
    poker.seat(3, "200")
    table.expect_next("Place the button")
    glass.tap("seat-1")
    glass.tap("place-button")
    poker.seat(5, "50")
    look(glass, "seated")
    poker.start("Start hand 1")
    # Button at seat 1: the small blind is seat 3's, the big one seat 5's.
    poker.expect_stack(3, "199.00")
    poker.expect_stack(5, "48.00")
    expect(poker.get("seat-3-cards")).to_have_attribute("data-cards", "")
    poker.deal("As", "Kd", "2c", "Ah", "Kh", "7d")
    poker.expect_phase("acting")
    assert not glass.received("Ah")
    look(glass, "before-the-flop")
    poker.enter("12")
    poker.act(1, "act-raise-own")
    expect(poker.get("bet-1")).to_have_attribute("data-amount", "12.00")
    poker.act(3, "act-call")
    poker.act(5, "act-raise-max")
    expect(poker.get("bet-5")).to_have_attribute("data-amount", "50.00")
    look(glass, "all-in")
    poker.act(1, "act-call")
    poker.act(3, "act-call")
    poker.expect_phase("dealing")
    expect(poker.get("pot-0")).to_have_attribute("data-amount", "150.00")
    poker.deal("4h", "Ks", "9d", "3c")
    poker.act(3, "act-check")
    poker.enter("100")
    poker.act(1, "act-bet-own")
    poker.act(3, "act-call")
    for burn, card in (("5h", "8s"), ("6h", "Jd")):
        poker.deal(burn, card)
        poker.act(3, "act-check")
        poker.act(1, "act-check")
    show_down_and_push(glass, poker)


def show_down_and_push(glass: Glass, poker: PokerPage) -> None:
    """Every hand is shown; the screen says who takes what before the pots are pushed."""
    poker.expect_phase("showdown")
    look(glass, "showdown")
    for seat in glass.view["shows"]:
        if glass.view["phase"] == "showdown":
            poker.act(seat, "act-show")
    poker.expect_phase("paying")
    look(glass, "paying")
    amounts = [award["amount"] for award in glass.view["awards"]]
    assert amounts == ["150.00", "200.00"]
    TablePage(glass).do("Push the pots · 350")
    poker.expect_phase("settled")
    assert sum(Decimal(stack) for stack in glass.view["stacks"].values()) == 450
    look(glass, "settled")


def test_between_hands_players_come_and_go_and_a_count_is_signed_for(
    glass: Glass, poker: PokerPage
) -> None:
    seat_three(poker)
    glass.tap("seat-3")
    glass.tap("add-chips")
    poker.enter("25")
    glass.tap("confirm-amount")
    poker.expect_stack(3, "225.00")
    glass.tap("seat-5")
    glass.tap("sit-out")
    expect(poker.get("seat-5").locator(".pot-word")).to_have_text("Away")
    glass.tap("seat-5")
    glass.tap("come-back")
    expect(poker.get("seat-5").locator(".pot-word")).to_have_text("Ready")
    glass.tap("seat-1")
    glass.tap("correct-chips")
    poker.enter("195")
    glass.tap("confirm-amount")
    what = poker.get("approval-what")
    expect(what).to_have_text("Seat 1: 195 counted, 200 in the record")
    Approval(glass).sign(person(Role.SUPERVISOR))
    poker.expect_stack(1, "195.00")
    glass.tap("seat-5")
    glass.tap("leave-seat")
    glass.tap("confirm-leave")
    expect(poker.get("seat-5-stack")).to_have_count(0)


def test_a_flop_of_four_cards_is_ruled_with_the_card_that_was_drawn(
    glass: Glass, poker: PokerPage
) -> None:
    """HE-I20: the floor draws one of the four as the next burn, by its name."""
    flop_of_four(glass, poker)
    look(glass, "four-card-flop")
    rule_here(glass)
    poker.expect_phase("acting")
    expect(poker.get("board")).to_have_attribute("data-cards", "Ks 3c 7d")


def flop_of_four(glass: Glass, poker: PokerPage) -> None:
    seat_three(poker)
    poker.start("Start hand 1")
    poker.deal("As", "Kd", "2c", "Ah", "Kh", "7s")
    for seat, name in ((1, "act-call"), (3, "act-call"), (5, "act-check")):
        poker.act(seat, name)
    poker.deal("4h", "Ks", "9d", "3c")
    poker.expect_phase("acting")
    poker.deal("7d")
    report = Report(glass)
    report.open()
    report.choose("HE-I20")
    report.send()
    expect(TablePage(glass).held).to_have_attribute("data-irregularity", "HE-I20")


def rule_here(glass: Glass) -> None:
    """The supervisor names the card at the dealer's screen, and signs for it."""
    glass.tap("primary")
    glass.tap("pick-card-9d")
    glass.tap("confirm-cards")
    Approval(glass).sign(person(Role.SUPERVISOR))


def test_a_card_is_named_on_the_console_too(
    glass: Glass, poker: PokerPage, house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    with console_glass(chromium, house.address, pictures) as console:
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        flop_of_four(glass, poker)
        page.expect_waiting("Flop of four cards")
        page.get("card-rank").select_option("9")
        page.get("card-suit").select_option("d")
        console.picture("poker-console-card")
        page.hold("option-burn_card")
        page.expect_nothing_waiting()
    poker.expect_phase("acting")
    expect(poker.get("board")).to_have_attribute("data-cards", "Ks 3c 7d")


def test_an_act_out_of_turn_is_reported_with_what_was_said(glass: Glass, poker: PokerPage) -> None:
    """HE-I40: the act waits for the seat's turn, and is then carried out."""
    seat_three(poker)
    poker.start("Start hand 1")
    poker.deal("As", "Kd", "2c", "Ah", "Kh", "7s")
    report = Report(glass)
    report.open()
    report.choose("HE-I40")
    report.pick_seat(3)
    glass.tap("fact-action")
    glass.tap("pick-action-call")
    look(glass, "out-of-turn")
    report.send()
    expect(poker.get("last-ruling")).to_contain_text("HE-I40")
    poker.act(1, "act-fold")
    # Seat 3 has called by itself: the big blind is next.
    expect(poker.get("acts").locator(".acts-seat")).to_have_text("5")
    expect(poker.get("bet-3")).to_have_attribute("data-amount", "2.00")


class TestStud:
    """A hand with a forced bet, and the announcements."""

    @pytest.fixture
    def house(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
        with running_house(tmp_path_factory.mktemp("stud") / "house", game=STUD) as running:
            yield running

    def test_the_low_card_brings_in_and_the_high_board_is_told(
        self, glass: Glass, poker: PokerPage
    ) -> None:
        for seat in (2, 4, 6):
            poker.seat(seat, "200")
        poker.start("Start hand 1")
        poker.deal("Ah", "Kh", "Qh", "As", "Ks", "Qs", "9c", "2c", "9d")
        poker.expect_phase("acting")
        expect(poker.get("announcements")).to_contain_text("Seat 4 is low: 2 of clubs")
        look(glass, "stud-third")
        poker.act(4, "act-bring_in")
        poker.act(6, "act-complete")
        expect(poker.get("announcements")).to_contain_text("Seat 6: raise to 5")
        poker.act(2, "act-call")
        poker.act(4, "act-fold")
        poker.expect_phase("dealing")
        poker.deal("3c", "9h", "4s")
        poker.expect_phase("acting")
        expect(poker.get("announcements")).to_contain_text("Seat 2: pair, 9")
        look(glass, "stud-fourth")


CONSOLE_NAMES = re.compile(
    r"TH-1|Texas Hold'em(?: \d)?|gardens-no-limit|[0-9a-f]{8}|shoe-\d|[DSM]-\d{3}|j|k|/|SB|BB|D"
    r"|table/TH-1 \d+|Console|Konsola|Rake|\d{4}-\d\d-\d\d [\d:\W]+(?: · \d+ s)?|\d+ s|\d+ min"
    r"|[HS]\w+-\w+|CS-\w+|HE-\w+"
)


@pytest.mark.parametrize(("size", "touch"), [(WIDE, 22), (NARROW, 40)], ids=["wide", "narrow"])
def test_a_poker_table_on_the_console(
    glass: Glass,
    poker: PokerPage,
    house: RunningHouse,
    chromium: Browser,
    pictures: Path,
    size: tuple[int, int],
    touch: int,
) -> None:
    """The tile, the watched felt, the time line, and the hand recalled with its pots."""
    name = "wide" if size == WIDE else "narrow"
    faults: list[str] = []

    def look_at(console: Glass, code: str, what: str) -> None:
        faults.extend(
            looking.look(
                console, f"poker-console-{name}", code, what, CONSOLE_NAMES, touch_px=touch,
                seat_px=0,
            )
        )  # fmt: skip

    with console_glass(chromium, house.address, pictures, size) as console:
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        seat_three(poker)
        poker.start("Start hand 1")
        poker.deal("As", "Kd", "2c", "Ah", "Kh", "7d")
        expect(page.get("tile-TH-1").locator(".tile-waits")).to_have_text("Seat 1 to act")
        look_at(console, "en", "wall")
        page.go("table")
        poker.act(1, "act-raise")
        poker.act(3, "act-fold")
        poker.act(5, "act-fold")
        poker.expect_phase("paying")
        expect(page.get("live-table")).to_have_attribute("data-phase", "paying")
        look_at(console, "en", "watched")
        TablePage(glass).do("Push the pots · 5")
        poker.expect_phase("settled")
        page.recall(1)
        expect(page.get("recall-won-1")).to_have_attribute("data-amount", "5.00")
        expect(page.get("recall-pot-0")).to_have_attribute("data-amount", "5.00")
        for code in looking.in_each_language(console):
            look_at(console, code, "recall")
        assert not console.received("Ah")
    assert not faults, "\n".join(faults)


def test_a_sign_above_a_poker_table_shows_the_board_and_no_hand(
    glass: Glass, poker: PokerPage, house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    width, height = LANDSCAPE
    context = chromium.new_context(viewport={"width": width, "height": height})
    sign = Glass(context, house.address, pictures)
    try:
        sign.page.goto(f"{house.address}/signage?table=TH-1&lang=en")
        expect(sign.get("table-sign")).to_have_attribute("data-state", "live")
        seat_three(poker)
        poker.start("Start hand 1")
        poker.deal("As", "Kd", "2c", "Ah", "Kh", "7d")
        for seat, name in ((1, "act-call"), (3, "act-call"), (5, "act-check")):
            poker.act(seat, name)
        poker.deal("4h", "Ks", "9d", "3c")
        expect(sign.get("sign-board")).to_have_attribute("data-cards", "Ks 9d 3c")
        faults = looking.look(sign, "poker-sign", "en", "flop", NAMES, seat_px=0)
        assert sign.page.locator(".card[data-card='##'], .card[data-card='Ah']").count() == 0
    finally:
        sign.close()
    assert faults == []
    assert sign.faults == []
