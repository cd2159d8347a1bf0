"""Every rule that can explain a settled wager has words on the dealer's screen."""

import re
from pathlib import Path

import pytest
from e2e.words import language

PACKAGE = Path(__file__).parents[3] / "dealer_station"
SOURCES = (PACKAGE / "games", PACKAGE / "house_rules")
RULE_ID = re.compile(r'"([A-Z]{2}-[A-Z]?\d+)"')


@pytest.mark.parametrize("code", ["en", "pl"])
def test_every_rule_of_a_settled_wager_is_said_in_words(code: str) -> None:
    rules = {
        rule
        for folder in SOURCES
        for source in folder.rglob("*.py")
        for rule in RULE_ID.findall(source.read_text(encoding="utf-8"))
    }
    assert rules >= {"CS-11", "CS-20", "CS-D09", "BA-32", "BA-42"}
    texts = language(code).texts
    assert not {rule for rule in rules if f"rule.{rule}" not in texts}
