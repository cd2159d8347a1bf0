"""Progressives as tests open them: one level, at any amount."""

from dealer_station.controller.progressives import Progressives
from dealer_station.games.paytable import MAIN_LEVEL
from dealer_station.table.draft import TableRules
from dealer_station.table.levels import terms_of


def open_main(
    progressives: Progressives, progressive_id: str, rules: TableRules, minor: int, *, at: int
) -> None:
    """Open the main level of a rule set's progressive at this amount; again: nothing changes."""
    assert rules.game.progressive is not None, "the rule set has a progressive"
    terms = terms_of(rules.game.progressive)[MAIN_LEVEL]
    progressives.open_at(progressive_id, {MAIN_LEVEL: (terms, minor)}, at=at)
