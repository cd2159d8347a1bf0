"""Every state of a poker table in pictures, in each language: nothing scrolls, is cut off or too
small to touch, and every word is a text of the language shown. The snapshots are made up.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages import poker_stage as stage
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.offered_ruling import offered_rulings
from e2e.pages.staged import Parts, Staged, report_kinds
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import CASINO_HOLDEM
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

NAMES = {"Texas Hold'em 1", "Seven Card Stud 1", "SB", "BB", "D"}
PICKED = {"seat": "pick-seat-3", "card": "pick-card-Td", "action": "pick-action-raise",
          "chips": "pick-chip-25", "count": "pad-2", "amount": "pad-5"}  # fmt: skip
NOTHING = {
    "clock": None, "acts": {}, "players": {}, "stacks": {}, "bets": {}, "said": {}, "up": {},
    "pots": [], "awards": [], "won": {}, "shows": [], "shown": [], "mucked": [], "rake": "0.00",
    "button": None, "blinds": {}, "street": None, "announcements": [], "start_fault": None,
    "announced": {}, "all_in_offers": [], "rulings": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One for all: the pictures are the tests' own, its table is never played at."""
    with running_house(tmp_path_factory.mktemp("poker") / "house", game=CASINO_HOLDEM) as running:
        yield running


@pytest.fixture
def staged(glass: Glass) -> Staged:
    staged = Staged(glass, stage.SEATS)
    Credentials(glass).give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    return staged


def show(staged: Staged, *, is_stud: bool = False, **parts: Any) -> None:
    """Show a state; what it does not say is that of a table in the middle of its night."""
    staged.seats = stage.STUD_SEATS if is_stud else stage.SEATS
    table = stage.table(is_stud=is_stud)
    staged.show_state(**({"table": table, "round": 148} | NOTHING | parts))


def look(glass: Glass, code: str, name: str) -> list[str]:
    return looking.look(glass, "poker", code, name, NAMES | {person(Role.DEALER).name})


def test_every_state_of_holdem_fits_the_glass_and_is_said_in_words(
    glass: Glass, staged: Staged
) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for name, parts in stage.STATES.items():
            show(staged, **parts)
            faults += look(glass, code, f"holdem-{name}")
    assert not faults, "\n".join(faults)


def test_every_state_of_stud_fits_the_glass_and_is_said_in_words(
    glass: Glass, staged: Staged
) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for name, parts in stage.STUD_STATES.items():
            show(staged, is_stud=True, **parts)
            faults += look(glass, code, f"stud-{name}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("count", range(2, 10))
def test_a_table_of_any_size_fits_the_glass(glass: Glass, staged: Staged, count: int) -> None:
    faults: list[str] = []
    for name in ("acting", "held"):
        table = stage.table() | {"seats": list(range(1, count + 1))}
        staged.seats = tuple(range(1, count + 1))
        parts = NOTHING | stage.STATES[name]
        staged.show_state(**({"table": table, "round": 148} | parts))
        faults += look(glass, "en", f"holdem-{name}-{count}-seats")
    assert not faults, "\n".join(faults)


def held_for(ruling: Parts, parts: Parts) -> Parts:
    return parts | {
        "phase": "held", "stage": parts["phase"], "next": {"kind": "ruling"}, "ruling": ruling,
        "commands": ["apply_ruling", "call_supervisor"],
    }  # fmt: skip


@pytest.mark.parametrize("game", ["texas-holdem", "seven-card-stud"])
def test_every_ruling_fits_its_banner_and_is_said_in_words(
    glass: Glass, staged: Staged, game: str
) -> None:
    rulings = offered_rulings(game)
    assert rulings
    is_stud = game == "seven-card-stud"
    parts = stage.STUD if is_stud else stage.AT_TURN
    faults: list[str] = []
    for code in in_each_language(glass):
        for number, ruling in enumerate(rulings, start=1):
            show(staged, is_stud=is_stud, **held_for(ruling, parts))
            faults += look(glass, code, f"ruling-{ruling['irregularity']}-{number}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", ["texas-holdem", "seven-card-stud"])
def test_what_can_be_reported_and_its_facts(glass: Glass, staged: Staged, game: str) -> None:
    """Every page of kinds, and a picker for each fact that any of them asks for."""
    kinds = report_kinds(game)
    is_stud = game == "seven-card-stud"
    parts = stage.STUD if is_stud else stage.AT_TURN
    faults: list[str] = []
    for code in in_each_language(glass):
        show(staged, is_stud=is_stud, irregularities=kinds, **parts)
        glass.tap("irregularity")
        faults += look(glass, code, f"{game}-kinds")
        for page in range(2, 2 + (len(kinds) - 1) // 14):
            glass.tap("next-page")
            faults += look(glass, code, f"{game}-kinds-{page}")
        glass.tap("close")
        seen: set[str] = set()
        for kind in kinds:
            facts = [fact for fact in (*kind["needs"], *kind["optional"]) if fact not in seen]
            if not facts:
                continue
            show(staged, is_stud=is_stud, irregularities=[kind], **parts)
            glass.tap("irregularity")
            glass.tap(f"kind-{kind['id']}")
            sheet = glass.get("irregularity-sheet")
            for fact in facts:
                seen.add(fact)
                glass.tap(f"fact-{fact}")
                if fact in PICKED:
                    sheet.get_by_test_id(PICKED[fact]).tap()
                faults += look(glass, code, f"{game}-fact-{fact}")
            glass.tap("close")
        assert seen >= {"seat", "note"}
    assert not faults, "\n".join(faults)


def test_the_sheets_of_seats_fit_the_glass(glass: Glass, staged: Staged) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        show(staged, **stage.STATES["idle"])
        for seat, tasks in {
            9: ("take-seat",),
            3: ("add-chips", "correct-chips"),
            4: ("come-back",),
        }.items():
            glass.tap(f"seat-{seat}")
            faults += look(glass, code, f"seat-{seat}")
            for task in tasks:
                glass.tap(task)
                if task != "come-back":
                    glass.tap("pad-5")
                    glass.tap("pad-0")
                faults += look(glass, code, f"seat-{seat}-{task}")
                glass.tap("close")
                glass.tap(f"seat-{seat}")
            glass.tap("close")
        show(staged, **stage.STATES["no-button"])
        glass.tap("seat-3")
        faults += look(glass, code, "seat-button")
        glass.tap("close")
        show(staged, **stage.ACTING)
        glass.tap("seat-6")
        faults += look(glass, code, "seat-during-the-hand")
        glass.tap("leave-seat")
        faults += look(glass, code, "seat-leaves")
        glass.tap("close")
        unread = stage.SHOWDOWN["cards"] | {"6": "?? ??"}
        show(staged, **(stage.SHOWDOWN | {"cards": unread}))
        glass.tap("act-show")
        glass.tap("pick-card-Ah")
        faults += look(glass, code, "named-cards")
        glass.tap("close")
        show(staged, **stage.STATES["held"])
        glass.tap("option-burn_card")
        faults += look(glass, code, "ruled-card")
        glass.tap("pick-card-7d")
        glass.tap("confirm-cards")
        expect(glass.get("approval-what")).to_be_visible()
        glass.tap("close")
    assert not faults, "\n".join(faults)


def test_the_number_pad_sends_nothing_that_the_view_does_not_allow(
    glass: Glass, staged: Staged
) -> None:
    show(staged, **stage.ACTING)
    own = glass.get("act-raise-own")
    expect(own).to_be_disabled()
    for digit in "36000":
        glass.tap(f"pad-{digit}")
    expect(own).to_be_disabled()
    expect(own).to_contain_text("37,500 to 98,765")
    for _ in range(4):
        glass.tap("pad-delete")
    for digit in "8001":
        glass.tap(f"pad-{digit}")
    expect(own).to_have_text("Raise to 38,001")
    expect(own).to_be_enabled()
    faults = look(glass, "en", "pad-allowed")
    # Another seat's turn: what was entered was meant for this one.
    turn = stage.ACTING["next"] | {"seat": 6}
    show(staged, **(stage.ACTING | {"next": turn}))
    expect(glass.get("entered")).to_have_text(re.compile(r"\D"))
    assert not faults, "\n".join(faults)
