"""Betting structures: what sizes a wager may have, and how often a round may be raised.

Rule ids (HE-.., ST-..) are those of the rule sheets of the two poker games.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class HeadsUp(StrEnum):
    """When two players may raise each other without a cap (HE-22, ST-47)."""

    ACTION = "action"
    """Judged when the wager that reaches the cap is made."""

    ROUND_START = "round_start"
    """Only if the round began with two players."""

    NEVER = "never"


@dataclass(frozen=True, slots=True)
class FixedLimit:
    """Bets of one of two units; amounts in smallest units (HE-20, ST-34)."""

    small_bet: int
    big_bet: int
    raise_cap: int | None
    """Raises beside the bet; none: no cap (HE-21, ST-45)."""

    heads_up: HeadsUp = HeadsUp.ACTION
    half_bet_rule: bool = True
    """An all-in of half a bet or more counts as a full wager; else only a full bet (HE-23)."""


@dataclass(frozen=True, slots=True)
class NoLimit:
    """Any wager from a minimum up to the whole stack; amounts in smallest units (HE-30)."""

    min_bet: int
    """Smallest opening bet of a round that has no blinds (HE-31)."""

    chip: int
    """Wagers are whole multiples of it, only an all-in may be odd (HE-D02)."""


Structure: TypeAlias = FixedLimit | NoLimit
