"""The sign of a table's rounds: its pictures in both orientations and languages, and what is old.

API and page are the real ones; what the API tells of the table is made up here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from e2e import looking
from e2e.looking import CODES
from e2e.pages.baccarat_stage import DRAGON, NATURAL, TIED, TIGER, a_shoe, hands
from e2e.pages.glass import Glass
from e2e.pages.signage import LANDSCAPE, PORTRAIT, playing_station
from e2e.pages.staged import Parts
from playwright.sync_api import Browser, Route, expect

from dealer_station.games.baccarat.roads_content import roads_content

pytestmark = pytest.mark.e2e

SIZES = {"landscape": LANDSCAPE, "portrait": PORTRAIT}
TABLE = "BA-1"


def spot(name: str, pays: str) -> Parts:
    return {"name": name, "min": "5.00", "max": "500.00", "pays": pays}


def facts(**parts: Any) -> Parts:
    return {
        "id": TABLE, "name": "Baccarat 1", "game": "baccarat", "currency": "USD",
        "version": 170, "round": 54, "is_open": True, "phase": "betting",
        "limits": {"min": "5.00", "max": "500.00"},
        "spots": [spot("player", "1"), spot("banker", "1"), spot("dragon7", "40"),
                  spot("tiger8", "25"), spot("tie", "8")],
        "cards": {}, "hands": {}, "history": roads_content(a_shoe()),
    } | parts  # fmt: skip


class TableSignGlass(Glass):
    """A sign above a table; `told` is what the station answers, None: nothing."""

    told: Parts | None

    def open_sign(self, lang: str, told: Parts) -> None:
        self.told = told
        self.page.route(f"**/api/signage/tables/{TABLE}", self._answer)
        self.page.goto(f"{self.address}/signage?table={TABLE}&lang={lang}")
        expect(self.get("table-sign")).to_have_attribute("data-state", "live")

    def tell(self, **parts: Any) -> None:
        """Let the station tell this from now on, and wait until it is on the glass."""
        assert self.told is not None, "the sign is open"
        self.told = self.told | parts
        sign = self.get("table-sign")
        expect(sign).to_have_attribute("data-phase", self.told["phase"])
        expect(sign).to_have_attribute("data-round", str(self.told["round"]))

    def _answer(self, route: Route) -> None:
        if self.told is None:
            route.abort()
        else:
            route.fulfill(json=self.told)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with playing_station(tmp_path_factory.mktemp("table-sign")) as station:
        yield station.url


@contextmanager
def hangs(
    chromium: Browser, address: str, pictures: Path, size: tuple[int, int] = LANDSCAPE
) -> Iterator[TableSignGlass]:
    """A browser of its own for a sign; whatever it reports fails the test."""
    width, height = size
    context = chromium.new_context(viewport={"width": width, "height": height})
    glass = TableSignGlass(context, address, pictures)
    try:
        yield glass
    finally:
        glass.close()
    assert glass.faults == []


def look(glass: Glass, code: str, name: str, part: str = "#stage") -> list[str]:
    return looking.look(glass, "table-sign", code, name, {"Baccarat 1"}, seat_px=0, part=part)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_every_state_fits_both_orientations_and_is_said_in_words(
    chromium: Browser, address: str, pictures: Path, code: str
) -> None:
    """One sign that is turned between landscape and portrait for each picture."""
    faults: list[str] = []
    with hangs(chromium, address, pictures) as glass:

        def look_both_ways(name: str, part: str = "#stage") -> None:
            for size, (width, height) in SIZES.items():
                glass.page.set_viewport_size({"width": width, "height": height})
                faults.extend(look(glass, code, f"{size}-{name}", part))

        glass.open_sign(code, facts(round=1, history=roads_content([])))
        look_both_ways("new-shoe")
        glass.tell(round=54, history=roads_content(a_shoe()))
        look_both_ways("betting")
        glass.tell(phase="drawing", **hands("4s 2d", "Kh 3c", (6, 3)))
        look_both_ways("drawing")
        results = {"dragon": DRAGON, "tiger": TIGER, "natural": NATURAL, "tie": TIED}
        for number, (name, result) in enumerate(results.items(), start=55):
            glass.tell(phase="dealing", round=number, cards={}, hands={})
            expect(glass.get("result")).to_have_count(0)
            glass.tell(phase="paying", **result)
            expect(glass.get("result")).to_be_visible()
            look_both_ways(f"result-{name}", "[data-testid=result]")
        expect(glass.get("result")).to_have_count(0)
        look_both_ways("paying")
        long = a_shoe("PPPPPPPPPP" + "BTPB" * 18)
        glass.tell(phase="settled", history=roads_content(long))
        look_both_ways("long-shoe")
        glass.tell(phase="idle", is_open=False, cards={}, hands={})
        look_both_ways("closed")
    assert not faults, "\n".join(faults)


HOUSE_HANDS = {
    "casino-holdem": {
        "dealt": ({"dealer": "## ##", "board": "Ah Kd 7c"}, {}),
        "shown": (
            {"dealer": "Ad 7h", "board": "Ah Kd 7c 2s 9d"},
            {"dealer": "two_pair"},
        ),
        "shared": (
            {"dealer": "Ad 7h", "board": "Ah Kd 7c 2s 9d", "player": "Kc Ks"},
            {"dealer": "two_pair", "player": "three_of_a_kind"},
        ),
    },
    "caribbean-stud": {
        "dealt": ({"dealer": "## ## ## ## 2d"}, {}),
        "shown": ({"dealer": "Ah Kd 7c 3s 2d"}, {"dealer": "ace_king"}),
    },
}
"""Cards and hands of the table, as the station tells them of games that have no history."""


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_house_table_without_roads_shows_its_hands(
    chromium: Browser, address: str, pictures: Path, code: str
) -> None:
    faults: list[str] = []
    with hangs(chromium, address, pictures) as glass:
        glass.open_sign(code, facts())
        for number, (game, states) in enumerate(HOUSE_HANDS.items(), start=60):
            spots = [spot("ante", "1") | {"pays": None}]
            glass.tell(game=game, round=number, history=None, spots=spots, cards={}, hands={})
            expect(glass.get("laid-hands")).to_be_visible()
            expect(glass.get("hand-banker")).to_have_count(0)
            for name, (cards, hands_of) in states.items():
                glass.tell(cards=cards, hands=hands_of)
                for place, laid in cards.items():
                    expect(glass.get(f"hand-{place}")).to_have_attribute("data-cards", laid)
                for place in hands_of:
                    expect(glass.get(f"worth-{place}")).to_be_visible()
                for turned, (width, height) in SIZES.items():
                    glass.page.set_viewport_size({"width": width, "height": height})
                    faults.extend(look(glass, code, f"{turned}-{game}-{name}"))
    assert not faults, "\n".join(faults)


def test_the_roads_show_what_the_station_drew(
    chromium: Browser, address: str, pictures: Path
) -> None:
    """Every mark of a short shoe; of a long one the last columns."""
    short = a_shoe("PBBTPP")
    with hangs(chromium, address, pictures) as glass:
        glass.open_sign("en", facts(history=roads_content(short)))
        expect(glass.get("road-bead_plate")).to_have_attribute("data-marks", "6")
        expect(glass.get("road-big_road")).to_have_attribute("data-marks", "5")
        expect(glass.get("count-banker")).to_contain_text("2")
        expect(glass.get("count-rounds")).to_contain_text("6")
        beads = glass.get("road-bead_plate").locator(".bead")
        assert [bead.text_content() for bead in beads.all()] == ["P", "B", "B", "T", "P", "P"]
        long = roads_content(a_shoe("PB" * 60))
        # Ties before any winner wait in the first place of the big road.
        glass.tell(history=roads_content(a_shoe("TT")), round=2)
        expect(glass.get("road-big_road")).to_have_attribute("data-marks", "0")
        expect(glass.get("road-big_road").locator(".run-ties")).to_have_text("2")
        glass.tell(history=long, round=121)
        expect(glass.get("road-bead_plate")).to_have_attribute("data-marks", str(14 * 6))
        expect(glass.get("road-big_road")).to_have_attribute("data-marks", "42")


def test_a_new_result_takes_the_glass_for_some_seconds_once(
    chromium: Browser, address: str, pictures: Path
) -> None:
    with hangs(chromium, address, pictures) as glass:
        glass.open_sign("en", facts(phase="paying", **NATURAL))
        # A sign that is switched on after the result has missed it.
        expect(glass.get("total-banker")).to_have_text("9")
        expect(glass.get("result")).to_have_count(0)
        glass.tell(phase="drawing", round=55, **hands("4s 2d", "Kh 3c", (6, 3)))
        glass.tell(phase="paying", **DRAGON)
        expect(glass.get("result")).to_have_attribute("data-winner", "banker")
        expect(glass.get("result")).to_contain_text("Dragon 7")
        glass.tell(phase="settled")
        expect(glass.get("result")).to_have_count(0)
        glass.tell(version=171)
        glass.page.wait_for_timeout(1500)
        expect(glass.get("result")).to_have_count(0)


def test_old_news_is_never_shown_as_fresh(chromium: Browser, address: str, pictures: Path) -> None:
    with hangs(chromium, address, pictures) as glass:
        glass.announce("request failed", "ERR_FAILED")
        glass.open_sign("en", facts())
        told, glass.told = glass.told, None
        expect(glass.get("table-sign")).to_have_attribute("data-state", "stale")
        expect(glass.get("rounds-stale")).to_be_visible()
        glass.picture("table-sign-stale")
        glass.told = told
        expect(glass.get("table-sign")).to_have_attribute("data-state", "live")
        expect(glass.get("rounds-stale")).to_have_count(0)


def test_a_table_that_is_not_there_says_so_without_a_guess(
    chromium: Browser, address: str, pictures: Path
) -> None:
    """The real API: no such table."""
    with hangs(chromium, address, pictures) as glass:
        glass.announce_answer(404, "/api/signage/tables/nowhere")
        glass.page.goto(f"{address}/signage?table=nowhere")
        expect(glass.get("rounds-stale")).to_be_visible()
        expect(glass.get("table-name")).to_have_count(0)
