"""Silent chips and wagers of a wrong size (HE 4.3, HE-D36, ST-I43, ST-I44)."""

import pytest
from pot_play import blinds, bring_in, limit, play, seated, street

from dealer_station.games.pots.betting import Act, ActRefusedError
from dealer_station.games.pots.rulings import bar
from dealer_station.games.pots.structure import NoLimit
from dealer_station.games.pots.wagers import (
    Correction,
    Reading,
    dealer_corrects_call,
    made_up,
    read_amount,
    read_chips,
)

AS_PUT_IN, MADE_UP, RETURNED = Correction
HUNDRED = NoLimit(min_bet=100, chip=1)
FOUR_EIGHT = limit(4, 8)


def flop(line=None, structure=HUNDRED, chips=8900):
    betting = street(structure, dict.fromkeys((1, 2, 3, 4), chips))
    return play(betting, line) if line else betting


def holdem(betting, *chips):
    return read_chips(betting, chips, without_smallest=True)


def stud(betting, *chips):
    return read_chips(betting, chips, without_smallest=False)


@pytest.mark.parametrize(
    ("line", "chips", "reading"),
    [
        ("1 bet 400; 2 raise 1200", (1000, 1000), Reading(Act.CALL, 1200, RETURNED)),
        ("1 bet 500", (500, 100), Reading(Act.CALL, 500, RETURNED)),
        ("1 bet 500", (500, 100, 100, 100), Reading(Act.RAISE, 1000, MADE_UP)),
        ("1 bet 500", (500, 500), Reading(Act.RAISE, 1000, AS_PUT_IN)),
        ("1 bet 400", (500, 100), Reading(Act.RAISE, 800, MADE_UP)),
        ("1 bet 400", (500, 500), Reading(Act.RAISE, 1000, AS_PUT_IN)),
        ("1 bet 100", (500,), Reading(Act.CALL, 100, RETURNED)),
        (None, (100,), Reading(Act.BET, 100, AS_PUT_IN)),
        (None, (500,), Reading(Act.BET, 500, AS_PUT_IN)),
        (None, (25, 25), Reading(Act.BET, 100, MADE_UP)),
    ],
)
def test_he_i43_he_i44_silent_chips(line, chips, reading):
    assert holdem(flop(line), *chips) == reading


def test_he_t59_one_chip_of_a_hundred_facing_thirty():
    dealt = play(blinds(NoLimit(10, 1), dict.fromkeys(range(1, 6), 500), 1, 5, 10), "4 raise 30")
    assert holdem(dealt, 100) == Reading(Act.CALL, 30, RETURNED)


def test_chips_from_before_in_front_do_not_count_as_put_in_now():
    dealt = play(blinds(HUNDRED, dict.fromkeys((1, 2, 3), 2000), 1, 50, 100), "1 raise 300")
    assert holdem(dealt, 100, 100, 50) == Reading(Act.CALL, 300, AS_PUT_IN)


def test_he_i43_silent_chips_at_the_option_are_a_raise_or_go_back():
    dealt = play(blinds(HUNDRED, dict.fromkeys((1, 2, 3), 2000), 1, 50, 100), "1 call; 2 call")
    assert holdem(dealt, 100) == Reading(Act.RAISE, 200, AS_PUT_IN)
    assert holdem(dealt, 25) == Reading(Act.CHECK, 100, RETURNED)


@pytest.mark.parametrize("chips", [(), (0,), (5000, 5000)])
def test_chips_that_cannot_have_been_put_in_are_refused(chips):
    with pytest.raises(ValueError, match="of a stack of 8900"):
        holdem(flop(), *chips)


@pytest.mark.parametrize(
    ("chips", "reading"),
    [
        ((25,), Reading(Act.CALL, 10, RETURNED)),
        ((5, 5, 5), Reading(Act.RAISE, 20, MADE_UP)),
        ((10, 10), Reading(Act.RAISE, 20, AS_PUT_IN)),
        ((25, 10), Reading(Act.RAISE, 20, RETURNED)),
        ((10, 1, 1, 1), Reading(Act.CALL, 10, RETURNED)),
        ((5, 5), Reading(Act.CALL, 10, AS_PUT_IN)),
    ],
)
def test_st_i44_st_c70_silent_chips_in_stud(chips, reading):
    fifth = play(street(limit(5, 10), dict.fromkeys((1, 2, 3), 97), big=True), "1 bet 10")
    assert stud(fifth, *chips) == reading


def test_st_i44_facing_nothing_chips_are_a_bet_of_the_size():
    fifth = street(limit(5, 10), {1: 97, 2: 97}, big=True)
    assert stud(fifth, 25) == Reading(Act.BET, 10, RETURNED)
    assert stud(fifth, 1) == Reading(Act.BET, 10, MADE_UP)


def test_st_i44_a_short_all_in_is_completed():
    fifth = street(limit(5, 10), {1: 97, 2: 13, 3: 97}, big=True)
    fifth = play(fifth, "1 bet 10; 2 all_in")
    assert stud(fifth, 10, 5, 5) == Reading(Act.COMPLETE, 20, AS_PUT_IN)
    assert stud(fifth, 10, 5) == Reading(Act.CALL, 13, RETURNED)


def test_st_i44_with_an_open_pair_the_size_that_is_reached():
    fourth = street(limit(5, 10), {1: 97, 2: 97}, both_units=True)
    assert [stud(fourth, amount).to for amount in (3, 5, 7, 10, 25)] == [5, 5, 5, 10, 10]


@pytest.mark.parametrize(
    ("amount", "reading"),
    [
        (800, Reading(Act.RAISE, 1000, MADE_UP)),
        (750, Reading(Act.RAISE, 1000, MADE_UP)),
        (749, Reading(Act.CALL, 500, RETURNED)),
        (1300, Reading(Act.RAISE, 1300, AS_PUT_IN)),
        (500, Reading(Act.CALL, 500, AS_PUT_IN)),
        (300, Reading(Act.CALL, 500, MADE_UP)),
    ],
)
def test_he_i45_he_c137_he_i49_a_total_that_was_put_in(amount, reading):
    assert read_amount(flop("1 bet 500"), amount) == reading


def test_he_c138_where_the_made_up_raise_exceeds_the_stack_it_is_all_in():
    stacks = {1: 5000, 2: 5000, 3: 750, 4: 5000}
    dealt = play(blinds(NoLimit(200, 1), stacks, 1, 100, 200), "4 raise 500; 1 fold")
    assert read_amount(dealt, 600) == Reading(Act.CALL, 500, RETURNED)
    dealt = play(dealt, "2 call")
    assert read_amount(dealt, 700) == Reading(Act.RAISE, 750, MADE_UP)


def test_he_c139_in_limit_half_a_bet_more_is_a_raise():
    bet = flop("1 bet 4", FOUR_EIGHT)
    assert read_amount(bet, 6) == Reading(Act.RAISE, 8, MADE_UP)
    assert read_amount(bet, 5) == Reading(Act.CALL, 4, RETURNED)
    assert read_amount(play(bet, "2 raise 8"), 9) == Reading(Act.CALL, 8, RETURNED)


@pytest.mark.parametrize(
    ("structure", "amount", "reading"),
    [
        (HUNDRED, 60, Reading(Act.BET, 100, MADE_UP)),
        (HUNDRED, 160, Reading(Act.BET, 160, AS_PUT_IN)),
        (NoLimit(100, 25), 160, Reading(Act.BET, 175, MADE_UP)),
        (FOUR_EIGHT, 3, Reading(Act.BET, 4, MADE_UP)),
        (FOUR_EIGHT, 8, Reading(Act.BET, 4, RETURNED)),
    ],
)
def test_he_i48_he_c140_an_opening_bet_is_made_up(structure, amount, reading):
    assert read_amount(flop(None, structure), amount) == reading


def test_a_seat_that_may_not_raise_has_called_whatever_it_put_in():
    barred = bar(flop("1 bet 500"), 2)
    assert read_amount(barred, 1300) == Reading(Act.CALL, 500, RETURNED)
    assert read_amount(bar(flop(), 1), 300) == Reading(Act.CHECK, 0, RETURNED)


@pytest.mark.parametrize("amount", [0, 8901])
def test_a_total_that_adds_nothing_or_more_than_there_is_is_refused(amount):
    with pytest.raises(ValueError, match=f"{amount} of 8900"):
        read_amount(flop(), amount)


def test_st_i43_a_wager_of_a_wrong_size_is_the_next_allowed_one():
    fifth = street(limit(5, 10), dict.fromkeys((1, 2, 3), 97), big=True)
    assert made_up(fifth, Act.BET, 5) == Reading(Act.BET, 10, MADE_UP)
    assert made_up(play(fifth, "1 bet 10"), Act.RAISE, 11) == Reading(Act.RAISE, 20, MADE_UP)
    assert made_up(play(fifth, "1 bet 10"), Act.CALL, 5) == Reading(Act.CALL, 10, MADE_UP)
    fourth = street(limit(5, 10), {1: 97, 2: 97}, both_units=True)
    assert made_up(fourth, Act.BET, 4).to == 5
    assert made_up(fourth, Act.BET, 6).to == 10


def test_st_i43_below_the_force():
    third = bring_in(limit(5, 10), seated({1: 90, 2: 90}), 1, 2)
    assert made_up(third, Act.BRING_IN, 1) == Reading(Act.BRING_IN, 2, MADE_UP)
    assert made_up(third, Act.COMPLETE, 4) == Reading(Act.COMPLETE, 5, MADE_UP)
    with pytest.raises(ActRefusedError, match="may not bet"):
        made_up(third, Act.BET, 4)
    for read in (lambda: read_amount(third, 4), lambda: stud(third, 4)):
        with pytest.raises(ActRefusedError, match="seat 1 has to say how it opens"):
            read()


def test_he_i49_who_rules_a_call_that_is_too_small():
    assert dealer_corrects_call(flop("1 bet 200"))
    assert not dealer_corrects_call(flop("1 bet 200; 2 raise 600"))
    assert dealer_corrects_call(flop("1 bet 200; 2 raise 600; 3 fold; 4 fold"))
    assert dealer_corrects_call(blinds(HUNDRED, dict.fromkeys((1, 2, 3), 900), 1, 50, 100))
