"""How often each value of a poker hand comes among five or seven cards of one deck, exactly.

Hands are counted, not dealt: those without a flush by their ranks (one hand of each collection of
ranks is evaluated and stands for all its suits), those with a flush in one suit, times four (no
suit is higher than another). Every value is what the station's own evaluator says.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, cycle
from math import comb, prod
from types import MappingProxyType
from typing import Final

from dealer_station.cards.card import Card, Rank, Suit
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.poker_hand import VALUES, HandCategory, rank5, rank7

FLUSH_SIZE: Final = 5
"""Cards of one suit that make a flush."""

_SUITS: Final = tuple(Suit)
_SUITED: Final = tuple(Card(rank, _SUITS[0]) for rank in Rank)
_OTHERS: Final = tuple(card for card in standard_deck() if card.suit is not _SUITS[0])
_RANK_OF: Final = MappingProxyType({5: rank5, 7: rank7})


@cache
def count_strengths(size: int) -> Mapping[int, int]:
    """Return how many hands of five or seven cards have each strength; KeyError for other sizes.

    Strengths are those of `cards.poker_hand`: `VALUES[strength]` is the value.
    """
    rank = _RANK_OF[size]
    counts: Counter[int] = Counter()
    for ranks in _collections_of_ranks(size):
        counts[rank(_in_many_suits(ranks))] += _without_flush(ranks)
    others = [card.index for card in _OTHERS]
    for suited in _suited_parts(size):
        part = [card.index for card in suited]
        for rest in combinations(others, size - len(part)):
            counts[rank([*part, *rest])] += len(_SUITS)
    return MappingProxyType(dict(counts))


def count_categories(size: int) -> Mapping[HandCategory, int]:
    """Return how many hands of five or seven cards are of each category, weakest first."""
    counts = dict.fromkeys(HandCategory, 0)
    for strength, number in count_strengths(size).items():
        counts[VALUES[strength].category] += number
    return MappingProxyType(counts)


def count_suited_runs(size: int) -> Mapping[int, int]:
    """Return how many hands have a longest run in one suit of so many cards, from five up.

    A run is a straight flush of any length; the ace stands above the king or below the two.
    """
    counts: Counter[int] = Counter()
    for suited in _suited_parts(size):
        rest = size - len(suited)
        counts[_longest_run(suited)] += len(_SUITS) * comb(len(_OTHERS), rest)
    return MappingProxyType({run: counts[run] for run in range(FLUSH_SIZE, size + 1)})


def _collections_of_ranks(size: int) -> Iterator[tuple[Rank, ...]]:
    """Every collection of so many ranks, none more often than there are suits."""
    for ranks in combinations_with_replacement(Rank, size):
        if all(ranks[at] is not ranks[at - len(_SUITS)] for at in range(len(_SUITS), size)):
            yield ranks


def _suited_parts(size: int) -> Iterator[tuple[Card, ...]]:
    """Every set of cards of the first suit that makes a flush in a hand of that size."""
    for count in range(FLUSH_SIZE, size + 1):
        yield from combinations(_SUITED, count)


def _in_many_suits(ranks: tuple[Rank, ...]) -> list[int]:
    """Card indices of sorted ranks, with the suits in turn: two cards of a suit at most."""
    suits = cycle(_SUITS)
    return [Card(rank, next(suits)).index for rank in ranks]


def _without_flush(ranks: tuple[Rank, ...]) -> int:
    """How many hands have these ranks and no five cards of one suit."""
    shape = tuple(sorted(Counter(ranks).values()))
    return _all_suits(shape) - _flushes(shape)


@cache
def _all_suits(shape: tuple[int, ...]) -> int:
    """How many ways there are to give suits to ranks of which so many cards each are there."""
    return prod(comb(len(_SUITS), count) for count in shape)


@cache
def _flushes(shape: tuple[int, ...]) -> int:
    """How many of those ways have five or more cards of one suit; only one suit can."""
    with_suited = Counter({0: 1})  # ways by the number of cards of the suit
    for count in shape:
        longer: Counter[int] = Counter()
        for suited, ways in with_suited.items():
            longer[suited] += ways * comb(len(_SUITS) - 1, count)
            longer[suited + 1] += ways * comb(len(_SUITS) - 1, count - 1)
        with_suited = longer
    return len(_SUITS) * sum(ways for suited, ways in with_suited.items() if suited >= FLUSH_SIZE)


def _longest_run(suited: tuple[Card, ...]) -> int:
    """The longest run of neighbouring ranks among different cards of one suit."""
    ranks = {int(card.rank) for card in suited}
    if Rank.ACE in ranks:
        ranks.add(Rank.TWO - 1)
    longest = run = 0
    for rank in range(Rank.TWO - 1, Rank.ACE + 1):
        run = run + 1 if rank in ranks else 0
        longest = max(longest, run)
    return longest
