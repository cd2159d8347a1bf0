"""The daily reconciliation of a progressive's levels: a second, independent reading of its record.

Every event is read from its raw facts alone: wagers, rates, amounts, awards, transfers. What it
must have posted is worked out anew, without the entries and without the state that play uses, and
compared with its entry to the last fraction of the smallest unit. What differs is named: which
event, which level, which account. The recounted balance of an account and its posted one always
differ by exactly the differences that are named for it (CHG-07, LNK-11).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from dealer_station.money import whole_minor
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind, AwardOwed, PrizeTake
from dealer_station.progressive.conversion import SAME, to_pool, to_table
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.levels import SOLE_LEVEL, LevelTerms, ReserveUse, fault_of
from dealer_station.progressive.postings import LevelPosting, at_level
from dealer_station.progressive.recount_facts import (
    SIGNED_BY_TWO,
    CountedWagers,
    SaidAmounts,
    is_of_award,
    is_signed,
    wrong_wins,
)
from dealer_station.progressive.recount_old import old_amounts

Amounts = dict[tuple[str, Account], Fraction]
"""Level and account -> amount."""


class DifferenceKind(StrEnum):
    """What does not agree."""

    POSTING = "posting"
    """An entry is not what its event's facts come to."""
    READING = "reading"
    """A reading is not what the record came to at its version."""
    TERMS = "terms"
    """Terms are said to be changed from others than were in force."""
    ORDER = "order"
    """A hit does not stand at the place in the order that it names."""
    OVERFLOW = "overflow"
    """What lay above the cap was not booked before something that makes it a part of the meter."""
    AWARD = "award"
    """An award is not the prize's, or is paid, verified or taken back wrongly."""
    WAGER = "wager"
    """A round's wagers count a second time, or one goes back that does not count."""
    CONVERSION = "conversion"
    """A hit or a return goes by another conversion than its round's wagers were counted with."""
    AMOUNT = "amount"
    """An event says another amount, or another place, than what it took, moved or left."""
    REASON = "reason"
    """An amount went down for a reason that may only add (CHG-01)."""
    PEOPLE = "people"
    """What takes two people was signed by one alone, or by nobody (CHG-03)."""
    TRANSFER = "transfer"
    """One half of a transfer has no other, or another one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that does not agree; `version` and `event` (its class) say where.

    `account` is None where it is no balance; `expected` less `found` is what is missing.
    """

    kind: DifferenceKind
    version: int
    event: str
    level_id: str
    account: Account | None
    expected: Fraction
    found: Fraction


@dataclass(frozen=True, slots=True)
class Recount:
    """Balances as recounted and as posted, by level and account, and every difference by name."""

    recounted: Mapping[tuple[str, Account], Fraction]
    posted: Mapping[tuple[str, Account], Fraction]
    differences: tuple[Difference, ...]

    @property
    def is_right(self) -> bool:
        """Whether nothing differs and no money was made or lost."""
        return not self.differences and not sum(self.posted.values(), Fraction(0))

    def unexplained(self) -> Amounts:
        """Return balances that differ by other than the named differences: there are none, ever."""
        missing: Amounts = {
            key: self.recounted.get(key, Fraction(0)) - self.posted.get(key, Fraction(0))
            for key in {*self.recounted, *self.posted}
        }
        for one in self.differences:
            if one.kind is DifferenceKind.POSTING and one.account is not None:
                missing[one.level_id, one.account] -= one.expected - one.found
        return {key: amount for key, amount in missing.items() if amount}


def recount(events: Iterable[AnyEvent]) -> Recount:
    """Read a progressive's whole record anew, from its first event."""
    reader = _Reader()
    for event in events:
        reader.take(event)
    return Recount(reader.recounted, reader.posted, tuple(reader.differences))


_NEEDS_NO_EXCESS = (e.LevelHit, e.LevelTermsChanged, e.MeterSent, e.LevelRetired, e.LevelCorrected)


@dataclass(slots=True)
class _AwardNote:
    """What the reader knows of an award: whose, of which level, and how far it is."""

    owed: AwardOwed
    level_id: str
    conversion: Fraction
    verified_by: str = ""
    is_paid: bool = False
    is_void: bool = False
    is_disputed: bool = False


@dataclass(slots=True)
class _Reader:
    """Reads events one after the other. Mutable: it lives for one recount."""

    recounted: Amounts = field(default_factory=dict)
    posted: Amounts = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    terms: dict[str, LevelTerms] = field(default_factory=dict)
    awards: dict[str, _AwardNote] = field(default_factory=dict)
    hits: dict[str, e.LevelHit] = field(default_factory=dict)
    # Table -> its newest counted round and the conversion of that round's wagers.
    counted: dict[str, tuple[int, Fraction]] = field(default_factory=dict)
    wagers: CountedWagers = field(default_factory=CountedWagers)
    voided: set[str] = field(default_factory=set)
    version: int = 0

    def take(self, event: AnyEvent) -> None:
        """Compare one event with what it must have posted, then believe its entry."""
        self.version += 1
        if isinstance(event, _NEEDS_NO_EXCESS) and self._excess(event.level_id):
            excess = self._excess(event.level_id)
            self._differs(DifferenceKind.OVERFLOW, event, event.level_id, 0, excess, Account.METER)
        expected = self._expected(event)
        if isinstance(event, SIGNED_BY_TWO) and not is_signed(event):
            self._differs(DifferenceKind.PEOPLE, event, event.level_id, 2, 1)
        found: Amounts = {}
        for level_id, account, amount in _postings(event):
            _add(found, level_id, account, amount)
        for key in sorted({*expected, *found}):
            want, have = expected.get(key, Fraction(0)), found.get(key, Fraction(0))
            _add(self.recounted, *key, want)
            _add(self.posted, *key, have)
            if want != have:
                self._differs(DifferenceKind.POSTING, event, key[0], want, have, key[1])

    def _differs(
        self,
        kind: DifferenceKind,
        event: AnyEvent,
        level_id: str,
        expected: Fraction | int,
        found: Fraction | int,
        account: Account | None = None,
    ) -> None:
        name = type(event).__name__
        self.differences.append(
            Difference(
                kind, self.version, name, level_id, account, Fraction(expected), Fraction(found)
            )
        )

    def _compare(self, event: AnyEvent, level_id: str, said: SaidAmounts) -> None:
        """Name every amount that an event says and that is another one: due, said."""
        for due, amount in said:
            if due != amount:
                self._differs(DifferenceKind.AMOUNT, event, level_id, due, amount)

    def _held(self, level_id: str, account: Account) -> Fraction:
        return self.posted.get((level_id, account), Fraction(0))

    def _excess(self, level_id: str) -> Fraction:
        terms = self.terms.get(level_id)
        if terms is None or terms.cap_minor is None:
            return Fraction(0)
        return max(self._held(level_id, Account.METER) - terms.cap_minor, Fraction(0))

    def _meter(self, level_id: str) -> Fraction:
        return self._held(level_id, Account.METER) - self._excess(level_id)

    def _expected(self, event: AnyEvent) -> Amounts:
        """Return what an event's facts come to."""
        match event:
            case e.WagersCounted():
                staked = sum(one.amount_minor for one in event.wagers)
                if again := self.wagers.again(event):
                    self._differs(DifferenceKind.WAGER, event, SOLE_LEVEL, 0, again)
                self.counted[event.table_id] = (event.round_number, event.conversion)
                amounts = self._of_wagers(to_pool(staked, event.conversion))
            case e.CountedWagerReturned():
                conversion = self._conversion(event)
                if (left := self.wagers.left(event)) < event.amount_minor:
                    self._differs(DifferenceKind.WAGER, event, SOLE_LEVEL, left, event.amount_minor)
                amounts = self._good(self._of_wagers(-to_pool(event.amount_minor, conversion)))
            case e.LevelHit():
                amounts = self._of_hit(event)
            case e.HitVoided():
                amounts = self._of_void(event)
            case e.AwardEvent():
                amounts = self._of_award(event)
            case e.LedgerEvent():
                amounts = self._of_level(event)
            case _:
                amounts = old_amounts(event)
        return amounts

    # ------------------------------------------------------------ wagers

    def _conversion(self, event: e.CountedWagerReturned | e.LevelHit) -> Fraction:
        """Return the conversion that an event's round was counted with; it says the same."""
        number, counted = self.counted.get(event.table_id, (event.round_number, SAME))
        if number == event.round_number and counted != event.conversion:
            level_id = event.level_id if isinstance(event, e.LevelHit) else SOLE_LEVEL
            self._differs(DifferenceKind.CONVERSION, event, level_id, counted, event.conversion)
            return counted
        return event.conversion

    def _of_wagers(self, staked: Fraction) -> Amounts:
        amounts: Amounts = {}
        for level_id, terms in self.terms.items():
            _move(amounts, level_id, terms.rate * staked, Account.METER)
            _move(amounts, level_id, terms.reserve_rate * staked, Account.RESERVE)
        return amounts

    def _good(self, amounts: Amounts) -> Amounts:
        """Meter and reserve never hold less than nothing: the house makes it good."""
        for level_id, account in list(amounts):
            if account in {Account.METER, Account.RESERVE}:
                left = self._held(level_id, account) + amounts[level_id, account]
                if left < 0:
                    _move(amounts, level_id, -left, account, Account.HOUSE)
        return amounts

    # ------------------------------------------------------------ hits and awards

    def _of_hit(self, event: e.LevelHit) -> Amounts:
        level_id, amounts = event.level_id, Amounts()
        if event.number != len(self.hits) + 1:
            self._differs(DifferenceKind.ORDER, event, level_id, len(self.hits) + 1, event.number)
        self.hits[event.hit_id] = event
        conversion = self._conversion(event)
        for due, amount in wrong_wins(event):
            self._differs(DifferenceKind.AWARD, event, level_id, due, amount)
        for owed in event.awards:
            self.awards[owed.award_id] = _AwardNote(owed, level_id, conversion)
            self._check_envy(event, owed)
            if not self.wagers.counts(event, owed.seat):
                self._differs(DifferenceKind.AWARD, event, level_id, 0, owed.amount_minor)
        total_minor = sum(owed.amount_minor for owed in event.awards)
        taken_minor = self._from_meter(event, conversion)
        total, from_meter = to_pool(total_minor, conversion), to_pool(taken_minor, conversion)
        is_reset = event.prize.take is PrizeTake.WHOLE
        reserve, house = self._reseed(level_id) if is_reset else (0, 0)
        payable = Account.AWARDS_PAYABLE
        _move(amounts, level_id, from_meter, payable, Account.METER)
        _move(amounts, level_id, total - from_meter, payable, Account.HOUSE)
        _move(amounts, level_id, reserve, Account.METER, Account.RESERVE)
        _move(amounts, level_id, house, Account.METER, Account.HOUSE)
        before = self._meter(level_id)
        said = (
            (total_minor, event.amount_minor),
            (taken_minor, sum(owed.from_meter_minor for owed in event.awards)),
            (before, event.meter_before),
            (self._capped(level_id, before - from_meter + reserve + house), event.meter_after),
            (reserve, event.reseed_reserve_minor),
            (house, event.reseed_house_minor),
        )
        self._compare(event, level_id, said)
        return amounts

    def _capped(self, level_id: str, fund: Fraction) -> Fraction:
        cap_minor = self.terms[level_id].cap_minor if level_id in self.terms else None
        return fund if cap_minor is None else min(fund, Fraction(cap_minor))

    def _from_meter(self, event: e.LevelHit, conversion: Fraction) -> int:
        """What a hit takes, in the winners' currency, told by the meter at its place."""
        meter_minor = whole_minor(self._meter(event.level_id))
        held = to_table(meter_minor, conversion)
        wins = [owed for owed in event.awards if owed.kind is AwardKind.WIN]
        if event.prize.take is PrizeTake.WHOLE:
            return held
        if event.prize.take is PrizeTake.PART:
            taken = to_table(event.prize.part * meter_minor, conversion)
        else:
            wanted = sum(owed.amount_minor for owed in wins)
            taken = min(wanted, held) if event.prize.is_from_meter else 0
        if event.prize.is_envy_from_meter:
            envy = sum(owed.amount_minor for owed in event.awards if owed.kind is AwardKind.ENVY)
            taken += min(envy, held - taken)
        return taken

    def _check_envy(self, event: e.LevelHit, owed: AwardOwed) -> None:
        """An envy sum is the prize's, and owed for the winning hand of another seat (CS-25)."""
        if owed.kind is not AwardKind.ENVY:
            return
        winners = {one.seat for one in event.awards if one.kind is AwardKind.WIN}
        is_owed = owed.follows in winners - {owed.seat}
        if not is_owed or owed.amount_minor != event.prize.envy_minor:
            due = event.prize.envy_minor if is_owed else 0
            self._differs(DifferenceKind.AWARD, event, event.level_id, due, owed.amount_minor)

    def _reseed(self, level_id: str) -> tuple[int, int]:
        terms = self.terms.get(level_id)
        if terms is None:
            return 0, 0
        held = whole_minor(self._held(level_id, Account.RESERVE))
        if terms.reserve_use is ReserveUse.ADDS_TO_BASE:
            return held, terms.base_minor
        return min(held, terms.base_minor), max(terms.base_minor - held, 0)

    def _of_award(self, event: e.AwardChange) -> Amounts:
        note, amounts = self.awards.get(event.award_id), Amounts()
        if note is None or note.is_paid or note.is_void:
            self._differs(DifferenceKind.AWARD, event, event.level_id, 1, 0)
            return amounts
        if not is_of_award(event, self.hits.get(event.hit_id), note.owed):
            self._differs(DifferenceKind.AWARD, event, event.level_id, 1, 0)
        match event:
            case e.LevelAwardPaid():
                amount = note.owed.amount_minor
                is_right = note.verified_by not in {"", event.person_id} and not note.is_disputed
                if not is_right or amount != event.amount_minor:
                    found = event.amount_minor if is_right else 0
                    self._differs(DifferenceKind.AWARD, event, event.level_id, amount, found)
                note.is_paid = True
                owed = to_pool(amount, note.conversion)
                _move(amounts, note.level_id, owed, Account.AWARDS_PAID, Account.AWARDS_PAYABLE)
            case e.AwardVoided():
                note.is_void = True
                self._compare(event, note.level_id, ((note.owed.amount_minor, event.amount_minor),))
                _take_back(amounts, note)
            case e.AwardVerified():
                note.verified_by = event.person_id
            case e.AwardDisputed():
                note.is_disputed = True
            case e.DisputeSettled():
                note.is_disputed, note.verified_by = False, ""
        return amounts

    def _of_void(self, event: e.HitVoided) -> Amounts:
        hit, amounts = self.hits.get(event.hit_id), Amounts()
        if hit is None or event.hit_id in self.voided:
            self._differs(DifferenceKind.AWARD, event, event.level_id, 1, 0)
            return amounts
        self.voided.add(event.hit_id)
        recovered = undone = 0
        for owed in hit.awards:
            note = self.awards[owed.award_id]
            if not note.is_void:
                undone += owed.amount_minor
                recovered += owed.amount_minor if note.is_paid else 0
                _take_back(amounts, note)
            note.is_void = True
        if recovered != event.recovered_minor:
            self._differs(
                DifferenceKind.AWARD, event, event.level_id, recovered, event.recovered_minor
            )
        self._compare(event, hit.level_id, ((undone, event.amount_minor),))
        place = (event.level_id, event.table_id, event.round_number)
        if place != (hit.level_id, hit.table_id, hit.round_number):
            self._differs(DifferenceKind.AWARD, event, hit.level_id, 1, 0)
        _move(amounts, hit.level_id, hit.reseed_reserve_minor, Account.RESERVE, Account.METER)
        _move(amounts, hit.level_id, hit.reseed_house_minor, Account.HOUSE, Account.METER)
        return self._good(amounts)

    # ------------------------------------------------------------ levels

    def _of_level(self, event: e.LevelChange) -> Amounts:
        amounts: Amounts = {}
        match event:
            case e.LevelOpened():
                self._file(event, event.terms)
                _move(amounts, event.level_id, event.opening_minor, Account.METER, Account.HOUSE)
            case e.OverflowBooked():
                self._overflow(event, amounts)
            case e.LevelTermsChanged():
                if self.terms.get(event.level_id) != event.old_terms:
                    self._differs(DifferenceKind.TERMS, event, event.level_id, 1, 0)
                self._file(event, event.new_terms)
            case e.MeterSent():
                moved = self._meter(event.level_id)
                self._compare(event, event.level_id, ((moved, event.amount),))
                _move(amounts, event.level_id, moved, Account.TRANSFERS, Account.METER)
            case e.MeterReceived():
                _move(amounts, event.level_id, event.amount, Account.METER, Account.TRANSFERS)
            case e.LevelRetired():
                self._retire(event, amounts)
            case e.LevelCorrected():
                self._correct(event, amounts)
            case e.MeterRead():
                self._compare_reading(event)
        return amounts

    def _file(self, event: e.LevelOpened | e.LevelTermsChanged, terms: LevelTerms) -> None:
        """Play by these terms from here on; a cap is never below the meter (PRG-05)."""
        is_below = terms.cap_minor is not None and terms.cap_minor < self._meter(event.level_id)
        if fault_of(terms) is not None or is_below:
            self._differs(DifferenceKind.TERMS, event, event.level_id, 1, 0)
        self.terms[event.level_id] = terms

    def _overflow(self, event: e.OverflowBooked, amounts: Amounts) -> None:
        """What lies above the cap goes where the terms say, and nowhere else (PRG-06)."""
        level_id, excess = event.level_id, self._excess(event.level_id)
        terms = self.terms.get(level_id)
        destination = terms.overflow_to if terms else event.destination
        if destination != event.destination:
            self._differs(DifferenceKind.TERMS, event, level_id, 1, 0)
        self._compare(event, level_id, ((excess, event.amount),))
        _move(amounts, level_id, excess, destination, Account.METER)

    def _correct(self, event: e.LevelCorrected, amounts: Amounts) -> None:
        level_id, amount = event.level_id, event.amount
        if amount < 0 and not event.correction.may_decrease:
            self._differs(DifferenceKind.REASON, event, level_id, 0, amount, event.account)
        is_revenue = event.correction is e.CorrectionReason.RESERVE_TO_REVENUE
        other = Account.REVENUE if is_revenue else Account.HOUSE
        _move(amounts, level_id, amount, event.account, other)

    def _retire(self, event: e.LevelRetired, amounts: Amounts) -> None:
        self.terms.pop(event.level_id, None)
        said = ((Account.METER, event.meter), (Account.RESERVE, event.reserve))
        for account, amount in (*said, (Account.OVERFLOW, event.overflow)):
            held = self._held(event.level_id, account)
            self._compare(event, event.level_id, ((held, amount),))
            _move(amounts, event.level_id, held, event.destination, account)
            if event.heir_id:
                _move(amounts, event.heir_id, held, account, Account.TRANSFERS)

    def _compare_reading(self, event: e.MeterRead) -> None:
        level_id = event.level_id
        readings = {
            Account.METER: (self._meter(level_id), event.meter),
            Account.RESERVE: (self._held(level_id, Account.RESERVE), event.reserve),
            Account.OVERFLOW: (
                self._held(level_id, Account.OVERFLOW) + self._excess(level_id),
                event.overflow,
            ),
        }
        for account, (want, have) in readings.items():
            if want != have:
                self._differs(DifferenceKind.READING, event, level_id, want, have, account)


def _postings(event: AnyEvent) -> Iterable[tuple[str, Account, Fraction]]:
    entry: Iterable[LevelPosting] = (
        event.entry if isinstance(event, e.LedgerEvent) else at_level(SOLE_LEVEL, event.entry)
    )
    return ((part.level_id, part.account, part.amount) for part in entry)


def _add(amounts: Amounts, level_id: str, account: Account, amount: Fraction) -> None:
    amounts[level_id, account] = amounts.get((level_id, account), Fraction(0)) + amount


def _move(
    amounts: Amounts,
    level_id: str,
    amount: Fraction | int,
    destination: Account,
    source: Account = Account.CONTRIBUTIONS,
) -> None:
    if amount:
        _add(amounts, level_id, source, -Fraction(amount))
        _add(amounts, level_id, destination, Fraction(amount))


def _take_back(amounts: Amounts, note: _AwardNote) -> None:
    source = Account.AWARDS_PAID if note.is_paid else Account.AWARDS_PAYABLE
    part = to_pool(note.owed.from_meter_minor, note.conversion)
    rest = to_pool(note.owed.amount_minor, note.conversion) - part
    _move(amounts, note.level_id, part, Account.METER, source)
    _move(amounts, note.level_id, rest, Account.HOUSE, source)
