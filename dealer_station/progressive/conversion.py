"""Two currencies of one progressive: its own, and that of a table which plays for it (LNK-12).

The ledger is kept in the progressive's currency, exactly. What players stake and are paid is the
table's, in whole smallest units. A round's wagers keep the conversion that they were counted with,
and everything that the round wins goes by the same one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dealer_station.money import whole_minor

SAME: Final = Fraction(1)
"""The conversion of a table that plays in the progressive's currency, and of every old record."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a table's wagers count for a progressive in another currency; codes by ISO 4217.

    `rate`: units of the progressive's currency for one of the table's, exact and more than nothing.
    """

    currency: str
    pool_currency: str
    rate: Fraction


def to_pool(amount_minor: int, conversion: Fraction) -> Fraction:
    """Return a table's amount in the progressive's currency, exact."""
    return amount_minor * conversion


def to_table(amount: Fraction | int, conversion: Fraction) -> int:
    """Return what a progressive's amount is worth in a table's currency, in whole smallest units.

    Rounded down: a table never shows or pays more than is there. What is left over, less than one
    unit of the table's, stays where it was.
    """
    return whole_minor(Fraction(amount) / conversion)


def rates_by_currency(conversions: Iterable[Conversion]) -> dict[str, Fraction]:
    """Return what one unit of each other currency is in the progressive's.

    While tables of one currency count differently, as between two changes of it, the one that
    makes less of the meter holds for all of them.
    """
    rates: dict[str, Fraction] = {}
    for one in conversions:
        rates[one.currency] = max(one.rate, rates.get(one.currency, one.rate))
    return rates
