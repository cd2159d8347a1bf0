"""What a table plays for, and whether that can be played (ST-14, ST-15)."""

from dataclasses import dataclass
from enum import StrEnum


class LevelNote(StrEnum):
    """What is odd about a level that can be played."""

    NO_COMPLETION = "no_completion"
    """The bring-in is a full bet, so there is nothing to complete (ST-25)."""
    ANTE_ABOVE_HALF = "ante_above_half"
    """The ante is more than half the small bet."""
    ANTE_NO_CHIPS = "ante_no_chips"
    """The ante is no whole number of the smallest chips."""
    BRING_IN_NO_CHIPS = "bring_in_no_chips"
    """The bring-in is no whole number of the smallest chips."""


@dataclass(frozen=True, slots=True)
class Level:
    """Ante, bring-in, lower and upper limit, in smallest units; None: the house has not said."""

    ante_minor: int | None
    bring_in_minor: int | None
    small_bet_minor: int | None
    big_bet_minor: int | None

    @property
    def missing(self) -> tuple[str, ...]:
        """The keys that the house has still to set."""
        amounts = {
            "ante": self.ante_minor,
            "bring_in": self.bring_in_minor,
            "small_bet": self.small_bet_minor,
            "big_bet": self.big_bet_minor,
        }
        return tuple(key for key, amount in amounts.items() if amount is None)


def fault(level: Level) -> str:
    """Say why no hand can be played at a level; empty: it can.

    >>> fault(Level(300, 600, 300, 600))
    'ST-14: the bring-in is above the small bet'
    """
    if level.missing:
        return f"ST-15: the house has not set {', '.join(level.missing)}"
    if (level.bring_in_minor or 0) > (level.small_bet_minor or 0):
        return "ST-14: the bring-in is above the small bet"
    return ""


def notes(level: Level, chip_minor: int) -> tuple[LevelNote, ...]:
    """Return what is odd about a level that has no fault."""
    ante, bring_in = level.ante_minor or 0, level.bring_in_minor or 0
    small_bet = level.small_bet_minor or 0
    found = {
        LevelNote.NO_COMPLETION: bring_in == small_bet,
        LevelNote.ANTE_ABOVE_HALF: 2 * ante > small_bet,
        LevelNote.ANTE_NO_CHIPS: ante % chip_minor > 0,
        LevelNote.BRING_IN_NO_CHIPS: bring_in % chip_minor > 0,
    }
    return () if fault(level) else tuple(note for note, is_so in found.items() if is_so)
