"""Every rule that may explain a payment has words, in both languages, and stands in the sheet."""

import re
from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.games.rules import ProgressiveOrder, ProgressiveSources
from dealer_station.house_rules.caribbean_stud import _sources
from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.house_rules.loader import load_rules
from dealer_station.projections.events.shown import CONTRIBUTION_RULE
from dealer_station.projections.rounds.rule_texts import LANGUAGES, rule_text, rule_texts

ROOT = Path(__file__).resolve().parents[4]
GAMES = {"caribbean-stud": "CS", "casino-holdem": "CH", "baccarat": "BA"}
"""Every game, and how its ids begin."""


def folder(game: str) -> Path:
    return ROOT / "dealer_station/games" / game.replace("-", "_")


def settling_rules(game: str) -> set[str]:
    """The ids that the game's own code puts into a settled wager."""
    code = "".join(path.read_text(encoding="utf-8") for path in folder(game).glob("*.py"))
    settled = set(re.findall(rf'"({GAMES[game]}-\w+)"', code))
    if game == "caribbean-stud":
        for order in ProgressiveOrder:
            sources = _sources(order)
            settled |= ids_of(sources)
    if game == "casino-holdem":
        progressive = load_rules(CONFIG, game, "evolution").game.progressive
        assert progressive is not None
        settled |= ids_of(progressive.sources)
    return settled


def ids_of(sources: ProgressiveSources) -> set[str]:
    named = {*sources.won.values(), sources.lost, sources.folded, sources.dead, sources.envy}
    return named - {""}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_settles_or_returns_a_wager_has_words(game: str) -> None:
    catalogue = load_catalogue(game)
    needed = settling_rules(game) | set(catalogue.entries) | {catalogue.unbacked_wager}
    assert len(settling_rules(game)) > 7
    assert {rule for rule in rule_texts() if rule.startswith(f"{GAMES[game]}-")} == needed


def test_no_other_rule_has_words() -> None:
    known = tuple(f"{prefix}-" for prefix in GAMES.values())
    assert {rule for rule in rule_texts() if not rule.startswith(known)} == {CONTRIBUTION_RULE}


@pytest.mark.parametrize("rule", sorted(rule_texts()))
def test_the_words_are_there_in_every_language(rule: str) -> None:
    text = rule_text(rule)
    assert text is not None
    assert tuple(text) == LANGUAGES
    assert len(set(text.values())) == len(LANGUAGES)
    assert all(word.strip() == word and word.endswith(".") for word in text.values())


def test_every_id_stands_in_a_sheet() -> None:
    sheets = [(folder(game) / "README.md").read_text(encoding="utf-8") for game in GAMES]
    defined = {i for s in sheets for i in re.findall(r"^\| ([A-Z]+-\w+) \|", s, re.MULTILINE)}
    assert set(rule_texts()) <= defined


def test_a_rule_that_is_not_known_has_no_words() -> None:
    assert rule_text("CS-99") is None
    assert rule_text(None) is None
