"""The levels of a progressive as a rule set has them, in the terms that their ledger files."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from dealer_station.games.rules import LevelRules, OverflowTo, ProgressiveRules
from dealer_station.games.rules import ReserveUse as ReserveOfRules
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.levels import LevelTerms, ReserveUse
from dealer_station.table.draft import TableRules


def terms_of(rules: ProgressiveRules) -> dict[str, LevelTerms]:
    """Return the terms of every level of a rule set, by level, in the order of their names.

    The main one first: signs and screens show it before the others.
    """
    return {level: level_terms(rules.levels[level]) for level in rules.level_names}


def level_terms(level: LevelRules) -> LevelTerms:
    """Return one level's terms."""
    return LevelTerms(
        base_minor=level.base_minor,
        rate=level.rate,
        reserve_rate=level.reserve_rate,
        cap_minor=level.cap_minor,
        overflow_to=Account(level.overflow_to),
        reserve_use=ReserveUse(level.reserve_use),
        probability=level.probability,
    )


def with_filed_terms(rules: TableRules, filed: Mapping[str, LevelTerms]) -> TableRules:
    """Return the rules as they are played: with the terms that the ledger has of each level.

    Two managers may have changed them since the rule set was written (CHG-03). The digest stays
    that of the rule set, and so does a level that the ledger does not have.
    """
    progressive = rules.game.progressive
    if progressive is None or terms_of(progressive) == filed:
        return rules
    levels = {
        name: _level_rules(filed[name]) if name in filed else level
        for name, level in progressive.levels.items()
    }
    # Every game is a frozen dataclass with this field; the protocol cannot say so.
    game = cast("Any", rules.game)
    return replace(rules, game=replace(game, progressive=replace(progressive, levels=levels)))


def _level_rules(terms: LevelTerms) -> LevelRules:
    return LevelRules(
        base_minor=terms.base_minor,
        rate=terms.rate,
        cap_minor=terms.cap_minor,
        overflow_to=OverflowTo(terms.overflow_to.value),
        reserve_rate=terms.reserve_rate,
        reserve_use=ReserveOfRules(terms.reserve_use.value),
        probability=terms.probability,
    )
