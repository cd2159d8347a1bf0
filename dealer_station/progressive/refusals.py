"""Why the ledger of a progressive says no: a closed list, each with what a person can do about it.

Every question is asked in one order: is the thing known, may it still change, may these people, and
last, do the amounts fit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class LedgerRefusalReason(StrEnum):
    """The codes of refusals."""

    NO_SUCH_LEVEL = "no_such_level"
    LEVEL_EXISTS = "level_exists"
    LEVEL_RETIRED = "level_retired"
    NO_TERMS = "no_terms"
    """The level is that of an old record: its terms are to be filed first."""
    BAD_TERMS = "bad_terms"
    """A base, rate, cap or probability that cannot be; the facts name it."""
    ALREADY_COUNTED = "already_counted"
    """The wagers of this round (or of a later one of the table) have fed the levels (PRG-15)."""
    NOT_COUNTED = "not_counted"
    """The seat has no counted wager in the newest round of the table, or less than is returned."""
    BAD_WAGER = "bad_wager"
    """A wager of nothing, or a seat twice, or a conversion that is none."""
    AWARD_STANDS = "award_stands"
    """The wager has won an award that is not void: void that first."""
    HIT_EXISTS = "hit_exists"
    ALREADY_WON = "already_won"
    """A winner has an award of this level from this round: one hand wins a level once."""
    NO_SUCH_HIT = "no_such_hit"
    NOTHING_TO_WIN = "nothing_to_win"
    """The prize comes to less than the smallest unit."""
    BAD_PRIZE = "bad_prize"
    """A share, amount or list of winners that cannot be; the facts name it."""
    NO_SUCH_AWARD = "no_such_award"
    UNVERIFIED = "unverified"
    """Nobody has verified the award yet (HIT-07)."""
    ALREADY_VERIFIED = "already_verified"
    ALREADY_PAID = "already_paid"
    ALREADY_VOID = "already_void"
    DISPUTED = "disputed"
    """The award is frozen until the dispute is settled (HIT-13)."""
    NOT_DISPUTED = "not_disputed"
    SAME_PERSON = "same_person"
    """Two different people are needed."""
    NO_REASON = "no_reason"
    """Nobody said why."""
    IN_PLAY = "in_play"
    """A wager of an open round counts: wait until no round is open (CHG-02)."""
    NOTHING_CHANGES = "nothing_changes"
    CAP_BELOW_METER = "cap_below_meter"
    """A cap may be set only at or above the value shown (PRG-05)."""
    ABOVE_CAP = "above_cap"
    """The level would hold more than its cap."""
    BELOW_ZERO = "below_zero"
    """The account does not hold that much."""
    PLAYED_FOR = "played_for"
    """Tables play for the level: take it out of their rules before it is retired."""
    AWARDS_OPEN = "awards_open"
    """Awards of the level are neither paid nor void."""
    DECREASE_UNEXPLAINED = "decrease_unexplained"
    """This reason may only add: an amount goes down for the listed ones alone (CHG-01)."""
    NO_SUCH_VERSION = "no_such_version"
    """The correction points to an event that is not there."""
    BAD_ACCOUNT = "bad_account"


@dataclass(frozen=True, slots=True)
class LedgerRefusal:
    """The ledger's no: the reason, and the facts that a person needs to do better."""

    reason: LedgerRefusalReason
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Consent:
    """Two people and why: who asks for a change, and who agrees to it."""

    person_id: str
    approver_id: str
    reason: str


def consent_fault(consent: Consent) -> LedgerRefusal | None:
    """Refuse what one person alone wants, or what nobody gives a reason for (CHG-03)."""
    people = {consent.person_id, consent.approver_id}
    if "" in people or len(people) == 1:
        return LedgerRefusal(LedgerRefusalReason.SAME_PERSON)
    if not consent.reason.strip():
        return LedgerRefusal(LedgerRefusalReason.NO_REASON)
    return None
