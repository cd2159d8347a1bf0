"""Columns of the book: rows sorted by bettor, in runs that grow geometrically.

A book of a million rows cannot be copied for every small batch, and it must not change under
whoever still holds the old one. So it is a sequence of runs, oldest first: each batch adds a run of
the rows that it touched, a later run counts before an earlier one, and a run is merged into its
predecessor as soon as that is less than twice as long. A row is copied about log2(n) times in all,
and nothing is ever written to twice.
"""

from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Bettors: TypeAlias = npt.NDArray[np.uint64]
Amounts: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Index: TypeAlias = npt.NDArray[np.intp]

_HALF = 32
_LOW = (1 << _HALF) - 1
_SAFE = 1 << 62

_Kind = TypeVar("_Kind", bound=np.generic)


def frozen(column: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
    """Return the column, which nobody can write to any more."""
    column.setflags(write=False)
    return column


def exact_sum(column: Amounts) -> int:
    """Return the sum, however large: in halves where 64 bits might not hold it."""
    if len(column) == 0:
        return 0
    widest = max(abs(int(column.min())), abs(int(column.max())))
    if widest * len(column) < _SAFE:
        return int(column.sum())
    return (int((column >> _HALF).sum()) << _HALF) + int((column & _LOW).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Bettors in rising order, each once.

    `stakes` and `orders` have a line for every spot: what lies there, and the number of the entry
    that first put something there (from 1; 0 where nothing lies). `decisions` are codes of actions
    (0: none yet), `auto_folded` says that the closing decided.
    """

    bettors: Bettors
    stakes: Amounts
    orders: Amounts
    decisions: Codes
    auto_folded: Flags

    def __len__(self) -> int:
        return len(self.bettors)

    def taken(self, which: Index) -> "Rows":
        """Return the rows at these places, as a copy."""
        return Rows(
            self.bettors.take(which),
            self.stakes.take(which, axis=1),
            self.orders.take(which, axis=1),
            self.decisions.take(which),
            self.auto_folded.take(which),
        )

    def sealed(self) -> "Rows":
        """Return these rows, no longer writable."""
        for column in (self.bettors, self.stakes, self.orders, self.decisions, self.auto_folded):
            frozen(column)
        return self

    def position(self, bettor: int) -> int | None:
        """Return where a bettor's row is; None when there is none."""
        place = int(np.searchsorted(self.bettors, np.uint64(bettor)))
        if place == len(self) or int(self.bettors[place]) != bettor:
            return None
        return place


def blank(bettors: Bettors, spots: int) -> Rows:
    """Return rows of bettors (rising, each once) who have nothing yet."""
    count = len(bettors)
    return Rows(
        bettors,
        np.zeros((spots, count), np.int64),
        np.zeros((spots, count), np.int64),
        np.zeros(count, np.uint8),
        np.zeros(count, np.bool_),
    )


def gathered(runs: tuple[Rows, ...], bettors: Bettors, spots: int) -> Rows:
    """Return writable rows of these bettors (rising, each once) as the runs have them."""
    rows = blank(bettors, spots)
    for run in runs:
        places = np.searchsorted(run.bettors, bettors)
        places[places == len(run)] = 0
        found = np.flatnonzero(run.bettors.take(places) == bettors)
        if not len(found):
            continue
        there = run.taken(places.take(found))
        rows.stakes[:, found] = there.stakes
        rows.orders[:, found] = there.orders
        rows.decisions[found] = there.decisions
        rows.auto_folded[found] = there.auto_folded
    return rows


def merged(older: Rows, newer: Rows) -> Rows:
    """Return both runs as one; where a bettor is in both, the newer row counts."""
    bettors = np.concatenate((older.bettors, newer.bettors))
    order = np.argsort(bettors, kind="stable")
    sorted_bettors = bettors.take(order)
    is_newest = np.append(sorted_bettors[1:] != sorted_bettors[:-1], True)
    order = order[is_newest]

    def together(left: npt.NDArray[_Kind], right: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
        joined = np.concatenate((left, right), axis=-1)
        in_order: npt.NDArray[_Kind] = joined.take(order, axis=-1)
        return in_order

    return Rows(
        sorted_bettors[is_newest],
        together(older.stakes, newer.stakes),
        together(older.orders, newer.orders),
        together(older.decisions, newer.decisions),
        together(older.auto_folded, newer.auto_folded),
    )


def with_run(runs: tuple[Rows, ...], rows: Rows) -> tuple[Rows, ...]:
    """Return the runs with one more, merged so far that there are never many."""
    while runs and len(runs[-1]) < 2 * len(rows):
        rows = merged(runs[-1], rows)
        runs = runs[:-1]
    return (*runs, rows.sealed())
