"""Opening a level, feeding the levels with wagers, taking a wager's part out, booking overflow.

A contribution is an exact part of a wager and goes to the fund of its level as a whole, cap or not:
what is above the cap is overflow wherever it is booked. So the entry of a round's wagers depends on
nothing but the terms, and tables may append theirs in any order.
"""

from fractions import Fraction

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.conversion import SAME, to_pool
from dealer_station.progressive.ledger import (
    OPEN,
    Award,
    AwardStatus,
    CountedRound,
    Ledger,
    evolve,
)
from dealer_station.progressive.levels import SOLE_LEVEL, Level, LevelTerms, fault_of
from dealer_station.progressive.postings import Entry, LevelEntry, at_level, balance, move, post
from dealer_station.progressive.refusals import LedgerRefusal, LedgerRefusalReason

LedgerDecision = tuple[e.LevelEvent, ...] | LedgerRefusal
"""What comes of a request: the events, in their order, or the reason why there are none."""


def open_level(
    state: Ledger,
    level_id: str,
    terms: LevelTerms,
    opening_minor: int,
    *,
    progressive_id: str,
    person_id: str,
    at: int,
    is_in_play: bool,
) -> LedgerDecision:
    """Open a level at an amount of the house, or file the terms of an old record's only one.

    The amount is no less than the base and no more than the cap; an old level has its own already.
    Not while in play: a wager that counts has fed other levels, and would not have fed this one.
    """
    level = state.level(level_id)
    if level and level.is_retired:
        return LedgerRefusal(LedgerRefusalReason.LEVEL_RETIRED)
    is_old = level is not None and level.terms is None and level_id == SOLE_LEVEL
    if level and not is_old:
        return LedgerRefusal(LedgerRefusalReason.LEVEL_EXISTS)
    if is_in_play:
        return LedgerRefusal(LedgerRefusalReason.IN_PLAY)
    fault = fault_of(terms) or _opening_fault(level, terms, opening_minor)
    if fault:
        return LedgerRefusal(LedgerRefusalReason.BAD_TERMS, {"term": fault})
    opened = level_opened(
        level_id, terms, opening_minor, progressive_id=progressive_id, person_id=person_id, at=at
    )
    return (opened,)


def level_opened(
    level_id: str,
    terms: LevelTerms,
    opening_minor: int,
    *,
    progressive_id: str,
    person_id: str,
    at: int,
) -> e.LevelOpened:
    """Return the event that opens a level; whether it may is not asked here."""
    return e.LevelOpened(
        at=at,
        progressive_id=progressive_id,
        level_id=level_id,
        terms=terms,
        opening_minor=opening_minor,
        person_id=person_id,
        entry=at_level(level_id, move(opening_minor, Account.HOUSE, Account.METER)),
    )


def _opening_fault(level: Level | None, terms: LevelTerms, opening_minor: int) -> str | None:
    """An old level brings its meter, to which its cap must be open (PRG-05), and needs no more."""
    if level is None:
        highest = opening_minor if terms.cap_minor is None else terms.cap_minor
        return None if terms.base_minor <= opening_minor <= highest else "opening"
    if opening_minor:
        return "opening"
    is_below = terms.cap_minor is not None and terms.cap_minor < level.meter
    return "cap" if is_below else None


def count_wagers(
    state: Ledger,
    table_id: str,
    round_number: int,
    wagers: tuple[e.CountedWager, ...],
    *,
    at: int,
    conversion: Fraction = SAME,
) -> LedgerDecision:
    """Feed every level with the qualifying wagers of a round; once a round (PRG-15).

    Wagers are in the table's currency and count by `conversion` in the progressive's (LNK-12). No
    wagers, no events. The events may be appended at any version of the stream.
    """
    known = state.counted_round(table_id)
    if known and known.round_number >= round_number:
        return LedgerRefusal(LedgerRefusalReason.ALREADY_COUNTED)
    seats = [wager.seat for wager in wagers]
    is_bad = conversion <= 0 or any(wager.amount_minor <= 0 for wager in wagers)
    if len(set(seats)) < len(seats) or is_bad:
        return LedgerRefusal(LedgerRefusalReason.BAD_WAGER)
    if any(level.terms is None for level in state.levels):
        return LedgerRefusal(LedgerRefusalReason.NO_TERMS)
    if not wagers:
        return ()
    staked = to_pool(sum(wager.amount_minor for wager in wagers), conversion)
    counted = e.WagersCounted(
        at=at,
        table_id=table_id,
        round_number=round_number,
        wagers=wagers,
        conversion=conversion,
        entry=tuple(part for level in state.levels for part in _fed(level, staked)),
    )
    return (counted,)


def _fed(level: Level, staked: Fraction) -> LevelEntry:
    """Return what wagers of a sum bring a level; a retired one gets nothing."""
    if level.terms is None or level.is_retired:
        return ()
    return at_level(
        level.level_id,
        (
            *move(level.terms.rate * staked, Account.CONTRIBUTIONS, Account.METER),
            *move(level.terms.reserve_rate * staked, Account.CONTRIBUTIONS, Account.RESERVE),
        ),
    )


def return_wager(
    state: Ledger,
    table_id: str,
    round_number: int,
    seat: int | None,
    amount_minor: int,
    *,
    at: int,
) -> LedgerDecision:
    """Take a returned wager's part out of every level again (PRG-16).

    By the conversion that it was counted with. Only what was counted in the table's newest round,
    and not while it has won an award that stands; an envy sum that was paid stands by itself. What
    a level no longer holds, because it was won meanwhile, the house makes good. What was booked as
    overflow meanwhile stays there.
    """
    counted = state.counted_round(table_id)
    if counted is None or counted.round_number != round_number:
        return LedgerRefusal(LedgerRefusalReason.NOT_COUNTED)
    wager_minor = counted.wager_minor(seat)
    if wager_minor is None or not 0 < amount_minor <= wager_minor:
        return LedgerRefusal(LedgerRefusalReason.NOT_COUNTED)
    if _has_award(state, counted, seat):
        return LedgerRefusal(LedgerRefusalReason.AWARD_STANDS)
    amount = to_pool(amount_minor, counted.conversion)
    returned = e.CountedWagerReturned(
        at=at,
        table_id=table_id,
        round_number=round_number,
        seat=seat,
        amount_minor=amount_minor,
        conversion=counted.conversion,
        entry=tuple(part for level in state.levels for part in _drained(level, amount)),
    )
    return (returned,)


def _has_award(state: Ledger, counted: CountedRound, seat: int | None) -> bool:
    place = (counted.table_id, counted.round_number)
    return any(
        award.owed.seat == seat and (award.status in OPEN or _is_won(award))
        for hit in state.hits
        if (hit.table_id, hit.round_number) == place
        for award in hit.awards
    )


def _is_won(award: Award) -> bool:
    """Whether an award is for the seat's own hand and stands."""
    return award.owed.kind is AwardKind.WIN and award.status is not AwardStatus.VOID


def _drained(level: Level, amount: Fraction) -> LevelEntry:
    if level.terms is None or level.is_retired:
        return ()
    entry: Entry = (
        *move(level.terms.rate * amount, Account.METER, Account.CONTRIBUTIONS),
        *move(level.terms.reserve_rate * amount, Account.RESERVE, Account.CONTRIBUTIONS),
    )
    return at_level(level.level_id, made_good(level, entry))


def made_good(level: Level, entry: Entry) -> Entry:
    """Let the house make good what an entry would take from meter or reserve beyond what is there.

    A meter that was won between a contribution and its return may hold less than the return.
    """
    after = post(level.balances, entry)
    missing = [(account, -balance(after, account)) for account in (Account.METER, Account.RESERVE)]
    gifts = [
        posting
        for account, amount in missing
        if amount > 0
        for posting in move(amount, Account.HOUSE, account)
    ]
    return (*entry, *gifts)


def _overflow(level: Level, at: int) -> list[e.OverflowBooked]:
    excess = level.excess
    if not excess or level.terms is None:
        return []
    destination = level.terms.overflow_to
    return [
        e.OverflowBooked(
            at=at,
            level_id=level.level_id,
            amount=excess,
            destination=destination,
            entry=at_level(level.level_id, move(excess, Account.METER, destination)),
        )
    ]


def without_excess(
    state: Ledger, level_id: str, at: int
) -> tuple[tuple[e.OverflowBooked, ...], Ledger]:
    """Book a level's overflow before something that needs its books settled; return what is new."""
    level = state.level(level_id)
    booked = tuple(_overflow(level, at)) if level else ()
    after = state
    for event in booked:
        after = evolve(after, event)
    return booked, after


def read_meter(state: Ledger, level_id: str, *, person_id: str, at: int) -> LedgerDecision:
    """Take a reading of what a level holds now (DSP-13)."""
    level = state.level(level_id)
    if level is None:
        return LedgerRefusal(LedgerRefusalReason.NO_SUCH_LEVEL)
    reading = e.MeterRead(
        at=at,
        level_id=level_id,
        meter=level.meter,
        reserve=level.reserve,
        overflow=level.overflow,
        person_id=person_id,
    )
    return (reading,)


def playable_level(state: Ledger, level_id: str) -> tuple[Level, LevelTerms] | LedgerRefusal:
    """Return a level that is played for, with its terms; refuse any other."""
    level = state.level(level_id)
    if level is None:
        return LedgerRefusal(LedgerRefusalReason.NO_SUCH_LEVEL)
    if level.is_retired:
        return LedgerRefusal(LedgerRefusalReason.LEVEL_RETIRED)
    if level.terms is None:
        return LedgerRefusal(LedgerRefusalReason.NO_TERMS)
    return level, level.terms
