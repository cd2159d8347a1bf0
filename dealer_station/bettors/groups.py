"""Sums of a book by spot and decision: all stakes of one group come to the same."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dealer_station.bettors.columns import Amounts, Rows, exact_sum
from dealer_station.bettors.settlement import UNDECIDED
from dealer_station.bettors.terms import BookTerms


@dataclass(frozen=True, slots=True)
class Group:
    """The stakes on a spot of all who decided alike, in smallest units; `net_minor` once settled.

    `action` is `UNDECIDED` for those who did not decide.
    """

    spot: str
    action: str
    stakes: int
    staked_minor: int
    net_minor: int = 0


def groups_of(terms: BookTerms, rows: Rows, nets: Amounts | None = None) -> Iterator[Group]:
    """Give every group in which there is a stake; `nets` has a line for each spot, as the rows."""
    for code, action in enumerate((UNDECIDED, *(action.name for action in terms.actions))):
        bettors = np.flatnonzero(rows.decisions == code)
        if not len(bettors):
            continue
        for number, spot in enumerate(terms.spots):
            stakes = rows.stakes[number].take(bettors)
            count = int(np.count_nonzero(stakes))
            if count:
                net = 0 if nets is None else exact_sum(nets[number].take(bettors))
                yield Group(spot.name, action, count, exact_sum(stakes), net)
