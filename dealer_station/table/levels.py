"""The levels of a progressive as a rule set has them, in the terms that their ledger files."""

from dealer_station.games.rules import LevelRules, ProgressiveRules
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.levels import LevelTerms, ReserveUse


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
