"""Two levels of a progressive, and envy prizes of a royal flush, as dealer and console show them.

The round is played into a record and told by the station's own view and read models; only the floor
around it is made up. A royal flush at a full table brings the longest line there is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from e2e import looking
from e2e.looking import CODES, in_each_language
from e2e.pages import supervisor_stage as stage
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.staged import SHOE, Staged
from e2e.pages.supervisor import LAPTOP, NARROW, WIDE, ConsolePage, console_glass
from e2e.pages.supervisor_staged import StagedFloor
from playwright.sync_api import Browser, expect
from recorded_play import FLUSH, NOTHING, PAIR, ROYAL, Recorded, bet_and_deal, decide, recorded_in
from running_house import RunningHouse, person, running_house
from table_play import TablePlay

from dealer_station.event_log.store import EventLog
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

Json = dict[str, Any]

SIZES = {"wide": (WIDE, 22), "laptop": (LAPTOP, 22), "narrow": (NARROW, 40)}
HANDS = {
    1: ROYAL, 2: FLUSH, 3: NOTHING, 4: PAIR, 5: "Jd 9d 6d 3c 2c", 6: "Qd Td 7d 5s 3s",
    7: "Jh Th 6s 3d 2d",
}  # fmt: skip
SEATS = tuple(HANDS)
OTHERS = ", ".join(str(seat) for seat in SEATS if seat != 1)
# Ids, names and words of the station that are the same in every language.
NAMES = re.compile(
    r"Table|envy|t1|p1|[0-9a-f]{8}|[DSMTA]-\d{3}|Caribbean Stud(?: \d)?|CS-[A-Z0-9]+|PRG-\d\d"
    r"|HIT-\d\d|j|k|/|(?:progressive|table)/\w+|\d{4}-\d\d-\d\d [\d:]{8}|\d+ s|\d+ min|\d+:\d+"
    r"|Console|Konsola|dealer|Table · Caribbean Stud|Kilka pokerów królewskich.*|Według zestawu.*"
)


@dataclass(frozen=True)
class Told:
    """What the station says of one round of the rule set `envy`, at two moments and afterwards."""

    verifying: Json
    paying: Json
    settled: Json
    watched: Json
    round: Json


def seen(play: TablePlay, role: Role) -> Json:
    """What a role sees of the table; its place in the record is the test's to make up."""
    told = {name: part for name, part in play.seen_by(role).items() if name != "version"}
    return told | {"devices": [SHOE]}


def played(recorded: Recorded) -> Told:
    play = decide(
        bet_and_deal(recorded.play(rules="envy", seats=SEATS, meter=1_100_00), HANDS,
                     progressive=SEATS)
    )  # fmt: skip
    for seat in (7, 6, 5, 4, 3):
        play.run(f"pay: {seat}")
    play.run("verify: 2", "pay: 2")
    verifying = seen(play, Role.DEALER)
    play.run("verify: 1")
    paying = seen(play, Role.DEALER)
    play.run("pay: 1")
    return Told(
        verifying, paying, seen(play, Role.DEALER), seen(play, Role.SUPERVISOR),
        recorded.round(role=Role.SUPERVISOR),
    )  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    database = str(tmp_path_factory.mktemp("envy") / "log.db")
    EventLog(database).close()
    with recorded_in(database) as recorded:
        return played(recorded)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One for all: the pictures are the tests' own, its table is never played at."""
    with running_house(tmp_path_factory.mktemp("levels") / "house") as running:
        yield running


def test_the_dealer_reads_whom_a_hand_brings_an_envy_prize(glass: Glass, told: Told) -> None:
    staged = Staged(glass, SEATS)
    dealer = person(Role.DEALER)
    Credentials(glass).give(dealer)
    expect(glass.get("table-page")).to_be_visible()
    names = {"Table", "t1", dealer.name}
    faults: list[str] = []
    for code in in_each_language(glass):
        for moment in ("verifying", "paying"):
            staged.show(**getattr(told, moment))
            line = glass.get("payout-envy")
            expect(line).to_have_attribute("data-amount", "100.00")
            expect(line).to_contain_text(OTHERS)
            faults += looking.look(glass, "envy-dealer", code, moment, names)
        staged.show(**told.settled)
        expect(glass.get("seat-7-net")).to_have_attribute("data-amount", "69.00")
        faults += looking.look(glass, "envy-dealer", code, "settled", names)
    assert not faults, "\n".join(faults)


def two_levels(now: int) -> list[Json]:
    """The meters of a progressive whose main level is at its cap and has been won in its time."""
    main = {
        "progressive": "p1", "tables": ["t1"], "meter": "1200.00", "seed": "1000.00",
        "cap": "1200.00", "overflow": "16.40", "reserve": "412.35",
    }  # fmt: skip
    minor = {
        "level": "minor", "name": "minor", "meter": "101.40", "seed": "100.00", "cap": "150.00",
        "overflow": "0.00", "reserve": "0.00", "last_hit": None,
        "spark": [[now - stage.HOUR_MS, 10_000], [now - stage.MINUTE_MS, 10_140]],
    }  # fmt: skip
    return [stage.meter(now, **main), stage.meter(now, **(main | minor))]


def floor(now: int) -> Json:
    tile = stage.tile("t1", 1, name="Table", phase="settled", stage="settled", round=1)
    return stage.quiet_floor(now) | {"tables": [tile], "meters": two_levels(now)}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_the_console_shows_both_levels_and_explains_each_envy_prize(
    house: RunningHouse, chromium: Browser, pictures: Path, told: Told, size: str, code: str
) -> None:
    shape, touch_px = SIZES[size]
    faults: list[str] = []
    with console_glass(chromium, house.address, pictures, shape) as glass:
        if code != "en":
            glass.turn()
        page, staged = ConsolePage(glass), StagedFloor(glass)

        def look(name: str) -> None:
            faults.extend(
                looking.look(glass, "levels-console", code, f"{size}-{name}", NAMES,
                             touch_px=touch_px, seat_px=0)
            )  # fmt: skip

        page.sign_in(person(Role.SUPERVISOR))
        staged.show(
            floor(staged.now), told.watched, current=told.round, settled=told.round,
            rounds=[stage.round_rows(staged.now)[0] | {"number": 1, "seats": list(SEATS)}],
            movements=stage.movements(staged.now), events=told.round["events"][::-1],
        )  # fmt: skip
        page.recall(1)
        look("recall")
        for wager in ("wager-1-progressive", "wager-7-envy"):
            page.get(wager).click()
            page.get(wager).scroll_into_view_if_needed()
            look(f"recall-{wager}")
        (paid,) = (one for one in told.round["events"] if one["type"] == "envy_paid")
        page.get(f"event-{paid['position']}").click()
        look("event-envy-paid")
        page.go("house")
        for level in ("p1", "p1-minor"):
            expect(page.get(f"meter-{level}")).to_be_visible()
        look("meters")
        page.get("movements-p1-minor").click()
        look("movements-minor")
    assert not faults, "\n".join(faults)
