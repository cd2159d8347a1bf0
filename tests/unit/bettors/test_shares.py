"""Shares of a pool: the rule sheet's arithmetic, ties, and numbers beyond 64 bits."""

import numpy as np
import pytest
from bettors_oracle import oracle_shares

from dealer_station.bettors.shares import POOL_MAX, shares_of_pool


def shares(pool: int, tickets: list[int], orders: list[int] | None = None) -> list[int]:
    return shares_of_pool(
        pool,
        np.array(tickets, np.int64),
        np.array(orders or range(1, len(tickets) + 1), np.int64),
    ).tolist()


def test_four_equal_tickets_of_the_rule_sheet() -> None:
    pool = 123_456_789
    assert shares(pool, [100] * 4) == [30_864_198, 30_864_197, 30_864_197, 30_864_197]


def test_tickets_one_two_one_of_the_rule_sheet() -> None:
    assert shares(123_456_789, [100, 200, 100]) == [30_864_197, 61_728_395, 30_864_197]


def test_among_equal_remainders_the_earliest_ticket_comes_first() -> None:
    assert shares(5, [1, 1, 1], [3, 1, 2]) == [1, 2, 2]
    # Values 1 and 4 of 6: remainders of 5/6 and 20/6 are 5 and 2; of 10 / 6: 4 and 4.
    assert shares(10, [1, 4, 1], [2, 1, 3]) == [2, 7, 1]
    assert shares(10, [1, 4, 1], [2, 3, 1]) == [2, 6, 2]


def test_one_ticket_takes_all_and_an_empty_pool_gives_nothing() -> None:
    assert shares(POOL_MAX - 1, [1]) == [POOL_MAX - 1]
    assert shares(0, [5, 7]) == [0, 0]
    assert shares(1, [5, 7, 7]) == [0, 1, 0]


@pytest.mark.parametrize("pool", [POOL_MAX - 1, POOL_MAX - 7, 10**18 + 1, 999])
def test_pool_and_tickets_beyond_64_bits_are_exact(pool: int) -> None:
    rng = np.random.default_rng(pool % 1000)
    tickets = [int(value) for value in rng.integers(1, 10**15, 400)] + [10**15] * 3
    orders = (rng.permutation(len(tickets)) + 1).tolist()
    holders = {n: (tickets[n], orders[n]) for n in range(len(tickets))}
    expected = oracle_shares(pool, holders)
    got = shares(pool, tickets, orders)
    assert got == [expected[n] for n in range(len(tickets))]
    assert sum(got) == pool


@pytest.mark.parametrize(
    ("pool", "tickets"), [(-1, [1]), (POOL_MAX, [1]), (10, []), (10, [0]), (10, [5, -1])]
)
def test_what_cannot_be_shared_is_refused(pool: int, tickets: list[int]) -> None:
    with pytest.raises(ValueError, match=r"pool|tickets"):
        shares(pool, tickets)
