"""Fixed limit: sizes, cap, half-bet and full-bet rule (HE 4.2, ST section 4), open pair."""

import pytest
from pot_play import blinds, limit, offer, play, pots, street

from dealer_station.games.pots.acting import act, plain_act
from dealer_station.games.pots.betting import Act, ActRefusedError, Opening, Refusal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips
from dealer_station.games.pots.structure import FixedLimit, HeadsUp

FOUR_EIGHT = limit(4, 8)
TEN_TWENTY = limit(10, 20)
FULL_BET = limit(10, 20, half=False)
PAIR = limit(5, 10)


def test_he_20_he_t66_the_unit_is_of_the_street():
    flop = street(FOUR_EIGHT, {1: 200, 2: 200})
    assert offer(flop) == (1, {"fold": True, "check": True, "bet": 4})
    assert offer(play(flop, "1 bet 4")) == (2, {"fold": True, "call": 4, "raise": 8})
    turn = street(FOUR_EIGHT, {1: 200, 2: 200}, big=True)
    with pytest.raises(ActRefusedError, match="may bet to 8, not 4"):
        act(turn, 1, Act.BET, 4)
    assert offer(play(turn, "1 bet 8")) == (2, {"fold": True, "call": 8, "raise": 16})


def test_he_21_he_t04_the_big_blind_is_the_bet_and_three_raises_follow():
    dealt = blinds(FOUR_EIGHT, dict.fromkeys(range(1, 7), 200), 1, 2, 4)
    dealt = play(dealt, "4 raise 8; 5 raise 12; 6 raise 16")
    assert offer(dealt) == (1, {"fold": True, "call": 16})
    with pytest.raises(ActRefusedError) as refused:
        act(dealt, 1, Act.RAISE, 20)
    assert refused.value.reason is Refusal.NOT_OFFERED
    assert offer(play(dealt, "1 call; 2 fold")) == (3, {"fold": True, "call": 12})


def test_he_c24_a_cap_of_four_raises_or_of_none():
    dealt = blinds(limit(4, 8, 4), dict.fromkeys(range(1, 7), 200), 1, 2, 4)
    dealt = play(dealt, "4 raise 8; 5 raise 12; 6 raise 16")
    assert offer(dealt)[1]["raise"] == 20
    assert offer(play(dealt, "1 raise 20")) == (2, {"fold": True, "call": 18})
    no_raise = blinds(limit(4, 8, 0), {1: 200, 2: 200, 3: 200}, 1, 2, 4)
    assert offer(no_raise) == (1, {"fold": True, "call": 4})
    without = street(limit(4, 8, None), {1: 200, 2: 200, 3: 200})
    without = play(without, "1 bet 4; 2 raise 8; 3 raise 12; 1 raise 16; 2 raise 20; 3 raise 24")
    assert offer(without)[1]["raise"] == 28


def test_he_22_he_t06_st_46_two_players_raise_without_end():
    turn = street(FOUR_EIGHT, {2: 400, 3: 400}, 2, big=True)
    turn = play(turn, "2 bet 8; 3 raise 16; 2 raise 24; 3 raise 32; 2 raise 40; 3 raise 48")
    assert offer(turn) == (2, {"fold": True, "call": 8, "raise": 56})


def test_he_c20_st_47_st_t08_a_cap_once_reached_is_not_lifted_by_a_fold():
    turn = street(FOUR_EIGHT, {1: 200, 2: 200, 3: 200}, 2, big=True)
    turn = play(turn, "2 bet 8; 3 raise 16; 1 raise 24; 2 raise 32; 3 fold")
    assert offer(turn) == (1, {"fold": True, "call": 8})


def test_he_c21_st_d09_two_left_before_the_cap_raise_on():
    turn = street(FOUR_EIGHT, {1: 200, 2: 200, 3: 200}, 2, big=True)
    turn = play(turn, "2 bet 8; 3 raise 16; 1 fold; 2 raise 24; 3 raise 32; 2 raise 40")
    assert offer(turn)[1]["raise"] == 48


def test_st_c06_a_player_all_in_does_not_count_for_the_cap():
    fifth = street(PAIR, {1: 200, 2: 200, 3: 0}, big=True)
    fifth = play(fifth, "1 bet 10; 2 raise 20; 1 raise 30; 2 raise 40")
    assert offer(fifth) == (1, {"fold": True, "call": 10, "raise": 50})


def test_st_d09_the_bettor_who_goes_all_in_with_the_capping_raise_counts():
    """Three have chips before the last raise, two after it."""
    fifth = street(PAIR, {1: 200, 2: 40, 3: 200}, big=True)
    fifth = play(fifth, "1 bet 10; 2 call; 3 raise 20; 1 raise 30; 2 all_in")
    assert offer(fifth) == (3, {"fold": True, "call": 20})


@pytest.mark.parametrize(
    ("stacks", "line", "raises"),
    [
        ({1: 200, 2: 200, 3: 200}, "1 bet 4; 2 raise 8; 3 fold; 1 raise 12; 2 raise 16", False),
        ({1: 200, 2: 200}, "1 bet 4; 2 raise 8; 1 raise 12; 2 raise 16", True),
    ],
)
def test_he_c26_st_c04_st_c05_the_switch_judged_when_the_round_began(stacks, line, raises):
    structure = FixedLimit(4, 8, 3, HeadsUp.ROUND_START)
    assert ("raise" in offer(play(street(structure, stacks), line))[1]) is raises


def test_the_switch_never_caps_two_players_too():
    structure = FixedLimit(4, 8, 3, HeadsUp.NEVER)
    flop = play(street(structure, {1: 200, 2: 200}), "1 bet 4; 2 raise 8; 1 raise 12; 2 raise 16")
    assert offer(flop) == (1, {"fold": True, "call": 4})


@pytest.mark.parametrize(
    ("structure", "offered"),
    [
        (TEN_TWENTY, {"fold": True, "call": 15, "raise": 35}),
        (FULL_BET, {"fold": True, "call": 15, "complete": 20}),
    ],
)
def test_he_b1_he_t18_an_all_in_opening_of_fifteen(structure, offered):
    turn = street(structure, {1: 200, 2: 200, 3: 15}, 2, big=True)
    assert offer(play(turn, "2 check; 3 all_in")) == (1, offered)


@pytest.mark.parametrize("structure", [TEN_TWENTY, FULL_BET])
def test_he_b2_an_all_in_opening_of_eight_is_completed(structure):
    turn = play(street(structure, {1: 200, 2: 200, 3: 8}, 2, big=True), "2 check; 3 all_in")
    assert offer(turn) == (1, {"fold": True, "call": 8, "complete": 20})
    assert offer(play(turn, "1 complete")) == (2, {"fold": True, "call": 20, "raise": 40})
    assert offer(play(turn, "1 call")) == (2, {"fold": True, "call": 8})


@pytest.mark.parametrize("structure", [TEN_TWENTY, FULL_BET])
def test_he_b3_st_t24_three_more_do_not_reopen(structure):
    flop = play(street(structure, {1: 190, 2: 13, 3: 190, 4: 190}), "1 bet 10; 2 all_in")
    assert offer(flop) == (3, {"fold": True, "call": 13, "complete": 20})
    flop = play(flop, "3 call; 4 call")
    assert offer(flop) == (1, {"fold": True, "call": 3})


@pytest.mark.parametrize(
    ("structure", "third", "bettor"),
    [
        (
            TEN_TWENTY,
            {"fold": True, "call": 16, "raise": 26},
            {"fold": True, "call": 6, "raise": 26},
        ),
        (FULL_BET, {"fold": True, "call": 16, "complete": 20}, {"fold": True, "call": 6}),
    ],
)
def test_he_b4_six_more_count_as_a_raise_under_the_half_bet_rule(structure, third, bettor):
    flop = play(street(structure, {1: 190, 2: 16, 3: 190, 4: 190}), "1 bet 10; 2 all_in")
    assert offer(flop) == (3, third)
    assert offer(play(flop, "3 call; 4 call")) == (1, bettor)


@pytest.mark.parametrize(
    ("structure", "bettor"),
    [(TEN_TWENTY, {"fold": True, "call": 6, "raise": 26}), (FULL_BET, {"fold": True, "call": 6})],
)
def test_he_b5_he_t19_st_t26_two_short_all_ins_together(structure, bettor):
    flop = street(structure, {1: 190, 2: 13, 3: 16, 4: 190})
    flop = play(flop, "1 bet 10; 2 all_in; 3 all_in; 4 call")
    assert offer(flop) == (1, bettor)


def test_he_b5_the_two_count_as_one_raise():
    flop = play(
        street(TEN_TWENTY, {1: 190, 2: 13, 3: 16, 4: 190, 5: 190}), "1 bet 10; 2 all_in; 3 all_in"
    )
    flop = play(flop, "4 raise 26; 5 raise 36")
    assert offer(flop) == (1, {"fold": True, "call": 26})


@pytest.mark.parametrize("half", [True, False])
def test_he_b6_st_c24_bet_five_all_in_six_complete_to_ten(half):
    flop = street(limit(5, 10, half=half), {1: 95, 2: 95, 3: 6, 4: 95})
    flop = play(flop, "1 bet 5; 2 call; 3 all_in")
    assert offer(flop) == (4, {"fold": True, "call": 6, "complete": 10})
    assert offer(play(flop, "4 complete")) == (1, {"fold": True, "call": 5, "raise": 15})
    assert offer(play(flop, "4 call")) == (1, {"fold": True, "call": 1})


def test_he_c40_st_d08_a_check_is_an_act():
    turn = play(
        street(TEN_TWENTY, {1: 200, 2: 200, 3: 8}, 2, big=True), "2 check; 3 all_in; 1 call"
    )
    assert offer(turn) == (2, {"fold": True, "call": 8})


def test_st_c26_the_extra_chips_reopen_for_one_player_and_not_for_another():
    fifth = street(PAIR, {1: 197, 2: 14, 3: 197, 4: 16}, big=True)
    fifth = play(fifth, "1 bet 10; 2 all_in; 3 call")
    assert offer(fifth) == (4, {"fold": True, "call": 14, "complete": 16})
    fifth = play(fifth, "4 all_in")
    assert offer(fifth) == (1, {"fold": True, "call": 6, "raise": 26})
    fifth = play(fifth, "1 call")
    assert offer(fifth) == (3, {"fold": True, "call": 2})


def test_st_d07_he_c29_a_completion_of_a_short_raise_is_raise_number_one():
    flop = play(
        street(TEN_TWENTY, {1: 190, 2: 13, 3: 190, 4: 190}), "1 bet 10; 2 all_in; 3 complete"
    )
    assert offer(flop) == (4, {"fold": True, "call": 20, "raise": 30})
    assert offer(play(flop, "4 raise 30; 1 raise 40")) == (3, {"fold": True, "call": 20})


def test_st_d07_st_c22_a_completion_of_a_short_opening_is_the_bet():
    fifth = street(TEN_TWENTY, {1: 8, 2: 286, 3: 286, 4: 286}, big=True)
    assert offer(fifth) == (1, {"fold": True, "check": True, "bet": 8})
    fifth = play(fifth, "1 bet 8; 2 complete; 3 raise 40; 4 raise 60; 2 raise 80")
    assert offer(fifth) == (3, {"fold": True, "call": 40})
    assert pots(play(fifth, "3 call; 4 fold")) == [(32, (1, 2, 3)), (196, (2, 3))]


def test_st_d04_st_c29_no_all_in_above_the_size():
    fifth = street(PAIR, {1: 194, 2: 18}, big=True)
    with pytest.raises(ActRefusedError, match="may not put in all of its 194") as refused:
        act(fifth, 1, Act.ALL_IN)
    assert refused.value.reason is Refusal.NOT_OFFERED
    fifth = play(fifth, "1 bet 10")
    assert offer(fifth) == (2, {"fold": True, "call": 10, "raise": 18})
    assert plain_act(fifth, 2, Act.ALL_IN) == (Act.RAISE, 18)


def test_st_d10_nobody_left_to_answer():
    fifth = play(street(PAIR, {1: 194, 2: 18}, big=True), "1 bet 10; 2 all_in")
    assert offer(fifth) == (1, {"fold": True, "call": 8})
    assert plain_act(fifth, 1, Act.ALL_IN) == (Act.CALL, 18)
    with pytest.raises(ActRefusedError):
        act(fifth, 1, Act.COMPLETE)


def test_he_d03_an_all_in_in_limit_is_one_of_the_sizes_or_less():
    flop = street(FOUR_EIGHT, {1: 200, 2: 8, 3: 6, 4: 9, 5: 200})
    flop = play(flop, "1 bet 4")
    assert plain_act(flop, 2, Act.ALL_IN) == (Act.RAISE, 8)
    flop = play(flop, "2 call")
    assert plain_act(flop, 3, Act.ALL_IN) == (Act.RAISE, 6)
    flop = play(flop, "3 call")
    with pytest.raises(ActRefusedError):
        act(flop, 4, Act.ALL_IN)


def test_he_d04_st_c31_the_rest_of_a_bet_comes_back():
    fourth = street(PAIR, {1: 97, 2: 97, 3: 4}, 2)
    fourth = play(fourth, "2 bet 5")
    assert offer(fourth) == (3, {"fold": True, "call": 4})
    fourth = play(fourth, "3 call; 1 fold")
    assert pots(fourth) == [(8, (2, 3))]


# ------------------------------------------------------------------ open pair, ST-35 to ST-39


def pair_round(stacks=None, line=None):
    fourth = street(PAIR, stacks or dict.fromkeys(range(1, 5), 97), 2, both_units=True)
    return play(fourth, line) if line else fourth


def test_st_35_st_t20_both_sizes_may_be_bet_and_nothing_between_them():
    assert offer(pair_round()) == (2, {"fold": True, "check": True, "bet": {5, 10}})
    for to in (7, 15, None):
        with pytest.raises(ActRefusedError, match="to 5 or 10"):
            act(pair_round(), 2, Act.BET, to)


def test_st_37_after_a_bet_of_the_upper_limit_only_upper_raises():
    assert offer(pair_round(line="2 bet 10")) == (3, {"fold": True, "call": 10, "raise": 20})


def test_st_36_st_t21_small_bet_upper_raise_then_upper_raises_only_and_the_cap():
    fourth = pair_round(line="2 bet 5")
    assert offer(fourth) == (3, {"fold": True, "call": 5, "raise": {10, 15}})
    fourth = play(fourth, "3 raise 15")
    assert offer(fourth) == (4, {"fold": True, "call": 15, "raise": 25})
    with pytest.raises(ActRefusedError):
        act(fourth, 4, Act.RAISE, 20)
    assert offer(play(fourth, "4 raise 25; 1 raise 35")) == (2, {"fold": True, "call": 30})


def test_st_38_st_48_the_pair_checks_and_may_check_raise_with_either():
    fourth = pair_round(line="2 check")
    assert offer(fourth) == (3, {"fold": True, "check": True, "bet": {5, 10}})
    fourth = play(fourth, "3 bet 5; 4 call; 1 call")
    assert offer(fourth) == (2, {"fold": True, "call": 5, "raise": {10, 15}})


def test_st_39_the_option_stays_when_the_pair_folds():
    assert offer(pair_round(line="2 fold")) == (3, {"fold": True, "check": True, "bet": {5, 10}})


def test_st_45_every_size_counts_towards_the_cap():
    fourth = pair_round(line="2 check; 3 check; 4 bet 5; 1 raise 10; 2 raise 15")
    assert offer(fourth) == (3, {"fold": True, "call": 15, "raise": {20, 25}})
    assert offer(play(fourth, "3 raise 25")) == (4, {"fold": True, "call": 20})


def test_st_d11_st_c21_after_a_short_all_in_complete_by_the_lower_raise_by_the_upper():
    fourth = pair_round({1: 97, 2: 97, 3: 6, 4: 97}, "2 bet 5")
    assert offer(fourth) == (3, {"fold": True, "call": 5, "raise": 6})
    fourth = play(fourth, "3 all_in")
    assert offer(fourth) == (4, {"fold": True, "call": 6, "complete": 10, "raise": 15})
    assert offer(play(fourth, "4 call; 1 call")) == (2, {"fold": True, "call": 1})
    assert offer(play(fourth, "4 complete")) == (1, {"fold": True, "call": 10, "raise": {15, 20}})
    assert offer(play(fourth, "4 raise 15")) == (1, {"fold": True, "call": 15, "raise": 25})


def test_st_d11_half_a_bet_is_of_the_upper_limit_once_it_has_been_wagered():
    """Four more are half a lower bet, not half an upper one."""
    fourth = pair_round({1: 97, 2: 97, 3: 14, 4: 97}, "2 bet 10; 3 all_in")
    assert offer(fourth) == (4, {"fold": True, "call": 14, "complete": 20})
    fourth = play(fourth, "4 call; 1 call")
    assert offer(fourth) == (2, {"fold": True, "call": 4})
    low = pair_round({1: 97, 2: 97, 3: 9, 4: 97}, "2 bet 5; 3 all_in; 4 call; 1 call")
    assert offer(low) == (2, {"fold": True, "call": 4, "raise": {14, 19}})


def test_st_d11_an_all_in_of_the_upper_limit_more_is_an_upper_wager():
    fourth = pair_round({1: 97, 2: 97, 3: 15, 4: 97}, "2 bet 5; 3 all_in")
    assert offer(fourth) == (4, {"fold": True, "call": 15, "raise": 25})
    nine = pair_round({1: 97, 2: 97, 3: 14, 4: 97}, "2 bet 5; 3 all_in")
    assert offer(nine) == (4, {"fold": True, "call": 14, "raise": {19, 24}})


@pytest.mark.parametrize(
    ("stack", "bet"), [(3, 3), (5, 5), (7, {5, 7}), (10, {5, 10}), (30, {5, 10})]
)
def test_st_d04_the_stack_stands_in_place_of_a_size_once(stack, bet):
    fourth = pair_round({1: 97, 2: stack, 3: 97})
    assert offer(fourth)[1]["bet"] == bet


@pytest.mark.parametrize(
    ("stack", "offered"),
    [
        (8, {"fold": True, "call": 6, "complete": 8}),
        (10, {"fold": True, "call": 6, "complete": 10}),
        (12, {"fold": True, "call": 6, "complete": 10, "raise": 12}),
    ],
)
def test_st_d04_with_a_completion_and_a_raise_too(stack, offered):
    fourth = pair_round({1: 97, 2: 97, 3: 6, 4: stack}, "2 bet 5; 3 all_in")
    assert offer(fourth) == (4, offered)


def test_seats_all_in_or_folded_are_passed_over_by_who_acts_first():
    players = (Chips(1, 50), Chips(2, 0), Chips(4, 50), Chips(5, 50))
    assert open_round(PAIR, players, 2).first == 4
    assert open_round(PAIR, players, 3).first == 4
    assert open_round(PAIR, players, 6).first == 1


@pytest.mark.parametrize(
    ("opening", "amount"), [(Opening.CHECK, 5), (Opening.BLINDS, 0), (Opening.DONE, 5)]
)
def test_an_opening_with_an_amount_that_it_cannot_have_is_refused(opening, amount):
    with pytest.raises(ValueError, match=f"begins with {opening.value} and an amount of {amount}"):
        open_round(PAIR, (Chips(1, 50), Chips(2, 50)), 1, opening, amount=amount)
