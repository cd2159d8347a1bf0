"""A progressive that cannot be played for at present: why, since when, and the events that say so.

Values only. A stake counts for every level of its progressive, so one level that is suspended
suspends the wager. What is refused meanwhile is decided in `house/suspending.py`; wagers already
taken stand, and what they win is locked up as always.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.table.device_events import TableEvent

EVERY_LEVEL: Final = ""
"""Stands where a level is named, and means all that the progressive has."""


class SuspensionReason(StrEnum):
    """Why nobody may play for a progressive; each is lifted by itself."""

    LINK_LOST = "link_lost"
    """Its devices cannot be reached, so its controller does not know what they do (LNK-05)."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """One reason that stands against a progressive, or a level of it; `since_at` in UTC ms."""

    progressive_id: str
    level_id: str
    reason: SuspensionReason
    since_at: int

    def is_of(self, progressive_id: str, level_id: str, reason: SuspensionReason) -> bool:
        """Whether it stands for this very thing."""
        told = (self.progressive_id, self.level_id, self.reason)
        return told == (progressive_id, level_id, reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveSuspended(TableEvent):
    """From now on this table takes no wager for a progressive; `level_id` empty: for none of it."""

    progressive_id: str
    level_id: str
    reason: SuspensionReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveResumed(TableEvent):
    """What had suspended a progressive, or a level of it, is over."""

    progressive_id: str
    level_id: str
    reason: SuspensionReason
