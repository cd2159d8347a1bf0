"""Every rule that may explain a payment has words, in both languages, and stands in the sheet."""

import re
from pathlib import Path

import pytest

from dealer_station.games.rules import ProgressiveOrder
from dealer_station.house_rules.caribbean_stud import _sources
from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.projections.events.shown import CONTRIBUTION_RULE
from dealer_station.projections.rounds.rule_texts import LANGUAGES, rule_text, rule_texts

ROOT = Path(__file__).resolve().parents[4]
GAME = ROOT / "dealer_station/games/caribbean_stud"


def settling_rules() -> set[str]:
    """The ids that the game's own code puts into a settled wager."""
    code = (GAME / "rules.py").read_text(encoding="utf-8")
    settled = set(re.findall(r'"(CS-\w+)"', code))
    for order in ProgressiveOrder:
        sources = _sources(order)
        settled |= {*sources.won.values(), sources.lost, sources.folded, sources.dead}
    return settled


def test_whatever_settles_or_returns_a_wager_has_words() -> None:
    catalogue = load_catalogue("caribbean-stud")
    needed = settling_rules() | set(catalogue.entries) | {catalogue.unbacked_wager}
    assert len(settling_rules()) > 10
    assert set(rule_texts()) == needed | {CONTRIBUTION_RULE}


@pytest.mark.parametrize("rule", sorted(rule_texts()))
def test_the_words_are_there_in_every_language(rule: str) -> None:
    text = rule_text(rule)
    assert text is not None
    assert tuple(text) == LANGUAGES
    assert len(set(text.values())) == len(LANGUAGES)
    assert all(word.strip() == word and word.endswith(".") for word in text.values())


def test_every_id_stands_in_the_sheet() -> None:
    sheet = (GAME / "README.md").read_text(encoding="utf-8")
    defined = set(re.findall(r"^\| ([A-Z]+-\w+) \|", sheet, re.MULTILINE))
    assert set(rule_texts()) <= defined


def test_a_rule_that_is_not_known_has_no_words() -> None:
    assert rule_text("CS-99") is None
    assert rule_text(None) is None
