"""Progressives as tests open them: the main level at any amount, others at their base."""

from dealer_station.controller.progressives import Progressives
from dealer_station.games.paytable import MAIN_LEVEL
from dealer_station.table.draft import TableRules
from dealer_station.table.levels import terms_of


def open_main(
    progressives: Progressives, progressive_id: str, rules: TableRules, minor: int, *, at: int
) -> None:
    """Open a rule set's levels, the main one at this amount; again: nothing changes."""
    assert rules.game.progressive is not None, "the rule set has a progressive"
    levels = {
        level: (terms, minor if level == MAIN_LEVEL else terms.base_minor)
        for level, terms in terms_of(rules.game.progressive).items()
    }
    progressives.open_at(progressive_id, levels, at=at)
