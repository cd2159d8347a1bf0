"""Values of rule sets are text that is read exactly, or refused."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from dealer_station.house_rules.values import (
    AMOUNT_MAX_MINOR,
    Amount,
    OptionalAmount,
    Share,
    Switch,
    Whole,
    number,
    share_of,
)


def read(kind: Any, value: object) -> object:
    return TypeAdapter(kind).validate_python(value)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Amount, "5", 500),
        (Amount, "5.00", 500),
        (Amount, "0", 0),
        (Amount, "0.01", 1),
        (Amount, "10000000000000.00", AMOUNT_MAX_MINOR),
        (OptionalAmount, "none", None),
        (OptionalAmount, "7.50", 750),
        (Share, "0", Fraction(0)),
        (Share, "1", Fraction(1)),
        (Share, "0.70", Fraction(7, 10)),
        (Share, "1/3", Fraction(1, 3)),
        (Switch, "true", True),
        (Switch, "false", False),
        (Whole, "0", 0),
        (Whole, "052", 52),
    ],
)
def test_a_value_is_read_exactly(kind: Any, text: str, value: object):
    assert read(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        *((Amount, value) for value in ("none", "-0.01", "0.005", "10000000000000.01")),
        *((Amount, value) for value in ("five", "", "NaN", "Infinity", "1,50", None)),
        *(
            (Amount, value)
            for value in ("5_0", "1e1", "+5", " 5", "5 ", "5.", ".5", "\u0665", "\uff15")
        ),
        *((OptionalAmount, value) for value in ("None", "-1", "", "nothing")),
        *((Share, value) for value in ("1.01", "4/3", "-0.1", "1/0", "", "none", "1e-1", "٣")),
        *((Switch, value) for value in ("True", "yes", "1", "", True, 1)),
        *((Whole, value) for value in ("-1", "1.0", "+1", " 1", "1_0", "٣", "²", "", 7, None)),
    ],
)
def test_anything_else_is_refused(kind: Any, value: object):
    with pytest.raises(ValidationError):
        read(kind, value)


def test_a_number_is_not_negative_and_has_no_more_digits_than_it_can_need():
    assert number("19/2") == Fraction(19, 2)
    assert number("999999999999.999999999999") < 10**12
    for text in ("1000000000000", "0.0000000000001", "-1", "1/1000000000000", "1 /2", ".5", "5."):
        with pytest.raises(ValueError, match="is no number"):
            number(text)


def test_a_share_is_at_most_the_whole():
    assert share_of("1") == 1
    with pytest.raises(ValueError, match="more than the whole"):
        share_of("1.1")
