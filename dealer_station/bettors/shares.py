"""Shares of a pool by the value of tickets, exact to the smallest unit (CH-G07).

Every ticket gets the whole units of its exact part; what is left over goes out one unit each, to
the largest remainders first and among equal ones to the earliest ticket. The shares sum to the
pool.
"""

import numpy as np

from dealer_station.bettors.columns import Amounts, Index, exact_sum

POOL_MAX = 2**62
"""A pool is smaller than that, in smallest units."""

_WORD_MAX = 2**63 - 1


def shares_of_pool(pool_minor: int, tickets: Amounts, orders: Amounts) -> Amounts:
    """Return the share of each ticket; `tickets` are their values, `orders` when they came.

    All values must be positive and all orders different. Raises ValueError for a pool that is
    negative or too large, and when there is no ticket.
    """
    if not 0 <= pool_minor < POOL_MAX:
        raise ValueError(f"a pool of {pool_minor}")
    if len(tickets) == 0 or int(tickets.min()) < 1:
        raise ValueError("no tickets, or one without a value")
    values, which = np.unique(tickets, return_inverse=True)
    parts, ranks = _parts(pool_minor, values, exact_sum(tickets))
    shares: Amounts = parts.take(which)
    left = pool_minor - exact_sum(shares)
    if left:
        shares[_first_by_rank(ranks.take(which), orders, left)] += 1
    return shares


def _parts(pool_minor: int, values: Amounts, total: int) -> tuple[Amounts, Index]:
    """Return the whole units for a ticket of each value, and the rank of what remains of its part.

    Rank 0 has the largest remainder. A pool times a value need not fit 64 bits: then Python's
    integers do it, once for every value that occurs.
    """
    if max(pool_minor * int(values[-1]), total) <= _WORD_MAX:
        whole, rest = np.divmod(pool_minor * values, total)
        return whole, np.unique(-rest, return_inverse=True)[1]
    parts = [divmod(pool_minor * value, total) for value in values.tolist()]
    in_order = sorted({rest for _, rest in parts}, reverse=True)
    rank_of = {rest: rank for rank, rest in enumerate(in_order)}
    whole = np.array([share for share, _ in parts], np.int64)
    return whole, np.array([rank_of[rest] for _, rest in parts], np.intp)


def _first_by_rank(ranks: Index, orders: Amounts, count: int) -> Index:
    """Return the places of so many tickets: lowest rank first, then the earliest."""
    reached = np.cumsum(np.bincount(ranks))
    last = int(np.searchsorted(reached, count))
    before = np.flatnonzero(ranks < last)
    among = np.flatnonzero(ranks == last)
    earliest = among[np.argsort(orders[among], kind="stable")[: count - len(before)]]
    return np.concatenate((before, earliest))
