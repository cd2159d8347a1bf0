"""Pictures that rounds rarely come to fit the glass too: every ruling, the largest amounts.

They are made up here, not played: what the station would have to go through does not matter.
"""

from collections.abc import Iterator

import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.offered_ruling import offered_rulings
from e2e.pages.staged import Staged
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SEATS = (1, 2, 3, 4, 5, 6, 7)
HANDS = {str(seat): "Ah Kh Qh Jh Th" for seat in SEATS} | {"dealer": "## ## ## ## 3c"}
STAKES = {str(seat): {"ante": "500.00", "progressive": "1.00"} for seat in SEATS}
SHOE = {"id": "shoe-1", "kind": "card_shoe", "state": "ready"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One for all: the pictures are the tests' own, its table is never played at."""
    with running_house(tmp_path_factory.mktemp("rare") / "house") as running:
        yield running


@pytest.fixture
def staged(glass: Glass) -> Staged:
    staged = Staged(glass, SEATS)
    Credentials(glass).give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    return staged


def look(glass: Glass, code: str, name: str) -> list[str]:
    return looking.look(glass, "rare", code, name, {"Caribbean Stud 1", person(Role.DEALER).name})


def test_every_ruling_fits_its_banner_and_is_said_in_words(glass: Glass, staged: Staged) -> None:
    rulings = offered_rulings("caribbean-stud")
    assert rulings
    faults: list[str] = []
    for code in in_each_language(glass):
        for number, shown in enumerate(rulings, start=1):
            staged.show(
                phase="held", stage="deciding", next={"kind": "ruling"}, round=7, devices=[SHOE],
                cards=HANDS, stakes=STAKES, status={str(seat): "in" for seat in SEATS},
                ruling=shown, commands=["apply_ruling", "call_supervisor"],
            )  # fmt: skip
            faults += look(glass, code, f"ruling-{shown['irregularity']}-{number}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sign", ["", "-"])
def test_the_largest_results_stand_in_one_line_each(
    glass: Glass, staged: Staged, sign: str
) -> None:
    net = {"ante": f"{sign}500.00", "bet": f"{sign}99999.99", "progressive": f"{sign}99999.99"}
    outcome = dict.fromkeys(net, "lose" if sign else "win")
    faults: list[str] = []
    for code in in_each_language(glass):
        staged.show(
            phase="settled", stage="settled", next={"kind": "none"}, round=7, devices=[SHOE],
            cards=HANDS, hands={str(seat): "royal_flush" for seat in SEATS},
            status={str(seat): "in" for seat in SEATS}, net={str(seat): net for seat in SEATS},
            outcome={str(seat): outcome for seat in SEATS}, commands=["open_betting"],
        )  # fmt: skip
        faults += look(glass, code, f"largest-results{sign}")
        lines = glass.get("seat-4-net").locator(":scope > span")
        expect(lines).to_have_count(len(net))
        heights = [line.bounding_box()["height"] for line in lines.all()]
        assert max(heights) < 1.5 * min(heights), f"{code}: a result takes more than one line"
    assert not faults, "\n".join(faults)


def test_a_call_leaves_room_for_the_chips(glass: Glass, staged: Staged) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        staged.show(
            phase="betting", stage="betting", next={"kind": "bets"}, round=7, devices=[SHOE],
            stakes=STAKES, supervisor_called=True, can_repeat=True,
            commands=["close_betting", "repeat_wagers", "answer_call"],
        )  # fmt: skip
        faults += look(glass, code, "call-while-betting")
    assert not faults, "\n".join(faults)


RULED = {"irregularity": "CS-I24", "option": "play_on", "by": "supervisor"}
WAITS = {
    "verify": {"kind": "verify", "seat": 2},
    "pay": {"kind": "pay", "seat": 2},
    "act": {"kind": "act"},
    "acceptors": {"kind": "acceptors", "seats": list(SEATS)},
    "card": {"kind": "card", "seat": 2, "position": "card_3"},
    "none": {"kind": "none"},
}
CLOCK = {"remaining_ms": 25_000, "running": True}


def troubled_devices(lost: int) -> dict[str, object]:
    """Return a full table's devices; so many acceptors are lost, one more is degraded."""
    states = ["lost"] * lost + ["degraded"] + ["ready"] * len(SEATS)
    acceptors = [
        {"id": f"acceptor-{seat}", "kind": "bet_acceptor", "state": state}
        for seat, state in zip(SEATS, states, strict=False)
    ]
    others = [
        SHOE | {"state": "degraded"},
        {"id": "sign-1", "kind": "meter_display", "state": "lost"},
    ]
    seat = {"open": False, "lit": None, "window_at": None, "lamp_at": None, "excused": False}
    return {
        "devices": [*others, *acceptors],
        "acceptors": {str(each): seat | {"device": f"acceptor-{each}"} for each in SEATS},
    }


@pytest.mark.parametrize("kind", WAITS)
def test_a_ruling_and_devices_in_trouble_cut_off_nothing_the_table_waits_for(
    glass: Glass, staged: Staged, kind: str
) -> None:
    faults: list[str] = []
    for code in in_each_language(glass):
        for lost in (0, 1, 6):
            staged.show(
                phase="deciding" if kind == "act" else "settled", stage="deciding", round=7,
                cards=HANDS, stakes=STAKES, status={str(seat): "in" for seat in SEATS},
                next=WAITS[kind], rulings=[RULED], commands=["call_supervisor"],
                clock=CLOCK if kind == "act" else None, **troubled_devices(lost),
            )  # fmt: skip
            expect(glass.get("next-large")).to_be_visible()
            expect(glass.get("last-ruling")).to_be_visible()
            faults += look(glass, code, f"trouble-{kind}-{lost}")
    assert not faults, "\n".join(faults)
