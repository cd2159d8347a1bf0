"""What the rules say that explain a payment, in English and Polish, by their ids.

`rule_texts.toml` holds them; a test compares its ids with the rule sheet and with what is settled.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "pl")


@cache
def rule_texts() -> Mapping[str, Mapping[str, str]]:
    """Return id -> language -> text of every rule that may explain a payment."""
    content = (files(__package__) / "rule_texts.toml").read_text(encoding="utf-8")
    return tomllib.loads(content)


def rule_text(rule: str | None) -> dict[str, str] | None:
    """Return the text of a rule in every language; None for a rule that is not known here."""
    found = rule_texts().get(rule or "")
    return None if found is None else dict(found)
