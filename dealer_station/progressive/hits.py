"""A hit: the amount is fixed and owed, the level starts again; and what undoes a hit.

The function that decides takes the state after every earlier hit, and a hit is appended at the
version it was decided on. So hits of many tables have one total order, and each has what the meter
held at its place (HIT-01, HIT-03). Reserve, then house, pay the next base at once, and other tables
play on while the award is verified (HIT-02).
"""

from dataclasses import dataclass
from fractions import Fraction

from dealer_station.money import whole_minor
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import (
    AwardKind,
    AwardOwed,
    LevelPrize,
    PrizeTake,
    envy_awards,
    prize_fault,
    win_amounts,
)
from dealer_station.progressive.contributions import (
    LedgerDecision,
    made_good,
    playable_level,
    without_excess,
)
from dealer_station.progressive.conversion import to_pool, to_table
from dealer_station.progressive.ledger import Award, AwardStatus, CountedRound, Hit, Ledger
from dealer_station.progressive.levels import Level, LevelTerms, ReserveUse
from dealer_station.progressive.postings import Entry, at_level, balance, move, post
from dealer_station.progressive.refusals import LedgerRefusal, LedgerRefusalReason


@dataclass(frozen=True, slots=True)
class Claim:
    """What a round asks of a level: who has won with which hand, and what the prize is.

    `winners` are seats with a counted wager, in the order in which they are paid. Hands that are
    paid in turn are claims of their own, one after the other (CS-22); those that must share are one
    claim (CS-23). `envy_seats` are the other bettors who are owed an envy sum, where the prize has
    one (CS-25). Amounts of the prize are in the currency of the winners' table. `hit_id` is new.
    """

    hit_id: str
    level_id: str
    table_id: str
    round_number: int
    hand: str
    prize: LevelPrize
    winners: tuple[int | None, ...]
    envy_seats: tuple[int, ...] = ()


def lock_up(state: Ledger, claim: Claim, *, at: int) -> LedgerDecision:
    """Fix what the winners get now that their turn has come, and reset the level (HIT-01, HIT-02).

    Only the whole meter resets it; a part or a fixed prize leaves it to go on from what is left.
    Winners are owed their own currency, by the conversion that their wagers were counted with; of
    the meter less than one unit of it is left over, and stays there (LNK-12, decision 0018).
    """
    found = playable_level(state, claim.level_id)
    if isinstance(found, LedgerRefusal):
        return found
    counted = _counted(state, claim)
    refusal = _claim_fault(state, claim, counted)
    if refusal or counted is None:
        return refusal or LedgerRefusal(LedgerRefusalReason.NOT_COUNTED)
    swept, settled = without_excess(state, claim.level_id, at)
    level = settled.level(claim.level_id)
    assert level is not None, "a level that was found is there"
    awards = _awards(level, claim, counted)
    if not any(award.kind is AwardKind.WIN for award in awards) and not _is_reset(claim):
        return LedgerRefusal(LedgerRefusalReason.NOTHING_TO_WIN)
    place = _Place(settled, level, found[1], counted.conversion)
    return (*swept, _hit(place, claim, awards, at=at))


def _is_reset(claim: Claim) -> bool:
    return claim.prize.take is PrizeTake.WHOLE


def _counted(state: Ledger, claim: Claim) -> CountedRound | None:
    counted = state.counted_round(claim.table_id)
    return counted if counted and counted.round_number == claim.round_number else None


def _claim_fault(state: Ledger, claim: Claim, counted: CountedRound | None) -> LedgerRefusal | None:
    if state.hit(claim.hit_id):
        return LedgerRefusal(LedgerRefusalReason.HIT_EXISTS)
    if not claim.winners or len(set(claim.winners)) < len(claim.winners):
        return LedgerRefusal(LedgerRefusalReason.BAD_PRIZE, {"prize": "winners"})
    fault = prize_fault(claim.prize)
    if fault:
        return LedgerRefusal(LedgerRefusalReason.BAD_PRIZE, {"prize": fault})
    seats = (*claim.winners, *claim.envy_seats)
    if counted is None or any(counted.wager_minor(seat) is None for seat in seats):
        return LedgerRefusal(LedgerRefusalReason.NOT_COUNTED)
    if _has_won(state, claim):
        return LedgerRefusal(LedgerRefusalReason.ALREADY_WON)
    return None


def _has_won(state: Ledger, claim: Claim) -> bool:
    """A claim that comes again under another id is the same hand's, and is not paid twice."""
    place = (claim.level_id, claim.table_id, claim.round_number)
    return any(
        award.owed.seat in claim.winners
        and award.owed.kind is AwardKind.WIN
        and award.status is not AwardStatus.VOID
        for hit in state.hits_of(claim.level_id)
        if (hit.level_id, hit.table_id, hit.round_number) == place
        for award in hit.awards
    )


def _awards(level: Level, claim: Claim, counted: CountedRound) -> tuple[AwardOwed, ...]:
    """Return who is owed what; who would get nothing is owed nothing, nor is anybody for him."""
    staked = [counted.wager_minor(seat) or 0 for seat in claim.winners]
    wins = win_amounts(claim.prize, level.meter_minor, staked, counted.conversion)
    owed: list[tuple[int | None, AwardKind, int, int, int | None]] = [
        (seat, AwardKind.WIN, amount, part, None)
        for seat, (amount, part) in zip(claim.winners, wins, strict=True)
    ]
    paid_winners = [seat for seat, _, amount, _, _ in owed if amount]
    is_from_meter = claim.prize.is_envy_from_meter
    held = to_table(level.meter_minor, counted.conversion)
    left = held - sum(part for _, part in wins) if is_from_meter else 0
    for seat, winner in envy_awards(claim.prize, paid_winners, claim.envy_seats):
        part = min(left, claim.prize.envy_minor)
        owed.append((seat, AwardKind.ENVY, claim.prize.envy_minor, part, winner))
        left -= part
    return tuple(
        AwardOwed(f"{claim.hit_id}-{number}", seat, kind, amount, part, follows)
        for number, (seat, kind, amount, part, follows) in enumerate(owed, start=1)
        if amount
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a hit falls: the state before it, the level with its terms, the winners' conversion."""

    state: Ledger
    level: Level
    terms: LevelTerms
    conversion: Fraction


def _hit(place: _Place, claim: Claim, awards: tuple[AwardOwed, ...], *, at: int) -> e.LevelHit:
    level, terms = place.level, place.terms
    total_minor = sum(award.amount_minor for award in awards)
    total = to_pool(total_minor, place.conversion)
    from_meter = to_pool(sum(award.from_meter_minor for award in awards), place.conversion)
    reserve, house = _reseed(level, terms) if _is_reset(claim) else (0, 0)
    entry = (
        *move(from_meter, Account.METER, Account.AWARDS_PAYABLE),
        *move(total - from_meter, Account.HOUSE, Account.AWARDS_PAYABLE),
        *move(reserve, Account.RESERVE, Account.METER),
        *move(house, Account.HOUSE, Account.METER),
    )
    after = balance(post(level.balances, entry), Account.METER)
    return e.LevelHit(
        at=at,
        hit_id=claim.hit_id,
        number=place.state.hit_count + 1,
        level_id=claim.level_id,
        table_id=claim.table_id,
        round_number=claim.round_number,
        hand=claim.hand,
        prize=claim.prize,
        amount_minor=total_minor,
        awards=awards,
        meter_before=level.meter,
        meter_after=after if terms.cap_minor is None else min(after, Fraction(terms.cap_minor)),
        reseed_reserve_minor=reserve,
        reseed_house_minor=house,
        conversion=place.conversion,
        entry=at_level(claim.level_id, entry),
    )


def _reseed(level: Level, terms: LevelTerms) -> tuple[int, int]:
    """Return what the reserve and the house put on the meter at a reset, whole units (PRG-04)."""
    held = whole_minor(level.reserve)
    if terms.reserve_use is ReserveUse.ADDS_TO_BASE:
        return held, terms.base_minor
    part = min(held, terms.base_minor)
    return part, terms.base_minor - part


def void_hit(
    state: Ledger, hit_id: str, *, person_id: str, approver_id: str, reason: str, at: int
) -> LedgerDecision:
    """Undo a hit: every award goes back, paid ones too, and so does the reseed (HIT-12, FC-214).

    What was collected since stays on the meter. Where something was paid already, two different
    people are needed. A level that was won again meanwhile may hold less than the reseed that is
    taken back: the house makes that good.
    """
    hit = state.hit(hit_id)
    if hit is None:
        return LedgerRefusal(LedgerRefusalReason.NO_SUCH_HIT)
    found = playable_level(state, hit.level_id)
    if isinstance(found, LedgerRefusal):
        return found
    if hit.is_void:
        return LedgerRefusal(LedgerRefusalReason.ALREADY_VOID)
    paid = sum(award.owed.amount_minor for award in hit.awards if award.status is AwardStatus.PAID)
    if not person_id or (paid and approver_id in {"", person_id}):
        return LedgerRefusal(LedgerRefusalReason.SAME_PERSON)
    if not reason.strip():
        return LedgerRefusal(LedgerRefusalReason.NO_REASON)
    undone = [award for award in hit.awards if award.status is not AwardStatus.VOID]
    voided = e.HitVoided(
        at=at,
        level_id=hit.level_id,
        hit_id=hit_id,
        table_id=hit.table_id,
        round_number=hit.round_number,
        amount_minor=sum(award.owed.amount_minor for award in undone),
        recovered_minor=paid,
        reason=reason,
        person_id=person_id,
        approver_id=approver_id,
        entry=at_level(hit.level_id, undoing(found[0], hit)),
    )
    return (voided,)


def undoing(level: Level, hit: Hit) -> Entry:
    """Return the entry that takes a whole hit back, as its level stands now."""
    back = [
        posting
        for award in hit.awards
        if award.status is not AwardStatus.VOID
        for posting in award_return(hit, award)
    ]
    entry = (
        *back,
        *move(hit.reseed_reserve_minor, Account.METER, Account.RESERVE),
        *move(hit.reseed_house_minor, Account.METER, Account.HOUSE),
    )
    return made_good(level, entry)


def award_return(hit: Hit, award: Award) -> Entry:
    """Return the entry that takes an award back, each part to where it came from."""
    is_paid = award.status is AwardStatus.PAID
    source = Account.AWARDS_PAID if is_paid else Account.AWARDS_PAYABLE
    amount = to_pool(award.owed.amount_minor, hit.conversion)
    from_meter = to_pool(award.owed.from_meter_minor, hit.conversion)
    return (
        *move(from_meter, source, Account.METER),
        *move(amount - from_meter, source, Account.HOUSE),
    )
