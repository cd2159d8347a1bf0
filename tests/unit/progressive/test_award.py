"""The whole meter among royals: equal, odd cents to the first, never below the minimum."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.progressive.award import equal_shares


def test_cs_g08_odd_cents_go_to_the_royal_paid_first():
    assert equal_shares(100_000_01, (3, 2, 1), 0) == (
        (3, 33_333_35),
        (2, 33_333_33),
        (1, 33_333_33),
    )


@pytest.mark.parametrize(
    ("minimum", "shares"),
    [
        (0, ((1, 7_51), (2, 7_50))),
        (7_51, ((1, 7_51), (2, 7_51))),
        (10_00, ((1, 10_00), (2, 10_00))),
    ],
)
def test_cs_d11_each_royal_gets_at_least_the_minimum(minimum, shares):
    assert equal_shares(15_01, (1, 2), minimum) == shares


@given(st.integers(0, 10**12), st.integers(1, 7))
def test_without_a_minimum_the_shares_are_the_meter(meter: int, royals: int):
    shares = equal_shares(meter, tuple(range(royals)), 0)
    assert sum(amount for _, amount in shares) == meter
