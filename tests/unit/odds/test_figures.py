"""How exact figures are written."""

import doctest
from fractions import Fraction

import pytest

from dealer_station.odds import figures
from dealer_station.odds.figures import decimal, exact


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(0), 12, "0.000000000000"),
        (Fraction(-1, 2), 1, "-0.5"),
        (Fraction(1, 8), 2, "0.12"),  # half to even
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(12345, 10), 3, "1234.500"),
        (Fraction(-999_999, 1_000_000), 2, "-1.00"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(10**30 + 1, 10**12), 12, "1000000000000000000.000000000001"),
    ],
)
def test_decimals(value, places, text):
    assert decimal(value, places) == text


def test_decimals_have_twelve_places():
    assert decimal(Fraction(2, 3)) == "0.666666666667"


@pytest.mark.parametrize(
    ("value", "text"), [(Fraction(-4, 6), "-2/3"), (Fraction(5), "5/1"), (Fraction(0), "0/1")]
)
def test_exact_fractions(value, text):
    assert exact(value) == text
    assert Fraction(text) == value


def test_the_examples_hold():
    assert doctest.testmod(figures) == (0, 2)
