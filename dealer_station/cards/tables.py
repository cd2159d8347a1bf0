"""Look-up tables of the poker evaluator: how they are read, and what they hold.

Every card has one integer key: a number of its rank plus, above it, a number of its suit. Both are
chosen so that the sum of the keys of a hand tells, whatever the order of its cards,

* in the low bits exactly how many cards of each rank it holds: the rank numbers are the smallest
  ones, found greedily, for which no two collections of that many cards (four of a rank at most)
  have the same sum;
* in the high bits whether five of its cards are of one suit: no sum of suit numbers occurs both
  with and without a flush.

The sum stays below 2^30 (with seven cards nearly always), which CPython adds fastest.

The strength of a hand without a flush stands in an array. The rank sums are few and far apart
(6,175 below 360,919; 49,205 below 7,825,760), so they are cut into rows of a power of two, and the
rows are pushed into each other's gaps: a sum ``s`` is found at ``s + offsets[s >> row_bits]``.
A flush is found by the 13-bit set of its ranks; with seven cards the best five of the suit.

Strength is 0 (7-5-4-3-2) to 7461 (royal flush). The arrays come from `table_data`, which
`tests/card_table_generator.py` makes from the rules of poker alone.
"""

from __future__ import annotations

import sys
from array import array
from binascii import a2b_base64
from typing import TYPE_CHECKING, Final
from zlib import decompress

from dealer_station.cards import table_data

if TYPE_CHECKING:
    from collections.abc import Sequence

FIVE_RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""Number of each rank, two to ace, in a hand of five."""

SEVEN_RANK_KEYS: Final = (
    *(0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
)
"""Number of each rank, two to ace, in a hand of seven."""

FIVE_SUIT_KEYS: Final = (0, 1, 6, 7)
"""Number of each suit, clubs to spades, in a hand of five."""

SEVEN_SUIT_KEYS: Final = (0, 2, 23, 28)
"""Number of each suit, clubs to spades, in a hand of seven."""

FIVE_SUIT_SHIFT: Final = 19
"""Bits of a key of five cards below its suit."""

SEVEN_SUIT_SHIFT: Final = 23
"""Bits of a key of seven cards below its suit."""

FIVE_ROW_BITS: Final = 8
"""Length of a row of the table of five cards, as a power of two."""

SEVEN_ROW_BITS: Final = 11
"""Length of a row of the table of seven cards, as a power of two."""


def _card_keys(ranks: Sequence[int], suits: Sequence[int], shift: int) -> tuple[int, ...]:
    """The key of each card, by `Card.index`."""
    return tuple(rank + (suit << shift) for rank in ranks for suit in suits)


def _flush_sums(suits: Sequence[int], size: int) -> tuple[bool, ...]:
    """For each possible sum of the suit numbers of a hand: whether it is that of a flush."""
    clubs, diamonds, hearts, spades = suits
    is_flush = [False] * (size * max(suits) + 1)
    for c in range(size + 1):
        for d in range(size + 1 - c):
            for h in range(size + 1 - c - d):
                s = size - c - d - h
                total = c * clubs + d * diamonds + h * hearts + s * spades
                is_flush[total] |= max(c, d, h, s) >= 5  # noqa: PLR2004 - cards of a flush
    return tuple(is_flush)


def _array(typecode: str, text: str) -> array[int]:
    """An array from its text: little-endian numbers, compressed, in base 64."""
    numbers = array(typecode, decompress(a2b_base64(text)))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


FIVE_KEYS: Final = _card_keys(FIVE_RANK_KEYS, FIVE_SUIT_KEYS, FIVE_SUIT_SHIFT)
"""Key of each card in a hand of five, by `Card.index`."""

SEVEN_KEYS: Final = _card_keys(SEVEN_RANK_KEYS, SEVEN_SUIT_KEYS, SEVEN_SUIT_SHIFT)
"""Key of each card in a hand of seven, by `Card.index`."""

FIVE_IS_FLUSH: Final = _flush_sums(FIVE_SUIT_KEYS, 5)
"""Whether the sum of the suit numbers of five cards is that of a flush."""

SEVEN_IS_FLUSH: Final = _flush_sums(SEVEN_SUIT_KEYS, 7)
"""Whether the sum of the suit numbers of seven cards is that of a flush."""

FIVE_OFFSETS: Final = tuple(_array("i", table_data.FIVE_OFFSETS))
"""What to add to a rank sum of five cards of that row."""

SEVEN_OFFSETS: Final = tuple(_array("i", table_data.SEVEN_OFFSETS))
"""What to add to a rank sum of seven cards of that row."""

FIVE_STRENGTHS: Final = _array("H", table_data.FIVE_STRENGTHS)
"""Strength of five cards without a flush, at the place of their rank sum."""

SEVEN_STRENGTHS: Final = _array("H", table_data.SEVEN_STRENGTHS)
"""Strength of the best five of seven cards without a flush, at the place of their rank sum."""

FLUSH_STRENGTHS: Final = _array("H", table_data.FLUSH_STRENGTHS)
"""Strength of the best flush of a set of ranks (bit 0 the two, bit 12 the ace), 0 below five."""
