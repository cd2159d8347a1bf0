"""Types of rule set values: every value is written as text, and read exactly or refused."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator

from dealer_station.money import exact, format_minor, to_minor

NONE = "none"

AMOUNT_MAX_MINOR = 10**15
"""Largest amount of a rule set: what a table adds up from a few of them fits into the record."""

_AMOUNT = re.compile(r"[0-9]{1,24}(\.[0-9]{1,12})?", re.ASCII)
"""How an amount is written: `5`, `0.25`; no sign, space, underscore or power of ten."""

_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12}|/0*[1-9][0-9]{0,11})?", re.ASCII)
"""How an exact number is written: `0.70`, `7`, `1/3`."""


def _amount(value: object) -> object:
    """Read an amount as smallest units; `none` is no amount."""
    if value == NONE:
        return None
    if not isinstance(value, str):
        return value
    minor = to_minor(Decimal(value)) if _AMOUNT.fullmatch(value) else None
    if minor is None:
        raise ValueError(f"{value!r} is no amount in whole cents")
    if minor > AMOUNT_MAX_MINOR:
        raise ValueError(f"is more than {format_minor(AMOUNT_MAX_MINOR)}")
    return minor


def number(text: str) -> Fraction:
    """Read an exact number that is not negative; anything else is a ValueError."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no number")
    return exact(text)


def share_of(value: object) -> Fraction:
    """Read a part of a whole: 0 to 1."""
    share = number(str(value))
    if share > 1:
        raise ValueError(f"{value!r} is more than the whole")
    return share


def _switch(value: object) -> bool:
    """Read `true` or `false`, and nothing that only looks like it."""
    if value not in {"true", "false"}:
        raise ValueError(f"{value!r} is neither true nor false")
    return value == "true"


def _whole(value: object) -> int:
    """Read a whole number in plain digits."""
    if not (isinstance(value, str) and value.isascii() and value.isdecimal()):
        raise ValueError(f"{value!r} is no whole number")
    return int(value)


Amount = Annotated[int, BeforeValidator(_amount)]
OptionalAmount = Annotated[int | None, BeforeValidator(_amount)]
Share = Annotated[Fraction, BeforeValidator(share_of)]
Switch = Annotated[bool, BeforeValidator(_switch)]
Whole = Annotated[int, BeforeValidator(_whole)]
