"""Jumbo 7: which seven cards win the pool, and what its stake is called (CH-40 to CH-44)."""

from collections.abc import Sequence
from typing import Final

from dealer_station.cards.card import Card, Rank

JUMBO7: Final = "jumbo7"
"""Its spot, and its pool."""

CARDS: Final = 7
_LOW_ACE: Final = Rank.TWO - 1


def is_hit(cards: Sequence[Card]) -> bool:
    """Say whether seven cards are one straight flush of seven cards (CH-41).

    The ace is high, or low before the two (CH-G10); there is no other way round (CH-02).

    >>> from dealer_station.cards.card import parse_cards
    >>> is_hit(parse_cards("Ad 2d 3d 4d 5d 6d 7d")), is_hit(parse_cards("Ks Ad 2d 3d 4d 5d 6d"))
    (True, False)
    """
    if len(cards) != CARDS or len({card.suit for card in cards}) != 1:
        return False
    high = {int(card.rank) for card in cards}
    low = {_LOW_ACE if rank == Rank.ACE else rank for rank in high}
    return any(
        len(ranks) == CARDS and max(ranks) - min(ranks) == CARDS - 1 for ranks in (high, low)
    )
