"""A Casino Hold'em table on the console: watched, in the inbox, its time line, a round recalled.

What is rare is made up; words and layout are examined on wide and narrow glass, in each language. A
round on the real stack is then recalled and explained to the cent.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e import looking
from e2e.looking import CODES, in_each_language
from e2e.pages import holdem_stage as holdem
from e2e.pages import supervisor_stage as stage
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.holdem_page import deal
from e2e.pages.staged import Parts, card
from e2e.pages.supervisor import NARROW, WIDE, ConsoleGlass, ConsolePage, console_glass
from e2e.pages.supervisor_staged import StagedFloor
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import CASINO_HOLDEM
from dealer_station.projections.rounds.rule_texts import rule_text
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIZES = {"wide": (WIDE, 22), "narrow": (NARROW, 40)}
RULES = [
    "CH-15", "CH-20", "CH-21", "CH-22", "CH-23", "CH-31", "CH-32a", "CH-32b", "CH-42", "CH-43",
    "CH-G06",
]  # fmt: skip
# Ids, names and times: the same in every language.
NAMES = (
    r"CH-1|Casino Hold'em(?: \d)?|boxes|[0-9a-f]{8}|CS-main|shoe-\d|[DSM]-\d{3}|j|k|/"
    r"|CH-[A-Z0-9]+[ab]?|(?:CS|table/C[SH])-\w+(?: \d+)?|Console|Konsola"
    r"|\d{4}-\d\d-\d\d [\d:]{8}|\d+ s|\d+ min|\d+:\d+"
)
CARDS = {**holdem.HANDS, "dealer": "2c 2d", "board": holdem.BOARD}
WORTH = holdem.WORTH | {"dealer": "flush"}
FLOP: Parts = {**holdem.HANDS, "dealer": "## ##", "board": holdem.FLOP}


def view(now: int, *, is_shared: bool = False, **parts: Any) -> Parts:
    table = {
        "id": "CH-1", "name": "Casino Hold'em 1", "game": "casino-holdem", "rules": "boxes",
        "currency": "USD", "seats": list(holdem.SEATS),
        "limits": {"min": "5.00", "max": "500.00"}, "player_cards_public": True,
        "spots": holdem.spots(holdem.JUMBO if is_shared else None),
    }  # fmt: skip
    shown = {
        "table": table, "stage": parts["phase"], "cards": {}, "hands": {}, "stakes": {}, "net": {},
        "meters": {"jumbo7": holdem.POOL} if is_shared else {}, "status": holdem.ALL_IN,
        "next": {"kind": "none"}, "auto_folded": [], "call_to_collect": {}, "commands": [],
    } | parts  # fmt: skip
    if is_shared:
        hands = {"player": shown["hands"].get("1"), "dealer": shown["hands"].get("dealer")}
        shown |= {
            "cards": holdem.shared(shown["cards"]),
            "hands": {place: worth for place, worth in hands.items() if worth},
        }
    return stage.view(now, **shown)


STATES: dict[str, Parts] = {
    "betting": {
        "phase": "betting", "next": {"kind": "bets"}, "stakes": holdem.STAKES, "status": {},
    },
    "deciding": {
        "phase": "deciding", "next": {"kind": "act", "seat": 1}, "stakes": holdem.STAKES,
        "cards": FLOP, "hands": holdem.FLOP_WORTH, "call_to_collect": holdem.COLLECT,
    },
    "drawing": {
        "phase": "drawing", "next": card("board 4"), "stakes": holdem.CALLED, "cards": FLOP,
        "hands": holdem.FLOP_WORTH, "status": holdem.DECIDED, "auto_folded": [4],
    },
    "paying": {
        "phase": "paying", "stakes": holdem.CALLED, "cards": CARDS, "hands": WORTH,
        "status": holdem.DECIDED, "auto_folded": [4],
        **holdem.paying(2, holdem.WON, "62600.00", "flush"),
    },
    "settled": {
        "phase": "settled", "net": holdem.NET, "cards": CARDS, "hands": WORTH,
        "status": holdem.DECIDED, "auto_folded": [4],
    },
}  # fmt: skip


def items(now: int) -> list[Parts]:
    """A ruling on the board, and a hand that takes the Jumbo 7."""
    about = {"table_name": "Casino Hold'em 1", "round": 148}
    return [
        stage.item(
            "ruling", "CH-1", now, danger=3, **about,
            title="turn or river seen before the decisions are closed",
            cards=[{"position": "board 4", "card": "Ts"}],
            ruling=stage.ruling(
                irregularity="CH-I08", facts={"position": "board 4", "card": "Ts"},
                title="turn or river seen before the decisions are closed",
                proposal="void_round", source="",
                options=[{"option": "void_round", "needs": "supervisor"}]),
        ),
        stage.item(
            "verification", "CH-1", now, danger=4, **about, seat=1, amount=holdem.POOL,
            category="straight_flush", hand=f"{holdem.SEVEN} {holdem.BOARD}".split(),
            title="Seat 1 wins", command={"command": "verify_hand", "seat": 1, "round": 148},
        ),
    ]  # fmt: skip


def floor(now: int) -> Parts:
    tile = stage.tile(
        "CH-1", 1, name="Casino Hold'em 1", game="casino-holdem", needs=2, next=card("board 4")
    )
    return stage.quiet_floor(now) | {"tables": [tile], "inbox": items(now), "meters": []}


def explained(seat: int, wagers: list[Parts]) -> list[Parts]:
    """Wagers as a recalled round tells them."""
    return [
        stage.wager(
            seat, each["spot"], each["stake"], each["outcome"], each["wins"], each["rule"],
            odds=each["odds"] or "", rule_text=rule_text(each["rule"]),
            handed_back="0.00" if each["outcome"] == "lose" else each["stake"],
        )
        for each in wagers
    ]  # fmt: skip


BY_SEAT = {
    1: [*holdem.WON, holdem.TICKET_WINS], 2: [*holdem.WON, holdem.TICKET_PRIZE],
    3: holdem.UNQUALIFIED, 4: [*holdem.FOLDED, holdem.TICKET_LOSES], 5: holdem.LOST,
    6: holdem.FOLDED_WITH_BONUS, 7: holdem.PUSHED,
}  # fmt: skip


def events(now: int) -> list[Parts]:
    start = now - 80_000
    by_dealer = {"person": "D-104", "stream": "table/CH-1"}
    by_station = {"stream": "table/CH-1"}

    def act(position: int, seat: int, action: str, stake: str, **parts: Any) -> Parts:
        spot = "call" if action == "call" else ""
        facts = {
            "seat": seat, "action": action, "spot": spot, "stake": stake, "is_timeout": False,
        }  # fmt: skip
        return stage.event(position, "act_taken", start + position, "dealer", facts | parts,
                           **by_dealer)  # fmt: skip

    return [
        stage.event(1001, "betting_opened", start, "dealer", {"round_number": 147}, **by_dealer),
        stage.event(1002, "wager_placed", start + 900, "dealer",
                    {"seat": 3, "spot": "bonus", "amount": "100.00", "is_coin": False},
                    **by_dealer),
        stage.event(1003, "betting_closed", start + 1_000, "dealer",
                    {"deal_order": ["seat 1", "dealer", "seat 1", "dealer", "board", "board",
                                    "board"]}, **by_dealer),
        stage.event(1004, "card_drawn", start + 1_003, "device",
                    {"card": "5s", "position": "board 1"}, **by_station),
        act(1005, 1, "call", "1000.00"),
        act(1006, 6, "fold", "0.00"),
        act(1007, 4, "fold", "0.00", is_timeout=True),
        stage.event(1008, "cards_called", start + 1_007, "dealer",
                    {"deal_order": ["board", "board"]}, **by_dealer),
        stage.event(1009, "card_drawn", start + 1_009, "device",
                    {"card": "Ts", "position": "board 4"}, **by_station),
        stage.event(1010, "hands_completed", start + 1_010, "dealer",
                    {"pay_order": [7, 6, 5, 4, 3, 2, 1]}, **by_dealer),
    ]  # fmt: skip


def settled_round(now: int, *, is_shared: bool = False) -> Parts:
    cards, hands = CARDS, WORTH
    if is_shared:
        cards = holdem.shared(CARDS)
        hands = {"player": "straight_flush", "dealer": "flush"}
    return stage.settled_round(now) | {
        "game": "casino-holdem", "table": "CH-1",
        "rules": {"name": "boxes", "digest": stage.RULES},
        "view": {"status": holdem.DECIDED, "net": {}, "stakes": {}, "outcome": {},
                 "auto_folded": [4], "cards": cards, "hands": hands},
        "wagers": [each for seat, own in BY_SEAT.items() for each in explained(seat, own)],
        "lights": [], "rulings": [], "events": events(now), "compensations": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One station for all pictures: it sends heartbeats, the pictures are made up."""
    with running_house(tmp_path_factory.mktemp("console") / "house") as running:
        yield running


def names(code: str) -> re.Pattern[str]:
    """What is no text of the screens: names, and rules in the words of the station."""
    rules = [rule_text(rule) for rule in RULES]
    words = [re.escape(text[code]) for text in rules if text is not None]
    assert len(words) == len(RULES)
    return re.compile("|".join([NAMES, *words]))


def look(glass: ConsoleGlass, code: str, size: str, name: str) -> list[str]:
    _, touch = SIZES[size]
    return looking.look(
        glass, "console-holdem", code, f"{size}-{name}", names(code), touch_px=touch, seat_px=0
    )


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_the_table_its_time_line_and_its_rounds_fit_and_are_said_in_words(
    shared_house: RunningHouse, chromium: Browser, pictures: Path, size: str, code: str
) -> None:
    faults: list[str] = []
    glass_size, _ = SIZES[size]
    with console_glass(chromium, shared_house.address, pictures, glass_size) as glass:
        if code != "en":
            glass.turn()
        staged, page = StagedFloor(glass), ConsolePage(glass)
        page.sign_in(person(Role.SUPERVISOR))
        now = staged.now

        def show(*, is_shared: bool, **parts: Any) -> None:
            told = settled_round(now, is_shared=is_shared)
            staged.show(
                floor(now), view(now, is_shared=is_shared, **parts), rounds=stage.round_rows(now),
                events=events(now)[::-1], settled=told, current=told,
            )  # fmt: skip

        for is_shared in (False, True):
            kind = "shared" if is_shared else "boxes"
            for name, parts in STATES.items():
                show(is_shared=is_shared, **parts)
                faults += look(glass, code, size, f"wall-{kind}-{name}")
                page.go("table")
                faults += look(glass, code, size, f"{kind}-{name}")
                page.go("wall")
            page.go("inbox")
            for item in items(now):
                page.get(f"item-{item['id']}").click()
                page.go("inbox")
                faults += look(glass, code, size, f"{kind}-item-{item['kind']}")
            page.go("table")
            for position in (1007, 1009):
                page.get(f"event-{position}").click()
                faults += look(glass, code, size, f"{kind}-event-{position}")
            page.recall(147)
            faults += look(glass, code, size, f"{kind}-recall")
            for seat, own in BY_SEAT.items():
                for wager in own:
                    line = page.get(f"wager-{seat}-{wager['spot']}")
                    line.click()
                    line.scroll_into_view_if_needed()
                faults += look(glass, code, size, f"{kind}-recall-{seat}")
            page.get("back-to-table").click()
            page.go("wall")
    assert not faults, "\n".join(faults)


# ------------------------------------------------------------------------ on the real stack


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("holdem") / "house", game=CASINO_HOLDEM) as running:
        yield running


def play_a_round(glass: Glass, house: RunningHouse) -> None:
    """CH-T10 at box 3, which calls; box 5 folds with a Bonus that has lost."""
    Credentials(glass).give(person(Role.DEALER))
    table = TablePage(glass)
    table.do("Open the table")
    table.open_round(1)
    table.stake(3, 10)
    table.stake(5, 10)
    table.choose_chip(5)
    for seat in (3, 5):
        glass.tap(f"seat-{seat}-bonus")
        table.expect_stake(seat, "bonus", "5.00")
    table.do("No more bets")
    table.expect_phase("dealing")
    deal(glass, house.shoe, "As", "2h", "Ad", "Kd", "7h", "Jc", "Ah", "8c")
    house.shoe.draw("5d")
    table.expect_phase("deciding")
    expect(glass.get("seat-3-collect")).to_have_text("Call to collect")
    expect(glass.get("seat-5-collect")).to_have_count(0)
    table.fold(5)
    table.do("Confirm: 1 call · 1 fold")
    table.expect_phase("drawing")
    deal(glass, house.shoe, "3s")
    house.shoe.draw("Qc")
    table.expect_phase("paying")


def test_a_round_that_was_played_is_recalled_and_every_wager_explained(
    glass: Glass, house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    with console_glass(chromium, house.address, pictures) as console:
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        play_a_round(glass, house)
        table = TablePage(glass)
        expect(page.get("board-hand").locator(".card[data-card]")).to_have_count(5)
        table.do("Take seat 5's stakes")
        # Ante 10 and 10, Call 20 and 20, Bonus 5 and 35 (CH-T10).
        table.do("Pay seat 3 · 100.00")
        table.expect_phase("settled")
        page.recall(1)
        expect(page.get("recall-board")).to_have_attribute("data-cards", "Ah 8c 5d 3s Qc")
        expect(page.get("recall-dealer")).to_have_attribute("data-cards", "Ad Jc")
        expect(page.get("recall-player")).to_have_count(0)
        for seat, cards in ((3, "As Kd"), (5, "2h 7h")):
            lie = page.get(f"recall-seat-{seat}").locator(".card[data-card]")
            assert " ".join(str(each.get_attribute("data-card")) for each in lie.all()) == cards
        due = {
            "wager-3-ante": "CH-21", "wager-3-call": "CH-21", "wager-3-bonus": "CH-31",
            "wager-5-ante": "CH-15", "wager-5-bonus": "CH-32a",
        }  # fmt: skip
        faults: list[str] = []
        for name in due:
            page.get(name).click()
        for code in in_each_language(console):
            for name, rule in due.items():
                words = rule_text(rule)
                assert words is not None
                details = name.replace("wager-", "wager-details-")
                expect(page.get(details)).to_contain_text(words[code])
            faults += look(console, code, "wide", "played-recall")
        assert not faults, "\n".join(faults)
