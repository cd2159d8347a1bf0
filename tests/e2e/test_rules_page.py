"""The rules page in a browser: on a terminal, a sign, a telephone and on paper, in both languages.

The station's own API serves it, over tables of every game; whatever the browser reports fails.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from api_builders import Station, new_services, record_beside
from e2e.pages.glass import Glass
from people_builders import people_on_sqlite
from playwright.sync_api import Browser, Page
from rules_pages import CONFIG, CURRENCY, RULE_SETS, words_of

from dealer_station.api.ports import ServedTable
from dealer_station.clock import SystemClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.table_controller import TableController, TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.house_rules.loader import load_rules
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page
from dealer_station.table.role_view import TableFacts

pytestmark = pytest.mark.e2e

TABLES = [f"{game}-{name}" for game, name in RULE_SETS]
# A sheet of A4 less its margins, at 96 dots an inch.
PAPER = (680, 1009)
SIZES = {"telephone": (360, 740), "terminal": (1280, 800), "sign": (1920, 1080)}

# Words that are cut, run beyond the glass or into the words of another cell; a page that scrolls
# sideways.
_FAULTS = """() => {
  const found = [];
  const root = document.documentElement;
  const over = root.scrollWidth - innerWidth;
  if (over > 0) found.push(`scrolls sideways by ${over}`);
  for (const element of document.querySelectorAll("h1, h2, p, caption, th, td, dt, dd, a")) {
    const name = `${element.tagName} "${element.textContent.slice(0, 40)}"`;
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility()) continue;
    if (!element.textContent.trim()) found.push(`${name} is empty`);
    if (box.left < 0 || box.right > innerWidth + 1) found.push(`${name} lies beyond the edge`);
    const isInline = getComputedStyle(element).display === "inline";
    if (!isInline && element.scrollWidth > element.clientWidth + 1)
      found.push(`${name} leaves its box`);
  }
  for (const link of document.querySelectorAll("a")) {
    if (!link.checkVisibility()) continue;
    const { width, height } = link.getBoundingClientRect();
    if (height < 44 || width < 44) found.push(`small target "${link.textContent}"`);
  }
  return [...new Set(found)];
}"""


def served(game: str, name: str) -> ServedTable:
    """A table of a rule set, with a record of its own."""
    table_id, rules = f"{game}-{name}", load_rules(CONFIG, game, name)
    record, registry, pool = MemoryRecord(), station_registry(), rules.game.progressive
    setup = TableSetup(
        TableFacts(table_id, f"Table {table_id}", CURRENCY), (1, 2, 3), rules,
        {pool.pool: "pool-1"} if pool else {},
    )  # fmt: skip
    progressives = Progressives(record, registry)
    controller = TableController(setup, record, registry, progressives)
    return ServedTable(
        table_id=table_id,
        name=f"Table {table_id}",
        game=game,
        seats=(1, 2, 3),
        controller=controller,
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A station with a table of every rule set."""
    clock = SystemClock()
    folder = tmp_path_factory.mktemp("rules")
    with people_on_sqlite(folder, clock) as people, record_beside(people, clock) as kept:
        tables = {f"{game}-{name}": served(game, name) for game, name in RULE_SETS}
        services = replace(new_services(people, clock, kept), tables=tables, progressives={})
        station = Station(services, tables["caribbean-stud-classic"].controller)  # type: ignore[arg-type] # real
        with station.running() as url:
            yield url


@contextmanager
def reading(
    chromium: Browser, address: str, size: tuple[int, int], folder: Path
) -> Iterator[Glass]:
    """A browser that reads; whatever it reports fails the test."""
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    glass = Glass(context, address, folder)
    try:
        yield glass
    finally:
        glass.close()
    assert glass.faults == []


def shown_words(page: Page) -> str:
    text: str = page.evaluate("() => document.body.textContent")
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", SIZES)
def test_every_rule_set_reads_well_on_every_glass(
    address: str, chromium: Browser, pictures: Path, size: str, language: Language
) -> None:
    faults: list[str] = []
    with reading(chromium, address, SIZES[size], pictures) as glass:
        for name in TABLES:
            answer = glass.page.goto(f"{address}/rules?table={name}&language={language.value}")
            assert answer is not None
            assert answer.status == 200
            glass.picture(f"rules-{name}-{size}-{language.value}")
            faults += [f"{name}: {each}" for each in glass.page.evaluate(_FAULTS)]
    assert faults == []


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "name"), RULE_SETS)
def test_the_browser_shows_the_whole_page(
    address: str, chromium: Browser, pictures: Path, game: str, name: str, language: Language
) -> None:
    rules = load_rules(CONFIG, game, name)
    with reading(chromium, address, SIZES["terminal"], pictures) as glass:
        glass.page.goto(f"{address}/rules?table={game}-{name}&language={language.value}")
        words = shown_words(glass.page)
        said = words_of(rules_page(rules, language, CURRENCY))
        assert [text for text in said if text not in words] == []
        assert rules.digest in words
        assert glass.page.evaluate("() => document.documentElement.lang") == language.value


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", TABLES)
def test_it_prints_on_sheets_of_a4(
    address: str, chromium: Browser, pictures: Path, name: str, language: Language
) -> None:
    with reading(chromium, address, PAPER, pictures) as glass:
        glass.page.goto(f"{address}/rules?table={name}&language={language.value}")
        glass.page.emulate_media(media="print")
        assert glass.page.evaluate(_FAULTS) == []
        assert not glass.page.locator("nav").is_visible()
        sheet = glass.page.pdf(prefer_css_page_size=True)
    assert b"/MediaBox [0 0 594.95996 841.91998]" in sheet or b"/MediaBox [0 0 595" in sheet
    sheets = sheet.count(b"/Type /Page\n")
    assert 1 <= sheets <= 5


def test_the_way_from_the_list_to_a_table_and_to_the_other_language(
    address: str, chromium: Browser, pictures: Path
) -> None:
    with reading(chromium, address, SIZES["terminal"], pictures) as glass:
        glass.page.goto(f"{address}/rules")
        glass.picture("rules-list")
        assert glass.page.evaluate(_FAULTS) == []
        glass.page.get_by_role("link", name="gardens").click()
        assert glass.page.get_by_role("heading", level=1).inner_text() == "Baccarat"
        glass.page.get_by_role("link", name="Polski").click()
        assert "Zasady gry" in shown_words(glass.page)
        assert glass.page.url.endswith("/rules?table=baccarat-gardens&language=pl")


def test_an_unknown_table_is_told_and_not_shown(
    address: str, chromium: Browser, pictures: Path
) -> None:
    with reading(chromium, address, SIZES["telephone"], pictures) as glass:
        glass.announce_answer(404, "/rules?table=other")
        glass.page.goto(f"{address}/rules?table=other")
        assert "There is no such table here." in shown_words(glass.page)
        assert glass.page.evaluate(_FAULTS) == []
