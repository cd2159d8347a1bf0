"""Changing, moving and closing a level: terms, transfer, retirement, correction.

Each needs two different people and a reason, and each only adds entries (CHG-01 to CHG-04). While a
wager of an open round counts, nothing that a player plays for is changed under him (CHG-02); the
caller knows whether one does.
"""

from dataclasses import dataclass
from fractions import Fraction

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.contributions import (
    LedgerDecision,
    playable_level,
    without_excess,
)
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.levels import Level, LevelTerms, fault_of
from dealer_station.progressive.postings import Entry, at_level, move
from dealer_station.progressive.refusals import (
    Consent,
    LedgerRefusal,
    LedgerRefusalReason,
    consent_fault,
)

CORRECTED = (Account.METER, Account.RESERVE, Account.OVERFLOW)
"""Accounts that a correction may change."""

CLOSED_INTO = (Account.HOUSE, Account.REVENUE)
"""Accounts that may take what a retired level held."""


def change_terms(
    state: Ledger,
    level_id: str,
    terms: LevelTerms,
    consent: Consent,
    *,
    at: int,
    is_in_play: bool,
) -> LedgerDecision:
    """Give a level new terms; rate and cap count at once, a base from the next reset.

    A cap is never set below the value shown (PRG-05). What lies above the old cap is booked first:
    it was no part of the meter and a higher cap does not make it one.
    """
    found = playable_level(state, level_id)
    if isinstance(found, LedgerRefusal):
        return found
    level, old_terms = found
    refusal = _change_fault(consent, is_in_play=is_in_play)
    if refusal:
        return refusal
    if terms == old_terms:
        return LedgerRefusal(LedgerRefusalReason.NOTHING_CHANGES)
    fault = fault_of(terms)
    if fault:
        return LedgerRefusal(LedgerRefusalReason.BAD_TERMS, {"term": fault})
    if terms.cap_minor is not None and terms.cap_minor < level.meter:
        return LedgerRefusal(LedgerRefusalReason.CAP_BELOW_METER)
    swept, _ = without_excess(state, level_id, at)
    changed = e.LevelTermsChanged(
        at=at,
        level_id=level_id,
        old_terms=old_terms,
        new_terms=terms,
        reason=consent.reason,
        person_id=consent.person_id,
        approver_id=consent.approver_id,
    )
    return (*swept, changed)


def _change_fault(consent: Consent, *, is_in_play: bool) -> LedgerRefusal | None:
    if is_in_play:
        return LedgerRefusal(LedgerRefusalReason.IN_PLAY)
    return consent_fault(consent)


@dataclass(frozen=True, slots=True)
class Transfer:
    """The events of a transfer: those of the stream it leaves, and the one where it arrives."""

    sent: tuple[e.LevelEvent, ...]
    received: tuple[e.LevelEvent, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A level of a progressive, in the state it is decided on."""

    state: Ledger
    level_id: str


def transfer(
    transfer_id: str,
    source: Place,
    target: Place,
    consent: Consent,
    *,
    at: int,
    is_in_play: bool,
) -> Transfer | LedgerRefusal:
    """Move a whole meter, to its last fraction, to another level or progressive (CHG-04).

    Both halves are appended in one transaction, at the versions of both states; for two levels of
    one progressive `sent` comes before `received` in its stream. Reserve and overflow stay.
    """
    leaving = playable_level(source.state, source.level_id)
    arriving = playable_level(target.state, target.level_id)
    if isinstance(leaving, LedgerRefusal):
        return leaving
    if isinstance(arriving, LedgerRefusal):
        return arriving
    here = (source.state.progressive_id, source.level_id)
    there = (target.state.progressive_id, target.level_id)
    refusal = _change_fault(consent, is_in_play=is_in_play)
    amount = leaving[0].meter
    if here == there or not amount:
        refusal = refusal or LedgerRefusal(LedgerRefusalReason.NOTHING_CHANGES)
    if _is_above_cap(arriving[0], amount):
        refusal = refusal or LedgerRefusal(LedgerRefusalReason.ABOVE_CAP)
    if refusal:
        return refusal
    swept, _ = without_excess(source.state, source.level_id, at)
    sent = e.MeterSent(
        at=at,
        transfer_id=transfer_id,
        level_id=here[1],
        amount=amount,
        other_progressive_id=there[0],
        other_level_id=there[1],
        reason=consent.reason,
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        entry=at_level(here[1], move(amount, Account.METER, Account.TRANSFERS)),
    )
    received = e.MeterReceived(
        at=at,
        transfer_id=transfer_id,
        level_id=there[1],
        amount=amount,
        other_progressive_id=here[0],
        other_level_id=here[1],
        reason=consent.reason,
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        entry=at_level(there[1], move(amount, Account.TRANSFERS, Account.METER)),
    )
    return Transfer((*swept, sent), (received,))


def _is_above_cap(level: Level, amount: Fraction) -> bool:
    """Players' money does not become overflow by being moved."""
    return level.cap_minor is not None and level.holds(Account.METER) + amount > level.cap_minor


def retire(
    state: Ledger,
    level_id: str,
    into: Account | str,
    consent: Consent,
    *,
    at: int,
    is_in_play: bool,
) -> LedgerDecision:
    """Close a level for good; all it holds goes to an account, or to the level of this id.

    A level takes it over account by account: meter to meter, reserve to reserve. Not while an
    award of it is open, which may yet come back to its meter.
    """
    found = playable_level(state, level_id)
    if isinstance(found, LedgerRefusal):
        return found
    refusal = _change_fault(consent, is_in_play=is_in_play) or _heir_fault(state, level_id, into)
    if refusal:
        return refusal
    if found[0].holds(Account.AWARDS_PAYABLE) or any(h.is_open for h in state.hits_of(level_id)):
        return LedgerRefusal(LedgerRefusalReason.AWARDS_OPEN)
    swept, settled = without_excess(state, level_id, at)
    level = settled.level(level_id)
    assert level is not None, "a level that was found is there"
    is_account = isinstance(into, Account)
    heir = "" if is_account else str(into)
    destination = into if isinstance(into, Account) else Account.TRANSFERS
    retired = e.LevelRetired(
        at=at,
        level_id=level_id,
        meter=level.meter,
        reserve=level.reserve,
        overflow=level.overflow,
        destination=destination,
        heir_id=heir,
        reason=consent.reason,
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        entry=(
            *at_level(level_id, _emptied(level, destination)),
            *(at_level(heir, _taken_over(level)) if heir else ()),
        ),
    )
    return (*swept, retired)


def _heir_fault(state: Ledger, level_id: str, into: Account | str) -> LedgerRefusal | None:
    if isinstance(into, Account):
        is_known = into in CLOSED_INTO
        return None if is_known else LedgerRefusal(LedgerRefusalReason.BAD_ACCOUNT)
    heir = playable_level(state, into)
    if isinstance(heir, LedgerRefusal):
        return heir
    if into == level_id:
        return LedgerRefusal(LedgerRefusalReason.NOTHING_CHANGES)
    closed = state.level(level_id)
    if closed and _is_above_cap(heir[0], closed.meter):
        return LedgerRefusal(LedgerRefusalReason.ABOVE_CAP)
    return None


def _emptied(level: Level, destination: Account) -> Entry:
    return tuple(
        posting
        for account in CORRECTED
        for posting in move(level.holds(account), account, destination)
    )


def _taken_over(level: Level) -> Entry:
    return tuple(
        posting
        for account in CORRECTED
        for posting in move(level.holds(account), Account.TRANSFERS, account)
    )


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction does: by how much an account changes (+ or -), why, and what it mends.

    `corrects` is the version of the event that it makes good; None where it is no event's fault.
    """

    account: Account
    amount: Fraction
    why: e.CorrectionReason
    corrects: int | None = None


def correct(
    state: Ledger, level_id: str, correction: Correction, consent: Consent, *, at: int
) -> LedgerDecision:
    """Put an amount right by a new entry; it may go down for the listed reasons alone (CHG-01).

    What lies above the cap is booked first, so that the correction is of the meter and not of that.
    Allowed while in play: a malfunction is put right when it is found.
    """
    found = playable_level(state, level_id)
    if isinstance(found, LedgerRefusal):
        return found
    swept, settled = without_excess(state, level_id, at)
    level = settled.level(level_id)
    assert level is not None, "a level that was found is there"
    refusal = consent_fault(consent) or _correction_fault(state, level, correction)
    if refusal:
        return refusal
    account, amount = correction.account, correction.amount
    is_to_revenue = correction.why is e.CorrectionReason.RESERVE_TO_REVENUE
    other = Account.REVENUE if is_to_revenue else Account.HOUSE
    corrected = e.LevelCorrected(
        at=at,
        level_id=level_id,
        account=account,
        amount=amount,
        correction=correction.why,
        corrects=correction.corrects,
        reason=consent.reason,
        person_id=consent.person_id,
        approver_id=consent.approver_id,
        entry=at_level(level_id, move(amount, other, account)),
    )
    return (*swept, corrected)


def _correction_fault(state: Ledger, level: Level, correction: Correction) -> LedgerRefusal | None:
    amount, mended = correction.amount, correction.corrects
    if not _is_correctable(correction):
        return LedgerRefusal(LedgerRefusalReason.BAD_ACCOUNT)
    if not amount:
        return LedgerRefusal(LedgerRefusalReason.NOTHING_CHANGES)
    if mended is not None and not 1 <= mended <= state.version:
        return LedgerRefusal(LedgerRefusalReason.NO_SUCH_VERSION)
    if amount < 0 and not correction.why.may_decrease:
        return LedgerRefusal(LedgerRefusalReason.DECREASE_UNEXPLAINED)
    return _amount_fault(level, correction.account, amount)


def _is_correctable(correction: Correction) -> bool:
    """Displayed money never goes to revenue, and revenue pays nothing back (CHG-01)."""
    if correction.why is e.CorrectionReason.RESERVE_TO_REVENUE:
        is_displayed = correction.account is Account.METER
        return correction.account in CORRECTED and not is_displayed and correction.amount <= 0
    return correction.account in CORRECTED


def _amount_fault(level: Level, account: Account, amount: Fraction) -> LedgerRefusal | None:
    if level.holds(account) + amount < 0:
        return LedgerRefusal(LedgerRefusalReason.BELOW_ZERO)
    if account is Account.METER and amount > 0 and _is_above_cap(level, amount):
        return LedgerRefusal(LedgerRefusalReason.ABOVE_CAP)
    return None
