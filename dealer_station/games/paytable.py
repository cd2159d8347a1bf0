"""What hands pay: odds "to one" for wagers, fixed sums or shares of a meter for progressives.

Knows exact arithmetic only. Odds are whole or fractional numbers "x to 1"; a win that is no whole
number of smallest units is rounded down (nothing in the house rules pays fractions of a cent).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.money import whole_minor


@dataclass(frozen=True, slots=True)
class Paytable:
    """Odds to one by hand category; `name` as in the rule sheet, e.g. `BET_US`."""

    name: str
    odds_to_one: Mapping[HandCategory, Fraction]

    def odds(self, category: HandCategory) -> Fraction:
        """Return the odds to one of a hand; a hand without a line wins nothing (0)."""
        return self.odds_to_one.get(category, Fraction(0))

    def win_minor(self, category: HandCategory, stake_minor: int, cap_minor: int | None) -> int:
        """Return what a stake wins: odds times stake, at most the cap (CS-15, CS-D10)."""
        win = whole_minor(self.odds(category) * stake_minor)
        return win if cap_minor is None else min(win, cap_minor)


MAIN_LEVEL: Final = "main"
"""The level of a progressive that has one only, and of a prize that names none."""


class PrizeKind(StrEnum):
    """How a progressive prize is measured."""

    FIXED = "fixed"
    METER_SHARE = "meter_share"
    WHOLE_METER = "whole_meter"
    TIMES_STAKE = "times_stake"


class EnvyFrom(StrEnum):
    """Whose money an envy sum is (CS-25)."""

    HOUSE = "house"
    LEVEL = "level"
    """The meter's of the prize, as far as it reaches; the house's beyond that."""


@dataclass(frozen=True, slots=True)
class Prize:
    """One line of a progressive paytable; prizes are "for one": the stake is not returned.

    `level` is the one whose meter it takes from. `envy_minor` goes to every other bettor of the
    progressive in the round, 0 where nobody else gets anything (CS-25).
    """

    kind: PrizeKind
    fixed_minor: int = 0
    share: Fraction = Fraction(0)
    times: Fraction = Fraction(0)
    level: str = MAIN_LEVEL
    envy_minor: int = 0
    envy_from: EnvyFrom = EnvyFrom.HOUSE


@dataclass(frozen=True, slots=True)
class ProgressiveTable:
    """Prizes by hand category; `name` as in the rule sheet, e.g. `P3`."""

    name: str
    prizes: Mapping[HandCategory, Prize]
