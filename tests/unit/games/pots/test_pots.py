"""Pots by levels, uncalled chips, odd units, rake (HE-D08 to HE-D11, ST-D16 to ST-D19)."""

from fractions import Fraction

import pytest

from dealer_station.games.pots.players import Chips, Standing, ante, post
from dealer_station.games.pots.pots import (
    Pot,
    RakeRules,
    pots_of,
    pull_in,
    share,
    take_rake,
    uncalled,
)

IN, OUT, DEAD, ALL_IN = Standing.IN, Standing.FOLDED, Standing.DEAD, Standing.ALL_IN


def put(seat, amount, standing=IN, *, stack=100, dead=0):
    return Chips(seat, stack, 0, amount, dead, standing)


def test_he_t22_five_levels_of_contributions():
    players = (
        put(1, 50, ALL_IN), put(2, 200, ALL_IN), put(3, 500),
        put(4, 500), put(5, 20, ALL_IN), put(6, 10, OUT),
    )  # fmt: skip
    assert pots_of(players) == (
        Pot(110, (1, 2, 3, 4, 5)),
        Pot(120, (1, 2, 3, 4)),
        Pot(450, (2, 3, 4)),
        Pot(600, (3, 4)),
    )


def test_st_t29_main_pot_and_two_side_pots():
    players = (put(1, 40, ALL_IN), put(2, 100, ALL_IN), put(3, 160), put(4, 160), put(5, 20, OUT))
    assert pots_of(players) == (Pot(180, (1, 2, 3, 4)), Pot(180, (2, 3, 4)), Pot(120, (3, 4)))


def test_he_t20_folded_blinds_fall_into_the_main_pot():
    players = (
        put(1, 30, OUT),
        put(2, 300),
        put(3, 300, ALL_IN),
        put(4, 10, OUT),
        put(5, 150, ALL_IN),
    )
    assert pots_of(players) == (Pot(490, (2, 3, 5)), Pot(300, (2, 3)))


def test_he_d09_folded_chips_above_the_highest_live_total_fall_into_the_last_pot():
    players = (put(1, 20, ALL_IN), put(2, 50), put(3, 80, DEAD))
    assert pots_of(players) == (Pot(60, (1, 2)), Pot(90, (2,)))


def test_he_d09_he_13_dead_chips_belong_to_the_main_pot():
    players = (put(1, 10), put(2, 10, ALL_IN, dead=5), put(3, 40), put(4, 0, OUT, dead=5))
    assert pots_of(players) == (Pot(40, (1, 2, 3)), Pot(30, (3,)))


def test_dead_chips_lie_in_the_pot_before_anything_else_does():
    assert pots_of((put(1, 0), put(2, 0, dead=5))) == (Pot(5, (1, 2)),)
    assert pots_of((put(1, 0), put(2, 0))) == ()


def test_he_d08_what_nobody_called_folded_totals_included():
    assert uncalled((put(1, 100), put(2, 40), put(3, 60, OUT))) == (1, 40)
    assert uncalled((put(1, 100), put(2, 100))) is None
    assert uncalled(()) is None


def test_he_d08_dead_chips_do_not_count():
    assert uncalled((put(1, 10, dead=5), put(2, 10))) is None


def test_he_d09_chips_of_a_dead_hand_do_not_go_back():
    assert uncalled((put(1, 100, DEAD), put(2, 40))) is None


def test_he_d08_a_round_is_pulled_in_and_the_uncalled_part_goes_back():
    players = (
        Chips(1, 0, 90, 10, 0, ALL_IN),
        Chips(2, 0, 50, 10, 0, ALL_IN),
        Chips(3, 60, 20, 10, 3, OUT),
    )
    assert pull_in(players) == (
        (Chips(1, 40, 0, 60, 0, IN), Chips(2, 0, 0, 60, 0, ALL_IN), Chips(3, 60, 0, 30, 3, OUT)),
        (1, 40),
    )


def test_nothing_changes_where_nobody_has_bet():
    players = (put(1, 10), put(2, 10))
    assert pull_in(players) == (players, None)


def test_st_12_st_d01_the_ante_or_what_there_is_of_it():
    assert ante(Chips(1, 20), 2) == put(1, 2, stack=18)
    assert ante(Chips(1, 2), 2) == put(1, 2, ALL_IN, stack=0)
    assert ante(Chips(1, 1), 2) == put(1, 1, ALL_IN, stack=0)


def test_he_13_he_36_a_blind_has_a_live_and_a_dead_part():
    assert post(Chips(1, 500), 10, 5) == Chips(1, 485, 10, 0, 5)
    assert post(Chips(1, 500), 0, 5) == Chips(1, 495, 0, 0, 5)
    assert post(Chips(1, 12), 10, 5) == Chips(1, 0, 10, 0, 2, ALL_IN)
    assert post(Chips(1, 6), 10, 5) == Chips(1, 0, 6, 0, 0, ALL_IN)


@pytest.mark.parametrize(
    ("amount", "winners", "chip", "shares"),
    [
        (20, (2, 4, 5), 1, (7, 7, 6)),  # HE-T24
        (100, (1, 2, 3), 5, (35, 35, 30)),  # HE-T26
        (125, (2, 1), 1, (63, 62)),  # ST-T31
        (101, (6, 3), 1, (51, 50)),
        (103, (1, 2, 3), 1, (35, 34, 34)),
        (104, (1, 2, 3), 5, (35, 35, 34)),
        (99, (1, 2, 3), 1, (33, 33, 33)),
        (3, (4, 5), 5, (3, 0)),
        (70, (4,), 25, (70,)),
        (0, (4, 5), 1, (0, 0)),
    ],
)
def test_he_d10_st_d18_he_46_odd_units_one_each(amount, winners, chip, shares):
    assert share(amount, winners, chip) == tuple(zip(winners, shares, strict=True))


def test_a_pot_without_a_winner_is_refused():
    with pytest.raises(ValueError, match="at least one winner"):
        share(10, (), 1)


TEN_PERCENT = RakeRules(Fraction(10), unit=1, cap=4)


@pytest.mark.parametrize(
    ("amounts", "rules", "after", "rake"),
    [
        ((66,), TEN_PERCENT, (62,), 4),  # HE-T32, ST-T36
        ((39,), TEN_PERCENT, (36,), 3),
        ((66,), RakeRules(Fraction(10), unit=1), (60,), 6),
        ((66,), RakeRules(Fraction(10), unit=5), (61,), 5),
        ((2, 64), TEN_PERCENT, (0, 62), 4),
        ((66,), RakeRules(Fraction(5, 2), unit=1), (65,), 1),
        ((66,), None, (66,), 0),
        ((), TEN_PERCENT, (), 0),
    ],
)
def test_he_d11_st_d19_the_rake_is_taken_once_from_the_main_pot_first(amounts, rules, after, rake):
    pots = tuple(Pot(amount, (1, 2)) for amount in amounts)
    assert take_rake(pots, rules) == (tuple(Pot(amount, (1, 2)) for amount in after), rake)


def test_he_t31_no_flop_no_drop():
    pots = (Pot(66, (1, 2)),)
    rules = RakeRules(Fraction(10), unit=1, cap=4, no_flop_no_drop=True)
    assert take_rake(pots, rules, flop_dealt=False) == (pots, 0)
    assert take_rake(pots, rules, flop_dealt=True) == ((Pot(62, (1, 2)),), 4)
    assert take_rake(pots, TEN_PERCENT, flop_dealt=False)[1] == 4
