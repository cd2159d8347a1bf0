"""Currencies of a house's progressives, and how tables in another one count for them (LNK-12).

A progressive is in the currency of its tables. A table in another one names the progressive's, and
what one unit of its own is in it: exact, as text, since nobody but the house can say it.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dealer_station.house_rules.values import number
from dealer_station.progressive.conversion import Conversion
from dealer_station.settings import ConfigurationError

RATE_MAX: Final = 1_000_000
"""Neither currency's unit is worth more of the other's: amounts stay such as signs can hold."""

CURRENCY: Final = r"^[A-Z]{3}$"


class ConversionFile(BaseModel):
    """`[conversions.POOL]` of a table's file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    currency: str = Field(pattern=CURRENCY, description="The progressive's currency, ISO 4217.")
    rate: str = Field(
        description="What one unit of the table's currency is in the progressive's, exact: "
        "0.92 or 23/25, as text."
    )

    @field_validator("rate")
    @classmethod
    def _is_exact(cls, rate: str) -> str:
        if not Fraction(1, RATE_MAX) <= number(rate) <= RATE_MAX:
            raise ValueError(f"{rate!r} is not from 1/{RATE_MAX} to {RATE_MAX}")
        return rate


class Played(NamedTuple):
    """A table that plays for a progressive: its file, pool and currency, and what it says of it."""

    path: Path
    pool: str
    progressive_id: str
    currency: str
    conversion: ConversionFile | None

    @property
    def pool_currency(self) -> str:
        """The progressive's currency, as this table has it."""
        return self.currency if self.conversion is None else self.conversion.currency


def conversions(currency: str, said: Mapping[str, ConversionFile]) -> dict[str, Conversion]:
    """Return a table's conversions by pool; `currency` is the table's."""
    return {
        pool: Conversion(currency, one.currency, number(one.rate)) for pool, one in said.items()
    }


def check_own(
    path: Path, currency: str, pools: Iterable[str], said: Mapping[str, ConversionFile]
) -> None:
    """Refuse a conversion of a pool that the table has not, or into its own currency."""
    for pool, one in said.items():
        if pool not in set(pools):
            raise ConfigurationError(f"{path}: conversions.{pool}: the table has no such pool")
        if one.currency == currency:
            raise ConfigurationError(
                f"{path}: conversions.{pool}: {currency} is the table's own currency, "
                "so there is nothing to convert"
            )


def check_together(tables: Iterable[Played]) -> None:
    """A meter is an amount of one currency: refuse tables that have it in different ones.

    What a table says of another currency than its own counts for all of the progressive's.
    """
    played = tuple(tables)
    named = {one.progressive_id: one for one in reversed(played) if one.conversion is not None}
    first = {one.progressive_id: one for one in reversed(played)} | named
    for one in played:
        other = first[one.progressive_id]
        if one.pool_currency == other.pool_currency:
            continue
        key = f"conversions.{one.pool}" + (".currency" if one.conversion else "")
        raise ConfigurationError(
            f"{one.path}: {key}: {one.progressive_id} is in {other.pool_currency} "
            f"by {other.path.name}, the table "
            + (
                "says another currency"
                if one.conversion
                else f"in {one.currency}: say how it counts"
            )
        )
