"""Every state of a baccarat table in pictures, in each language: nothing scrolls, is cut off or too
small to touch, and every word is a text of the language shown. The snapshots are made up here."""

from collections.abc import Iterator
from typing import Any

import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages.baccarat_stage import DRAGON, NATURAL, TIED, TIGER, a_shoe, hands, shoe
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.offered_ruling import offered_rulings
from e2e.pages.staged import SHOE, Parts, Staged, card, report_kinds, wager
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import BACCARAT
from dealer_station.games.baccarat.roads_content import roads_content
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SEATS = (1, 2, 3, 4, 5, 6, 7, 8, 9)
FULL = {"dragon7": "500.00", "tiger8": "500.00", "tie": "500.00"}
STAKES: Parts = {
    "1": {"player": "10.00"},
    "2": {"banker": "500.00", **FULL},
    "4": {"player": "65.00", "tie": "5.00"},
    "5": {"banker": "25.00", "dragon7": "25.00"},
    "7": {"player": "500.00", **FULL},
    "9": {"banker": "125.00", "tiger8": "5.00"},
}


def payout(seat: int, state: str, *wagers: Parts, hand_back: str = "0.00") -> Parts:
    return {
        "seat": seat, "state": state, "verify": False, "hand": None, "wagers": list(wagers),
        "hand_back": hand_back,
    }  # fmt: skip


PAYOUTS = [
    payout(9, "paid", wager("banker", "125.00", "push", "0.00", "BA-32"), hand_back="125.00"),
    payout(
        7, "current",
        wager("player", "500.00", "lose", "-500.00", "BA-32"),
        wager("dragon7", "500.00", "win", "20000.00", "BA-40", "40:1"),
        wager("tiger8", "500.00", "lose", "-500.00", "BA-41"),
        wager("tie", "500.00", "lose", "-500.00", "BA-42"),
        hand_back="20500.00",
    ),
    *(payout(seat, "waiting", {"spot": "player", "stake": "10.00"})
      for seat in (8, 6, 5, 4, 3, 2, 1)),
]  # fmt: skip

NET: Parts = {
    "1": {"player": "-10.00"},
    "2": {"banker": "0.00", "dragon7": "20000.00", "tiger8": "-500.00", "tie": "-500.00"},
    "4": {"player": "-65.00", "tie": "-5.00"},
    "5": {"banker": "0.00", "dragon7": "1000.00"},
    "7": {"player": "-500.00", "dragon7": "-500.00", "tiger8": "-500.00", "tie": "-500.00"},
    "9": {"banker": "0.00", "tiger8": "-5.00"},
}

STATES: dict[str, Parts] = {
    "closed": {"phase": "idle", "is_open": False, "commands": ["open_table"], "history": None},
    "idle": {"phase": "idle", "commands": ["open_betting"], "history": roads_content([])},
    "burn-first": {
        "phase": "idle", "next": card("burn"), "history": roads_content([]),
        "shoe": shoe(burn_left=None, is_burn_due=True, cards_out=0),
        "commands": ["change_deck", "close_table"],
    },
    "burn-more": {
        "phase": "idle", "next": card("burn"), "history": roads_content([]),
        "shoe": shoe(burn_left=10, is_burn_due=True, cards_out=1),
        "commands": ["change_deck", "close_table"],
    },
    "betting-empty": {
        "phase": "betting", "next": {"kind": "bets"}, "commands": ["close_betting"],
        "can_repeat": True, "history": roads_content([]),
    },
    "betting": {
        "phase": "betting", "next": {"kind": "bets"}, "stakes": STAKES,
        "commands": ["close_betting"], "can_repeat": True,
    },
    "dealing-first": {"phase": "dealing", "next": card("player card 1"), "stakes": STAKES},
    "dealing": {
        "phase": "dealing", "next": card("player card 2"), "stakes": STAKES,
        **hands("4s", "Kh"),
    },
    "dealing-shoe-lost": {
        "phase": "dealing", "next": card("player card 2"), "stakes": STAKES,
        **hands("4s", "Kh"), "devices": [SHOE | {"state": "lost"}],
    },
    "drawing-player": {
        "phase": "drawing", "next": card("player card 3"), "stakes": STAKES,
        **hands("2s 3d", "Td 7c", (5, 7)),
    },
    "drawing-banker-cut-out": {
        "phase": "drawing", "next": card("banker card 3"), "stakes": STAKES,
        **hands("4s 2d", "Kh 3c", (6, 3)), "shoe": shoe(is_cut_out=True, rounds_left=1),
    },
    "paying-dragon": {
        "phase": "paying", "next": {"kind": "pay", "seat": 7}, "stakes": STAKES,
        "payouts": PAYOUTS, **DRAGON,
    },
    "settled-dragon": {"phase": "settled", "net": NET, "commands": ["open_betting"], **DRAGON},
    "settled-tiger": {"phase": "settled", "net": NET, "commands": ["open_betting"], **TIGER},
    "settled-natural": {"phase": "settled", "net": NET, "commands": ["open_betting"], **NATURAL},
    "settled-tie": {"phase": "settled", "net": NET, "commands": ["open_betting"], **TIED},
    "shoe-finished": {
        "phase": "settled", "net": NET, "commands": ["change_deck", "close_table"], **NATURAL,
        "shoe": shoe(is_cut_out=True, rounds_left=0, cards_out=402),
    },
    "void": {
        "phase": "void", "commands": ["open_betting", "change_deck"],
        "status": {str(seat): "void" for seat in (1, 2, 4, 5, 7, 9)}, **hands("4s", "Kh"),
    },
    "deck-locked": {"phase": "void", "deck_locked": True, "commands": ["change_deck"]},
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One for all: the pictures are the tests' own, its table is never played at."""
    with running_house(tmp_path_factory.mktemp("baccarat") / "house", game=BACCARAT) as running:
        yield running


@pytest.fixture
def staged(glass: Glass) -> Staged:
    staged = Staged(glass, SEATS)
    Credentials(glass).give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    return staged


def show(staged: Staged, **parts: Any) -> None:
    """Show a state; what it does not say is that of a table in the middle of its shoe."""
    staged.show_state(**({"round": 54, "shoe": shoe(), "history": roads_content(a_shoe())} | parts))


def look(glass: Glass, code: str, name: str) -> list[str]:
    return looking.look(glass, "baccarat", code, name, {"Baccarat 1", person(Role.DEALER).name})


def test_every_state_fits_the_glass_and_is_said_in_words(glass: Glass, staged: Staged) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for name, parts in STATES.items():
            show(staged, **parts)
            faults += look(glass, code, name)
    assert not faults, "\n".join(faults)


def test_fewer_seats_stand_wider(glass: Glass, staged: Staged) -> None:
    faults: list[str] = []
    for seats in ((1, 2, 3, 4, 5, 6, 7), (1, 2, 3)):
        staged.seats = seats
        for code in in_each_language(glass):
            for name in ("betting", "drawing-player", "settled-dragon"):
                show(staged, **STATES[name])
                faults += look(glass, code, f"{len(seats)}-seats-{name}")
    assert not faults, "\n".join(faults)


def test_every_ruling_fits_its_banner_and_is_said_in_words(glass: Glass, staged: Staged) -> None:
    rulings = offered_rulings("baccarat")
    assert rulings
    faults: list[str] = []
    for code in in_each_language(glass):
        for number, shown in enumerate(rulings, start=1):
            show(
                staged, phase="held", stage="drawing", next={"kind": "ruling"}, ruling=shown,
                stakes=STAKES, **TIED, commands=["apply_ruling", "call_supervisor"],
            )  # fmt: skip
            faults += look(glass, code, f"ruling-{shown['irregularity']}-{number}")
    assert not faults, "\n".join(faults)


def test_what_can_be_reported_and_its_facts(glass: Glass, staged: Staged) -> None:
    """Whose hand it is about is asked by side: no seat has cards."""
    kinds = report_kinds("baccarat")
    faults: list[str] = []
    for code in in_each_language(glass):
        show(staged, **STATES["drawing-player"], irregularities=kinds)
        glass.tap("irregularity")
        faults += look(glass, code, "report-kinds")
        glass.tap("next-page")
        faults += look(glass, code, "report-kinds-2")
        glass.tap("next-page")
        glass.tap("kind-BA-I01")
        glass.tap("fact-position")
        glass.tap("pick-place-banker")
        glass.tap("pick-card-number-2")
        faults += look(glass, code, "report-position")
        glass.tap("close")
    assert not faults, "\n".join(faults)
