"""What a rules page says of Caribbean Stud, read off the loaded game (games/caribbean_stud)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dealer_station.cards.card import parse_cards
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.caribbean_stud.rules import ANTE, BET, CaribbeanStud
from dealer_station.games.procedure import DEALER, seat_hand
from dealer_station.games.rules import ProgressiveRules
from dealer_station.house_rules.pages.facts import (
    FactTable,
    PageFacts,
    TableKind,
    limits,
    switch,
)
from dealer_station.house_rules.pages.figures import Amount, Figure, Odds, Share, Whole, Word
from dealer_station.house_rules.pages.levels import (
    envy_table,
    level_choices,
    level_figures,
    levels_table,
    progressive_table,
)
from dealer_station.table.draft import TableRules

UNSAID: Mapping[str, str] = {}
"""Keys of the rule set that the page does not tell, with the reason: every one is told."""

_STAKE = 100
_SEAT = seat_hand(1)
_HIGHER_HAND = {
    _SEAT: parse_cards("2c 2h 7d 8s Jc"),
    DEALER: parse_cards("Ad Kc 4h 3s 2d"),
}
"""A pair against the lowest hand with which the dealer qualifies."""

_BEST_FIRST = tuple(reversed(HandCategory))


def facts(rules: TableRules) -> PageFacts:
    """Return what the page of this rule set may say."""
    game = rules.game
    assert isinstance(game, CaribbeanStud), "made by Caribbean Stud's loader"
    (ante, *_) = game.settle({ANTE: _STAKE}, _SEAT, _HIGHER_HAND)
    figures: dict[str, Figure] = {
        "ante_pays": Odds(Fraction(ante.net_minor, ante.stake_minor)),
        "bet_antes": Whole(game.act_stakes(1)[BET]),
        "decks": Whole(game.decks),
        "hand_size": Whole(game.hand_size),
        "decision_seconds": Whole(game.decision_ms // 1000),
    }
    choices = {
        "max_bet_payout": "none" if game.max_bet_payout_minor is None else "given",
        "decision_seconds": "some" if game.decision_ms else "none",
        "player_cards_public": switch(game.player_cards_public),
        "payment_order": game.payment_order.value,
        "progressive": "none" if game.progressive is None else "offered",
    }
    tables = {"limits": _limits(game), "bet_pays": _bet_table(game)}
    if game.max_bet_payout_minor is not None:
        figures["max_bet_payout"] = Amount(game.max_bet_payout_minor)
    if game.progressive is not None:
        figures |= _progressive_figures(game.progressive)
        choices |= _progressive_choices(game.progressive)
        tables["progressive_pays"] = progressive_table(game.progressive)
        if len(game.progressive.levels) > 1:
            tables["levels"] = levels_table(game.progressive)
        if any(prize.envy_minor for prize in game.progressive.table.prizes.values()):
            tables["envy"] = envy_table(game.progressive)
    return PageFacts(figures, choices, tables)


def _limits(game: CaribbeanStud) -> FactTable:
    """Return the limits; those of the Bet follow from the Ante's."""
    spots = []
    for spot in game.spots:
        if spot.is_decision:
            least, most = (
                game.act_stakes(ante)[BET] for ante in (game.table_min_minor, game.table_max_minor)
            )
            spots.append(replace(spot, min_minor=least, max_minor=most))
        else:
            spots.append(spot)
    return limits(*spots)


def _bet_table(game: CaribbeanStud) -> FactTable:
    lines = tuple((_hand(hand), Odds(game.bet_paytable.odds(hand))) for hand in _BEST_FIRST)
    return FactTable(TableKind.PAYTABLE, (Word("hand"), Word("bet_pays")), lines)


def _hand(hand: HandCategory) -> Word:
    return Word(hand.value)


def _progressive_figures(progressive: ProgressiveRules) -> Mapping[str, Figure]:
    assert progressive.price_minor is not None, "one fixed unit (CS-03)"
    return level_figures(progressive) | {
        "price": Amount(progressive.price_minor),
        "contribution": Share(progressive.contribution),
        "seed_amount": Amount(progressive.seed_minor),
        "royal_minimum": Amount(progressive.royal_minimum_minor),
    }


def _progressive_choices(progressive: ProgressiveRules) -> Mapping[str, str]:
    return level_choices(progressive) | {
        "progressive_on_fold": progressive.on_fold.value,
        "progressive_on_dealer_misdeal": progressive.on_dealer_misdeal.value,
        "progressive_order": progressive.order.value,
        "deduct_fixed_prizes": switch(progressive.deduct_fixed_prizes),
        "royal_minimum": "given" if progressive.royal_minimum_minor else "none",
    }
