from itertools import pairwise

import numpy as np
import pytest

from dealer_station.bettors.columns import (
    Rows,
    blank,
    exact_sum,
    gathered,
    merged,
    with_run,
)


def run(stakes: dict[int, int]) -> Rows:
    """Rows of one spot, each bettor's order ten times his stake."""
    rows = blank(np.array(sorted(stakes), np.uint64), 1)
    rows.stakes[0] = [stakes[bettor] for bettor in sorted(stakes)]
    rows.orders[0] = rows.stakes[0] * 10
    return rows


def read(rows: Rows) -> dict[int, int]:
    assert (rows.orders == rows.stakes * 10).all()
    return dict(zip(rows.bettors.tolist(), rows.stakes[0].tolist(), strict=True))


@pytest.mark.parametrize(
    "values",
    [
        [],
        [1, 2, 3],
        [2**62, 2**62, 2**62, -5],
        [-(2**63), -(2**63), 1],
        [2**63 - 1] * 7,
        [-(2**33) - 1, 2**33],
    ],
)
def test_sums_are_exact_beyond_64_bits(values: list[int]) -> None:
    assert exact_sum(np.array(values, np.int64)) == sum(values)


def test_of_two_runs_the_newer_row_counts() -> None:
    assert read(merged(run({1: 10, 3: 30}), run({2: 20, 3: 33}))) == {1: 10, 2: 20, 3: 33}
    assert read(merged(run({2**64 - 1: 1}), run({0: 2}))) == {0: 2, 2**64 - 1: 1}


def test_rows_are_gathered_from_all_runs() -> None:
    runs = (run({1: 10, 3: 30, 5: 50}), run({3: 33, 4: 44}), run({5: 55}))
    wanted = np.array([0, 1, 3, 4, 5, 9], np.uint64)
    rows = gathered(runs, wanted, 1)
    assert read(rows) == {0: 0, 1: 10, 3: 33, 4: 44, 5: 55, 9: 0}
    rows.stakes[0, 1] = 11  # a copy: nobody else sees it
    assert read(runs[0])[1] == 10


def test_runs_stay_few_and_sealed() -> None:
    runs: tuple[Rows, ...] = ()
    for bettor in range(1000):
        runs = with_run(runs, run({bettor: bettor}))
        assert len(runs) <= 10
        assert all(len(older) >= 2 * len(newer) for older, newer in pairwise(runs))
    assert read(gathered(runs, np.arange(1000, dtype=np.uint64), 1)) == {n: n for n in range(1000)}
    for column in (runs[0].bettors, runs[0].stakes, runs[0].orders, runs[0].decisions):
        with pytest.raises(ValueError, match="read-only"):
            column[..., 0] = 1


def test_a_new_run_leaves_the_old_ones_as_they_were() -> None:
    before = with_run((), run({1: 10, 2: 20}))
    after = with_run(before, run({2: 22, 3: 33}))
    assert [read(rows) for rows in before] == [{1: 10, 2: 20}]
    assert [read(rows) for rows in after] == [{1: 10, 2: 22, 3: 33}]


def test_a_bettor_is_found_or_not() -> None:
    rows = run({2: 1, 2**63 + 1: 1})
    assert [rows.position(bettor) for bettor in (2, 2**63 + 1)] == [0, 1]
    assert [rows.position(bettor) for bettor in (0, 3, 2**63, 2**64 - 1)] == [None] * 4
    assert run({}).position(1) is None
