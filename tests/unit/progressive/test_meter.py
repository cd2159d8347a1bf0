"""What moves a meter, exactly, and that it never goes below nothing."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dealer_station.progressive import meter
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.events import (
    AwardPaid,
    AwardsReversed,
    ContributionBooked,
    ContributionReturned,
    PrizeLocked,
    ProgressiveOpened,
    ShareReleased,
)
from dealer_station.progressive.meter import Progressive
from dealer_station.progressive.postings import Entry, balance, post

ROUND = {"at": 1, "table_id": "t", "round_number": 1}
ROUND_7 = {"at": 1, "table_id": "a", "round_number": 7}


def holding(minor: Fraction | int) -> Progressive:
    return Progressive("p", post((), meter.opening(0) + meter.contribution(Fraction(minor))))


def after(state: Progressive, entry: Entry) -> Progressive:
    return Progressive("p", post(state.balances, entry))


def in_account(state: Progressive, account: Account) -> Fraction:
    return balance(state.balances, account)


def test_opening_puts_the_houses_money_on_the_meter():
    event = ProgressiveOpened(at=1, progressive_id="p", entry=meter.opening(500))
    state = meter.evolve(Progressive(), event)
    assert (state.progressive_id, state.meter_minor) == ("p", 500)
    assert in_account(state, Account.HOUSE) == -500


def test_prg_03_a_fraction_of_a_cent_is_carried_and_not_shown():
    state = holding(0)
    shown = []
    for _ in range(4):
        entry = meter.contribution(Fraction(1, 3))
        event = ContributionBooked(**ROUND, seat=1, amount=Fraction(1, 3), entry=entry)
        state = meter.evolve(state, event)
        shown.append(state.meter_minor)
    assert shown == [0, 0, 1, 1]
    assert in_account(state, Account.METER) == Fraction(4, 3)


def test_prg_03_a_million_wagers_at_a_third_of_a_percent_lose_nothing():
    rate = Fraction("0.00333") * 100
    state = after(holding(0), meter.contribution(rate * 1_000_003))
    assert in_account(state, Account.METER) == Fraction(333, 1000) * 1_000_003


def test_a_returned_stake_takes_its_part_out_again():
    state = holding(70)
    entry = meter.contribution_return(state, Fraction(70))
    event = ContributionReturned(**ROUND, seat=1, amount=Fraction(70), entry=entry)
    state = meter.evolve(state, event)
    assert state.meter_minor == 0
    assert in_account(state, Account.CONTRIBUTIONS) == 0


def test_a_return_from_a_meter_that_was_won_meanwhile_is_made_good_by_the_house():
    state = holding(20)
    state = after(state, meter.contribution_return(state, Fraction(70)))
    assert in_account(state, Account.METER) == 0
    assert in_account(state, Account.HOUSE) == -50


def test_cs_g06_a_fixed_prize_comes_from_the_house_or_from_the_meter_as_far_as_it_reaches():
    state = holding(300)
    house = after(state, meter.fixed_prize(state, 500, from_meter=False))
    assert (house.meter_minor, in_account(house, Account.HOUSE)) == (300, -500)
    own = after(state, meter.fixed_prize(state, 500, from_meter=True))
    assert (own.meter_minor, in_account(own, Account.HOUSE)) == (0, -200)
    assert in_account(own, Account.AWARDS_PAYABLE) == 500


def test_cs_d08_the_whole_meter_is_owed_and_restarts_at_the_seed_the_fraction_stays():
    state = holding(Fraction(1000) + Fraction(1, 3))
    won = after(state, meter.whole_meter(state, 1000, 250))
    assert in_account(won, Account.METER) == 250 + Fraction(1, 3)
    assert in_account(won, Account.AWARDS_PAYABLE) == 1000
    assert in_account(won, Account.HOUSE) == -250


def test_cs_d11_what_a_minimum_promises_beyond_the_meter_comes_from_the_house():
    state = holding(1000)
    won = after(state, meter.whole_meter(state, 1500, 0))
    assert in_account(won, Account.AWARDS_PAYABLE) == 1500
    assert in_account(won, Account.HOUSE) == -500
    assert won.meter_minor == 0


def test_an_award_is_owed_then_paid():
    state = holding(1000)
    state = after(state, meter.meter_share(100))
    state = after(state, meter.award_payment(100))
    assert in_account(state, Account.AWARDS_PAYABLE) == 0
    assert in_account(state, Account.AWARDS_PAID) == 100


def locked(state: Progressive, table: str, number: int, entry: Entry) -> Progressive:
    event = PrizeLocked(
        at=1,
        table_id=table,
        round_number=number,
        hand="royal_flush",
        amount_minor=0,
        shares=(),
        meter_before_minor=state.meter_minor,
        meter_after_minor=meter.meter_minor_after(state, entry),
        entry=entry,
    )
    moved = meter.evolve(state, event)
    assert moved.meter_minor == event.meter_after_minor
    return moved


def test_a_void_round_undoes_all_its_prizes_and_nothing_of_another_table():
    state = holding(1000)
    state = locked(state, "a", 7, meter.whole_meter(state, 1000, 300))
    state = locked(state, "b", 4, meter.meter_share(30))
    paid = meter.award_payment(1000)
    event = AwardPaid(at=1, table_id="a", round_number=7, seat=1, amount_minor=1000, entry=paid)
    state = meter.evolve(state, event)
    entry = meter.awards_reversal(state, "a", 7)
    state = meter.evolve(state, AwardsReversed(at=1, table_id="a", round_number=7, entry=entry))
    assert state.meter_minor == 970
    assert in_account(state, Account.AWARDS_PAID) == 0
    assert in_account(state, Account.AWARDS_PAYABLE) == 30
    assert meter.awards_reversal(state, "a", 7) == ()
    assert meter.awards_reversal(state, "a", 6) == ()


def test_an_older_round_of_a_table_is_finished_and_is_not_undone():
    state = holding(1000)
    state = locked(state, "a", 7, meter.meter_share(100))
    state = locked(state, "a", 8, meter.meter_share(50))
    assert meter.awards_reversal(state, "a", 7) == ()
    undone = after(state, meter.awards_reversal(state, "a", 8))
    assert undone.meter_minor == 900


def test_undoing_a_win_from_a_small_meter_never_leaves_less_than_nothing():
    # 50 was won, the meter restarted at 1000, and all but 10 of that was won elsewhere.
    state = holding(50)
    state = locked(state, "a", 1, meter.whole_meter(state, 50, 1000))
    state = locked(state, "b", 1, meter.meter_share(990))
    undone = after(state, meter.awards_reversal(state, "a", 1))
    assert undone.meter_minor == 0
    assert sum(posting.amount for posting in undone.balances) == 0


def test_a_released_share_goes_back_on_the_meter():
    state = after(holding(1000), meter.meter_share(400))
    assert after(state, meter.share_release(400)).meter_minor == 1000


def test_a_released_share_belongs_to_the_round_and_is_not_undone_twice():
    """Two royals share 1000; one hand is out, then the round becomes void."""
    state = holding(1000)
    state = locked(state, "a", 7, meter.whole_meter(state, 1000, 300))
    event = ShareReleased(**ROUND_7, seat=2, amount_minor=500, entry=meter.share_release(500))
    state = meter.evolve(state, event)
    assert state.meter_minor == 800
    assert in_account(state, Account.AWARDS_PAYABLE) == 500
    undone = after(state, meter.awards_reversal(state, "a", 7))
    assert undone.meter_minor == 1000
    assert in_account(undone, Account.AWARDS_PAYABLE) == 0


@given(st.lists(st.fractions(0, 1000, max_denominator=60), max_size=20), st.integers(0, 10**6))
def test_the_meter_shows_whole_cents_of_opening_and_contributions(parts, opening: int):
    state = Progressive("p", post((), meter.opening(opening)))
    for part in parts:
        state = after(state, meter.contribution(part))
    exact = opening + sum(parts)
    assert in_account(state, Account.METER) == exact
    assert 0 <= exact - state.meter_minor < 1
