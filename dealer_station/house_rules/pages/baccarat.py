"""What a rules page says of baccarat, read off the loaded game (rule sheet: games/baccarat)."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_station.games.baccarat.coup import (
    DRAGON7,
    TIE,
    TIGER8,
    Coup,
    settle,
)
from dealer_station.games.baccarat.rules import Baccarat
from dealer_station.games.baccarat.tableau import BANKER, PLAYER, banker_draws, player_draws
from dealer_station.games.rules import AfterCut
from dealer_station.house_rules.pages.facts import FactTable, PageFacts, TableKind, limits
from dealer_station.house_rules.pages.figures import Figure, Odds, Whole, Word
from dealer_station.table.draft import TableRules

UNSAID: Mapping[str, str] = {
    "payment_order": "no payment depends on another, so which seat is first changes no amount",
}
"""Keys of the rule set that the page does not tell, with the reason."""

_STAKE = 100
_WINNING: Mapping[str, Coup] = {
    PLAYER: Coup(9, 2, 6, 2),
    BANKER: Coup(6, 2, 9, 2),
    DRAGON7: Coup(6, 2, 7, 3),
    TIGER8: Coup(8, 3, 7, 2),
    TIE: Coup(6, 2, 6, 2),
}
"""A coup in which each wager wins."""

_TOTALS = range(8)
"""Totals of two cards on which somebody draws or stands; eight and nine are naturals."""
_POINTS = range(10)
_FACE_UP = "face_up_in_shoe"


def facts(rules: TableRules) -> PageFacts:
    """Return what the page of this rule set may say."""
    game = rules.game
    assert isinstance(game, Baccarat), "made by baccarat's loader"
    pays = {spot: _pays(game, spot) for spot in _WINNING}
    burn = game.shoe.burn_count
    figures: dict[str, Figure] = {
        "decks": Whole(game.decks),
        "burn_between_rounds": Whole(game.shoe.burn_between_rounds),
        **{f"{spot}_pays": odds for spot, odds in pays.items()},
    }
    if burn is not None:
        figures["burn_count"] = Whole(burn)
    (face_up,) = (c.partition("=")[2] for c in game.house_choices if c.startswith(_FACE_UP))
    choices = {
        "both_sides": "refuse" if game.refuses_both_sides else "allow",
        "dragon7_over_cap": "trim" if game.trims_dragon7 else "refuse",
        "burn_rule": "first_card" if burn is None else "number",
        "burn_between_rounds": "some" if game.shoe.burn_between_rounds else "none",
        "after_cut": "one_more" if game.shoe.after_cut is AfterCut.ONE_MORE else "none",
        "set_aside_card": "next_round" if game.shoe.keeps_set_aside_card else "burn",
        _FACE_UP: face_up,
    }
    tables = {
        "limits": limits(*game.spots),
        "pays": _pays_table(pays),
        "player_draws": _player_table(),
        "banker_draws": _banker_table(),
    }
    return PageFacts(figures, choices, tables)


def _pays(game: Baccarat, spot: str) -> Odds:
    """Return what a wager pays, as the game itself settles one that wins.

    The stake is a multiple of the odds' denominator, so nothing is rounded.
    """
    odds = {TIE: game.odds.tie, DRAGON7: game.odds.dragon7, TIGER8: game.odds.tiger8}
    stake = _STAKE * odds.get(spot, Fraction(1)).denominator
    (settled,) = settle({spot: stake}, _WINNING[spot], game.odds)
    return Odds(Fraction(settled.net_minor, stake))


def _pays_table(pays: Mapping[str, Odds]) -> FactTable:
    lines = tuple((Word(spot), Word(f"{spot}_wins"), odds) for spot, odds in pays.items())
    return FactTable(TableKind.PAYTABLE, (Word("wager"), Word("wins_when"), Word("pays")), lines)


def _player_table() -> FactTable:
    """Return on which totals the Player draws."""
    lines = tuple(
        (Whole(total), Word("draws" if player_draws(total) else "stands")) for total in _TOTALS
    )
    return FactTable(TableKind.DRAWS, (Word("player_total"), Word("then_player")), lines)


def _banker_table() -> FactTable:
    """Return on which totals the Banker draws, by the points of the Player's third card."""
    thirds = (None, *_POINTS)
    head: list[Figure] = [
        Word("banker_total"),
        Word("no_third"),
        *(Whole(points) for points in _POINTS),
    ]
    lines: list[tuple[Figure, ...]] = [
        (Whole(total), *(_draws(total, third) for third in thirds)) for total in _TOTALS
    ]
    return FactTable(TableKind.DRAWS, tuple(head), tuple(lines))


def _draws(total: int, points: int | None) -> Word:
    return Word("draws_short" if banker_draws(total, points) else "stands_short")
