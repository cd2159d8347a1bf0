"""Poker hands: what five to seven cards are worth, and which five of them count.

Knows the ten categories, the 7,462 different values of a five-card hand and their order. Does not
know what a hand wins, who holds it, or which hands a game lets play: that is the game's.

Two ways in. `evaluate` and `best_five` take cards, check them and answer with words. `rank5`,
`rank6` and `rank7` take card indices, check nothing and answer with the strength alone; they are
for loops over many hands whose cards are known to be right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Final

from dealer_station.cards.card import JOKER, Card, Rank, format_cards
from dealer_station.cards.tables import (
    FIVE_IS_FLUSH,
    FIVE_KEYS,
    FIVE_OFFSETS,
    FIVE_ROW_BITS,
    FIVE_STRENGTHS,
    FIVE_SUIT_SHIFT,
    FLUSH_STRENGTHS,
    SEVEN_IS_FLUSH,
    SEVEN_KEYS,
    SEVEN_OFFSETS,
    SEVEN_ROW_BITS,
    SEVEN_STRENGTHS,
    SEVEN_SUIT_SHIFT,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


class HandCategory(StrEnum):
    """Category of a five-card hand, weakest first; the order is the order of the members.

    >>> HandCategory.FLUSH > HandCategory.STRAIGHT, max(HandCategory).value
    (True, 'royal_flush')
    """

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"

    @property
    def place(self) -> int:
        """Place in the order, 0 for a high card to 9 for a royal flush."""
        return _PLACE[self._value_]

    # A StrEnum would compare as text, in which a flush is less than a pair.

    def __lt__(self, other: str) -> bool:
        return self.place < HandCategory(other).place

    def __le__(self, other: str) -> bool:
        return self.place <= HandCategory(other).place

    def __gt__(self, other: str) -> bool:
        return self.place > HandCategory(other).place

    def __ge__(self, other: str) -> bool:
        return self.place >= HandCategory(other).place


_FIVE_RANKS: Final = (1 << FIVE_SUIT_SHIFT) - 1
_SEVEN_RANKS: Final = (1 << SEVEN_SUIT_SHIFT) - 1
_PLACE: Final = {category.value: place for place, category in enumerate(HandCategory)}


@dataclass(frozen=True, slots=True, order=True)
class HandValue:
    """What a five-card hand is worth; values compare as the hands do, equal hands are equal.

    Attributes:
        strength: 0 for 7-5-4-3-2 to 7461 for a royal flush, one number for each different value.
        category: the category.
        kickers: every rank that decides between two hands of the category, most significant
            first: five of a high card or flush, the pair and three more of a pair, both pairs and
            one more, the three and two more, the top card of a straight (five in 5-4-3-2-A) or
            straight flush, the three and the pair of a full house, the four and one more.

    >>> from dealer_station.cards.card import parse_cards
    >>> value = evaluate(parse_cards("4s 4d Ah 9c 2d"))
    >>> value.category.value, [rank.letter for rank in value.kickers], value.strength
    ('pair', ['4', 'A', '9', '2'], 1897)
    """

    strength: int
    category: HandCategory = field(compare=False)
    kickers: tuple[Rank, ...] = field(compare=False)

    @classmethod
    def of_strength(cls, strength: int) -> HandValue:
        """The value of that strength, 0 to 7461; IndexError beyond."""
        if strength < 0:
            raise IndexError(f"no hand has the strength {strength}")
        return VALUES[strength]


_FALLING: Final = tuple(reversed(Rank))
_WHEEL: Final = (Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO)

_SHAPES: Final[Mapping[HandCategory, tuple[int, ...]]] = {
    HandCategory.HIGH_CARD: (1, 1, 1, 1, 1),
    HandCategory.PAIR: (2, 1, 1, 1),
    HandCategory.TWO_PAIR: (2, 2, 1),
    HandCategory.THREE_OF_A_KIND: (3, 1, 1),
    HandCategory.STRAIGHT: (1, 1, 1, 1, 1),
    HandCategory.FLUSH: (1, 1, 1, 1, 1),
    HandCategory.FULL_HOUSE: (3, 2),
    HandCategory.FOUR_OF_A_KIND: (4, 1),
    HandCategory.STRAIGHT_FLUSH: (1, 1, 1, 1, 1),
    HandCategory.ROYAL_FLUSH: (1, 1, 1, 1, 1),
}
"""How many cards stand behind each deciding rank; of a straight, behind each of its five ranks."""


def _run_from(top: Rank) -> tuple[Rank, ...]:
    """The five ranks of the straight with that top card, from the top down."""
    if top is Rank.FIVE:
        return (*_WHEEL[1:], _WHEEL[0])
    place = _FALLING.index(top)
    return _FALLING[place : place + 5]


def _falling_kickers(category: HandCategory) -> Iterator[tuple[Rank, ...]]:
    """The kickers of every value of one category, strongest first."""
    match category:
        case HandCategory.ROYAL_FLUSH:
            yield (Rank.ACE,)
        case HandCategory.STRAIGHT_FLUSH:
            yield from ((top,) for top in _FALLING[1:10])
        case HandCategory.STRAIGHT:
            yield from ((top,) for top in _FALLING[:10])
        case HandCategory.HIGH_CARD | HandCategory.FLUSH:
            straights = {*map(_run_from, _FALLING[:9]), _WHEEL}
            yield from (five for five in combinations(_FALLING, 5) if five not in straights)
        case _:
            shape = _SHAPES[category]
            paired = 2 if category is HandCategory.TWO_PAIR else 1
            for groups in combinations(_FALLING, paired):
                others = [rank for rank in _FALLING if rank not in groups]
                for kickers in combinations(others, len(shape) - paired):
                    yield groups + kickers


def _all_values() -> Iterator[HandValue]:
    """Every value, weakest first."""
    strength = 0
    for category in HandCategory:
        for kickers in reversed(list(_falling_kickers(category))):
            yield HandValue(strength, category, kickers)
            strength += 1


VALUES: Final = tuple(_all_values())
"""Every value by its strength: ``VALUES[rank5(indices)]`` is the quickest way to one."""


def rank5(indices: Iterable[int]) -> int:
    """Strength of five different cards given by `Card.index`; checks nothing.

    >>> rank5([51, 47, 43, 39, 35]), rank5([0, 4, 8, 12, 21])
    (7461, 0)
    """
    a, b, c, d, e = indices
    keys = FIVE_KEYS  # a local name is found faster
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if FIVE_IS_FLUSH[total >> FIVE_SUIT_SHIFT]:
        return FLUSH_STRENGTHS[
            1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        ]
    total &= _FIVE_RANKS
    return FIVE_STRENGTHS[total + FIVE_OFFSETS[total >> FIVE_ROW_BITS]]


def rank7(indices: Iterable[int]) -> int:
    """Strength of the best five of seven different cards given by `Card.index`; checks nothing.

    >>> rank7([51, 47, 43, 39, 35, 50, 49])
    7461
    """
    a, b, c, d, e, f, g = indices
    keys = SEVEN_KEYS
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    if SEVEN_IS_FLUSH[total >> SEVEN_SUIT_SHIFT]:
        held = [0, 0, 0, 0]
        for index in (a, b, c, d, e, f, g):
            held[index & 3] |= 1 << (index >> 2)
        return max([FLUSH_STRENGTHS[ranks] for ranks in held])
    total &= _SEVEN_RANKS
    return SEVEN_STRENGTHS[total + SEVEN_OFFSETS[total >> SEVEN_ROW_BITS]]


def rank6(indices: Iterable[int]) -> int:
    """Strength of the best five of six different cards given by `Card.index`; checks nothing."""
    return max(map(rank5, combinations(indices, 5)))


def evaluate(cards: Sequence[Card]) -> HandValue:
    """The value of five cards, or of the best five of six or seven, in any order.

    ValueError for another number of cards, a card that is there twice, or a joker.
    """
    indices = [card.index for card in cards]
    rank = _RANK_OF.get(len(indices))
    if rank is None:
        raise ValueError(f"a poker hand is made of 5 to 7 cards, not of {len(indices)}")
    if len({JOKER.index, *indices}) != len(indices) + 1:
        raise ValueError(f"no hand has a joker or a card twice: {format_cards(cards)}")
    return VALUES[rank(indices)]


_RANK_OF: Final[Mapping[int, Callable[[Iterable[int]], int]]] = {5: rank5, 6: rank6, 7: rank7}


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five of five to seven cards that make their value; ValueError as for `evaluate`.

    They come in the order of `HandValue.kickers`, grouped (both cards of the pair first), a
    straight from its top down. Where two cards serve equally, the one that was given first counts.

    >>> from dealer_station.cards.card import parse_cards
    >>> format_cards(best_five(parse_cards("9c Ah 4s Jd 4d 2d Ad")))
    'Ah Ad 4s 4d Jd'
    """
    value = evaluate(cards)
    pool = list(cards)
    if value.category in _OF_ONE_SUIT:
        suits = [card.suit for card in cards]
        pool = [card for card in cards if suits.count(card.suit) >= 5]  # noqa: PLR2004 - a flush
    ranks = _run_from(value.kickers[0]) if value.category in _RUNS else value.kickers
    return tuple(
        card
        for rank, count in zip(ranks, _SHAPES[value.category], strict=True)
        for card in [card for card in pool if card.rank is rank][:count]
    )


_RUNS: Final = frozenset(
    {HandCategory.STRAIGHT, HandCategory.STRAIGHT_FLUSH, HandCategory.ROYAL_FLUSH}
)
_OF_ONE_SUIT: Final = frozenset(
    {HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH, HandCategory.ROYAL_FLUSH}
)
