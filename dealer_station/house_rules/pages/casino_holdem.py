"""What a rules page says of Casino Hold'em, read off the loaded game (games/casino_holdem)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dealer_station.cards.card import parse_cards
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.casino_holdem.jumbo7 import JUMBO7
from dealer_station.games.casino_holdem.rules import CALL, CasinoHoldem
from dealer_station.games.procedure import BOARD, DEALER
from dealer_station.games.rules import ProgressiveRules, Spot
from dealer_station.house_rules.pages.facts import (
    FactTable,
    PageFacts,
    TableKind,
    limits,
    prize_figure,
    switch,
)
from dealer_station.house_rules.pages.figures import Amount, Figure, Odds, Share, Whole, Word
from dealer_station.house_rules.pages.levels import level_figures, term_choices
from dealer_station.table.draft import TableRules

UNSAID: Mapping[str, str] = {
    "bettors": "how stakes come in changes nothing of what they win",
    "payment_order": "no payment depends on another, so which seat is first changes no amount",
}
"""Keys of the rule set that the page does not tell, with the reason."""

_STAKE = 100
_HIGHER_HAND = {
    DEALER: parse_cards("2c 3d"),
    BOARD: parse_cards("Kc 9h 7d 4s 4c"),
}
"""A board with which the dealer qualifies; two aces beat it."""
_ACES = parse_cards("As Ad")

_BEST_FIRST = tuple(reversed(HandCategory))


def facts(rules: TableRules) -> PageFacts:
    """Return what the page of this rule set may say."""
    game = rules.game
    assert isinstance(game, CasinoHoldem), "made by Casino Hold'em's loader"
    figures: dict[str, Figure] = {
        "decks": Whole(game.decks),
        "call_antes": Whole(game.act_stakes(1)[CALL]),
        "call_pays": _call_pays(game),
        "decision_seconds": Whole(game.decision_ms // 1000),
        "burns_flop": Whole(game.burns.flop),
        "burns_turn": Whole(game.burns.turn),
        "burns_river": Whole(game.burns.river),
    }
    choices = {
        "hand_mode": game.hand_mode.value,
        "bonus_on_fold": game.bonus_on_fold.value,
        "deal_out": game.deal_out.value,
        "honour_finished_side_bets": switch(game.honours_side_bets),
        "decision_seconds": "some" if game.decision_ms else "none",
        "burns": "some" if game.burns.total else "none",
        "jumbo7": switch(game.progressive is not None),
    }
    tables = {
        "limits": limits(*(_limited(spot, game) for spot in game.spots)),
        "ante_pays": _ante_table(game),
        "bonus_pays": _bonus_table(game),
    }
    if game.progressive is not None:
        figures |= _jumbo7_figures(game.progressive)
        choices |= _jumbo7_choices(game.progressive)
        tables["jumbo7_pays"] = _jumbo7_table(game.progressive)
    return PageFacts(figures, choices, tables)


def _call_pays(game: CasinoHoldem) -> Odds:
    """Return what a Call wins, as the game itself settles one."""
    hand = game.hand_of(1)
    (call,) = game.settle({CALL: _STAKE}, hand, {hand: _ACES, **_HIGHER_HAND})
    return Odds(Fraction(call.net_minor, call.stake_minor))


def _limited(spot: Spot, game: CasinoHoldem) -> Spot:
    """Return a spot as players know it: the Call's limits follow from the Ante's."""
    if spot.is_decision:
        assert game.ante.max_minor is not None, "the rule set has table_max"
        least, most = (
            game.act_stakes(ante)[CALL] for ante in (game.ante.min_minor, game.ante.max_minor)
        )
        return replace(spot, min_minor=least, max_minor=most)
    # What a ticket may cost at most is only what the record can hold: no limit of the house.
    return replace(spot, max_minor=None) if spot.name == JUMBO7 else spot


def _ante_table(game: CasinoHoldem) -> FactTable:
    lines = tuple((Word(hand.value), Odds(game.ante_paytable.odds(hand))) for hand in _BEST_FIRST)
    return FactTable(TableKind.PAYTABLE, (Word("hand"), Word("ante_pays")), lines)


def _bonus_table(game: CasinoHoldem) -> FactTable:
    odds = game.bonus_paytable.lines.odds_to_one
    lines = [(Word(hand.value), Odds(odds[hand])) for hand in _BEST_FIRST if hand in odds]
    lines.append((Word("pair_of_aces"), Odds(game.bonus_paytable.pair_of_aces)))
    return FactTable(TableKind.PAYTABLE, (Word("hand"), Word("bonus_pays")), tuple(lines))


def _jumbo7_figures(jumbo7: ProgressiveRules) -> Mapping[str, Figure]:
    figures: dict[str, Figure] = {
        "contribution": Share(jumbo7.contribution),
        "seed_amount": Amount(jumbo7.seed_minor),
        **level_figures(jumbo7),
    }
    if jumbo7.price_minor is not None:
        figures["jumbo7_price"] = Amount(jumbo7.price_minor)
    return figures


def _jumbo7_choices(jumbo7: ProgressiveRules) -> Mapping[str, str]:
    return term_choices(jumbo7) | {
        "jumbo7_price": "none" if jumbo7.price_minor is None else "given",
        "jumbo7_paytable": "given" if jumbo7.table.prizes else "none",
    }


def _jumbo7_table(jumbo7: ProgressiveRules) -> FactTable:
    """Return the pool's line and those of the fixed prizes."""
    lines: list[tuple[Figure, ...]] = [(Word("seven_in_one"), Word("whole_meter"))]
    lines += [
        (Word(hand.value), prize_figure(prize))
        for hand in _BEST_FIRST
        if (prize := jumbo7.prize(hand)) is not None
    ]
    return FactTable(TableKind.PAYTABLE, (Word("hand"), Word(JUMBO7)), tuple(lines))
