"""What a rules page says of Texas Hold'em, read off the loaded game (games/texas_holdem)."""

from collections.abc import Mapping

from dealer_station.games.pots.structure import FixedLimit, NoLimit
from dealer_station.games.texas_holdem.rules import TexasHoldem
from dealer_station.house_rules.pages.facts import FactTable, PageFacts, switch
from dealer_station.house_rules.pages.figures import Amount, Figure
from dealer_station.house_rules.pages.pot_games import amounts, limit_facts, with_table
from dealer_station.table.draft import TableRules

UNSAID: Mapping[str, str] = {
    "odd_unit": "there is one way only, and the page tells it",
    "substantial_action": "when a misdeal is still possible is told to the supervisor who rules it",
}
"""Keys of the rule set whose values the page does not tell apart, with the reason."""


def facts(rules: TableRules) -> PageFacts:
    """Return what the page of this rule set may say."""
    game = rules.pot
    assert isinstance(game, TexasHoldem), "made by hold'em's loader"
    limit = game.structure if isinstance(game.structure, FixedLimit) else None
    figures: dict[str, Figure] = {"big_blind": Amount(game.big_blind_minor)}
    choices = dict(choice.split("=") for choice in game.house_choices)
    del choices["substantial_action"]
    choices |= {
        "structure": "no_limit" if limit is None else "limit",
        "button_rule": game.blinds.button_rule.value,
        "new_player": game.blinds.new_player.value,
    }
    if limit is None:
        assert isinstance(game.structure, NoLimit)
        figures["min_bet"] = Amount(game.structure.min_bet)
    else:
        said, chosen = limit_facts(limit)
        figures |= said
        choices |= {**chosen, "half_bet_rule": switch(limit.half_bet_rule)}
    return with_table(PageFacts(figures, choices, {"stakes": _stakes(game, limit)}), game)


def _stakes(game: TexasHoldem, limit: FixedLimit | None) -> FactTable:
    blinds = {"small_blind": game.small_blind_minor, "big_blind": game.big_blind_minor}
    if limit is None:
        return amounts(**blinds)
    return amounts(**blinds, early_bet=limit.small_bet, late_bet=limit.big_bet)
