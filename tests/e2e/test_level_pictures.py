"""A level's terms, its open prizes and the sheets of their changes fit the glass in each language.

The meter is made up here, with prizes open in every way; the station's noes too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from e2e import looking
from e2e.looking import CODES
from e2e.pages import supervisor_stage as stage
from e2e.pages.credentials import Credentials
from e2e.pages.supervisor import NARROW, WIDE, ConsolePage, console_glass
from e2e.pages.supervisor_staged import StagedFloor
from e2e.test_supervisor_pictures import NAMES, TOUCH_PX
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.api.ledger_texts import LEDGER_TEXTS, ledger_code
from dealer_station.progressive.refusals import LedgerRefusalReason
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIZES = {"wide": WIDE, "narrow": NARROW}
WHY = "CS-1: the light was dark"
KNOWN = re.compile(rf"{NAMES.pattern}|{re.escape(WHY)}|1/\d+|CS-1, CS-2, CS-3")
SHEET = '[data-testid="level-sheet"]'
NOES = (
    LedgerRefusalReason.IN_PLAY, LedgerRefusalReason.CAP_BELOW_METER,
    LedgerRefusalReason.BAD_TERMS, LedgerRefusalReason.ALREADY_PAID,
)  # fmt: skip


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("levels") / "house") as running:
        yield running


@dataclass
class Look:
    """Looks at the console in one language on one size of glass."""

    page: ConsolePage
    staged: StagedFloor
    code: str
    size: str
    faults: list[str] = field(default_factory=list)

    def at(self, name: str, part: str = "#stage") -> None:
        self.faults += looking.look(
            self.page.glass, "console", self.code, f"{self.size}-level-{name}", KNOWN,
            touch_px=TOUCH_PX[self.size], seat_px=0, part=part,
        )  # fmt: skip

    def sign_in(self, role: Role) -> None:
        self.page.sign_in(person(role))
        now = self.staged.now
        waiting = stage.item(
            "verification", "CS-1", now, seat=2, round=148, danger=4, amount="5290.50",
            category="royal_flush", hand=stage.ROYAL,
            command={"command": "verify_hand", "seat": 2, "round": 148},
        )  # fmt: skip
        held = {"meters": [stage.full_meter(now)], "inbox": [waiting]}
        floor = stage.busy_floor(now) | held
        self.staged.show(
            floor, stage.held_view(now), current=stage.current_round(now),
            rounds=stage.round_rows(now), movements=stage.movements(now),
        )  # fmt: skip


@pytest.fixture(params=[f"{code}-{size}" for code in CODES for size in SIZES])
def look(
    request: pytest.FixtureRequest, shared_house: RunningHouse, chromium: Browser, pictures: Path
) -> Iterator[Look]:
    code, size = request.param.split("-")
    with console_glass(chromium, shared_house.address, pictures, SIZES[size]) as glass:
        if code != "en":
            glass.turn()
        yield Look(ConsolePage(glass), StagedFloor(glass), code, size)


def test_a_level_and_its_changes_fit_and_are_said_in_words(look: Look) -> None:
    look.sign_in(Role.MANAGER)
    page = look.page
    page.go("house")
    expect(page.get("disputed-CS-main")).to_be_visible()
    look.at("meter")
    page.go("inbox")
    page.get("dispute-there").scroll_into_view_if_needed()
    look.at("in-doubt")
    page.get("dispute-there").click()
    expect(page.get("level-panel")).to_be_visible()
    look.at("panel")
    look_at_terms(look)
    look_at_prizes(look)
    assert not look.faults, "\n".join(look.faults)


def look_at_terms(look: Look) -> None:
    page = look.page
    page.get("change_terms").click()
    look.at("terms", SHEET)
    page.get("new-rate").fill("x")
    page.get("new-cap").fill("x")
    look.at("terms-not-read", SHEET)
    for term in ("rate", "reserve_rate", "probability"):
        page.get(f"new-{term}").fill("1/7")
    for term in ("base", "cap"):
        page.get(f"new-{term}").fill("30000")
    page.get("new-overflow_to").select_option("revenue")
    page.get("new-reserve_use").select_option("adds_to_base")
    page.get("level-reason").fill(WHY)
    page.hold("ask-second")
    expect(page.get("level-changes").locator("dt")).to_have_count(7)
    look.at("terms-signature", SHEET)
    for reason in NOES:
        refuse(look, reason)
        look.at(f"refused-{reason}", SHEET)
    page.get("close").click()


def refuse(look: Look, reason: LedgerRefusalReason) -> None:
    """Let the station say no to the change."""
    page, code = look.page, ledger_code(reason)
    answer = {
        "status": 409, "code": code, "title": "", "detail": LEDGER_TEXTS[reason].detail,
        "facts": {"term": "cap"} if reason is LedgerRefusalReason.BAD_TERMS else {},
    }  # fmt: skip
    browser = page.glass.page
    browser.unroute(re.compile(r"/levels/"))
    browser.route(
        re.compile(r"/levels/"),
        lambda route: (
            route.fulfill(json={"approval": "token"})
            if route.request.url.endswith("/approvals")
            else route.fulfill(status=409, json=answer)
        ),
    )
    page.glass.announce_answer(409, "/changes")
    Credentials(page.glass).write("M-302", "no matter")
    Credentials(page.glass).submit()
    expect(Credentials(page.glass).problem).to_have_attribute("data-code", code)


def look_at_prizes(look: Look) -> None:
    page = look.page
    for change, at in (("dispute_award", 0), ("settle_dispute", 0), ("void_award", 0)):
        page.get(change).nth(at).click()
        look.at(change, SHEET)
        page.get("level-reason").fill(WHY)
        page.hold("ask-second")
        look.at(f"{change}-signature", SHEET)
        page.get("close").click()
    look_at_changed(look)


def look_at_changed(look: Look) -> None:
    """What was asked for has changed, and then is gone."""
    page, staged = look.page, look.staged
    page.get("void_award").click()
    page.get("level-reason").fill(WHY)
    page.hold("ask-second")
    (meter,) = staged.floor["meters"]
    disputed = meter["awards"][2]
    show_awards(look, [disputed | {"amount": "12.00"}])
    expect(page.get("level-outdated")).to_be_visible()
    look.at("outdated", SHEET)
    show_awards(look, [])
    expect(page.get("level-gone")).to_be_visible()
    look.at("gone", SHEET)
    page.get("close").click()


def show_awards(look: Look, awards: list[stage.Json]) -> None:
    (meter,) = look.staged.floor["meters"]
    look.staged.send(look.staged.floor | {"meters": [meter | {"awards": awards}]})


@pytest.mark.parametrize("look", ["en-wide", "pl-narrow"], indirect=True)
def test_who_may_not_change_a_level_reads_it_and_is_told_so(look: Look) -> None:
    look.sign_in(Role.SUPERVISOR)
    page = look.page
    page.go("house")
    page.get("movements-CS-main").click()
    expect(page.get("level-panel").locator(".level-award")).to_have_count(4)
    expect(page.get("level-panel").locator("button")).to_have_count(0)
    look.at("watched")
    assert not look.faults, "\n".join(look.faults)
