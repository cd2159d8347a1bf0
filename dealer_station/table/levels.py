"""The levels of a progressive as a rule set has them, in the terms that their ledger files."""

from dealer_station.games.paytable import MAIN_LEVEL
from dealer_station.games.rules import ProgressiveRules
from dealer_station.progressive.levels import LevelTerms


def terms_of(rules: ProgressiveRules) -> dict[str, LevelTerms]:
    """Return the terms of every level that a rule set's prizes take from, by level."""
    return {MAIN_LEVEL: LevelTerms(base_minor=rules.seed_minor, rate=rules.contribution)}
