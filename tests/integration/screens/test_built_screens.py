"""The built pages themselves: nothing inline, nothing from outside, small enough, licensed."""

import gzip
import re
from pathlib import Path

import pytest

from dealer_station.screens.mount import DIST, PAGES

SOURCES = DIST.parent
# What a page loads before it shows anything, with the words of one language, in bytes of gzip. The
# console has all texts of the dealer's screen and its own. A game brings its felt and, a language,
# some 2.5 kB of words (its irregularities) to both; the sign, which hangs on weak hardware, carries
# no words of irregularities.
SCRIPT_BUDGETS = {
    "dealer.html": 62 * 1024,
    "signage.html": 48 * 1024,
    "supervisor.html": 80 * 1024,
}
# The same with the words of both languages: the second comes when the page is shown.
WHOLE_BUDGETS = {
    "dealer.html": 74 * 1024,
    "signage.html": 56 * 1024,
    "supervisor.html": 96 * 1024,
}
LANGUAGES = ("en", "pl")
# What comes by itself at a poker table, in addition: felt and page, their style, the words of one
# language (those of its irregularities among them).
POKER = ("poker", "irregularities_holdem", "irregularities_stud")
POKER_SCRIPT_BUDGET = 20 * 1024
POKER_STYLE_BUDGET = 3 * 1024
# What comes by itself when the console looks up a meter: terms, open prizes and their changes.
LEVELS = ("levels",)
LEVELS_SCRIPT_BUDGET = 9 * 1024
LEVELS_STYLE_BUDGET = 1024
STYLE_BUDGETS = {
    "dealer.html": 12 * 1024,
    "signage.html": 12 * 1024,
    "supervisor.html": 14 * 1024,
}


def assets(suffix: str) -> list[Path]:
    found = sorted((DIST / "assets").glob(f"*{suffix}"))
    assert found, f"no {suffix} in {DIST}: install the station (make install) to build it"
    return found


@pytest.mark.parametrize("name", sorted(set(PAGES.values())))
def test_a_page_holds_nothing_that_its_policy_forbids(name: str) -> None:
    page = (DIST / name).read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=|data:", page)
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert addresses
    for address in addresses:
        assert address.startswith("/assets/"), address
        assert (DIST / address.removeprefix("/")).is_file(), address


def test_scripts_and_styles_fetch_nothing_from_elsewhere() -> None:
    for path in [*assets(".js"), *assets(".css")]:
        text = path.read_text(encoding="utf-8")
        # The names of the W3C's XML name spaces look like addresses; nothing is fetched by them.
        found = re.findall(r"https?://(?!www\.w3\.org/)[A-Za-z0-9./_-]+", text)
        assert found == [], path.name
        assert not re.search(r"\beval\(|new Function\(|url\(data:", text), path.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(set(PAGES.values())))
def test_a_page_stays_within_its_budget(name: str, language: str) -> None:
    (other,) = set(LANGUAGES) - {language}
    needed = {path for path in needed_by(DIST / name) if not is_brought_later(path)}
    words = {path for path in needed if words_of(path) == language}
    assert words, f"no words of {language}"
    first = {path for path in needed if words_of(path) != other}
    script, style = gzipped(first, ".js"), gzipped(first, ".css")
    assert 0 < script <= SCRIPT_BUDGETS[name], f"{script} bytes of script"
    assert 0 < style <= STYLE_BUDGETS[name], f"{style} bytes of style"
    whole = gzipped(needed, ".js")
    assert whole <= WHOLE_BUDGETS[name], f"{whole} bytes of script with both languages"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("page", "part", "script_budget", "style_budget"),
    [
        ("dealer.html", POKER, POKER_SCRIPT_BUDGET, POKER_STYLE_BUDGET),
        ("supervisor.html", LEVELS, LEVELS_SCRIPT_BUDGET, LEVELS_STYLE_BUDGET),
    ],
)
def test_a_part_that_comes_by_itself_brings_no_more_than_its_budget(
    page: str, part: tuple[str, ...], script_budget: int, style_budget: int, language: str
) -> None:
    (other,) = set(LANGUAGES) - {language}
    parts = {path for path in needed_by(DIST / page) if path.name.startswith(part)}
    first = {path for path in parts if words_of(path) != other}
    script, style = gzipped(first, ".js"), gzipped(first, ".css")
    assert 0 < script <= script_budget, f"{script} bytes of script"
    assert 0 < style <= style_budget, f"{style} bytes of style"


def test_no_page_loads_a_part_before_it_is_shown() -> None:
    for name in set(PAGES.values()):
        page = (DIST / name).read_text(encoding="utf-8")
        assert not any(part in page for part in (*POKER, *LEVELS))
    assert not any(is_brought_later(path) for path in needed_by(DIST / "signage.html"))
    of_dealer = needed_by(DIST / "dealer.html")
    assert not any(path.name.startswith(LEVELS) for path in of_dealer)


@pytest.mark.parametrize("name", sorted(set(PAGES.values())))
def test_words_of_a_language_are_loaded_by_themselves(name: str) -> None:
    """Nothing but `import()` leads to them: a page has those of the language shown first."""
    for path in needed_by(DIST / name) | {DIST / name}:
        text = path.read_text(encoding="utf-8")
        for words in filter(words_of, assets(".js")):
            named = len(re.findall(re.escape(words.name), text))
            asked = len(re.findall(rf"import\([`'\"]\./{re.escape(words.name)}[`'\"]\)", text))
            assert named == asked or words_of(path), f"{path.name} names {words.name}"


def words_of(path: Path) -> str | None:
    """Return the language whose words a script holds; None: it is of every language."""
    found = re.match(r"(?:.+\.)?(en|pl)-[\w-]+\.js", path.name)
    return found[1] if found else None


def is_brought_later(path: Path) -> bool:
    return path.name.startswith((*POKER, *LEVELS))


def gzipped(paths: set[Path], suffix: str) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in paths if path.suffix == suffix)


def needed_by(page: Path) -> set[Path]:
    """Scripts and styles that a page names, and those that they name in turn."""
    everything = [*assets(".js"), *assets(".css")]
    needed: set[Path] = set()
    waiting = [page]
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        named = {path for path in everything if path.name in text} - needed
        needed |= named
        waiting += named
    return needed


def test_only_the_sign_checks_signatures_and_it_does_so_by_itself() -> None:
    """WebCrypto is absent on plain http, so the arithmetic is bundled."""
    worker = next(path for path in assets(".js") if path.name.startswith("trust.worker"))
    assert worker in needed_by(DIST / "signage.html")
    assert worker not in needed_by(DIST / "dealer.html")


def test_every_script_and_style_belongs_to_a_page() -> None:
    needed = {path for name in set(PAGES.values()) for path in needed_by(DIST / name)}
    assert {*assets(".js"), *assets(".css")} == needed


def test_the_font_is_bundled_for_both_languages() -> None:
    names = " ".join(path.name for path in assets(".woff2"))
    assert "latin-opsz" in names
    assert "latin-ext-opsz" in names


def test_licences_of_what_is_bundled_are_beside_it() -> None:
    text = (DIST / "licences.txt").read_text(encoding="utf-8")
    for name in ("preact", "@preact/signals", "@fontsource-variable/inter", "@noble/ed25519"):
        assert name in text
    assert "SIL OPEN FONT LICENSE" in text.upper()


def test_the_lock_file_names_no_registry() -> None:
    lock = (SOURCES / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "registry" not in lock
    assert lock.count('"integrity"') > 20
