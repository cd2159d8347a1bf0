"""What the rules of a shared hand offer the bettors of its book, as the book's own plain terms."""

from dealer_station.bettors.terms import AMOUNT_MAX, BookAction, BookSpot, BookTerms
from dealer_station.games.rules import HouseGame, Spot


def book_terms(game: HouseGame) -> BookTerms:
    """Return the spots and decisions; who is late is folded, as the terms say unasked (CH-14)."""
    actions = tuple(
        BookAction(action, game.act_spot(action) or "", times)
        for action, times in game.act_stakes(1).items()
    )
    return BookTerms(tuple(_spot(spot) for spot in game.spots), actions)


def _spot(spot: Spot) -> BookSpot:
    return BookSpot(
        spot.name,
        is_base=spot.is_base,
        is_decision=spot.is_decision,
        price_minor=spot.price_minor,
        min_minor=spot.min_minor,
        max_minor=None if spot.max_minor is None else min(spot.max_minor, AMOUNT_MAX),
    )
