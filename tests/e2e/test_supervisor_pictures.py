"""Every part of the console fits wide and narrow glass, in each language, and is said in words.

The floor is made up here, as full as it can be and as empty: nothing may be cut off, covered, run
into anything else, or be said in another language than the one shown.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from e2e import looking
from e2e.looking import CODES
from e2e.pages import supervisor_stage as stage
from e2e.pages.offered_ruling import offered_rulings
from e2e.pages.supervisor import LAPTOP, NARROW, WIDE, ConsolePage, console_glass
from e2e.pages.supervisor_staged import StagedFloor
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIZES = {"wide": WIDE, "laptop": LAPTOP, "narrow": NARROW}
TOUCH_PX = {"wide": 22, "laptop": 22, "narrow": 40}
# Ids, names and words of the station that are the same in every language.
NAMES = re.compile(
    r"CS-main|(?:shoe|sign|acceptor)-\d|[DSMTA]-\d{3}|Caribbean Stud(?: \d)?|classic|0a1b2c3d"
    r"|(?:a card was not read · )?sequence 118 missing after 117|(?:progressive|table)/CS-\w+"
    r"|PRG-15|CS-[A-Z0-9]+|j|k|/"
    r"|The player's hand is higher.*|Ręka gracza jest wyższa.*|\d{4}-\d\d-\d\d [\d:]{8}"
    r"|\d+ s|\d+ min|\d+ h \d\d min|\d+:\d+|Console|Konsola"
)


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One station for all pictures: it sends heartbeats, the pictures are made up."""
    with running_house(tmp_path_factory.mktemp("console") / "house") as running:
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
        """Examine what stands on the glass, or in a part of it, and keep its picture."""
        self.faults += looking.look(
            self.page.glass, "console", self.code, f"{self.size}-{name}", NAMES,
            touch_px=TOUCH_PX[self.size], seat_px=0, part=part,
        )  # fmt: skip

    def everywhere(self, name: str) -> None:
        """Look at all four areas: at once where they fit, one after the other where they do not."""
        if not self.page.glass.is_narrow:
            self.at(name)
            return
        for area in ("wall", "table", "inbox", "house"):
            self.page.go(area)
            self.at(f"{name}-{area}")

    def show(self, floor: Callable[[int], Any], view: Callable[[int], Any]) -> None:
        now = self.staged.now
        self.staged.show(
            floor(now), view(now), current=stage.current_round(now),
            settled=stage.settled_round(now), rounds=stage.round_rows(now),
            movements=stage.movements(now), events=stage.round_events(now)[::-1],
        )  # fmt: skip


@pytest.fixture(params=[f"{code}-{size}" for code in CODES for size in SIZES])
def look(
    request: pytest.FixtureRequest, shared_house: RunningHouse, chromium: Browser, pictures: Path
) -> Iterator[Look]:
    code, size = request.param.split("-")
    with console_glass(chromium, shared_house.address, pictures, SIZES[size]) as glass:
        if code != "en":
            glass.turn()
        page = ConsolePage(glass)
        yield Look(page, StagedFloor(glass), code, size)


def test_every_item_and_every_state_of_a_table_fits_and_is_said_in_words(look: Look) -> None:
    look.at("sign-in")
    look.page.sign_in(person(Role.SUPERVISOR))
    look.show(stage.quiet_floor, stage.closed_view)
    look.everywhere("quiet")
    look.show(stage.busy_floor, stage.held_view)
    look.everywhere("busy")
    look_at_items(look)
    look_at_tables(look)
    assert not look.faults, "\n".join(look.faults)


def test_everything_that_is_looked_up_fits_and_is_said_in_words(look: Look) -> None:
    look.page.sign_in(person(Role.SUPERVISOR))
    look.show(stage.busy_floor, stage.held_view)
    look.page.get("item-CS-1/ruling").click()
    look.page.go("table")
    look_at_events(look)
    look_up(look)
    lose_the_line(look)
    assert not look.faults, "\n".join(look.faults)


def look_at_items(look: Look) -> None:
    page = look.page
    page.go("inbox")
    for item in look.staged.floor["inbox"]:
        page.get(f"item-{item['id']}").click()
        page.go("inbox")
        look.at(f"item-{item['id'].replace('/', '-')}")
    page.get("item-CS-5/ruling/2").click()
    page.go("inbox")
    page.press_short("option-fouled_deck")
    look.at("held-too-short")
    page.hold("option-fouled_deck")
    expect(page.get("approval")).to_be_visible()
    look.at("approval")
    page.get("close").click()


def look_at_tables(look: Look) -> None:
    page = look.page
    page.get("item-CS-1/ruling").click()
    page.go("table")
    views = (
        stage.betting_view, stage.view, stage.locked_view, stage.paying_view, stage.settled_view,
    )  # fmt: skip
    for view in views:
        look.show(stage.busy_floor, view)
        look.at(f"table-{view.__name__}")


def look_at_events(look: Look) -> None:
    page = look.page
    page.get("event-1005").click()
    expect(page.get("event-details-1005")).to_be_visible()
    look.at("event")
    page.get("event-1008").click()
    expect(page.get("event-details-1008")).to_be_visible()
    look.at("event-ruling")


def look_up(look: Look) -> None:
    page = look.page
    page.recall(147)
    look.at("recall")
    for wager in ("wager-2-progressive", "wager-5-ante"):
        page.get(wager).click()
        page.get(wager).scroll_into_view_if_needed()
        look.at(f"recall-{wager}")
    page.get("recall-ruling-1").scroll_into_view_if_needed()
    look.at("recall-ruling")
    page.go("house")
    page.get("movements-CS-main").click()
    page.get("movement-56").click()
    look.at("movements")
    page.search("ante")
    look.at("log")
    look.staged.record["events"] = []
    page.search("nothing of the kind")
    expect(page.get("log-empty")).to_be_visible()
    look.at("log-empty")


def lose_the_line(look: Look) -> None:
    look.staged.fall_silent()
    expect(look.page.get("stale")).to_be_visible()
    look.at("stale")


@pytest.mark.parametrize(
    "look", [f"{code}-{size}" for code in CODES for size in ("wide", "narrow")], indirect=True
)
def test_every_ruling_fits_the_inbox_and_is_said_in_words(look: Look) -> None:
    rulings = offered_rulings("caribbean-stud")
    assert rulings
    look.page.sign_in(person(Role.SUPERVISOR))
    look.page.go("inbox")
    cards = [{"position": f"seat 7 card {number}", "card": "Td"} for number in range(1, 6)]
    for number, shown in enumerate(rulings, start=1):

        def floor(now: int, shown: dict[str, Any] = shown, number: int = number) -> Any:
            item = stage.item("ruling", "CS-1", now, ruling=shown, cards=cards,
                              id=f"CS-1/ruling/{number}", danger=3)  # fmt: skip
            return stage.quiet_floor(now) | {"inbox": [item]}

        look.show(floor, stage.held_view)
        expect(look.page.get(f"item-CS-1/ruling/{number}")).to_be_visible()
        look.at(f"ruling-{shown['irregularity']}-{number}", '[data-testid="inbox"]')
    assert not look.faults, "\n".join(look.faults)


@pytest.mark.parametrize("look", ["en-wide"], indirect=True)
def test_a_device_that_changes_and_moves_in_the_list_takes_the_colour_of_its_state(
    look: Look,
) -> None:
    """Devices in trouble stand first, so what changes moves."""
    look.page.sign_in(person(Role.SUPERVISOR))
    look.show(stage.busy_floor, stage.held_view)
    look.page.go("house")

    def changed(now: int) -> Any:
        devices = stage.devices(now)
        devices[2]["state"], devices[5]["state"] = "lost", "ready"
        return stage.busy_floor(now) | {"devices": devices}

    look.show(changed, stage.held_view)
    expect(look.page.get("device-CS-1-acceptor-2")).to_have_attribute("data-state", "lost")
    marks = look.page.get("devices").locator(".device-mark")
    shown = marks.evaluate_all(
        "all => all.map(one => [one.dataset.state, getComputedStyle(one.firstElementChild).color])"
    )
    colours = dict(map(tuple, shown))
    assert len(colours) == len({tuple(each) for each in shown}) == len(set(colours.values()))


@pytest.mark.parametrize("look", ["en-narrow", "en-wide"], indirect=True)
def test_a_refusal_is_read_in_every_area(look: Look) -> None:
    """A person who has gone on to another tab must hear that his order was not carried out."""
    page = look.page
    page.sign_in(person(Role.SUPERVISOR))
    look.show(stage.busy_floor, stage.held_view)
    refused = {"status": 409, "code": "stale_version", "title": "", "detail": "", "facts": {}}
    page.glass.page.route(
        re.compile(r"/api/tables/[^/]+/commands$"),
        lambda route: route.fulfill(status=409, json=refused),
    )
    page.glass.announce_answer(409, "/commands")
    page.go("inbox")
    page.get("item-CS-1/ruling").click()
    page.get("option-play_on").hover()
    # What is said pushes the button away from under the pointer, so that is waited for.
    page.glass.page.mouse.down()
    expect(page.get("message")).to_be_visible()
    page.glass.page.mouse.up()
    for area in ("wall", "table", "house"):
        page.go(area)
        said = page.get("message-elsewhere" if page.glass.is_narrow else "message")
        expect(said).to_be_visible()
        expect(said).to_have_attribute("data-code", "stale_version")
        look.at(f"refused-{area}")
    assert not look.faults, "\n".join(look.faults)
