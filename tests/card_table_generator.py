"""Makes `dealer_station/cards/table_data.py` from the rules of poker alone.

Run it from the root of the repository to write the file anew. It shares no code with the
evaluator: only the numbers of ranks and the lengths of rows are read from `cards/tables.py`.
"""

from __future__ import annotations

import sys
from array import array
from base64 import b64encode
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from textwrap import wrap
from zlib import compress

from dealer_station.cards import tables

Hand = tuple[int, ...]
"""Ranks of a hand from the highest down, 0 for the two to 12 for the ace."""

WHEEL: Hand = (12, 3, 2, 1, 0)
FLUSH = 5
STRAIGHT_FLUSH = 8
SHAPES: dict[Hand, int] = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
STRAIGHT = 4


def worth(hand: Hand, *, is_flush: bool) -> Hand:
    """Category of five cards, then the ranks that decide; greater is better."""
    groups = sorted(((n, rank) for rank, n in Counter(hand).items()), reverse=True)
    shape = tuple(n for n, _ in groups)
    ranks = tuple(rank for _, rank in groups)
    if shape != (1, 1, 1, 1, 1):
        return (SHAPES[shape], *ranks)
    if ranks == WHEEL or ranks[0] - ranks[4] == len(ranks) - 1:
        top = 3 if ranks == WHEEL else ranks[0]
        return (STRAIGHT_FLUSH if is_flush else STRAIGHT, top)
    return (FLUSH if is_flush else 0, *ranks)


def hands_of(size: int) -> list[Hand]:
    """Every collection of ranks of that many cards of one deck."""
    return [
        hand
        for hand in combinations_with_replacement(range(12, -1, -1), size)
        if max(Counter(hand).values()) <= 4
    ]


@cache
def strengths() -> dict[Hand, int]:
    """Strength of every worth, from 0 for the weakest."""
    worths = {worth(hand, is_flush=False) for hand in hands_of(5)}
    worths |= {worth(hand, is_flush=True) for hand in combinations(range(12, -1, -1), 5)}
    return {worth: strength for strength, worth in enumerate(sorted(worths))}


@cache
def strength_without_flush(hand: Hand) -> int:
    """Strength of the best five of a hand that holds no flush."""
    if len(hand) == len(WHEEL):
        return strengths()[worth(hand, is_flush=False)]
    return max(strength_without_flush(five) for five in set(combinations(hand, 5)))


def flush_strengths() -> array[int]:
    """Strength of the best flush of every set of ranks."""
    table = array("H", bytes(2 * 8192))
    for held in range(8192):
        ranks = [rank for rank in range(12, -1, -1) if held >> rank & 1]
        table[held] = max(
            (strengths()[worth(five, is_flush=True)] for five in combinations(ranks, 5)),
            default=0,
        )
    return table


def row_offsets(sums: list[int], row_bits: int) -> array[int]:
    """Push the rows into each other's gaps, fullest first; what to add to a sum of each row."""
    rows: dict[int, list[int]] = {}
    for total in sums:
        rows.setdefault(total >> row_bits, []).append(total)
    offsets = array("i", bytes(4 * (max(rows) + 1)))
    window = 1 << 14
    free = (1 << (1 << 18)) - 1
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        first = min(rows[row])
        place, fits = -window, 0
        while not fits:
            place += window
            near = (free >> place) & ((1 << (window + (1 << row_bits))) - 1)
            fits = (1 << window) - 1
            for total in rows[row]:
                fits &= near >> (total - first)
        place += (fits & -fits).bit_length() - 1
        free ^= sum(1 << (total - first) for total in rows[row]) << place
        offsets[row] = place - first
    return offsets


def displaced(size: int, rank_keys: tuple[int, ...], row_bits: int) -> tuple[array[int], ...]:
    """Offsets and strengths of every hand of that size without a flush."""
    by_sum = {
        sum(rank_keys[rank] for rank in hand): strength_without_flush(hand)
        for hand in hands_of(size)
    }
    assert len(by_sum) == len(hands_of(size)), "two hands have the same sum"
    offsets = row_offsets(list(by_sum), row_bits)
    places = {total + offsets[total >> row_bits]: value for total, value in by_sum.items()}
    assert len(places) == len(by_sum), "two sums have the same place"
    table = array("H", bytes(2 * (max(places) + 1)))
    for place, value in places.items():
        table[place] = value
    return offsets, table


def generate() -> dict[str, array[int]]:
    """Every table by its name in `table_data`."""
    five = displaced(5, tables.FIVE_RANK_KEYS, tables.FIVE_ROW_BITS)
    seven = displaced(7, tables.SEVEN_RANK_KEYS, tables.SEVEN_ROW_BITS)
    return {
        "FIVE_OFFSETS": five[0],
        "FIVE_STRENGTHS": five[1],
        "SEVEN_OFFSETS": seven[0],
        "SEVEN_STRENGTHS": seven[1],
        "FLUSH_STRENGTHS": flush_strengths(),
    }


DOCSTRING = '''"""Data of the poker evaluator's tables, generated: do not edit.

Made by `tests/card_table_generator.py`; read by `tables`, which says what the numbers mean. Each
text is an array of little-endian numbers, compressed with zlib, in base 64.
"""
'''


def source(generated: dict[str, array[int]]) -> str:
    """The text of `table_data.py` for these tables."""
    parts = [DOCSTRING]
    for name, numbers in generated.items():
        little_endian = array(numbers.typecode, numbers)
        if sys.byteorder == "big":
            little_endian.byteswap()
        text = b64encode(compress(little_endian.tobytes(), 9)).decode("ascii")
        lines = "\n".join(f'    "{line}"' for line in wrap(text, 2000))
        parts.append(f"\n{name} = (\n{lines}\n)\n")
    return "".join(parts)


if __name__ == "__main__":
    Path("dealer_station/cards/table_data.py").write_text(source(generate()), encoding="ascii")
