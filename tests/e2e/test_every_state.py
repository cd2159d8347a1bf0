"""A tour through every state of the dealer screen, in each language.

Each stop keeps a picture and is examined: nothing scrolls, is cut off, covered or too small to
touch, and every word is a text of the language shown.
"""

import pytest
from e2e import looking
from e2e.looking import CODES
from e2e.pages.credentials import Approval, Credentials
from e2e.pages.glass import Glass
from e2e.pages.report import Report
from e2e.pages.table_page import Dealing, TablePage
from playwright.sync_api import expect
from running_house import RunningHouse, person

from dealer_station.table.roles import Role
from drivers.link.simulator_control import ControlClient

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

HANDS = {
    "1": "Ks Kd 4h 7c 2s",  # a pair: is paid
    "2": "2h 5d 8c Tc Jd",  # shown by the dealer: void
    "3": "5c 6d 7h 8s 9c",  # a straight
    "4": "Th Jh Qh Kh Ah",  # a royal flush with the progressive
    "5": "3d 3h 3s 9h 9d",  # a full house with the progressive
    "6": "4c 4d 6h 6s Qd",  # folds all the same
    "7": "Ac Kc 8d 5h 2d",  # discussed: dead
    "dealer": "Td Ts 9s 7s 3c",
}
ANTES = {
    1: (10,),
    2: (5,),
    3: (25, 5),
    4: (100, 100, 100, 100, 100),
    5: (100, 25),
    6: (10,),
    7: (5,),
}
PROGRESSIVES = (1, 4, 5, 7)
NOTE = "Chips fell over, counted twice by both"
TWO = {"1": "Ks Kd 4h 7c 2s", "6": "5c 6d 7h 8s 9c", "dealer": "Ah Kc 9d 4s 3c"}


class Tour:
    """Walks the table from state to state and notes what is wrong at each stop."""

    def __init__(self, glass: Glass, house: RunningHouse, code: str) -> None:
        self.glass = glass
        self.house = house
        self.table = TablePage(glass)
        self.approval = Approval(glass)
        self.report = Report(glass)
        self.faults: list[str] = []
        self._code = code
        self._names = {"Caribbean Stud 1", NOTE}
        self._stops = 0
        self._pictured: set[str] = set()

    def look(self, name: str) -> None:
        """Examine this stop and keep its picture."""
        self._stops += 1
        numbered = f"{self._stops:02}-{name}"
        self.faults += looking.look(self.glass, "", self._code, numbered, self._names)

    def look_at_report(self) -> None:
        """Look at the kinds of this moment and at every fact that was not asked for before."""
        kinds = self.glass.view["irregularities"]
        self.report.open()
        self.look(f"report-kinds-{self.glass.view['phase']}")
        self.report.close()
        for kind in kinds:
            facts = [*kind["needs"], *kind["optional"]]
            new = [fact for fact in facts if fact not in self._pictured]
            if not new:
                continue
            self.report.open()
            self.report.choose(kind["id"])
            for fact in new:
                self._pictured.add(fact)
                self.glass.tap(f"fact-{fact}")
                self._answer(fact)
                self.look(f"report-{kind['id']}-{fact}")
            self.report.close()

    def _answer(self, fact: str) -> None:
        """Give an answer, so that the picture shows what was chosen."""
        match fact:
            case "seat":
                self.glass.tap("pick-seat-3")
            case "position":
                self.report.pick_position("3", 2)
            case "card" | "cards":
                self.glass.tap("pick-card-Td")
            case "count":
                self.glass.tap("pad-4")
            case "amount":
                self.report.pick_number("amount", "120.50")
            case _:
                self.glass.get("note").fill(NOTE)

    def decide(self, role: Role) -> None:
        """The person in that role takes the proposed decision."""
        self.table.primary.tap()
        self.approval.sign(person(role))
        expect(self.table.held).to_have_count(0)


@pytest.fixture(params=CODES)
def tour(request: pytest.FixtureRequest, glass: Glass, house: RunningHouse) -> Tour:
    if request.param != "en":
        glass.turn()
    return Tour(glass, house, request.param)


def test_every_state_fits_the_glass_and_is_said_in_words(tour: Tour) -> None:
    enter(tour)
    take_stakes(tour)
    deal(tour)
    decide(tour)
    pay(tour)
    find_a_joker(tour)
    lose_the_shoe(tour)
    lose_the_station(tour)
    end_the_session(tour)
    assert not tour.faults, "\n".join(tour.faults)


def enter(tour: Tour) -> None:
    glass, form = tour.glass, Credentials(tour.glass)
    tour.look("sign-in")
    glass.tap("password")
    glass.tap("key-signs")
    glass.tap("show-password")
    form.write("D-104", "no such password at all, long")
    tour.look("sign-in-signs")
    glass.announce_answer(401, "/api/session")
    form.submit()
    expect(form.problem).to_be_visible()
    tour.look("sign-in-refused")
    glass.forget_announcements()
    form.give(person(Role.DEALER))
    expect(glass.get("table-page")).to_be_visible()
    tour.look("closed")
    glass.tap("menu")
    tour.look("menu")
    glass.tap("close")
    tour.table.primary.tap()
    tour.table.expect_phase("idle")
    tour.look("idle")


def take_stakes(tour: Tour) -> None:
    glass, table = tour.glass, tour.table
    table.primary.tap()
    table.expect_phase("betting")
    tour.look("betting-empty")
    for seat, chips in ANTES.items():
        table.stake(seat, *chips)
        table.expect_stake(seat, "ante", f"{sum(chips)}.00")
    for seat in PROGRESSIVES:
        table.toggle_progressive(seat, is_on=True)
    tour.look("betting")
    glass.announce_answer(409, "/commands")
    table.stake(4, 1)
    expect(table.message).to_have_attribute("data-code", "above_max")
    tour.look("betting-refused")
    glass.forget_announcements()
    table.message.tap()
    glass.tap("take-back")
    tour.look("betting-take-back")
    tour.look_at_report()


def deal(tour: Tour) -> None:
    glass, table = tour.glass, tour.table
    table.primary.tap()
    table.expect_phase("dealing")
    tour.look("dealing-first")
    dealing = Dealing(table, tour.house.shoe, HANDS)
    for _ in range(3 * len(HANDS) + 3):
        dealing.one()
    tour.look("dealing")
    tour.look_at_report()
    glass.tap("call-supervisor")
    expect(glass.get("call-supervisor")).to_have_attribute("data-called", "true")
    tour.look("supervisor-called")
    glass.tap("call-supervisor")
    tour.look("approval")
    glass.announce_answer(401, "/api/approvals")
    tour.approval.write("S-201", "not her password")
    tour.approval.submit()
    expect(tour.approval.problem).to_be_visible()
    tour.look("approval-refused")
    glass.forget_announcements()
    tour.approval.sign(person(Role.SUPERVISOR))
    dealing.all()
    table.expect_phase("deciding")


def decide(tour: Tour) -> None:
    glass, table = tour.glass, tour.table
    tour.look("deciding")
    table.fold(6)
    glass.tap("seat-3-bet")
    tour.look("deciding-marked")
    tour.look_at_report()
    report_seat(tour, "CS-I08", 2)
    tour.look("held-void-hand")
    table.primary.tap()
    tour.look("approval-ruling")
    glass.tap("close")
    glass.tap("option-void_hand")
    tour.approval.sign(person(Role.SUPERVISOR))
    expect(table.held).to_have_count(0)
    tour.look("deciding-void-hand")
    report_seat(tour, "CS-I09", 7)
    tour.look("held-dead-hand")
    tour.decide(Role.SUPERVISOR)
    if glass.get("seat-6-fold").get_attribute("aria-pressed") != "true":
        table.fold(6)
    tour.look("deciding-dead-hand")
    table.primary.tap()
    table.expect_phase("paying")


def report_seat(tour: Tour, kind: str, seat: int) -> None:
    tour.report.open()
    tour.report.choose(kind)
    tour.report.pick_seat(seat)
    tour.report.send()
    expect(tour.table.held).to_have_attribute("data-irregularity", kind)


def pay(tour: Tour) -> None:
    """Through every seat, to the picture of the settled round."""
    glass, table = tour.glass, tour.table
    while glass.get("table-page").get_attribute("data-phase") == "paying":
        current = glass.view["next"]
        seat = current["seat"]
        tour.look(f"paying-seat-{seat}-{current['kind']}")
        if seat == 4 and current["kind"] == "verify":
            tour.look_at_report()
        table.primary.tap()
        if current["kind"] == "verify":
            tour.approval.sign(person(Role.SUPERVISOR))
            glass.page.wait_for_function(
                "seat => !document.querySelector('[data-testid=payout-verify]')", arg=seat
            )
            continue
        expect(glass.get(f"payout-{seat}").and_(glass.page.locator("[data-state=current]"))
               ).to_have_count(0)  # fmt: skip
    table.expect_phase("settled")
    tour.look("settled")


def find_a_joker(tour: Tour) -> None:
    glass, table = tour.glass, tour.table
    table.primary.tap()
    table.expect_phase("betting")
    tour.look("betting-again")
    glass.tap("same-stakes")
    table.expect_stake(1, "ante", "10.00")
    for seat in (2, 3, 4, 5, 7):
        glass.tap(f"seat-{seat}")
        table.expect_stake(seat, "ante", "")
    tour.look("betting-fewer")
    table.primary.tap()
    table.expect_phase("dealing")
    dealing = Dealing(table, tour.house.shoe, TWO)
    for _ in range(4):
        dealing.one()
    tour.house.shoe.draw("Jo")
    expect(table.held).to_have_attribute("data-irregularity", "CS-I17")
    tour.look("held-joker")
    table.primary.tap()
    tour.look("approval-manager")
    glass.tap("close")
    tour.decide(Role.MANAGER)
    expect(glass.get("felt-notice")).to_be_visible()
    tour.look("deck-locked")
    table.primary.tap()
    tour.approval.sign(person(Role.SUPERVISOR))
    expect(table.primary).to_be_enabled()
    tour.look("void")
    glass.tap("menu")
    tour.look("menu-in-service")
    glass.tap("four-colours")
    glass.tap("close")


def lose_the_shoe(tour: Tour) -> None:
    glass, table = tour.glass, tour.table
    table.primary.tap()
    table.expect_phase("betting")
    glass.tap("same-stakes")
    table.expect_stake(1, "ante", "10.00")
    table.primary.tap()
    table.expect_phase("dealing")
    dealing = Dealing(table, tour.house.shoe, TWO)
    for _ in range(6):
        dealing.one()
    with ControlClient(tour.house.house.shoe.control) as control:
        control.ask("unplug 2500")
    expect(glass.get("device-notice")).to_be_visible()
    tour.look("shoe-lost")
    # Back, but a card may have left unseen: that is said until a supervisor has compared.
    expect(glass.get("device-shoe-1")).to_have_attribute("data-state", "degraded")
    tour.look("shoe-degraded")
    glass.tap("device-notice")
    tour.look("approval-shoe")
    tour.approval.sign(person(Role.SUPERVISOR))
    expect(glass.get("device-shoe-1")).to_have_attribute("data-state", "ready")
    expect(glass.get("device-notice")).to_have_count(0)
    for _ in range(3):
        dealing.one()
    tour.house.shoe.draw("??")
    expect(table.held).to_have_attribute("data-irregularity", "CS-I20")
    tour.look("held-unreadable")


def lose_the_station(tour: Tour) -> None:
    glass = tour.glass
    glass.announce("ERR_CONNECTION_REFUSED", "socket error")
    with tour.house.down("station"):
        expect(glass.get("stale")).to_be_visible()
        tour.look("stale")
    expect(glass.get("stale")).to_have_count(0)
    glass.forget_announcements()


def end_the_session(tour: Tour) -> None:
    answer = tour.glass.context.request.delete(f"{tour.house.address}/api/session")
    assert answer.ok
    expect(tour.glass.get("sign-in")).to_be_visible()
    tour.look("session-ended")
