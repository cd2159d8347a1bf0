"""Who is low, who is high: the cards that lie face up before each player.

The low door card decides who has to open third street, by rank and then by suit; the high board
decides who is first on every later street, and there suits never count (ST-20, ST-30 to ST-33).
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from dealer_station.cards.card import Card, Rank, Suit
from dealer_station.cards.poker_hand import HandCategory, evaluate

_FIVE: Final = 5
"""Straights and flushes count from five cards on (ST-32)."""

_BASE: Final = 5
"""No rank has more than four cards."""

_WEIGHTS: Final = {
    Card(rank, suit): _BASE**place for place, rank in enumerate(Rank) for suit in Suit
}
"""A weight for each card: the sum of up to four cards says how many of each rank."""

_WEIGHT_OF: Final = _WEIGHTS.__getitem__

_SHAPES: Final[Mapping[tuple[int, ...], HandCategory]] = {
    (4,): HandCategory.FOUR_OF_A_KIND,
    (3,): HandCategory.THREE_OF_A_KIND,
    (2, 2): HandCategory.TWO_PAIR,
    (2,): HandCategory.PAIR,
    (): HandCategory.HIGH_CARD,
}
"""The category of up to four cards by the sizes of their groups of two and more."""


def low_seat(doors: Mapping[int, Sequence[Card]]) -> int:
    """Return the seat with the lowest door card: by rank, then clubs, diamonds, hearts, spades.

    The ace is high (ST-03), so that the deuce of clubs is the lowest card there is (ST-20).
    """
    return min(doors, key=lambda seat: doors[seat][0])


def board_value(cards: Sequence[Card]) -> tuple[int, tuple[Rank, ...]]:
    """Return what an open board of one to seven cards is worth; such values compare as boards do.

    The category's place, then its ranks from the highest group down. A longer board is worth more
    if the shorter one is equal as far as it goes. From five cards on straights and flushes count,
    and of more than five the best five (ST-D13).

    >>> from dealer_station.cards.card import parse_cards
    >>> board_value(parse_cards("9c Kd 9d")) > board_value(parse_cards("9h Qd 9s 2c"))
    True
    """
    if len(cards) >= _FIVE:
        value = evaluate(cards)
        return value.category.place, value.kickers
    return _short_value(sum(map(_WEIGHT_OF, cards)))


@cache
def _short_value(ranks: int) -> tuple[int, tuple[Rank, ...]]:
    """Return what up to four cards are worth; there are 2,379 sums of their ranks' weights."""
    sizes = ((ranks // _BASE**place % _BASE, rank) for place, rank in enumerate(Rank))
    groups = sorted([(size, rank) for size, rank in sizes if size], reverse=True)
    shape = tuple(size for size, _ in groups if size > 1)
    return _SHAPES[shape].place, tuple(rank for _, rank in groups)


def groups_of(cards: Sequence[Card]) -> tuple[tuple[int, Rank], ...]:
    """Return how many cards of each rank lie there, the biggest group first, then by rank."""
    sizes = Counter(card.rank for card in cards)
    return tuple(sorted([(size, rank) for rank, size in sizes.items()], reverse=True))


def high_seat(boards: Mapping[int, Sequence[Card]], common: Sequence[Card] = ()) -> int:
    """Return the seat with the highest board; among equal ones the nearest to the dealer's left.

    Suits do not break the tie (ST-31). A common card counts for everybody (ST-63).
    """
    # Of equal boards `max` keeps the first, and that seat received its cards first.
    if common:
        boards = {seat: (*board, *common) for seat, board in boards.items()}
    return max(sorted(boards), key=lambda seat: board_value(boards[seat]))


def shows_pair(boards: Collection[Sequence[Card]]) -> bool:
    """Say whether any of the boards shows a pair or better (ST-35, ST-39)."""
    return any(len({card.rank for card in board}) < len(board) for board in boards)
