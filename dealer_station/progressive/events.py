"""What has happened to a progressive: past tense, never refused, never changed.

Every money event carries its entry, so a stranger can add the ledger up without knowing a rule.
`table_id` and `round_number` say which round moved it; `seat` whose wager.
"""

from dataclasses import dataclass
from fractions import Fraction

from dealer_station.progressive.postings import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveEvent:
    """What every event of a progressive carries: when it happened."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveOpened(ProgressiveEvent):
    """The progressive exists; the entry puts its opening amount on the meter."""

    progressive_id: str
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionBooked(ProgressiveEvent):
    """A wager that counts has fed the meter (PRG-15: once, when betting closes)."""

    table_id: str
    round_number: int
    seat: int
    amount: Fraction
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionReturned(ProgressiveEvent):
    """A wager that had fed the meter was returned; a compensating entry takes its part out."""

    table_id: str
    round_number: int
    seat: int
    amount: Fraction
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLocked(ProgressiveEvent):
    """A winning hand's turn has come: the award is fixed and owed, and the meter goes on.

    `amount_minor` is owed to the seats of `shares` together; each pair is (seat, amount).
    """

    table_id: str
    round_number: int
    hand: str
    amount_minor: int
    shares: tuple[tuple[int, int], ...]
    meter_before_minor: int
    meter_after_minor: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPaid(ProgressiveEvent):
    """An award was paid out to a seat."""

    table_id: str
    round_number: int
    seat: int
    amount_minor: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardsReversed(ProgressiveEvent):
    """A round was void after prizes had been fixed: they go back to where they came from."""

    table_id: str
    round_number: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareReleased(ProgressiveEvent):
    """A share that was owed and not yet paid went back onto the meter: its hand is out."""

    table_id: str
    round_number: int
    seat: int
    amount_minor: int
    entry: Entry


MoneyEvent = (
    ProgressiveOpened
    | ContributionBooked
    | ContributionReturned
    | PrizeLocked
    | AwardPaid
    | AwardsReversed
    | ShareReleased
)
"""Every kind of event of a progressive; each moves money and carries its entry."""
