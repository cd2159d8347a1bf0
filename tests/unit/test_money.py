"""Amounts are exact whole cents or exact fractions; nothing else passes."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.money import (
    FloatAmountError,
    exact,
    format_exact,
    format_minor,
    refuse_float,
    split_by_weight,
    split_equally,
    to_minor,
    whole_minor,
)

AMOUNTS = st.integers(-(10**17), 10**17)


@pytest.mark.parametrize(
    "call",
    [
        lambda: exact(0.1),
        lambda: refuse_float(1.0),
        lambda: to_minor(0.5),
        lambda: exact(float("nan")),
    ],
)
def test_a_float_that_reaches_money_raises(call):
    with pytest.raises(FloatAmountError, match="is a float"):
        call()


def test_exact_keeps_every_value_to_the_last_digit():
    assert exact("0.1") == Fraction(1, 10)
    assert exact(Decimal("0.70")) == Fraction(7, 10)
    assert exact("1/3") + exact("2/3") == 1
    assert exact(7) == 7


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("0", 0),
        ("0.00", 0),
        ("10", 1000),
        ("12.50", 1250),
        ("12.5000", 1250),
        ("-0.05", -5),
        ("1E+3", 100_000),
        ("9999999999999999.99", 999_999_999_999_999_999),
        # FC-128: in binary this one times 100 is a cent short.
        ("2557.68", 255_768),
    ],
)
def test_to_minor_reads_whole_cents(text: str, minor: int):
    assert to_minor(Decimal(text)) == minor


@pytest.mark.parametrize(
    "text",
    [
        "0.001",
        "10.005",
        "NaN",
        "sNaN",
        "Infinity",
        "-Infinity",
        # More digits than a decimal context keeps: rounding would make it whole.
        "1000000000000000000000000000.005",
        "1000000000000.0000000000000000000000000000001",
        # More than any money; reading it must cost nothing.
        "10000000000000000",
        "-10000000000000000",
        "1E+999999999",
        "1E-999999999",
    ],
)
def test_to_minor_refuses_what_is_no_amount(text: str):
    assert to_minor(Decimal(text)) is None


@pytest.mark.parametrize(
    ("minor", "text"),
    [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (123456, "1234.56"), (-100, "-1.00")],
)
def test_format_minor_writes_two_places_and_the_sign_once(minor: int, text: str):
    assert format_minor(minor) == text


@given(AMOUNTS)
def test_an_amount_written_is_the_amount_read(minor: int):
    assert to_minor(Decimal(format_minor(minor))) == minor


@pytest.mark.parametrize(
    ("amount", "whole"),
    [(Fraction(5), 5), (Fraction(599, 100), 5), (Fraction(-1, 3), -1), (Fraction(0), 0)],
)
def test_whole_minor_rounds_down_so_a_meter_never_shows_more_than_is_there(amount, whole):
    assert whole_minor(amount) == whole


def test_cs_g08_the_odd_cent_goes_to_the_first():
    assert split_equally(100_000_01, 3) == (33_333_35, 33_333_33, 33_333_33)
    assert split_equally(0, 2) == (0, 0)
    assert split_equally(1, 4) == (1, 0, 0, 0)


@given(st.integers(0, 10**15), st.integers(1, 12))
def test_a_sum_divided_is_the_sum(total: int, parts: int):
    shares = split_equally(total, parts)
    assert sum(shares) == total
    assert len(shares) == parts
    assert shares[0] >= shares[-1]
    assert len(set(shares[1:])) <= 1
    assert shares[0] - shares[-1] < parts


@pytest.mark.parametrize(
    ("minor", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(70), "0.70"),
        (Fraction(-1, 2), "-0.005"),
        (Fraction(7, 8), "0.00875"),
        (Fraction(123_456), "1234.56"),
        (Fraction(100, 3), "1/3"),
        (Fraction(-1, 3), "-1/300"),
    ],
)
def test_exact_amounts_are_decimals_where_they_end_and_else_fractions(minor: Fraction, text: str):
    assert format_exact(minor) == text


@given(st.fractions())
def test_an_exact_amount_is_read_back_to_the_last_digit(minor: Fraction):
    assert Fraction(format_exact(minor)) * 100 == minor


@given(AMOUNTS)
def test_whole_units_are_written_in_one_way(minor: int):
    assert format_exact(Fraction(minor)) == format_minor(minor)


@given(st.integers(0, 10**15), st.lists(st.integers(1, 10**9), min_size=1, max_size=40))
def test_a_sum_divided_by_weights_is_whole_and_nobody_is_a_unit_off(total: int, weights: list[int]):
    parts = split_by_weight(total, tuple(weights))
    assert sum(parts) == total
    exact_parts = [Fraction(total * weight, sum(weights)) for weight in weights]
    assert all(abs(part - due) < 1 for part, due in zip(parts, exact_parts, strict=True))
    up = {due - int(due) for part, due in zip(parts, exact_parts, strict=True) if part > due}
    down = [due - int(due) for part, due in zip(parts, exact_parts, strict=True) if part <= due]
    assert not up or min(up) >= max(down, default=0)


def test_equal_remainders_go_to_the_first():
    assert split_by_weight(5, (1, 1, 1)) == (2, 2, 1)
    assert split_by_weight(0, (3, 1)) == (0, 0)
