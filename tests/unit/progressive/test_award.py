"""The whole meter among royals: equal, odd cents to the first, never below the minimum."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.money import split_by_weight
from dealer_station.progressive.award import (
    LevelPrize,
    PrizeTake,
    Sharing,
    envy_awards,
    prize_fault,
    win_amounts,
)

Shares = tuple[tuple[int, int], ...]


def equal_shares(meter_minor: int, seats: tuple[int, ...], minimum_minor: int) -> Shares:
    prize = LevelPrize(PrizeTake.WHOLE, minimum_minor=minimum_minor)
    owed = win_amounts(prize, meter_minor, [100] * len(seats))
    return tuple((seat, amount) for seat, (amount, _) in zip(seats, owed, strict=True))


def shares_by_stake(meter_minor: int, stakes: Shares) -> Shares:
    prize = LevelPrize(PrizeTake.WHOLE, sharing=Sharing.BY_WAGER)
    owed = win_amounts(prize, meter_minor, [stake for _, stake in stakes])
    return tuple((seat, amount) for (seat, _), (amount, _) in zip(stakes, owed, strict=True))


def test_cs_g08_odd_cents_go_to_the_royal_paid_first():
    assert equal_shares(100_000_01, (3, 2, 1), 0) == (
        (3, 33_333_35),
        (2, 33_333_33),
        (1, 33_333_33),
    )


@pytest.mark.parametrize(
    ("minimum", "shares"),
    [
        (0, ((1, 7_51), (2, 7_50))),
        (7_51, ((1, 7_51), (2, 7_51))),
        (10_00, ((1, 10_00), (2, 10_00))),
    ],
)
def test_cs_d11_each_royal_gets_at_least_the_minimum(minimum, shares):
    assert equal_shares(15_01, (1, 2), minimum) == shares


@given(st.integers(0, 10**12), st.integers(1, 7))
def test_without_a_minimum_the_shares_are_the_meter(meter: int, royals: int):
    shares = equal_shares(meter, tuple(range(royals)), 0)
    assert sum(amount for _, amount in shares) == meter


def test_ch_g07_shares_by_wager_go_by_largest_remainder_and_then_to_the_earliest():
    # 1/7, 2/7 and 4/7 of 100: 14 2/7, 28 4/7, 57 1/7.
    assert split_by_weight(100, (1, 2, 4)) == (14, 29, 57)
    assert split_by_weight(100, (5, 5, 5)) == (34, 33, 33)
    assert split_by_weight(2, (1, 1, 1)) == (1, 1, 0)
    assert split_by_weight(0, (3, 4)) == (0, 0)


@given(st.integers(0, 10**12), st.lists(st.integers(1, 10**6), min_size=1, max_size=50))
def test_ch_g07_shares_sum_to_the_pool_and_are_less_than_a_unit_off(total, wagers):
    shares = split_by_weight(total, tuple(wagers))
    assert sum(shares) == total
    for share, wager in zip(shares, wagers, strict=True):
        assert abs(share - Fraction(total * wager, sum(wagers))) < 1


@pytest.mark.parametrize(
    ("prize", "amounts"),
    [
        (LevelPrize(PrizeTake.WHOLE), ((34, 34), (33, 33), (33, 33))),
        (LevelPrize(PrizeTake.WHOLE, sharing=Sharing.BY_WAGER), ((17, 17), (33, 33), (50, 50))),
        (LevelPrize(PrizeTake.WHOLE, minimum_minor=40), ((40, 34), (40, 33), (40, 33))),
        (LevelPrize(PrizeTake.PART, part=Fraction(1, 10)), ((4, 4), (3, 3), (3, 3))),
        (LevelPrize(PrizeTake.FIXED, fixed_minor=45), ((45, 45), (45, 45), (45, 10))),
        (
            LevelPrize(PrizeTake.FIXED, fixed_minor=45, is_from_meter=False),
            ((45, 0), (45, 0), (45, 0)),
        ),
    ],
)
def test_what_winners_get_and_how_much_of_it_is_the_meters(prize, amounts):
    assert win_amounts(prize, 100, (1, 2, 3)) == amounts


def test_cs_25_envy_is_owed_to_every_other_seat_for_each_winning_hand():
    prize = LevelPrize(PrizeTake.WHOLE, envy_minor=10)
    assert envy_awards(prize, (2,), (1, 2, 3)) == ((1, 2), (3, 2))
    assert envy_awards(prize, (2, 3), (1, 2, 3)) == ((1, 2), (3, 2), (1, 3), (2, 3))
    assert envy_awards(prize, (2,), (2,)) == ()
    # A bettors' book brings none.
    assert envy_awards(prize, (None,), (1, 2)) == ()
    assert envy_awards(LevelPrize(PrizeTake.WHOLE), (2,), (1, 2)) == ()


@pytest.mark.parametrize(
    ("prize", "fault"),
    [
        (LevelPrize(PrizeTake.WHOLE), None),
        (LevelPrize(PrizeTake.PART), "part"),
        (LevelPrize(PrizeTake.PART, part=Fraction(1)), "part"),
        (LevelPrize(PrizeTake.FIXED), "fixed"),
        (LevelPrize(PrizeTake.WHOLE, minimum_minor=-1), "minimum"),
        (LevelPrize(PrizeTake.WHOLE, envy_minor=-1), "envy"),
        (LevelPrize(PrizeTake.WHOLE, envy_minor=5), None),
        (LevelPrize(PrizeTake.WHOLE, envy_minor=5, is_envy_from_meter=True), "envy"),
        (LevelPrize(PrizeTake.PART, part=Fraction(1, 2), is_envy_from_meter=True), "envy"),
    ],
)
def test_prizes_that_cannot_be_are_named(prize, fault):
    assert prize_fault(prize) == fault


def test_ch_g07_shares_follow_the_stakes_and_odd_cents_the_remainders():
    assert shares_by_stake(1_234_567_89, ((3, 1), (1, 1), (4, 1), (2, 1))) == (
        (3, 308_641_98),
        (1, 308_641_97),
        (4, 308_641_97),
        (2, 308_641_97),
    )
    assert shares_by_stake(1_234_567_89, ((1, 100), (2, 200), (3, 100))) == (
        (1, 308_641_97),
        (2, 617_283_95),
        (3, 308_641_97),
    )
