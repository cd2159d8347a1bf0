"""Who acted for a player."""

from enum import StrEnum


class ActReason(StrEnum):
    """Why an act was taken, where the player did not take it himself."""

    HIMSELF = "himself"
    TIMEOUT = "timeout"
    """His time had run out (HE-47, ST-53)."""
    ABSENT = "absent"
    """He was away, or had left (HE-D38, ST-75)."""
    RULED = "ruled"
    """A ruling had it so."""
    ANNOUNCED = "announced"
    """He had announced it out of turn (HE-D34, ST-D31)."""
