"""Tables of two currencies play for one progressive: exact in its own, paid in theirs (LNK-12)."""

from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import pytest
from ledger_play import LedgerPlay, refused, terms

from dealer_station.money import whole_minor
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind, LevelPrize, PrizeTake, Sharing, win_amounts
from dealer_station.progressive.award_life import void_award
from dealer_station.progressive.contributions import count_wagers, return_wager
from dealer_station.progressive.conversion import SAME, to_pool, to_table
from dealer_station.progressive.hits import void_hit
from dealer_station.progressive.ledger import evolve, fold
from dealer_station.progressive.recount import DifferenceKind, recount
from dealer_station.progressive.refusals import LedgerRefusalReason as No

RATES = ("92/100", "1", "7/3", "1/1000", "43", "1/3")
BY_WAGER = LevelPrize(PrizeTake.WHOLE, sharing=Sharing.BY_WAGER)


def counted(
    play: LedgerPlay, number: int, conversion: str, *staked: int, table: str = "us"
) -> None:
    wagers = tuple(e.CountedWager(seat, amount) for seat, amount in enumerate(staked, start=1))
    play.take(
        count_wagers(
            play.state, table, number, wagers, at=play.now(), conversion=Fraction(conversion)
        )
    )


@pytest.mark.parametrize("rate", RATES)
def test_what_a_table_shows_is_never_more_than_is_there_and_less_by_no_whole_unit(rate: str):
    conversion = Fraction(rate)
    for amount in (0, 1, 99, 12_345_67, 10**15):
        shown = to_table(amount, conversion)
        assert 0 <= amount - to_pool(shown, conversion) < conversion


def test_a_contribution_keeps_the_conversion_that_it_was_counted_with():
    play = LedgerPlay().open(terms(0, "1/2"))
    counted(play, 1, "92/100", 101)
    counted(play, 1, "1", 101, table="pl")
    counted(play, 2, "91/100", 101)
    assert play.level().meter == Fraction(101, 2) * (Fraction(92, 100) + 1 + Fraction(91, 100))
    assert [one.conversion for one in play.events if isinstance(one, e.WagersCounted)] == [
        Fraction(23, 25), SAME, Fraction(91, 100),
    ]  # fmt: skip
    assert play.level().lifetime.wagered == play.level().meter * 2
    play.check()


def test_a_wager_is_returned_by_the_conversion_that_it_was_counted_with():
    play = LedgerPlay().open(terms(1000, "1/3"))
    counted(play, 1, "7/3", 100, 50)
    for amount in (30, 70):
        play.take(return_wager(play.state, "us", 1, 1, amount, at=play.now()))
    assert play.level().meter == 1000 + Fraction(1, 3) * 50 * Fraction(7, 3)
    assert play.level().lifetime.returned == Fraction(700, 3)
    play.check()


@pytest.mark.parametrize("rate", RATES)
def test_shares_sum_to_the_converted_pool_and_the_rest_stays_on_the_meter(rate: str):
    conversion = Fraction(rate)
    play = LedgerPlay().open(terms(5000, "1/3"), opening=123_456_789)
    counted(play, 1, rate, 100, 200, 100)
    before = play.level().meter
    hit = play.hit("h", 1, 1, 2, 3, prize=BY_WAGER, table="us")
    paid = [award.amount_minor for award in hit.awards]
    assert sum(paid) == hit.amount_minor == to_table(whole_minor(before), conversion)
    assert 0 <= 2 * paid[0] - paid[1] <= 2 or 0 <= paid[1] - 2 * paid[0] <= 2
    left = before - to_pool(hit.amount_minor, conversion)
    assert 0 <= left < conversion + 1
    assert play.level().meter == left + 5000
    assert play.holds(Account.AWARDS_PAYABLE) == to_pool(hit.amount_minor, conversion)
    play.check()
    for award in hit.awards:
        play.pay(award.award_id)
    assert play.holds(Account.AWARDS_PAYABLE) == 0
    assert play.level().lifetime.paid == to_pool(sum(paid), conversion)
    assert play.level().lifetime.awarded == play.level().lifetime.paid
    play.check()


def test_a_share_is_rounded_once_by_the_largest_remainder_of_the_winners_currency():
    # 10.00 of the pool are 3.33 of the winners'; a third of 3.33 each, not of 10.00 and then again.
    wins = win_amounts(BY_WAGER, 1000, (1, 1, 2), Fraction(3))
    assert wins == ((83, 83), (83, 83), (167, 167))
    assert sum(amount for amount, _ in wins) == to_table(1000, Fraction(3)) == 333


def test_a_part_of_the_meter_and_a_fixed_prize_out_of_it_go_by_the_conversion():
    half = LevelPrize(PrizeTake.PART, part=Fraction(1, 2))
    assert win_amounts(half, 1000, (1,), Fraction(3)) == ((166, 166),)
    fixed = LevelPrize(PrizeTake.FIXED, fixed_minor=200)
    assert win_amounts(fixed, 1000, (1, 1), Fraction(3)) == ((200, 200), (200, 133))
    play = LedgerPlay().open(terms(1000, "0"))
    counted(play, 1, "3", 100, 100)
    play.hit("h", 1, 1, 2, prize=fixed, table="us")
    assert play.level().meter == 1
    assert play.holds(Account.HOUSE) == -1000 - 67 * 3
    play.check()


def test_envy_sums_and_the_houses_part_are_in_the_winners_currency():
    prize = replace(BY_WAGER, minimum_minor=1000, envy_minor=50)
    play = LedgerPlay().open(terms(100, "0"))
    counted(play, 1, "1/2", 100, 100)
    hit = play.hit("h", 1, 1, prize=prize, table="us")
    assert [(one.kind, one.amount_minor, one.from_meter_minor) for one in hit.awards] == [
        (AwardKind.WIN, 1000, 200), (AwardKind.ENVY, 50, 0),
    ]  # fmt: skip
    assert play.holds(Account.AWARDS_PAYABLE) == 525
    play.check()


@pytest.mark.parametrize("rate", RATES)
def test_a_void_hit_and_a_void_award_go_back_to_the_last_fraction(rate: str):
    play = LedgerPlay().open(terms(5000, "1/3"), opening=98_765)
    counted(play, 1, rate, 100, 300)
    before = {posting.account: posting.amount for posting in play.level().balances}
    hit = play.hit("h", 1, 1, 2, prize=BY_WAGER, table="us")
    play.pay(hit.awards[0].award_id)
    # Another conversion in force by now changes nothing of what was won before.
    counted(play, 2, "5", 100)
    fed = play.events[-1]
    play.take(
        void_hit(play.state, "h", person_id="ann", approver_id="bob", reason="x", at=play.now())
    )
    after = {posting.account: posting.amount for posting in play.level().balances}
    for part in fed.entry if isinstance(fed, e.WagersCounted) else ():
        after[part.account] -= part.amount
    assert {account: amount for account, amount in after.items() if amount} == before
    assert play.level().lifetime.recovered == to_pool(hit.awards[0].amount_minor, Fraction(rate))
    play.check()
    counted(play, 3, rate, 100, 300)
    held = play.level().meter
    again = play.hit("i", 3, 1, 2, prize=BY_WAGER, table="us")
    owed = again.awards[1]
    play.take(void_award(play.state, owed.award_id, person_id="ann", reason="x", at=play.now()))
    won = to_pool(again.amount_minor - owed.amount_minor, Fraction(rate))
    assert play.level().meter == held - won + 5000
    play.check()


@pytest.mark.parametrize("rate", ["0", "-1"])
def test_a_conversion_is_more_than_nothing(rate: str):
    play = LedgerPlay().open()
    wagers = (e.CountedWager(1, 100),)
    decision = count_wagers(play.state, "us", 1, wagers, at=1, conversion=Fraction(rate))
    assert refused(decision) is No.BAD_WAGER


def test_the_recount_works_with_each_contributions_own_conversion():
    play = LedgerPlay().open(terms(1000, "1/2"))
    counted(play, 1, "92/100", 100)
    counted(play, 2, "3", 100)
    place = next(i for i, one in enumerate(play.events) if isinstance(one, e.WagersCounted))
    event = play.events[place]
    assert isinstance(event, e.WagersCounted)
    wrong = replace(event, conversion=Fraction(93, 100))
    found = recount([*play.events[:place], wrong, *play.events[place + 1 :]])
    assert {(one.kind, one.version) for one in found.differences} == {
        (DifferenceKind.POSTING, place + 1)
    }
    assert found.unexplained() == {}


def test_a_hit_or_a_return_by_another_conversion_than_its_rounds_is_named():
    play = LedgerPlay().open(terms(1000, "1/2"))
    counted(play, 1, "2", 100, 100)
    play.take(return_wager(play.state, "us", 1, 2, 100, at=play.now()))
    play.hit("h", 1, 1, prize=BY_WAGER, table="us")
    for place, event in enumerate(play.events):
        if isinstance(event, e.CountedWagerReturned | e.LevelHit):
            wrong = replace(event, conversion=Fraction(1))
            found = recount([*play.events[:place], wrong, *play.events[place + 1 :]])
            (named,) = found.differences
            assert (named.kind, named.expected, named.found) == (DifferenceKind.CONVERSION, 2, 1)


def test_the_state_is_the_fold_whatever_the_conversions():
    play = LedgerPlay().open(terms(1000, "1/3"))
    for number, rate in enumerate(RATES, start=1):
        counted(play, number, rate, 100, 250)
        play.hit(f"h{number}", number, 1, 2, prize=BY_WAGER, table="us")
    *_, last = accumulate(play.events, evolve, initial=fold(()))
    assert last == play.state
    play.check()
