"""A table whose bettors are a book on the console, as full as one can be: watched, in the inbox, a
round recalled; on wide and narrow glass, in each language. The pictures are made up."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e import looking
from e2e.looking import CODES
from e2e.pages import book_stage
from e2e.pages import holdem_stage as holdem
from e2e.pages import supervisor_stage as stage
from e2e.pages.staged import Parts
from e2e.pages.supervisor import NARROW, WIDE, ConsoleGlass, ConsolePage, console_glass
from e2e.pages.supervisor_staged import StagedFloor
from playwright.sync_api import Browser
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIZES = {"wide": (WIDE, 22), "narrow": (NARROW, 40)}
NAMES = (
    r"j|k|/|CH-1|Casino Hold'em(?: \d)?|evolution|[0-9a-f]{8}|shoe-\d|[DSM]-\d{3}"
    r"|CH-[A-Z0-9]+[ab]?|Console|Konsola|\d{4}-\d\d-\d\d [\d:]{8}|\d+ s|\d+ min|\d+:\d+"
)
SHOWN = ("betting", "deciding", "paying", "settled")


def view(now: int, **parts: object) -> Parts:
    table = {
        "id": "CH-1", "name": "Casino Hold'em 1", "game": "casino-holdem", "rules": "evolution",
        "currency": "USD", "seats": [], "limits": {"min": "5.00", "max": "500.00"},
        "player_cards_public": True, "spots": holdem.spots(holdem.JUMBO),
    }  # fmt: skip
    shown = {
        "table": table, "stage": parts["phase"], "cards": {}, "hands": {}, "stakes": {}, "net": {},
        "meters": {"jumbo7": holdem.POOL}, "status": {}, "next": {"kind": "none"},
        "auto_folded": [], "call_to_collect": {}, "commands": [],
    } | parts  # fmt: skip
    hands = {"player": shown["hands"].get("1"), "dealer": shown["hands"].get("dealer")}
    shown |= {
        "cards": holdem.shared(shown["cards"]),
        "hands": {place: worth for place, worth in hands.items() if worth},
    }
    return stage.view(now, **shown)


def floor(now: int) -> Parts:
    tile = stage.tile(
        "CH-1", 1, name="Casino Hold'em 1", game="casino-holdem", needs=1, seats_playing=0,
        bettors=book_stage.BETTORS, next={"kind": "act", "undecided": 345_678},
    )  # fmt: skip
    waiting = stage.item(
        "verification", "CH-1", now, danger=4, table_name="Casino Hold'em 1", round=148, seat=0,
        amount=None, category="straight_flush", title="",
        hand=f"{holdem.SEVEN} {holdem.BOARD}".split(),
        command={"command": "verify_hand", "seat": 0, "round": 148},
    )  # fmt: skip
    return stage.quiet_floor(now) | {"tables": [tile], "inbox": [waiting], "meters": []}


def settled_round(now: int) -> Parts:
    return stage.settled_round(now) | {
        "game": "casino-holdem", "table": "CH-1", "compensated": "0.00", "compensations": [],
        "rules": {"name": "evolution", "digest": stage.RULES}, "book": book_stage.recalled(),
        "view": {"status": {}, "net": {}, "stakes": {}, "outcome": {}, "auto_folded": [],
                 "cards": holdem.shared(book_stage.END),
                 "hands": {"player": "straight_flush", "dealer": "flush"}},
        "wagers": [], "lights": [], "rulings": [], "events": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One station for all pictures: it sends heartbeats, the pictures are made up."""
    with running_house(tmp_path_factory.mktemp("console") / "house") as running:
        yield running


def names(code: str) -> re.Pattern[str]:
    """What is no text of the screens: names, and rules in the words of the station."""
    texts = [each["rule_text"] for each in book_stage.recalled()["outcomes"]]
    return re.compile("|".join([NAMES, *(re.escape(text[code]) for text in texts if text)]))


def look(glass: ConsoleGlass, code: str, size: str, name: str) -> list[str]:
    _, touch = SIZES[size]
    return looking.look(
        glass, "console-book", code, f"{size}-{name}", names(code), touch_px=touch, seat_px=0
    )


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_a_book_its_verification_and_its_rounds_fit_and_are_said_in_words(
    shared_house: RunningHouse, chromium: Browser, pictures: Path, size: str, code: str
) -> None:
    faults: list[str] = []
    glass_size, _ = SIZES[size]
    with console_glass(chromium, shared_house.address, pictures, glass_size) as glass:
        if code != "en":
            glass.turn()
        staged, page = StagedFloor(glass), ConsolePage(glass)
        page.sign_in(person(Role.SUPERVISOR))
        now, told = staged.now, settled_round(staged.now)
        for name in SHOWN:
            staged.show(
                floor(now), view(now, **book_stage.STATES[name]), rounds=stage.round_rows(now),
                events=[], settled=told, current=told,
            )  # fmt: skip
            page.go("wall")
            faults += look(glass, code, size, f"wall-{name}")
            page.go("table")
            faults += look(glass, code, size, name)
        page.go("inbox")
        faults += look(glass, code, size, "inbox")
        page.go("table")
        page.recall(147)
        faults += look(glass, code, size, "recall")
        page.get("recall-book").locator(".book-line").last.scroll_into_view_if_needed()
        faults += look(glass, code, size, "recall-below")
    assert not faults, "\n".join(faults)
