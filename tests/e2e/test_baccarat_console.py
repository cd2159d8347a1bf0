"""A baccarat table on the console: watched, as a list on narrow glass, and a round recalled.

The floor is made up here; words and layout are examined on wide and narrow glass, in each language.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e import looking
from e2e.looking import CODES
from e2e.pages import supervisor_stage as stage
from e2e.pages.baccarat_stage import DRAGON, NATURAL, a_shoe, hands, shoe
from e2e.pages.staged import Parts
from e2e.pages.supervisor import NARROW, WIDE, ConsoleGlass, ConsolePage, console_glass
from e2e.pages.supervisor_staged import StagedFloor
from playwright.sync_api import Browser
from running_house import RunningHouse, person, running_house

from dealer_station.games.baccarat.roads_content import roads_content
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIZES = {"wide": (WIDE, 22), "narrow": (NARROW, 40)}
SPOTS = ("player", "banker", "dragon7", "tiger8", "tie")
# Ids, names and times, and the words of a rule as the station sends them.
NAMES = re.compile(
    r"BA-1|Baccarat(?: \d)?|gardens|0a1b2c3d|CS-main|shoe-\d|[DS]-\d{3}|j|k|/|BA-[A-Z0-9]+"
    r"|The Banker wins with a seven of three cards\.|Bankier wygrywa siódemką z trzech kart\."
    r"|\d{4}-\d\d-\d\d [\d:]{8}|\d+ s|\d+ min|\d+:\d+|Console|Konsola|(?:CS|table/CS)-\w+"
)
STAKES: Parts = {
    "2": {"banker": "500.00", "dragon7": "500.00", "tiger8": "25.00", "tie": "25.00"},
    "4": {"player": "65.00"},
}
NET: Parts = {
    "2": {"banker": "0.00", "dragon7": "20000.00", "tiger8": "-25.00", "tie": "-25.00"},
    "4": {"player": "-65.00"},
}


def floor(now: int) -> Parts:
    """One baccarat table, whose shoe is due to be burned."""
    tile = stage.tile(
        "BA-1", 1, name="Baccarat 1", game="baccarat", next={"kind": "card", "position": "burn"}
    )
    return stage.quiet_floor(now) | {"tables": [tile]}


def view(now: int, **parts: Any) -> Parts:
    table = {
        "id": "BA-1", "name": "Baccarat 1", "game": "baccarat", "rules": "gardens",
        "currency": "USD", "seats": [1, 2, 3, 4, 5, 6, 7, 8, 9],
        "limits": {"min": "5.00", "max": "500.00"}, "player_cards_public": True,
        "spots": [
            {"name": name, "base": name in {"player", "banker"}, "min": "5.00", "max": "500.00"}
            for name in SPOTS
        ],
    }  # fmt: skip
    shown = {
        "table": table, "cards": {}, "hands": {}, "stakes": {}, "net": {}, "meters": {},
        "status": {"2": "in", "4": "in"}, "shoe": shoe(), "history": roads_content(a_shoe()),
    }  # fmt: skip
    return stage.view(now, **(shown | {"stage": parts["phase"]} | parts))


STATES: dict[str, Parts] = {
    "betting": {"phase": "betting", "next": {"kind": "bets"}, "stakes": STAKES, "status": {}},
    "burn": {
        "phase": "idle", "next": {"kind": "card", "position": "burn"}, "status": {},
        "shoe": shoe(burn_left=None, is_burn_due=True),
    },
    "drawing": {
        "phase": "drawing", "next": {"kind": "card", "position": "banker card 3"},
        "stakes": STAKES, **hands("4s 2d", "Kh 3c", (6, 3)),
    },
    "settled": {"phase": "settled", "next": {"kind": "none"}, "net": NET, **DRAGON},
    "natural": {"phase": "settled", "next": {"kind": "none"}, "net": NET, **NATURAL},
}  # fmt: skip


def settled_round(now: int) -> Parts:
    lost: Parts = {"rule_text": None, "ledger": []}
    rule_text = {
        "en": "The Banker wins with a seven of three cards.",
        "pl": "Bankier wygrywa siódemką z trzech kart.",
    }
    return stage.settled_round(now) | {
        "game": "baccarat", "table": "BA-1", "rules": {"name": "gardens", "digest": stage.RULES},
        "view": {"status": {"2": "in", "4": "in"}, "net": NET, "stakes": {}, "outcome": {}}
        | DRAGON,
        "wagers": [
            stage.wager(2, "banker", "500.00", "push", "0.00", "BA-32", **lost),
            stage.wager(2, "dragon7", "500.00", "win", "20000.00", "BA-40", odds="40:1",
                        rule_text=rule_text, handed_back="20500.00"),
            stage.wager(2, "tie", "25.00", "lose", "-25.00", "BA-42", **lost),
            stage.wager(4, "player", "65.00", "lose", "-65.00", "BA-32", **lost),
        ],
        "lights": [], "rulings": [], "events": [], "compensations": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One station for all pictures: it sends heartbeats, the pictures are made up."""
    with running_house(tmp_path_factory.mktemp("console") / "house") as running:
        yield running


def look(glass: ConsoleGlass, code: str, size: str, name: str) -> list[str]:
    _, touch = SIZES[size]
    return looking.look(
        glass, "console-baccarat", code, f"{size}-{name}", NAMES, touch_px=touch, seat_px=0
    )


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_the_table_and_its_rounds_fit_and_are_said_in_words(
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
        for name, parts in STATES.items():
            staged.show(
                floor(now), view(now, **parts), rounds=stage.round_rows(now), events=[],
                settled=settled_round(now), current=settled_round(now),
            )  # fmt: skip
            faults += look(glass, code, size, f"wall-{name}")
            page.go("table")
            faults += look(glass, code, size, name)
            page.go("wall")
        page.recall(147)
        page.get("wager-2-dragon7").click()
        faults += look(glass, code, size, "recall")
    assert not faults, "\n".join(faults)
