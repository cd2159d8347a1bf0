"""How exact figures are written: fractions as they are, and as decimals for people."""

from fractions import Fraction
from typing import Final

PLACES: Final = 12
"""Decimal places of a figure, as in the rule sheets."""


def decimal(value: Fraction, places: int = PLACES) -> str:
    """Write a fraction with that many places; the last one is rounded to nearest, half to even.

    >>> decimal(Fraction(-1, 3)), decimal(Fraction(2, 3), 2), decimal(Fraction(-1, 10**13))
    ('-0.333333333333', '0.67', '0.000000000000')
    """
    scaled = round(value * 10**places)
    digits = f"{abs(scaled):0{places + 1}d}"
    return f"{'-' if scaled < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def exact(value: Fraction) -> str:
    """Write a fraction as `numerator/denominator`, whole numbers too.

    >>> exact(Fraction(-2, 4)), exact(Fraction(3))
    ('-1/2', '3/1')
    """
    return f"{value.numerator}/{value.denominator}"
