"""The README's example of a new house game: a folder, a rule set, cases, and the same core."""

import tomllib
from pathlib import Path

import pytest
from new_game import high_card

from dealer_station.house_rules import loader
from dealer_station.table_script import case
from dealer_station.table_script.case import read_cases
from dealer_station.table_script.runner import run_case

FOLDER = Path(high_card.__file__).parent


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Register the game as one line in `house_rules/loader.py` and the catalogue's folder would."""
    monkeypatch.setitem(loader._BUILDERS, "high-card", high_card.build)
    monkeypatch.setattr(case, "GAMES", (*loader.GAMES, "high-card"))
    content = tomllib.loads((FOLDER / "catalogue.toml").read_text(encoding="utf-8"))
    monkeypatch.setattr(loader, "catalogue_content", lambda _game: content)


def test_its_cases_hold_at_a_live_table():
    cases = list(read_cases(FOLDER / "cases.yaml"))
    assert [one.id for one in cases] == ["HC-T01", "HC-T02"]
    for one in cases:
        result = run_case(one, FOLDER / "config")
        assert [str(miss) for miss in result.misses] == [], one.id


def test_the_readme_shows_what_the_game_says():
    readme = (Path(loader.__file__).parents[1] / "games" / "README.md").read_text(encoding="utf-8")
    shown = readme.split("```python")[1].split("```")[0]
    source = Path(high_card.__file__).read_text(encoding="utf-8")
    for line in shown.splitlines():
        words = line.split("#")[0].strip()
        if words and words != "..." and not words.startswith("def "):
            assert words in source, words
