"""A progressive of any number of levels: the fold of its stream, old events and new ones.

An event that names no level was written when a progressive had only one; it belongs to the level
`main` here, so an old stream goes on as the general ledger. Who may change what is decided in the
modules beside this one; here everything that was decided is believed.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from dealer_station.progressive import events as old
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardOwed
from dealer_station.progressive.conversion import SAME, to_pool
from dealer_station.progressive.levels import SOLE_LEVEL, Level, Lifetime
from dealer_station.progressive.postings import Entry, LevelEntry, at_level, by_level, post

HITS_KEPT = 25
"""Hits of a level that are remembered though they are paid and their rounds over (PRG-01)."""

AnyEvent = old.MoneyEvent | e.LevelEvent
"""Every event that the stream of a progressive may hold."""


class AwardStatus(StrEnum):
    """Where an award stands in its life."""

    LOCKED = "locked"
    VERIFIED = "verified"
    PAID = "paid"
    DISPUTED = "disputed"
    VOID = "void"


OPEN = frozenset({AwardStatus.LOCKED, AwardStatus.VERIFIED, AwardStatus.DISPUTED})
"""Statuses in which the award is still owed."""


@dataclass(frozen=True, slots=True)
class Award:
    """One seat's award, how far it is, and who verified and paid it.

    `is_doubted`: a dispute about it was settled, and nobody has verified it since.
    """

    owed: AwardOwed
    status: AwardStatus = AwardStatus.LOCKED
    verified_by: str = ""
    paid_by: str = ""
    is_doubted: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit with its awards; `number` is its place among all hits of the progressive.

    `conversion` is that of its round: the awards are in the currency of the round's table.
    """

    hit_id: str
    number: int
    level_id: str
    table_id: str
    round_number: int
    hand: str
    at: int
    awards: tuple[Award, ...]
    reseed_reserve_minor: int = 0
    reseed_house_minor: int = 0
    is_void: bool = False
    conversion: Fraction = SAME

    @property
    def is_open(self) -> bool:
        """Whether something of it is still owed."""
        return any(award.status in OPEN for award in self.awards)


@dataclass(frozen=True, slots=True)
class CountedRound:
    """The qualifying wagers of a table's newest round that stand, in the order of the count.

    They are in the table's currency; `conversion` is what they were counted with.
    """

    table_id: str
    round_number: int
    wagers: tuple[e.CountedWager, ...]
    conversion: Fraction = SAME

    def wager_minor(self, seat: int | None) -> int | None:
        """Return what a seat has staked; None without a counted wager."""
        return next((one.amount_minor for one in self.wagers if one.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A fold of a progressive's events; `version` is the number of them."""

    progressive_id: str = ""
    version: int = 0
    levels: tuple[Level, ...] = ()
    counted: tuple[CountedRound, ...] = ()
    hits: tuple[Hit, ...] = ()
    hit_count: int = 0

    def level(self, level_id: str) -> Level | None:
        """Return a level by id; None when there is none."""
        return next((level for level in self.levels if level.level_id == level_id), None)

    @property
    def levels_in_play(self) -> tuple[Level, ...]:
        """The levels that are played for, in the order in which they were opened."""
        return tuple(level for level in self.levels if not level.is_retired)

    @property
    def meter_minor(self) -> int:
        """What the main level shows, in whole smallest units; nothing where it is not open."""
        level = self.level(SOLE_LEVEL)
        return 0 if level is None else level.meter_minor

    def counted_round(self, table_id: str) -> CountedRound | None:
        """Return what the newest counted round of a table has staked."""
        return next((one for one in self.counted if one.table_id == table_id), None)

    def hit(self, hit_id: str) -> Hit | None:
        """Return a hit that is still remembered."""
        return next((hit for hit in self.hits if hit.hit_id == hit_id), None)

    def award(self, award_id: str) -> tuple[Hit, Award] | None:
        """Return an award with its hit; None when it is not, or no longer, known."""
        return next(
            (
                (hit, award)
                for hit in self.hits
                for award in hit.awards
                if award.owed.award_id == award_id
            ),
            None,
        )

    def hits_of(self, level_id: str) -> tuple[Hit, ...]:
        """Return the remembered hits of a level, oldest first: the open and the newest ones."""
        return tuple(hit for hit in self.hits if hit.level_id == level_id)


def fold(events: tuple[AnyEvent, ...], state: Ledger | None = None) -> Ledger:
    """Return the state after events, from nothing or from a state."""
    after = state or Ledger()
    for event in events:
        after = evolve(after, event)
    return after


def evolve(state: Ledger, event: AnyEvent) -> Ledger:
    """Return the state after one event."""
    after = replace(state, version=state.version + 1)
    if isinstance(event, e.LedgerEvent):
        return _evolve_level(_posted(after, event.entry), event)
    return _evolve_old(_posted(after, at_level(SOLE_LEVEL, event.entry)), event)


def _posted(state: Ledger, entry: LevelEntry) -> Ledger:
    """Book an entry; a level that an old event names for the first time is there from then on."""
    parts = by_level(entry)
    levels = [
        replace(level, balances=post(level.balances, parts.pop(level.level_id)))
        if level.level_id in parts
        else level
        for level in state.levels
    ]
    levels += [Level(level_id, balances=post((), part)) for level_id, part in parts.items()]
    return replace(state, levels=tuple(levels))


def _evolve_old(state: Ledger, event: old.MoneyEvent) -> Ledger:
    """Take in an event of a progressive of one level."""
    match event:
        case old.ProgressiveOpened():
            after = _with_level(replace(state, progressive_id=event.progressive_id), SOLE_LEVEL)
        case old.ContributionBooked():
            wager = e.CountedWager(event.seat, 0)
            after = _counted(state, event.table_id, event.round_number, (wager,))
        case old.ContributionReturned():
            after = _uncounted(state, event.table_id, event.seat, 0)
        case old.PrizeLocked():
            after = _lived(state, SOLE_LEVEL, hits=1, awarded=event.amount_minor)
        case old.AwardPaid():
            after = _lived(state, SOLE_LEVEL, paid_by_attendant=event.amount_minor)
        case old.AwardsReversed():
            after = _lived(state, SOLE_LEVEL, recovered=-_into(event.entry, Account.AWARDS_PAID))
        case old.ShareReleased():
            after = state
    return after


def _into(entry: Entry | LevelEntry, account: Account) -> Fraction:
    """Return what an entry moves into an account: in the progressive's currency, always."""
    return sum((part.amount for part in entry if part.account is account), Fraction(0))


def _evolve_level(state: Ledger, event: e.LevelEvent) -> Ledger:
    """Take in an event of the levels."""
    match event:
        case e.WagersCounted():
            return _wagers_counted(state, event)
        case e.CountedWagerReturned():
            return _wager_returned(state, event)
        case e.LevelHit():
            return _hit(state, event)
        case e.HitVoided():
            return _hit_voided(state, event)
        case (
            e.AwardVerified()
            | e.LevelAwardPaid()
            | e.AwardDisputed()
            | e.DisputeSettled()
            | e.AwardVoided()
        ):
            return _award_moved(state, event)
        case _:
            return _level_changed(state, event)


def _level_changed(state: Ledger, event: e.LevelChange) -> Ledger:
    match event:
        case e.LevelOpened():
            opened = replace(_all_stand(state), progressive_id=event.progressive_id)
            return _with_level(opened, event.level_id, terms=event.terms)
        case e.OverflowBooked():
            return _lived(state, event.level_id, overflowed=event.amount)
        case e.LevelTermsChanged():
            return _with_level(_all_stand(state), event.level_id, terms=event.new_terms)
        case e.LevelRetired():
            return _with_level(_all_stand(state), event.level_id, is_retired=True)
        case e.MeterSent() | e.MeterReceived():
            return _all_stand(state)
        case e.LevelCorrected() | e.MeterRead():
            return state


def _all_stand(state: Ledger) -> Ledger:
    """Rounds that were played under other terms are over: their wagers can no more be returned."""
    return replace(state, counted=tuple(replace(one, wagers=()) for one in state.counted))


def _with_level(state: Ledger, level_id: str, **changes: object) -> Ledger:
    """Change a level, which is made where it was not there."""
    level = state.level(level_id)
    if level is None:
        made = replace(Level(level_id), **changes)  # type: ignore[arg-type] # names of its fields
        return replace(state, levels=(*state.levels, made))
    changed = replace(level, **changes)  # type: ignore[arg-type] # names of its fields
    levels = tuple(changed if one is level else one for one in state.levels)
    return replace(state, levels=levels)


def _lived(state: Ledger, level_id: str, **added: object) -> Ledger:
    """Add to what a level has seen in its life."""
    level = state.level(level_id)
    before = level.lifetime if level else Lifetime()
    sums = {name: getattr(before, name) + amount for name, amount in added.items()}
    return _with_level(state, level_id, lifetime=replace(before, **sums))


# ---------------------------------------------------------------- wagers


def _wagers_counted(state: Ledger, event: e.WagersCounted) -> Ledger:
    staked = to_pool(sum(one.amount_minor for one in event.wagers), event.conversion)
    wagered = _all_lived(state, wagered=staked)
    return _counted(
        wagered, event.table_id, event.round_number, event.wagers, conversion=event.conversion
    )


def _all_lived(state: Ledger, **added: object) -> Ledger:
    """Add to what every level that is played for has seen."""
    for level in state.levels:
        if not level.is_retired:
            state = _lived(state, level.level_id, **added)
    return state


def _counted(
    state: Ledger,
    table_id: str,
    round_number: int,
    wagers: tuple[e.CountedWager, ...],
    *,
    conversion: Fraction = SAME,
) -> Ledger:
    """Keep, for each table, only its newest round: an older one is finished and stands."""
    known = state.counted_round(table_id)
    so_far = known.wagers if known and known.round_number == round_number else ()
    others = tuple(one for one in state.counted if one.table_id != table_id)
    newest = CountedRound(table_id, round_number, (*so_far, *wagers), conversion)
    return replace(state, counted=(*others, newest))


def _wager_returned(state: Ledger, event: e.CountedWagerReturned) -> Ledger:
    returned = _all_lived(state, returned=to_pool(event.amount_minor, event.conversion))
    return _uncounted(returned, event.table_id, event.seat, event.amount_minor)


def _uncounted(state: Ledger, table_id: str, seat: int | None, amount_minor: int) -> Ledger:
    """Take a seat's wager, or a part of it, out of the newest round of a table."""
    counted = tuple(
        replace(one, wagers=_less(one.wagers, seat, amount_minor))
        if one.table_id == table_id
        else one
        for one in state.counted
    )
    return replace(state, counted=counted)


def _less(
    wagers: tuple[e.CountedWager, ...], seat: int | None, amount_minor: int
) -> tuple[e.CountedWager, ...]:
    """What is left of nothing is no wager any more."""
    left = (
        replace(one, amount_minor=one.amount_minor - amount_minor) if one.seat == seat else one
        for one in wagers
    )
    return tuple(one for one in left if one.seat != seat or one.amount_minor > 0)


# ---------------------------------------------------------------- hits and awards


def _hit(state: Ledger, event: e.LevelHit) -> Ledger:
    hit = Hit(
        hit_id=event.hit_id,
        number=event.number,
        level_id=event.level_id,
        table_id=event.table_id,
        round_number=event.round_number,
        hand=event.hand,
        at=event.at,
        awards=tuple(Award(owed) for owed in event.awards),
        reseed_reserve_minor=event.reseed_reserve_minor,
        reseed_house_minor=event.reseed_house_minor,
        conversion=event.conversion,
    )
    known = replace(state, hits=(*state.hits, hit), hit_count=event.number)
    owed = _into(event.entry, Account.AWARDS_PAYABLE)
    lived = _lived(known, event.level_id, hits=1, awarded=owed)
    return _forget(lived, event.level_id)


def _forget(state: Ledger, level_id: str) -> Ledger:
    """Remember no more finished hits of a level than its newest ones.

    Beside these every hit of a table's newest round: that may yet be void, however often the level
    was hit elsewhere since, and then everything that it has moved goes back.
    """
    newest = {(one.table_id, one.round_number) for one in state.counted}
    done = [
        hit.number
        for hit in state.hits_of(level_id)
        if not hit.is_open and (hit.table_id, hit.round_number) not in newest
    ]
    forgotten = set(done[:-HITS_KEPT])
    kept = tuple(
        hit for hit in state.hits if hit.level_id != level_id or hit.number not in forgotten
    )
    return replace(state, hits=kept)


def _hit_voided(state: Ledger, event: e.HitVoided) -> Ledger:
    hits = tuple(
        replace(
            hit,
            is_void=True,
            awards=tuple(
                replace(award, status=AwardStatus.VOID, is_doubted=False) for award in hit.awards
            ),
        )
        if hit.hit_id == event.hit_id
        else hit
        for hit in state.hits
    )
    back = -_into(event.entry, Account.AWARDS_PAID)
    return _lived(replace(state, hits=hits), event.level_id, recovered=back)


def _award_moved(state: Ledger, event: e.AwardChange) -> Ledger:
    hits = tuple(
        replace(hit, awards=tuple(_award_after(award, event) for award in hit.awards))
        if hit.hit_id == event.hit_id
        else hit
        for hit in state.hits
    )
    moved = replace(state, hits=hits)
    if not isinstance(event, e.LevelAwardPaid):
        return moved
    paid = _into(event.entry, Account.AWARDS_PAID)
    if event.paid_by is e.PaidBy.SYSTEM:
        return _lived(moved, event.level_id, paid_by_system=paid)
    return _lived(moved, event.level_id, paid_by_attendant=paid)


def _award_after(award: Award, event: e.AwardChange) -> Award:
    if award.owed.award_id != event.award_id:
        return award
    match event:
        case e.AwardVerified():
            verified = replace(award, status=AwardStatus.VERIFIED, verified_by=event.person_id)
            return replace(verified, is_doubted=False)
        case e.LevelAwardPaid():
            return replace(award, status=AwardStatus.PAID, paid_by=event.person_id)
        case e.AwardDisputed():
            return replace(award, status=AwardStatus.DISPUTED, is_doubted=False)
        case e.DisputeSettled():
            return replace(award, status=AwardStatus.LOCKED, verified_by="", is_doubted=True)
        case e.AwardVoided():
            return replace(award, status=AwardStatus.VOID, is_doubted=False)
