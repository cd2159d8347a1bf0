"""The seats' bet acceptors as a table knows them: windows, lamps, and tokens that are no wager.

Values only. Which token counts is decided in `house/tokens.py`, the closing of betting in
`house/closing.py`, what acceptors and lamps should be in `wishes.py`.
"""

from dataclasses import dataclass
from enum import StrEnum

FACTS_LOST = "facts_lost"
"""Class of a device's fault after which facts of it, tokens for one, may be missing."""


class StrayReason(StrEnum):
    """Why a token that an acceptor has taken is no wager (CS-03, CS-24, DEV-18)."""

    LATE = "late"
    """It fell after the seat's window was shut for the deal."""
    SECOND = "second"
    """The seat has its wager already."""
    OUTSIDE = "outside"
    """No betting was open, or the window was never opened for it."""
    SUSPENDED = "suspended"
    """The window was shut for its suspended progressive, and not opened anew since (LNK-05)."""
    WRONG_VALUE = "wrong_value"
    """It is not worth the wager's price."""
    UNKNOWN_SEAT = "unknown_seat"
    """The acceptor serves no seat of this table, or the table has no such wager."""


@dataclass(frozen=True, slots=True)
class StrayToken:
    """A token that is no wager and waits for a supervisor; `seat` 0 where nobody knows it."""

    seat: int
    device_id: str
    reason: StrayReason
    source: str


@dataclass(frozen=True, slots=True)
class Acceptor:
    """A seat's acceptor as it last told. None: it has not told yet.

    `opened_for` is what it was open for last: the number of a betting, or a later `reopened_at`;
    `shut_for` that of the closing for which it was shut last. `reopened_at` is the table's version
    at which a token of the seat was last given back, so that its window may open for another.
    `is_excused`: it was silent when betting closed, and a supervisor let the table go on without
    it; its next word ends that. `is_in_doubt`: since betting was opened it has told that tokens may
    be missing. Times are device times.
    """

    seat: int
    device_id: str
    is_open: bool | None = None
    opened_for: int = 0
    shut_for: int = 0
    reopened_at: int = 0
    counter: int | None = None
    is_excused: bool = False
    is_in_doubt: bool = False
    is_lit: bool | None = None
    window_at: int | None = None
    lamp_at: int | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """Betting is being closed: the acceptors are asked to shut.

    `number` is the table's version at which it began, unique at the table; `person_id` who closed;
    `waiting_since_at` the moment from which an acceptor's silence counts.
    """

    number: int
    person_id: str
    waiting_since_at: int
