"""Baccarat hands: point value of a card, total of a hand, natural.

Knows how cards count in baccarat. Does not know who draws a third card, or what a total wins: that
is the game's tableau. Hands come from several decks, so equal cards in one hand are legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealer_station.cards.card import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

NATURAL_TOTALS: Final = (8, 9)
"""Totals that are a natural when two cards make them."""

_POINTS: Final = tuple(
    1 if rank is Rank.ACE else 0 if rank >= Rank.TEN else int(rank)
    for rank in (Card.from_index(index).rank for index in range(52))
)


def point_value(card: Card) -> int:
    """Points of a card: ace 1, two to nine their number, ten and court 0; ValueError for a joker.

    >>> [point_value(Card.parse(text)) for text in ("As", "9h", "Tc", "Kd")]
    [1, 9, 0, 0]
    """
    if card.is_joker:
        raise ValueError("a joker has no point value")
    return _POINTS[card.index]


def total(cards: Sequence[Card]) -> int:
    """The total of a hand of up to three cards, 0 to 9: the last digit of the sum of its points.

    ValueError for more than three cards or a joker.

    >>> from dealer_station.cards.card import parse_cards
    >>> total(parse_cards("7h 8d")), total(parse_cards("Ks Ac 5d")), total(())
    (5, 6, 0)
    """
    if len(cards) > 3:  # noqa: PLR2004 - the rule itself
        raise ValueError(f"a baccarat hand has at most 3 cards, not {len(cards)}")
    return sum(map(point_value, cards)) % 10


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether the hand is two cards that total eight or nine.

    >>> from dealer_station.cards.card import parse_cards
    >>> is_natural(parse_cards("Kh 9d")), is_natural(parse_cards("2h 2d 4s"))
    (True, False)
    """
    return len(cards) == 2 and total(cards) in NATURAL_TOTALS  # noqa: PLR2004 - the rule itself
