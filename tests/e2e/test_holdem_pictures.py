"""Every state of a Casino Hold'em table in pictures, in each language: nothing scrolls, is cut off
or too small to touch, and every word is a text of the language shown. The snapshots are made up.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages import book_stage
from e2e.pages import holdem_stage as stage
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.offered_ruling import offered_rulings
from e2e.pages.staged import SHOE, Parts, Staged, card, report_kinds
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import CASINO_HOLDEM
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

CLOCK = {"remaining_ms": 4_000, "running": True}
DOWN = {"dealer": "## ##"}
DEALT = {**stage.HANDS, **DOWN}
AT_FLOP = DEALT | {"board": stage.FLOP}
AT_END = AT_FLOP | {"board": stage.BOARD, "dealer": "2c 2d"}
END_WORTH = stage.WORTH | {"dealer": "flush"}
DECIDING: Parts = {
    "phase": "deciding", "next": {"kind": "act", "seat": 1, "legal": {"call": "1000.00"}},
    "cards": AT_FLOP, "hands": stage.FLOP_WORTH, "stakes": stage.STAKES,
    "acts": {str(seat): {"call": "1000.00", "fold": True} for seat in stage.SEATS},
    "call_to_collect": stage.COLLECT,
}  # fmt: skip
DRAWING: Parts = {
    "phase": "drawing", "next": card("board 4"), "cards": AT_FLOP, "hands": stage.FLOP_WORTH,
    "stakes": stage.CALLED, "status": stage.DECIDED, "auto_folded": [4],
}  # fmt: skip
PAYING: Parts = {
    "phase": "paying", "cards": AT_END, "hands": END_WORTH, "stakes": stage.CALLED,
    "status": stage.DECIDED, "auto_folded": [4],
}  # fmt: skip
SETTLED: Parts = {
    "phase": "settled", "cards": AT_END, "hands": END_WORTH, "net": stage.NET,
    "status": stage.DECIDED, "auto_folded": [4], "commands": ["open_betting", "change_deck"],
}  # fmt: skip

STATES: dict[str, Parts] = {
    "closed": {"phase": "idle", "is_open": False, "commands": ["open_table"]},
    "idle": {"phase": "idle", "commands": ["open_betting"]},
    "betting-empty": {"phase": "betting", "next": {"kind": "bets"}, "can_repeat": True},
    "betting": {
        "phase": "betting", "next": {"kind": "bets"}, "stakes": stage.STAKES,
        "commands": ["close_betting"], "can_repeat": True,
    },
    "dealing-first": {
        "phase": "dealing", "next": card("seat 1 card 1"), "stakes": stage.STAKES,
    },
    "dealing-dealer": {
        "phase": "dealing", "next": card("dealer card 2"), "stakes": stage.STAKES,
        "cards": stage.HANDS | {"dealer": "##"},
    },
    "dealing-burn": {
        "phase": "dealing", "next": card("burn"), "stakes": stage.STAKES, "cards": DEALT,
    },
    "dealing-flop": {
        "phase": "dealing", "next": card("board 3"), "stakes": stage.STAKES,
        "cards": DEALT | {"board": "5s 6s"},
    },
    "dealing-shoe-lost": {
        "phase": "dealing", "next": card("board 1"), "stakes": stage.STAKES, "cards": DEALT,
        "devices": [SHOE | {"state": "lost"}],
    },
    "deciding": DECIDING,
    "deciding-clock": DECIDING | {"clock": CLOCK},
    "deciding-some": DECIDING | {
        "status": stage.DECIDED, "stakes": stage.CALLED,
        "acts": {}, "call_to_collect": {}, "clock": CLOCK,
    },
    "deciding-early-turn": DECIDING | {"cards": AT_FLOP | {"board": f"{stage.FLOP} ##"}},
    "drawing-turn": DRAWING,
    "drawing-river": DRAWING | {
        "next": card("board 5"), "cards": AT_FLOP | {"board": f"{stage.FLOP} Ts"},
    },
    "drawing-aside": DRAWING | {"cards": AT_FLOP | {"aside": "4h"}},
    "paying-winner": PAYING | stage.paying(2, stage.WON, "62600.00", "royal_flush"),
    "paying-push": PAYING | stage.paying(7, stage.PUSHED, "1500.00", "three_of_a_kind"),
    "paying-unqualified": PAYING | stage.paying(3, stage.UNQUALIFIED, "2500.00", "pair"),
    "paying-loser": PAYING | stage.paying(5, stage.LOST, "0.00", "flush"),
    "paying-folded": PAYING | stage.paying(6, stage.FOLDED, "0.00", "flush"),
    "paying-auto-folded": PAYING | stage.paying(4, stage.FOLDED, "0.00", "flush"),
    "paying-folded-bonus": PAYING | stage.paying(6, stage.FOLDED_WITH_BONUS, "10100.00", "flush"),
    "settled": SETTLED,
    "void": {
        "phase": "void", "commands": ["open_betting", "change_deck"], "cards": AT_FLOP,
        "status": dict.fromkeys(stage.ALL_IN, "void"),
    },
    "deck-locked": {"phase": "void", "deck_locked": True, "commands": ["change_deck"]},
}  # fmt: skip

TICKETS = stage.with_ticket(stage.STAKES)
CALLED_TICKETS = stage.with_ticket(stage.CALLED)
HIT = [*stage.WON, stage.TICKET_WINS]
JUMBO_NET = {seat: net | {"jumbo7": stage.TICKET_WINS["wins"]} for seat, net in stage.NET.items()}
SHARED_STATES: dict[str, Parts] = {
    "betting": STATES["betting"] | {"stakes": TICKETS},
    "dealing-first": STATES["dealing-first"] | {"next": card("player card 1"), "stakes": TICKETS},
    "dealing-flop": STATES["dealing-flop"] | {"stakes": TICKETS},
    "deciding": DECIDING | {"stakes": TICKETS},
    "deciding-some": STATES["deciding-some"] | {"stakes": CALLED_TICKETS},
    "drawing-river": STATES["drawing-river"] | {"stakes": CALLED_TICKETS},
    "paying-hit-to-see": PAYING | {"stakes": CALLED_TICKETS}
    | stage.paying(1, HIT, "1297167.89", "straight_flush", verify=True),
    "paying-hit": PAYING | {"stakes": CALLED_TICKETS}
    | stage.paying(1, HIT, "1297167.89", "straight_flush"),
    "paying-hit-folded": PAYING | {"stakes": CALLED_TICKETS}
    | stage.paying(4, [*stage.FOLDED, stage.TICKET_WINS], "1234567.89", "straight_flush"),
    "paying-prize": PAYING | {"stakes": CALLED_TICKETS}
    | stage.paying(3, [*stage.LOST, stage.TICKET_PRIZE], "2100.00", "flush"),
    "paying-ticket-lost": PAYING | {"stakes": CALLED_TICKETS}
    | stage.paying(4, [*stage.FOLDED, stage.TICKET_LOSES], "0.00", "flush"),
    "settled": SETTLED | {"net": JUMBO_NET},
    "void": STATES["void"],
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One for all: the pictures are the tests' own, its table is never played at."""
    with running_house(tmp_path_factory.mktemp("holdem") / "house", game=CASINO_HOLDEM) as running:
        yield running


@pytest.fixture
def staged(glass: Glass) -> Staged:
    staged = Staged(glass, stage.SEATS)
    Credentials(glass).give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    return staged


def show(staged: Staged, **parts: Any) -> None:
    """Show a state; what it does not say is that of a table in the middle of its night."""
    table = staged.first["table"] | {"seats": staged.seats, "spots": stage.spots()}
    known = {"clock": None, "acts": {}, "auto_folded": [], "call_to_collect": {}}
    staged.show_state(**({"table": table, "round": 148} | known | parts))


def show_shared(staged: Staged, jumbo7: Parts = stage.JUMBO, **parts: Any) -> None:
    """Show the same state of a table where all bettors play one hand."""
    table = staged.first["table"] | {"seats": staged.seats, "spots": stage.spots(jumbo7)}
    hands = parts.get("hands", {})
    own = {"player": hands["1"]} if "1" in hands else {}
    dealers = {"dealer": hands["dealer"]} if "dealer" in hands else {}
    shared: Parts = {
        "table": table, "cards": stage.shared(parts.get("cards", {})), "hands": own | dealers,
        "meters": {"jumbo7": stage.POOL},
    }  # fmt: skip
    show(staged, **(parts | shared))


def show_book(staged: Staged, **parts: Any) -> None:
    """Show the state of a table whose bettors are a book, and no seat is there."""
    staged.seats = ()
    show_shared(staged, **({"status": {}, "book": None} | parts))


def look(glass: Glass, code: str, name: str) -> list[str]:
    names = {"Casino Hold'em 1", person(Role.DEALER).name}
    return looking.look(glass, "holdem", code, name, names)


def test_every_state_of_boxes_fits_the_glass_and_is_said_in_words(
    glass: Glass, staged: Staged
) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for name, parts in STATES.items():
            show(staged, **parts)
            faults += look(glass, code, name)
    assert not faults, "\n".join(faults)


def test_every_state_of_one_hand_for_all_fits_the_glass_and_is_said_in_words(
    glass: Glass, staged: Staged
) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for name, parts in SHARED_STATES.items():
            show_shared(staged, **parts)
            faults += look(glass, code, f"shared-{name}")
        show_shared(staged, stage.PRICED, **SHARED_STATES["betting"])
        faults += look(glass, code, "shared-betting-priced")
    assert not faults, "\n".join(faults)


def test_every_state_of_a_book_fits_the_glass_and_is_said_in_words(
    glass: Glass, staged: Staged
) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for name, parts in book_stage.STATES.items():
            show_book(staged, **parts)
            faults += look(glass, code, f"book-{name}")
        for ruling in offered_rulings("casino-holdem"):
            held: Parts = {
                "phase": "held", "stage": "deciding", "next": {"kind": "ruling"}, "ruling": ruling,
                "commands": ["apply_ruling", "call_supervisor"],
            }  # fmt: skip
            show_book(staged, **(book_stage.STATES["deciding"] | held))
            faults += look(glass, code, f"book-ruling-{ruling['irregularity']}")
    assert not faults, "\n".join(faults)


def test_one_hand_for_all_says_what_the_round_brought_to_each_bettor(
    glass: Glass, staged: Staged
) -> None:
    show_shared(staged, **SHARED_STATES["settled"])
    expect(glass.get("player-hand").locator(".card[data-card]")).to_have_count(2)
    expect(glass.page.locator(".seat-cards")).to_have_count(0)
    for seat in stage.SEATS:
        net = JUMBO_NET[str(seat)].values()
        total = sum(Decimal(amount) for amount in net)
        expect(glass.get(f"seat-{seat}-net")).to_have_attribute("data-amount", f"{total:.2f}")


def test_every_ruling_fits_its_banner_and_is_said_in_words(glass: Glass, staged: Staged) -> None:
    """Above decided boxes, one of them folded by time, and above one hand for all."""
    rulings = offered_rulings("casino-holdem")
    assert rulings
    faults: list[str] = []
    for code in in_each_language(glass):
        for number, shown in enumerate(rulings, start=1):
            held: Parts = {
                "phase": "held", "stage": "deciding", "next": {"kind": "ruling"}, "ruling": shown,
                "commands": ["apply_ruling", "call_supervisor"],
            }  # fmt: skip
            show(staged, **(DECIDING | DRAWING | {"call_to_collect": {"2": ["bonus"]}} | held))
            faults += look(glass, code, f"ruling-{shown['irregularity']}-{number}")
        show_shared(staged, **(DECIDING | {"stakes": TICKETS} | held))
        faults += look(glass, code, "ruling-shared")
    assert not faults, "\n".join(faults)


def test_what_can_be_reported_and_its_facts(glass: Glass, staged: Staged) -> None:
    """Whose hand it is about is asked by box, dealer and board."""
    kinds = report_kinds("casino-holdem")
    faults: list[str] = []
    for code in in_each_language(glass):
        show(staged, **DECIDING, irregularities=kinds)
        glass.tap("irregularity")
        faults += look(glass, code, "report-kinds")
        while not (wrong_count := glass.get("kind-CH-I11")).is_visible():
            glass.tap("next-page")
            faults += look(glass, code, "report-kinds-more")
        wrong_count.tap()
        glass.tap("fact-position")
        for place in ("board", "dealer", "7"):
            glass.tap(f"pick-place-{place}")
            glass.tap("pick-card-number-2")
            glass.tap("fact-position")
            faults += look(glass, code, f"report-position-{place}")
        glass.tap("close")
    assert not faults, "\n".join(faults)


def test_a_box_says_why_it_is_folded_and_what_a_call_collects(glass: Glass, staged: Staged) -> None:
    said = {
        "en": ("Time ran out: folded", "Call to collect"),
        "pl": ("Czas minął: pas", "Call, by odebrać"),
    }
    for code in in_each_language(glass):
        folded, collect = said[code]
        show(staged, **DECIDING)
        for seat in stage.SEATS:
            note = glass.get(f"seat-{seat}-collect")
            if str(seat) in stage.COLLECT:
                expect(note).to_have_text(collect)
            else:
                expect(note).to_have_count(0)
        show(staged, **DRAWING)
        expect(glass.get("seat-4-auto-folded")).to_have_text(folded)
        expect(glass.get("seat-6-auto-folded")).to_have_count(0)
        expect(glass.page.locator(".seat-note[data-collect]")).to_have_count(0)
        show(staged, **STATES["paying-auto-folded"])
        expect(glass.page.locator(".payout-status")).to_have_text(folded)
