"""What a rules page says of Seven Card Stud, read off the loaded game (games/seven_card_stud)."""

from collections.abc import Mapping

from dealer_station.games.seven_card_stud.rules import SevenCardStud
from dealer_station.house_rules.pages.facts import PageFacts, switch
from dealer_station.house_rules.pages.figures import Amount, Figure
from dealer_station.house_rules.pages.pot_games import amounts, limit_facts, with_table
from dealer_station.table.draft import TableRules

UNSAID: Mapping[str, str] = {}
"""Keys of the rule set that the page does not tell, with the reason."""


def facts(rules: TableRules) -> PageFacts:
    """Return what the page of this rule set may say."""
    game = rules.pot
    assert isinstance(game, SevenCardStud), "made by stud's loader"
    limit = game.structure
    figures, choices = limit_facts(limit)
    choices |= dict(choice.split("=") for choice in game.house_choices)
    choices |= {
        "is_played": switch(not game.fault),
        "buy_in": "none" if game.buy_in_minor is None else "some",
        "fourth_street_pair_option": switch(game.pair_option),
        "dead_seat_keeps_receiving": switch(game.dead_seat_keeps_receiving),
        "announce_draws": switch(game.says_draws),
        "odd_unit": game.odd_unit.value,
        "discloses_mucked": switch(game.discloses_mucked),
        "shortage": game.shortage.value,
    }
    if game.buy_in_minor is not None:
        figures["buy_in"] = Amount(game.buy_in_minor)
    if game.fault:
        return with_table(PageFacts(figures, choices, {}), game)
    stakes: dict[str, Figure] = {
        "bring_in": Amount(game.bring_in_minor),
        "small_bet": Amount(limit.small_bet),
        "big_bet": Amount(limit.big_bet),
    }
    choices["completion"] = switch(game.bring_in_minor < limit.small_bet)
    table = amounts(
        ante=game.ante_minor,
        bring_in=game.bring_in_minor,
        early_bet=limit.small_bet,
        late_bet=limit.big_bet,
    )
    return with_table(PageFacts({**figures, **stakes}, choices, {"stakes": table}), game)
