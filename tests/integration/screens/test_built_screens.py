"""The built pages themselves: nothing inline, nothing from outside, small enough, licensed."""

import gzip
import re
from pathlib import Path

import pytest

from dealer_station.screens.mount import DIST, PAGES

SOURCES = DIST.parent
SCRIPT_BUDGET = 48 * 1024  # gzip; the trial measured about 25 KB of framework and screen
STYLE_BUDGET = 12 * 1024


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


def test_scripts_and_styles_stay_within_their_budget() -> None:
    script = sum(len(gzip.compress(path.read_bytes())) for path in assets(".js"))
    style = sum(len(gzip.compress(path.read_bytes())) for path in assets(".css"))
    assert script <= SCRIPT_BUDGET, f"{script} bytes of script"
    assert style <= STYLE_BUDGET, f"{style} bytes of style"


def test_the_font_is_bundled_for_both_languages() -> None:
    names = " ".join(path.name for path in assets(".woff2"))
    assert "latin-opsz" in names
    assert "latin-ext-opsz" in names


def test_licences_of_what_is_bundled_are_beside_it() -> None:
    text = (DIST / "licences.txt").read_text(encoding="utf-8")
    for name in ("preact", "@preact/signals", "@fontsource-variable/inter"):
        assert name in text
    assert "SIL OPEN FONT LICENSE" in text.upper()


def test_the_lock_file_names_no_registry() -> None:
    lock = (SOURCES / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "registry" not in lock
    assert lock.count('"integrity"') > 20
