"""A level of a progressive: its terms, its books, and what it has seen in its life.

Amounts that end in `_minor` are whole smallest units; all others are exact fractions of one. What
is collected is the fund: up to the cap it is the meter, what is above it is overflow, whether it
was booked there already or not. So the order in which wagers are counted changes nothing.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

from dealer_station.money import whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.postings import Balances, balance

SOLE_LEVEL: Final = "main"
"""The level of a progressive whose events name none: they were written when it had only one."""


def level_name(pool: str, level_id: str) -> str:
    """Return what a level is called on signs: the main one bears the name of its pool."""
    return pool if level_id == SOLE_LEVEL else level_id


PROBABILITY_MIN: Final = Fraction(1, 100_000_000)
"""A jackpot that is declared may not be longer than this (PRG-08)."""

OVERFLOW_GOES_TO: Final = (Account.OVERFLOW, Account.RESERVE, Account.REVENUE)
"""Where what is collected above a cap may be booked: kept, to the next base, to the house."""


class ReserveUse(StrEnum):
    """What the reserve does when the level is reset (PRG-04)."""

    PAYS_BASE = "pays_base"
    """It pays the base as far as it reaches, the house the rest; the meter restarts at the base."""
    ADDS_TO_BASE = "adds_to_base"
    """The house pays the base and all whole units of the reserve go on top of it."""


@dataclass(frozen=True, slots=True)
class LevelTerms:
    """What is filed for a level before it is played for (PRG-09).

    `rate` and `reserve_rate` are parts of each qualifying wager; `cap_minor` None: no cap.
    `probability` is that of one wager winning the whole level; None where nobody asks for it.
    """

    base_minor: int
    rate: Fraction
    reserve_rate: Fraction = field(default=Fraction(0))
    cap_minor: int | None = None
    overflow_to: Account = Account.OVERFLOW
    reserve_use: ReserveUse = ReserveUse.PAYS_BASE
    probability: Fraction | None = None


def fault_of(terms: LevelTerms) -> str | None:
    """Return the name of a term that cannot be; None when all of them can."""
    faults = {
        "base": terms.base_minor < 0,
        "rate": not 0 <= terms.rate <= 1,
        "reserve_rate": not 0 <= terms.reserve_rate <= 1 - terms.rate,
        "cap": terms.cap_minor is not None and terms.cap_minor < max(terms.base_minor, 1),
        "overflow_to": terms.overflow_to not in OVERFLOW_GOES_TO,
        "probability": terms.probability is not None
        and not PROBABILITY_MIN <= terms.probability <= 1,
    }
    return next((name for name, is_fault in faults.items() if is_fault), None)


@dataclass(frozen=True, slots=True)
class Lifetime:
    """What a level has seen since it was opened; none of it ever falls (PRG-11, PRG-12).

    Amounts are in the progressive's currency, exact: its tables may play in others.
    """

    wagered: Fraction = field(default=Fraction(0))
    returned: Fraction = field(default=Fraction(0))
    hits: int = 0
    awarded: Fraction = field(default=Fraction(0))
    paid_by_system: Fraction = field(default=Fraction(0))
    paid_by_attendant: Fraction = field(default=Fraction(0))
    recovered: Fraction = field(default=Fraction(0))
    overflowed: Fraction = field(default=Fraction(0))

    @property
    def paid(self) -> Fraction:
        """All that was ever paid, by whichever way; `recovered` of it came back."""
        return self.paid_by_system + self.paid_by_attendant


@dataclass(frozen=True, slots=True)
class Level:
    """One prize with its own meter. `terms` is None while an old record has named none."""

    level_id: str
    terms: LevelTerms | None = None
    balances: Balances = ()
    is_retired: bool = False
    lifetime: Lifetime = field(default=Lifetime())

    def holds(self, account: Account) -> Fraction:
        """Return what is in an account of this level."""
        return balance(self.balances, account)

    @property
    def cap_minor(self) -> int | None:
        """The highest the meter may be; None without a cap."""
        return self.terms.cap_minor if self.terms else None

    @property
    def is_at_cap(self) -> bool:
        """Whether the meter is as high as it may be: what is collected now is overflow (PRG-06)."""
        return self.cap_minor is not None and self.meter == self.cap_minor

    @property
    def excess(self) -> Fraction:
        """What was collected above the cap and is not booked elsewhere yet."""
        fund = self.holds(Account.METER)
        return Fraction(0) if self.cap_minor is None else max(fund - self.cap_minor, Fraction(0))

    @property
    def meter(self) -> Fraction:
        """What the players play for, exactly."""
        return self.holds(Account.METER) - self.excess

    @property
    def meter_minor(self) -> int:
        """The amount shown: whole smallest units, never more than is there (DSP-04)."""
        return whole_minor(self.meter)

    @property
    def remainder(self) -> Fraction:
        """The part of the meter that is smaller than the smallest unit; carried on (PRG-03)."""
        return self.meter - self.meter_minor

    @property
    def overflow(self) -> Fraction:
        """What was collected above the cap and is still here, booked or not (PRG-06)."""
        return self.holds(Account.OVERFLOW) + self.excess

    @property
    def reserve(self) -> Fraction:
        """What waits for the next base; shown nowhere (PRG-04)."""
        return self.holds(Account.RESERVE)

    @property
    def pending_minor(self) -> int:
        """Won and not yet paid: what a sign says is pending while it is verified (FC-211)."""
        return whole_minor(self.holds(Account.AWARDS_PAYABLE))
