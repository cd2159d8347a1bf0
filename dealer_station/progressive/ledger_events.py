"""What has happened to the levels of a progressive: past tense, never refused, never changed.

Beside `events.py`, whose events are those of a progressive of one level and stay as they are. Here
too every event carries its entry (empty where no money moves), level by level, so a stranger can
add the books up without knowing a rule. `seat` None: the bettors' book of a round as a whole; whose
it is stands there. Wagers and awards are in the currency of their table, everything else in the
progressive's; `conversion` is what one unit of the first is in the second (LNK-12).
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind, AwardOwed, LevelPrize
from dealer_station.progressive.conversion import SAME
from dealer_station.progressive.events import ProgressiveEvent
from dealer_station.progressive.levels import LevelTerms
from dealer_station.progressive.postings import LevelEntry


class PaidBy(StrEnum):
    """How an award reached the winner; each has a lifetime meter of its own (PRG-11)."""

    SYSTEM = "system"
    ATTENDANT = "attendant"
    """A hand pay: staff paid, with a record."""


class CorrectionReason(StrEnum):
    """Why an amount is corrected (CHG-01). Without `may_decrease` it can only add."""

    MALFUNCTION = "malfunction"
    OVER_LIMIT = "over_limit"
    SEED_RECOVERY = "seed_recovery"
    RESERVE_TO_REVENUE = "reserve_to_revenue"
    """Non-displayed money goes to revenue."""
    MISSED_CONTRIBUTION = "missed_contribution"
    HOUSE_GIFT = "house_gift"

    @property
    def may_decrease(self) -> bool:
        """Whether an amount may go down for it."""
        return self not in {CorrectionReason.MISSED_CONTRIBUTION, CorrectionReason.HOUSE_GIFT}


@dataclass(frozen=True, slots=True)
class CountedWager:
    """A qualifying wager: accepted before betting closed, counted once; in the table's currency."""

    seat: int | None
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEvent(ProgressiveEvent):
    """What every event of the levels carries: when, and what it moved."""

    entry: LevelEntry = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelOpened(LedgerEvent):
    """A level is played for under these terms; the entry puts its opening amount on the meter.

    For the level of an old record it files the terms and opens with nothing more.
    """

    progressive_id: str
    level_id: str
    terms: LevelTerms
    opening_minor: int
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersCounted(LedgerEvent):
    """The qualifying wagers of a round have fed all levels, once, when betting closed (PRG-15).

    Its entry does not depend on what the levels hold, so it may be appended at any version.
    """

    table_id: str
    round_number: int
    wagers: tuple[CountedWager, ...]
    conversion: Fraction = SAME


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedWagerReturned(LedgerEvent):
    """A counted wager was returned; a compensating entry takes its part out (PRG-16)."""

    table_id: str
    round_number: int
    seat: int | None
    amount_minor: int
    conversion: Fraction = SAME


@dataclass(frozen=True, slots=True, kw_only=True)
class OverflowBooked(LedgerEvent):
    """What was collected above a level's cap was booked where the terms say (PRG-06)."""

    level_id: str
    amount: Fraction
    destination: Account


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelHit(LedgerEvent):
    """A level was hit: the awards are fixed and owed, and the level is played for again (HIT-01).

    `number` counts the hits of the progressive: their total order. The reseed is what came from the
    reserve and from the house; both are zero where the prize was not the whole meter. The awards,
    and their sum, are in the winners' currency.
    """

    hit_id: str
    number: int
    level_id: str
    table_id: str
    round_number: int
    hand: str
    prize: LevelPrize
    amount_minor: int
    awards: tuple[AwardOwed, ...]
    meter_before: Fraction
    meter_after: Fraction
    reseed_reserve_minor: int
    reseed_house_minor: int
    conversion: Fraction = SAME

    @property
    def won_minor(self) -> int:
        """What the winners are owed, without the envy sums of others."""
        return sum(owed.amount_minor for owed in self.awards if owed.kind is AwardKind.WIN)

    @property
    def envy_from_meter_minor(self) -> int:
        """What the level pays of the envy sums; the rest of them is the house's."""
        return sum(owed.from_meter_minor for owed in self.awards if owed.kind is AwardKind.ENVY)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardEvent(LedgerEvent):
    """What every event in the life of an award carries: which one, whose it is, and who acted.

    `kind` says why it is owed: an envy sum follows from the hand of another seat.
    """

    level_id: str
    hit_id: str
    table_id: str
    round_number: int
    award_id: str
    seat: int | None
    kind: AwardKind
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardVerified(AwardEvent):
    """A person has seen the hand and confirmed the award (HIT-07)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelAwardPaid(AwardEvent):
    """A second person has paid the award."""

    amount_minor: int
    paid_by: PaidBy


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardDisputed(AwardEvent):
    """The award is in doubt: nothing is paid until it is settled (HIT-13)."""

    reason: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSettled(AwardEvent):
    """The award stands after all; it is to be verified anew."""

    reason: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardVoided(AwardEvent):
    """An unpaid award is void: each part went back to where it came from (HIT-12).

    Where its dispute fell, `approver_id` is the second person, and `reason` is in their words; by a
    table's ruling it is empty, and `reason` is the rule.
    """

    amount_minor: int
    reason: str
    approver_id: str


AwardChange = AwardVerified | LevelAwardPaid | AwardDisputed | DisputeSettled | AwardVoided
"""Every kind of event in the life of an award."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitVoided(LedgerEvent):
    """A hit is void: all its awards and its reseed were undone, what was collected since stays.

    `recovered_minor` had been paid and came back; then `approver_id` is a second person.
    """

    level_id: str
    hit_id: str
    table_id: str
    round_number: int
    amount_minor: int
    recovered_minor: int
    reason: str
    person_id: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTermsChanged(LedgerEvent):
    """Rate, base, cap or another term is a new one; a new base counts from the next reset."""

    level_id: str
    old_terms: LevelTerms
    new_terms: LevelTerms
    reason: str
    person_id: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferEvent(LedgerEvent):
    """One half of a transfer; the other bears the same `transfer_id` (CHG-04)."""

    transfer_id: str
    level_id: str
    amount: Fraction
    other_progressive_id: str
    other_level_id: str
    reason: str
    person_id: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSent(TransferEvent):
    """The whole meter has left this level for the other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterReceived(TransferEvent):
    """The whole meter of the other level has arrived here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelRetired(LedgerEvent):
    """The level is closed for good; all it held went to one account, or to another level.

    `heir_id` is that level, in the same accounts there; empty where there is none.
    """

    level_id: str
    meter: Fraction
    reserve: Fraction
    overflow: Fraction
    destination: Account
    heir_id: str
    reason: str
    person_id: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelCorrected(LedgerEvent):
    """An amount was put right by a new entry; `corrects` is the version that it makes good."""

    level_id: str
    account: Account
    amount: Fraction
    correction: CorrectionReason
    corrects: int | None
    reason: str
    person_id: str
    approver_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRead(LedgerEvent):
    """A reading: what a level held at this version, for reconciliation (DSP-13, CHG-07)."""

    level_id: str
    meter: Fraction
    reserve: Fraction
    overflow: Fraction
    person_id: str


LevelChange = (
    LevelOpened
    | OverflowBooked
    | LevelTermsChanged
    | MeterSent
    | MeterReceived
    | LevelRetired
    | LevelCorrected
    | MeterRead
)
"""Every kind of event that is about a level and no round."""

LevelEvent = WagersCounted | CountedWagerReturned | LevelHit | HitVoided | AwardChange | LevelChange
"""Every kind of event of a progressive's levels."""
