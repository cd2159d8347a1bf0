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

from dealer_station.cards.card import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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
    def of_ranks(cls, category: HandCategory, *ranks: Rank) -> HandValue:
        """The weakest value of the category whose kickers begin with these ranks: a threshold.

        ValueError when no hand of the category begins so.

        >>> ace_king = HandValue.of_ranks(HandCategory.HIGH_CARD, Rank.ACE, Rank.KING)
        >>> [rank.letter for rank in ace_king.kickers]
        ['A', 'K', '4', '3', '2']
        """
        for value in _VALUES:
            if value.category is category and value.kickers[: len(ranks)] == ranks:
                return value
        raise ValueError(f"no {category.value} begins with {[rank.name for rank in ranks]}")

    @classmethod
    def of_strength(cls, strength: int) -> HandValue:
        """The value of that strength, 0 to 7461; IndexError beyond."""
        if strength < 0:
            raise IndexError(f"no hand has the strength {strength}")
        return _VALUES[strength]


def _kickers_of(category: HandCategory) -> Iterator[tuple[int, ...]]:
    """All kickers of one category, weakest first."""
    everything = range(Rank.TWO, Rank.ACE + 1)
    straights = [(Rank.FIVE,), *((top,) for top in range(Rank.SIX, Rank.ACE + 1))]
    sizes: dict[HandCategory, tuple[int, int]] = {
        HandCategory.PAIR: (1, 3),
        HandCategory.TWO_PAIR: (2, 1),
        HandCategory.THREE_OF_A_KIND: (1, 2),
        HandCategory.FULL_HOUSE: (1, 1),
        HandCategory.FOUR_OF_A_KIND: (1, 1),
    }
    if category is HandCategory.STRAIGHT:
        yield from straights
    elif category is HandCategory.STRAIGHT_FLUSH:
        yield from straights[:-1]
    elif category is HandCategory.ROYAL_FLUSH:
        yield straights[-1]
    elif category in sizes:
        first, rest = sizes[category]
        yield from sorted(
            groups[::-1] + kickers[::-1]
            for groups in combinations(everything, first)
            for kickers in combinations([rank for rank in everything if rank not in groups], rest)
        )
    else:
        yield from sorted(
            ranks[::-1]
            for ranks in combinations(everything, 5)
            if ranks[4] - ranks[0] != len(ranks) - 1 and ranks != (2, 3, 4, 5, 14)
        )


_VALUES: Final = tuple(
    HandValue(strength, category, tuple(map(Rank, kickers)))
    for strength, (category, kickers) in enumerate(
        (category, kickers) for category in HandCategory for kickers in _kickers_of(category)
    )
)
_STRENGTHS: Final = {(value.category, value.kickers): value.strength for value in _VALUES}


def rank5(indices: Sequence[int]) -> int:
    """Strength of five cards given by index; checks nothing."""
    counts: dict[int, int] = {}
    for index in indices:
        counts[index // 4 + 2] = counts.get(index // 4 + 2, 0) + 1
    ranks = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    is_flush = len({index % 4 for index in indices}) == 1
    shape = sorted(counts.values(), reverse=True)
    category = {
        (2, 1, 1, 1): HandCategory.PAIR,
        (2, 2, 1): HandCategory.TWO_PAIR,
        (3, 1, 1): HandCategory.THREE_OF_A_KIND,
        (3, 2): HandCategory.FULL_HOUSE,
        (4, 1): HandCategory.FOUR_OF_A_KIND,
    }.get(tuple(shape), HandCategory.FLUSH if is_flush else HandCategory.HIGH_CARD)
    if len(counts) == 5 and (ranks[0] - ranks[4] == 4 or ranks == (14, 5, 4, 3, 2)):  # noqa: PLR2004 - five cards
        ranks = (5 if ranks[0] - ranks[4] != 4 else ranks[0],)  # noqa: PLR2004 - five cards
        category = HandCategory.STRAIGHT_FLUSH if is_flush else HandCategory.STRAIGHT
        if is_flush and ranks == (14,):
            category = HandCategory.ROYAL_FLUSH
    return _STRENGTHS[category, tuple(map(Rank, ranks))]


def rank6(indices: Sequence[int]) -> int:
    """Strength of the best five of six cards given by index; checks nothing."""
    return max(map(rank5, combinations(indices, 5)))


def rank7(indices: Sequence[int]) -> int:
    """Strength of the best five of seven cards given by index; checks nothing."""
    return max(map(rank5, combinations(indices, 5)))


def _indices(cards: Sequence[Card]) -> tuple[int, ...]:
    """The indices of five to seven different cards; ValueError for anything else."""
    indices = tuple([card.index for card in cards])
    if not 5 <= len(indices) <= 7:  # noqa: PLR2004 - the rule itself
        raise ValueError(f"a poker hand is made of 5 to 7 cards, not {len(indices)}")
    if len(set(indices)) != len(indices) or max(indices) > 51:  # noqa: PLR2004 - the ace of spades
        raise ValueError(f"a poker hand has no joker and no card twice: {list(map(str, cards))}")
    return indices


def evaluate(cards: Sequence[Card]) -> HandValue:
    """The value of five cards, or of the best five of six or seven.

    ValueError for another number of cards, a card that is there twice, or a joker.
    """
    indices = _indices(cards)
    return _VALUES[max(map(rank5, combinations(indices, 5)))]


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five of five to seven cards that make their value; ValueError as for `evaluate`.

    They come in the order of `HandValue.kickers`, grouped (both cards of the pair first), a
    straight from its top down. Where two cards serve equally, the one that was given first counts.
    """
    strength = evaluate(cards).strength
    return next(
        five for five in combinations(cards, 5) if rank5([c.index for c in five]) == strength
    )
