"""One fold for old records and new ones; the same history gives the same meter in both."""

from fractions import Fraction

import old_meter as meter
import pytest
from ledger_play import TENTH, LedgerPlay, terms
from old_meter import Progressive
from old_record import as_old
from table_play import FLUSH, ROYAL_CLUBS, ROYAL_DIAMONDS, STRAIGHT_FLUSH, decided

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import LevelPrize, PrizeTake, win_amounts
from dealer_station.progressive.contributions import open_level, return_wager
from dealer_station.progressive.events import (
    AwardPaid,
    AwardsReversed,
    ContributionBooked,
    ContributionReturned,
    MoneyEvent,
    PrizeLocked,
    ProgressiveOpened,
)
from dealer_station.progressive.hits import void_hit
from dealer_station.progressive.ledger import Ledger, evolve, fold
from dealer_station.progressive.levels import SOLE_LEVEL

PLACE = {"at": 1, "table_id": "t"}


def played() -> tuple[MoneyEvent, ...]:
    """A table's own record: shares, a prize out of the meter, a void round, a restart."""
    play = decided(
        {1: ROYAL_CLUBS, 2: STRAIGHT_FLUSH, 3: ROYAL_DIAMONDS},
        "7h 7c 6s 4c 2h",
        (1, 2, 3),
        contribution="1/3",
        meter=50_000_00,
    ).run("verify: 3", "pay: 3", "restart", "pay")
    void = decided({1: ROYAL_CLUBS, 2: FLUSH}, "7s 7c 6s 4c 2c", (1, 2)).run(
        "verify: 2",
        "pay: 2",
        "report: {irregularity: CS-I19, count: 36}",
        "rule: fouled_deck by manager",
    )
    return as_old((*play.postings(), *void.postings()[1:]))


def test_an_old_record_folds_to_the_same_books_event_by_event():
    events = played()
    assert len({type(event) for event in events}) == 6
    before, after = Progressive(), Ledger()
    for version, event in enumerate(events, start=1):
        before, after = meter.evolve(before, event), evolve(after, event)
        level = after.level(SOLE_LEVEL)
        assert level is not None
        assert level.balances == before.balances
        assert level.meter_minor == before.meter_minor
        assert (after.version, after.progressive_id) == (version, before.progressive_id)


def test_an_old_record_goes_on_as_a_level_and_its_lifetime_is_known():
    play = LedgerPlay()
    play.take(played())
    lifetime = play.level().lifetime
    assert (lifetime.hits, lifetime.recovered) == (3, 50_00)
    assert lifetime.awarded == lifetime.paid_by_attendant == 50_001_00 + 1_000_00 + 50_00
    meter_before = play.level().meter
    play.take(
        open_level(
            play.state,
            SOLE_LEVEL,
            terms(10_000_00, "7/10"),
            0,
            progressive_id=play.state.progressive_id,
            person_id="ann",
            at=9,
            is_in_play=False,
        )
    )
    play.wagers(1, 1, table="new")
    assert play.level().meter == meter_before + 70
    play.check()


class Both:
    """The same history, told to the meter of one level and to the general ledger."""

    RATE = Fraction(1, 3)

    def __init__(self, opening_minor: int) -> None:
        self.old = Progressive()
        self.new = LedgerPlay().open(terms(1000, str(self.RATE)), opening_minor)
        entry = meter.opening(opening_minor)
        self.tell(ProgressiveOpened(at=1, progressive_id="p", entry=entry))

    def tell(self, event: MoneyEvent) -> None:
        self.old = meter.evolve(self.old, event)

    def wagers(self, number: int, *seats: int) -> None:
        for seat in seats:
            part = self.RATE * 100
            entry = meter.contribution(part)
            self.tell(
                ContributionBooked(
                    **PLACE, round_number=number, seat=seat, amount=part, entry=entry
                )
            )
        self.new.wagers(number, *seats)

    def give_back(self, number: int, seat: int) -> None:
        part = self.RATE * 100
        entry = meter.contribution_return(self.old, part)
        self.tell(
            ContributionReturned(**PLACE, round_number=number, seat=seat, amount=part, entry=entry)
        )
        self.new.take(return_wager(self.new.state, "t", number, seat, 100, at=9))

    def lock(self, number: int, seats: tuple[int, ...], prize: LevelPrize) -> None:
        hit_id = f"h{number}-{seats[0]}"
        hit = self.new.hit(hit_id, number, *seats, prize=prize)
        shares = tuple((seat, amount) for seat, amount in self.shares(seats, prize) if amount)
        total = sum(amount for _, amount in shares)
        assert [(a.seat, a.amount_minor) for a in hit.awards] == list(shares)
        entry = (
            meter.whole_meter(self.old, total, 1000)
            if prize.take is PrizeTake.WHOLE
            else meter.meter_share(total)
            if prize.take is PrizeTake.PART
            else meter.fixed_prize(self.old, total, from_meter=prize.is_from_meter)
        )
        self.tell(
            PrizeLocked(
                **PLACE,
                round_number=number,
                hand="royal_flush",
                amount_minor=total,
                shares=shares,
                meter_before_minor=self.old.meter_minor,
                meter_after_minor=meter.meter_minor_after(self.old, entry),
                entry=entry,
            )
        )
        for place, (seat, amount) in enumerate(shares, start=1):
            self.new.pay(f"{hit_id}-{place}")
            paid = meter.award_payment(amount)
            self.tell(
                AwardPaid(**PLACE, round_number=number, seat=seat, amount_minor=amount, entry=paid)
            )

    def shares(self, seats: tuple[int, ...], prize: LevelPrize) -> tuple[tuple[int, int], ...]:
        if prize.take is PrizeTake.WHOLE:
            owed = win_amounts(prize, self.old.meter_minor, [100] * len(seats))
            return tuple((seat, amount) for seat, (amount, _) in zip(seats, owed, strict=True))
        part = (prize.part * self.old.meter_minor).__floor__()
        return ((seats[0], prize.fixed_minor or part),)

    def void(self, number: int) -> None:
        entry = meter.awards_reversal(self.old, "t", number)
        self.tell(AwardsReversed(**PLACE, round_number=number, entry=entry))
        for hit in reversed([hit for hit in self.new.state.hits if hit.round_number == number]):
            self.new.take(
                void_hit(
                    self.new.state,
                    hit.hit_id,
                    person_id="ann",
                    approver_id="bob",
                    reason="fouled",
                    at=9,
                )
            )

    def check(self) -> None:
        assert self.new.level().balances == self.old.balances
        assert self.new.level().meter_minor == self.old.meter_minor
        self.new.check()


@pytest.mark.parametrize("opening_minor", [1000, 100_000_01])
def test_the_same_history_gives_the_same_books_as_one_level_and_as_the_general_ledger(
    opening_minor,
):
    both = Both(opening_minor)
    fixed = LevelPrize(PrizeTake.FIXED, fixed_minor=1500)
    from_house = LevelPrize(PrizeTake.FIXED, fixed_minor=50, is_from_meter=False)
    both.wagers(1, 1, 2, 3)
    both.give_back(1, 3)
    both.check()
    both.lock(1, (2,), TENTH)
    both.check()
    both.wagers(2, 1, 2, 3)
    both.lock(2, (3, 2, 1), LevelPrize(PrizeTake.WHOLE))
    both.check()
    both.wagers(3, 1, 2)
    both.lock(3, (1,), fixed)
    both.lock(3, (2,), from_house)
    both.check()
    both.void(3)
    both.check()
    both.wagers(4, 1, 2)
    both.lock(4, (2, 1), LevelPrize(PrizeTake.WHOLE, minimum_minor=900))
    both.check()
    both.void(4)
    both.check()


def test_folding_a_part_and_then_the_rest_is_folding_all():
    play = LedgerPlay().open().wagers(1, 1, 2)
    play.hit("h", 1, 1)
    play.pay("h-1")
    events = tuple(play.events)
    for cut in range(len(events) + 1):
        assert fold(events[cut:], fold(events[:cut])) == play.state


def test_what_is_not_there_is_none():
    state = Ledger()
    assert state.level("x") is None
    assert state.counted_round("t") is None
    assert state.hit("h") is None
    assert state.award("h-1") is None
    assert state.hits_of("x") == ()


def test_the_accounts_of_one_level_are_not_those_of_another():
    play = LedgerPlay().open(terms(1000, "1/2")).open(terms(500, "0"), level_id="mini")
    play.wagers(1, 1).hit("h", 1, 1, level_id="mini")
    assert play.holds(Account.AWARDS_PAYABLE) == 0
    assert play.holds(Account.AWARDS_PAYABLE, "mini") == 500
    assert play.level().meter == 1050
