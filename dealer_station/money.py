"""Exact money: integers of the smallest unit, and fractions of it where a share must be exact.

Knows how amounts are written and how a sum is divided without losing or inventing a unit.
Refuses floats: one that reaches this module is a programmer's error and raises.
"""

from decimal import Decimal
from fractions import Fraction

EXPONENT = 2
"""Decimal places of the currencies in use: 1.00 is 100 of the smallest unit."""

_UNITS = 10**EXPONENT
_DIGITS_MAX = 16
"""An amount has at most so many digits before the point: more is no money, and no 64-bit unit."""


class FloatAmountError(TypeError):
    """A float came near money."""


def exact(value: int | str | Decimal | Fraction) -> Fraction:
    """Return `value` as an exact fraction; floats are refused."""
    refuse_float(value)
    return Fraction(value)


def refuse_float(value: object) -> None:
    """Raise for a float: an amount that was ever one may be wrong already."""
    if isinstance(value, float):
        raise FloatAmountError(f"{value!r} is a float; money takes int, str, Decimal or Fraction")


def to_minor(amount: Decimal) -> int | None:
    """Return `amount` (of the currency) in smallest units; None when it is no whole number of them.

    Exact at any number of digits; what is larger than any amount of money is None too.

    >>> to_minor(Decimal("12.50"))
    1250
    >>> to_minor(Decimal("10.005")) is None
    True
    """
    refuse_float(amount)
    if not amount.is_finite() or not -_DIGITS_MAX <= amount.adjusted() < _DIGITS_MAX:
        return None
    numerator, denominator = amount.as_integer_ratio()
    minor, rest = divmod(numerator * _UNITS, denominator)
    return None if rest else minor


def format_minor(minor: int) -> str:
    """Write smallest units as an amount of the currency.

    >>> format_minor(-5)
    '-0.05'
    """
    sign = "-" if minor < 0 else ""
    whole, rest = divmod(abs(minor), _UNITS)
    return f"{sign}{whole}.{rest:0{EXPONENT}d}"


def format_exact(minor: Fraction) -> str:
    """Write an exact amount, given in smallest units, in the currency: decimals where they end.

    >>> format_exact(Fraction(70)), format_exact(Fraction(-1, 2)), format_exact(Fraction(100, 3))
    ('0.70', '-0.005', '1/3')
    """
    refuse_float(minor)
    amount = Fraction(minor) / _UNITS
    places, rest = EXPONENT, amount.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(amount)
    while (amount * 10**places).denominator != 1:
        places += 1
    digits = f"{abs(amount.numerator) * 10**places // amount.denominator:0{places + 1}d}"
    return f"{'-' if amount < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def whole_minor(amount: Fraction) -> int:
    """Return the whole smallest units in `amount`, rounded down: what a meter may show."""
    return amount.numerator // amount.denominator


def split_equally(total_minor: int, parts: int) -> tuple[int, ...]:
    """Divide a sum into equal parts; what does not divide goes to the first (CS-G08).

    >>> split_equally(10000001, 3)
    (3333335, 3333333, 3333333)
    """
    share, odd = divmod(total_minor, parts)
    return (share + odd, *([share] * (parts - 1)))


def split_by_weight(total_minor: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """Divide a sum by weights; what is left over goes by the largest remainder, ties to the first.

    >>> split_by_weight(123456789, (1, 2, 1))
    (30864197, 61728395, 30864197)
    """
    whole = sum(weights)
    parts = [divmod(total_minor * weight, whole) for weight in weights]
    left = total_minor - sum(share for share, _ in parts)
    by_remainder = sorted(range(len(parts)), key=lambda place: -parts[place][1])
    favoured = set(by_remainder[:left])
    return tuple(share + (place in favoured) for place, (share, _) in enumerate(parts))
