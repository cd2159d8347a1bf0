"""The life of an award: locked, verified by one person, paid by another; or disputed, or void.

A paid award is never paid again and its amount never changes. Each function returns the events or
the reason why there are none.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypedDict

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.contributions import LedgerDecision
from dealer_station.progressive.conversion import to_pool
from dealer_station.progressive.hits import award_return, undoing, void_hit
from dealer_station.progressive.ledger import OPEN, Award, AwardStatus, Hit, Ledger
from dealer_station.progressive.levels import Level
from dealer_station.progressive.postings import Entry, at_level, move
from dealer_station.progressive.refusals import (
    Consent,
    LedgerRefusal,
    LedgerRefusalReason,
    consent_fault,
)


@dataclass(frozen=True, slots=True)
class _Found:
    """An award that is owed, with its hit."""

    hit: Hit
    award: Award


def _owed(state: Ledger, award_id: str, person_id: str) -> _Found | LedgerRefusal:
    """Return an award that is still owed; refuse one that is settled, and a nobody."""
    known = state.award(award_id)
    if known is None:
        return LedgerRefusal(LedgerRefusalReason.NO_SUCH_AWARD)
    hit, award = known
    if award.status is AwardStatus.PAID:
        return LedgerRefusal(LedgerRefusalReason.ALREADY_PAID)
    if award.status is AwardStatus.VOID:
        return LedgerRefusal(LedgerRefusalReason.ALREADY_VOID)
    if not person_id:
        return LedgerRefusal(LedgerRefusalReason.SAME_PERSON)
    assert award.status in OPEN, "what is neither paid nor void is owed"
    return _Found(hit, award)


class _OfAward(TypedDict):
    """What every event in the life of an award says of it."""

    level_id: str
    hit_id: str
    table_id: str
    round_number: int
    award_id: str
    seat: int | None
    kind: AwardKind


def _of_award(found: _Found) -> _OfAward:
    return _OfAward(
        level_id=found.hit.level_id,
        hit_id=found.hit.hit_id,
        table_id=found.hit.table_id,
        round_number=found.hit.round_number,
        award_id=found.award.owed.award_id,
        seat=found.award.owed.seat,
        kind=found.award.owed.kind,
    )


def verify_award(state: Ledger, award_id: str, *, person_id: str, at: int) -> LedgerDecision:
    """Confirm an award: this person has seen the hand (HIT-07)."""
    found = _owed(state, award_id, person_id)
    if isinstance(found, LedgerRefusal):
        return found
    if found.award.status is not AwardStatus.LOCKED:
        is_disputed = found.award.status is AwardStatus.DISPUTED
        return LedgerRefusal(
            LedgerRefusalReason.DISPUTED if is_disputed else LedgerRefusalReason.ALREADY_VERIFIED
        )
    verified = e.AwardVerified(
        at=at,
        **_of_award(found),
        person_id=person_id,
    )
    return (verified,)


def pay_award(
    state: Ledger, award_id: str, *, paid_by: e.PaidBy, person_id: str, at: int
) -> LedgerDecision:
    """Pay a verified award, all of it and once; by another person than the one who verified it.

    The winner is paid in his table's currency; the books move what that is in the progressive's.
    """
    found = _owed(state, award_id, person_id)
    if isinstance(found, LedgerRefusal):
        return found
    if found.award.status is not AwardStatus.VERIFIED:
        is_disputed = found.award.status is AwardStatus.DISPUTED
        return LedgerRefusal(
            LedgerRefusalReason.DISPUTED if is_disputed else LedgerRefusalReason.UNVERIFIED
        )
    if person_id == found.award.verified_by:
        return LedgerRefusal(LedgerRefusalReason.SAME_PERSON)
    amount = found.award.owed.amount_minor
    owed = to_pool(amount, found.hit.conversion)
    entry = move(owed, Account.AWARDS_PAYABLE, Account.AWARDS_PAID)
    paid = e.LevelAwardPaid(
        at=at,
        **_of_award(found),
        person_id=person_id,
        amount_minor=amount,
        paid_by=paid_by,
        entry=at_level(found.hit.level_id, entry),
    )
    return (paid,)


def dispute_award(state: Ledger, award_id: str, consent: Consent, *, at: int) -> LedgerDecision:
    """Freeze an award that is in doubt; nobody guesses (HIT-13)."""
    found = _owed(state, award_id, consent.person_id)
    if isinstance(found, LedgerRefusal):
        return found
    if found.award.status is AwardStatus.DISPUTED:
        return LedgerRefusal(LedgerRefusalReason.DISPUTED)
    refusal = consent_fault(consent)
    if refusal:
        return refusal
    disputed = e.AwardDisputed(
        at=at,
        **_of_award(found),
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        reason=consent.reason,
    )
    return (disputed,)


def settle_dispute(state: Ledger, award_id: str, consent: Consent, *, at: int) -> LedgerDecision:
    """Let a disputed award stand; it is verified anew. For one that falls: `void_disputed`."""
    found = _owed(state, award_id, consent.person_id)
    if isinstance(found, LedgerRefusal):
        return found
    if found.award.status is not AwardStatus.DISPUTED:
        return LedgerRefusal(LedgerRefusalReason.NOT_DISPUTED)
    refusal = consent_fault(consent)
    if refusal:
        return refusal
    settled = e.DisputeSettled(
        at=at,
        **_of_award(found),
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        reason=consent.reason,
    )
    return (settled,)


def void_disputed(state: Ledger, award_id: str, consent: Consent, *, at: int) -> LedgerDecision:
    """Take a disputed award back, which is not owed after all (HIT-12, HIT-13).

    Its part of the meter returns by a new entry. The envy sums for the hand lapse with it (HIT-14);
    what other hands of the hit are owed does not change, and with it the level's reseed stays.
    Where nothing of the hit stands any more it was none: the whole hit is undone (FC-214).
    """
    found = _owed(state, award_id, consent.person_id)
    if isinstance(found, LedgerRefusal):
        return found
    if found.award.status is not AwardStatus.DISPUTED:
        return LedgerRefusal(LedgerRefusalReason.NOT_DISPUTED)
    refusal = consent_fault(consent)
    if refusal:
        return refusal
    fallen = (found.award, *falling_with(found.hit, found.award))
    return _fall(state, found.hit, fallen, consent, at=at)


def _fall(
    state: Ledger, hit: Hit, fallen: Collection[Award], consent: Consent, *, at: int
) -> LedgerDecision:
    """Void awards of a hit, or the whole hit where nothing of it stands any more."""
    if not _is_undone_by(hit, fallen):
        return tuple(_voided(_Found(hit, award), consent, at=at) for award in fallen)
    return void_hit(
        state,
        hit.hit_id,
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        reason=consent.reason,
        at=at,
    )


def void_entry(level: Level, hit: Hit, award: Award) -> Entry:
    """Return what voiding a disputed award would move, its level standing as it does (HIT-12)."""
    fallen = (award, *falling_with(hit, award))
    if _is_undone_by(hit, fallen):
        return undoing(level, hit)
    return tuple(posting for one in fallen for posting in award_return(hit, one))


def _is_undone_by(hit: Hit, fallen: Collection[Award]) -> bool:
    """Whether a hit that reset its level has nothing left that stands once these awards fall."""
    is_reset = bool(hit.reseed_reserve_minor or hit.reseed_house_minor)
    standing = (award for award in hit.awards if award.status is not AwardStatus.VOID)
    return is_reset and all(award in fallen for award in standing)


def falling_with(hit: Hit, award: Award) -> tuple[Award, ...]:
    """Return the envy sums that are still owed for the hand of an award; for an envy sum, none."""
    if award.owed.kind is not AwardKind.WIN:
        return ()
    return tuple(
        one
        for one in hit.awards
        if one.owed.kind is AwardKind.ENVY
        and one.owed.follows == award.owed.seat
        and one.status in OPEN
    )


def void_award(
    state: Ledger, award_id: str, *, person_id: str, reason: str, at: int
) -> LedgerDecision:
    """Take an unpaid award back: its part of the meter returns (HIT-12).

    For a hand that went out of its round. The level's reseed stays while anything of the hit
    stands; the last award takes the whole hit back with it.
    """
    found = _owed(state, award_id, person_id)
    if isinstance(found, LedgerRefusal):
        return found
    if not reason.strip():
        return LedgerRefusal(LedgerRefusalReason.NO_REASON)
    # The people who rule on a hand are named by its table's ruling.
    return _fall(state, found.hit, (found.award,), Consent(person_id, "", reason), at=at)


def _voided(found: _Found, consent: Consent, *, at: int) -> e.AwardVoided:
    # A level with open awards cannot be retired, so its meter is there to take this.
    entry = award_return(found.hit, found.award)
    return e.AwardVoided(
        at=at,
        **_of_award(found),
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        amount_minor=found.award.owed.amount_minor,
        reason=consent.reason,
        entry=at_level(found.hit.level_id, entry),
    )
