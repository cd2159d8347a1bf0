"""Which of several equal hands takes an odd unit first (ST-59, ST-D18)."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import rank5

_FIVE: Final = 5


class OddUnit(StrEnum):
    """Who is first."""

    SUIT = "suit"
    """The highest card by rank and suit among the five cards of each hand."""
    POSITION = "position"
    """The seat nearest to the dealer's left."""


def odd_unit_order(
    rule: OddUnit, winners: Collection[int], hands: Mapping[int, Sequence[Card]]
) -> tuple[int, ...]:
    """Return equal hands in the order in which they take an odd unit each.

    `hands`: all the cards that a seat's hand may use, a common card among them.
    """
    if rule is OddUnit.POSITION:
        return tuple(sorted(winners))
    return tuple(sorted(winners, key=lambda seat: highest_five(hands[seat]), reverse=True))


def highest_five(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the five cards that a hand plays, highest first, by `Card.index`.

    Where a hand may choose between equal cards, the higher suit counts.

    >>> from dealer_station.cards.card import parse_cards
    >>> highest_five(parse_cards("Ts Jd Qh Kc Ad Ac 3h"))[0] == parse_cards("Ad")[0].index
    True
    """
    fives = list(combinations(sorted((card.index for card in cards), reverse=True), _FIVE))
    best = max(map(rank5, fives))
    return max(five for five in fives if rank5(five) == best)
