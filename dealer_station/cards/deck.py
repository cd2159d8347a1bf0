"""Which cards make a deck, and what is wrong with the cards that were seen.

Knows the composition of one or several complete decks of 52 cards without jokers. Does not know
in which order cards come, nor what follows from a fouled deck: that is a ruling.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from dealer_station.cards.card import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DECK_SIZE: Final = 52
"""Cards in one deck."""

_DECK: Final = tuple(Card.from_index(index) for index in range(DECK_SIZE))


def standard_deck() -> tuple[Card, ...]:
    """The 52 cards of one deck, by their index: 2c 2d 2h 2s 3c ... As.

    >>> from dealer_station.cards.card import format_cards
    >>> format_cards(standard_deck()[:5])
    '2c 2d 2h 2s 3c'
    """
    return _DECK


def composition(decks: int) -> Mapping[Card, int]:
    """How many copies of each card that many decks hold; ValueError below one deck.

    >>> composition(8)[Card.parse("As")]
    8
    """
    _check(decks)
    return MappingProxyType(dict.fromkeys(_DECK, decks))


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """How some cards differ from complete decks.

    Attributes:
        missing: cards of the decks that were not seen, one entry a copy, by index.
        surplus: cards seen that the decks do not hold (a copy too many, a joker), as they came.
    """

    missing: tuple[Card, ...]
    surplus: tuple[Card, ...]

    @property
    def is_none(self) -> bool:
        """Whether the cards are exactly the decks."""
        return not self.missing and not self.surplus


def compare(seen: Iterable[Card], decks: int) -> Discrepancy:
    """Compare all cards that were seen with complete decks; ValueError below one deck.

    >>> from dealer_station.cards.card import JOKER
    >>> found = compare((*standard_deck()[1:], Card.parse("As"), JOKER), decks=1)
    >>> list(map(str, found.missing)), list(map(str, found.surplus))
    (['2c'], ['As', 'Jo'])
    """
    left = dict(composition(decks))
    surplus = []
    for card in seen:
        if left.get(card, 0):
            left[card] -= 1
        else:
            surplus.append(card)
    return Discrepancy(missing=tuple(Counter(left).elements()), surplus=tuple(surplus))


def first_surplus(seen: Iterable[Card], decks: int) -> int | None:
    """Place of the first card, in the order seen, that the decks cannot hold; None without one.

    >>> from dealer_station.cards.card import parse_cards
    >>> first_surplus(parse_cards("As Kd As Kd"), decks=1)
    2
    """
    left = dict(composition(decks))
    for place, card in enumerate(seen):
        if not left.get(card, 0):
            return place
        left[card] -= 1
    return None


def _check(decks: int) -> None:
    """Refuse a number of decks that no table plays with."""
    if decks < 1:
        raise ValueError(f"a table plays with one deck or more, not with {decks}")
