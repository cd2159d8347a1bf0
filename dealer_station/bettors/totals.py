"""Totals of a book, kept with it: what a table's view shows when there are many bettors."""

from dataclasses import dataclass

import numpy as np

from dealer_station.bettors.columns import Rows, exact_sum
from dealer_station.bettors.terms import BookTerms


@dataclass(frozen=True, slots=True)
class BookTotals:
    """How many, and how much in smallest units; in the order of the terms' spots and actions.

    `bettors` have a base stake. `stakes` counts the stakes on each spot, `staked_minor` adds them
    up; `decisions` counts each action, with those that the closing took: `auto_folded`.
    """

    bettors: int
    stakes: tuple[int, ...]
    staked_minor: tuple[int, ...]
    decisions: tuple[int, ...]
    auto_folded: int

    @property
    def undecided(self) -> int:
        """How many bettors have not decided."""
        return self.bettors - sum(self.decisions)

    def after(self, before: "BookTotals", now: "BookTotals") -> "BookTotals":
        """Return these totals once some rows have gone from one state to the other."""
        return BookTotals(
            self.bettors + now.bettors - before.bettors,
            _moved(self.stakes, before.stakes, now.stakes),
            _moved(self.staked_minor, before.staked_minor, now.staked_minor),
            _moved(self.decisions, before.decisions, now.decisions),
            self.auto_folded + now.auto_folded - before.auto_folded,
        )


def _moved(
    totals: tuple[int, ...], before: tuple[int, ...], now: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(total + new - old for total, old, new in zip(totals, before, now, strict=True))


def totals_of(terms: BookTerms, rows: Rows) -> BookTotals:
    """Add up rows."""
    counts = np.bincount(rows.decisions, minlength=len(terms.actions) + 1).tolist()
    return BookTotals(
        int(np.count_nonzero(rows.stakes[terms.base])),
        tuple(int(np.count_nonzero(line)) for line in rows.stakes),
        tuple(exact_sum(line) for line in rows.stakes),
        tuple(counts[1:]),
        int(np.count_nonzero(rows.auto_folded)),
    )
