"""Third street of stud: forced bet, full opening, completion (ST-20 to ST-28, ST-D03 to ST-D07)."""

import pytest
from pot_play import bring_in, limit, offer, play, pots, seated, stacks

from dealer_station.games.pots.acting import act, default_act, plain_act
from dealer_station.games.pots.betting import Act, ActRefusedError, Opening, Refusal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips, Standing, ante

FIFTEEN = limit(15, 30)


def anted(amounts, due):
    return tuple(ante(player, due) for player in seated(amounts))


def third(amounts, low, structure=FIFTEEN, due=5, ante_=0):
    return bring_in(structure, anted(amounts, ante_), low, due)


def test_st_21_the_forced_player_brings_in_or_bets_full_and_does_not_fold():
    betting = third({1: 300, 2: 300, 3: 300}, 2)
    assert offer(betting) == (2, {"bring_in": 5, "complete": 15})
    for what in (Act.FOLD, Act.CHECK, Act.CALL, Act.BET, Act.RAISE, Act.ALL_IN):
        with pytest.raises(ActRefusedError) as refused:
            act(betting, 2, what, 15 if what in (Act.BET, Act.RAISE) else None)
        assert refused.value.reason is Refusal.NOT_OFFERED


def test_st_22_st_t04_a_completion_is_no_raise_and_three_raises_follow():
    betting = third(dict.fromkeys(range(1, 6), 300), 2)
    betting = play(betting, "2 bring_in")
    assert offer(betting) == (3, {"fold": True, "call": 5, "complete": 15})
    assert betting.aggressor is None
    betting = play(betting, "3 complete")
    assert offer(betting) == (4, {"fold": True, "call": 15, "raise": 30})
    betting = play(betting, "4 raise 30; 5 raise 45; 1 raise 60")
    assert offer(betting) == (2, {"fold": True, "call": 55})


def test_st_22_st_c03_opening_full_leaves_three_raises_too():
    betting = third(dict.fromkeys(range(1, 5), 300), 4)
    betting = play(betting, "4 complete; 1 raise 30; 2 raise 45; 3 raise 60")
    assert offer(betting) == (4, {"fold": True, "call": 45})


def test_st_24_st_t06_the_forced_player_has_no_second_option():
    betting = play(third(dict.fromkeys((1, 2, 3), 300), 2), "2 bring_in; 3 call; 1 call")
    assert betting.over
    assert pots(betting) == [(15, (1, 2, 3))]


def test_st_46_st_t07_two_players_raise_without_end():
    betting = third({1: 300, 2: 300}, 2)
    betting = play(
        betting, "2 bring_in; 1 complete; 2 raise 30; 1 raise 45; 2 raise 60; 1 raise 75"
    )
    assert offer(betting) == (2, {"fold": True, "call": 15, "raise": 90})


def test_st_25_st_d05_st_t10_a_force_of_the_lower_limit_is_the_bet():
    betting = third(dict.fromkeys(range(1, 6), 95), 4, limit(10, 20), 10)
    assert offer(betting) == (4, {"bring_in": 10})
    betting = play(betting, "4 bring_in")
    assert offer(betting) == (5, {"fold": True, "call": 10, "raise": 20})
    assert offer(play(betting, "5 raise 20; 1 raise 30; 2 raise 40")) == (
        3,
        {"fold": True, "call": 40},
    )
    assert play(betting, "5 call; 1 call; 2 call; 3 call").over


def test_st_12_st_26_st_t12_the_low_player_is_all_in_for_the_ante():
    betting = third({1: 200, 2: 2, 3: 200, 4: 200}, 2, ante_=2)
    choice = {"fold": True, "bring_in": 5, "complete": 15}
    assert offer(betting) == (3, choice)
    betting = play(betting, "3 fold")
    assert offer(betting) == (4, choice)
    betting = play(betting, "4 bring_in")
    assert offer(betting) == (1, {"fold": True, "call": 5, "complete": 15})
    assert pots(play(betting, "1 call")) == [(8, (1, 2, 4)), (10, (1, 4))]


def test_st_c11_the_neighbour_opens_full():
    betting = play(third({1: 200, 2: 200, 3: 2}, 3, ante_=2), "1 complete")
    assert offer(betting) == (2, {"fold": True, "call": 15, "raise": 30})
    assert pots(play(betting, "2 call")) == [(6, (1, 2, 3)), (30, (1, 2))]


def test_st_d15_the_choice_passes_over_seats_that_are_all_in():
    betting = third({1: 200, 2: 2, 3: 2, 4: 200, 5: 200}, 2, ante_=2)
    assert offer(betting)[0] == 4
    assert play(betting, "4 fold").to_act == 5


def test_st_28_st_d14_one_player_with_chips_is_not_forced():
    betting = third({1: 200, 2: 2, 3: 200}, 2, ante_=2)
    assert play(betting, "3 fold").over
    assert third({1: 200, 2: 2}, 1, ante_=2).over


def test_st_27_st_t13_the_low_player_has_less_than_the_force():
    betting = third({1: 200, 2: 4, 3: 200}, 2, ante_=1)
    assert offer(betting) == (2, {"bring_in": 3})
    assert plain_act(betting, 2, Act.ALL_IN) == (Act.BRING_IN, 3)
    betting = play(betting, "2 bring_in")
    assert betting.player(2).standing is Standing.ALL_IN
    assert offer(betting) == (3, {"fold": True, "call": 5, "complete": 15})
    assert pots(play(betting, "3 call; 1 call")) == [(12, (1, 2, 3)), (4, (1, 3))]


def test_st_27_and_he_d04_one_player_owes_a_short_force_no_more_than_it_is():
    betting = play(third({1: 200, 2: 3}, 2), "2 bring_in")
    assert offer(betting) == (1, {"fold": True, "call": 3})
    assert stacks(play(betting, "1 call")) == {1: 197, 2: 0}


@pytest.mark.parametrize(
    ("stack", "offered"),
    [
        (9, {"fold": True, "call": 9, "raise": 24}),
        (8, {"fold": True, "call": 8, "raise": 23}),
        (7, {"fold": True, "call": 7, "complete": 15}),
    ],
)
def test_st_d06_st_c27_st_c28_a_stack_between_force_and_limit(stack, offered):
    betting = third({1: 200, 2: stack, 3: 200}, 2)
    assert offer(betting) == (2, {"bring_in": 5, "complete": stack})
    assert plain_act(betting, 2, Act.ALL_IN) == (Act.COMPLETE, stack)
    assert offer(play(betting, "2 all_in")) == (3, offered)


def test_st_c28_a_short_all_in_over_the_force_does_not_reopen():
    betting = third({1: 200, 2: 200, 3: 7, 4: 200}, 2)
    betting = play(betting, "2 bring_in")
    assert offer(betting) == (3, {"fold": True, "call": 5, "complete": 7})
    betting = play(betting, "3 all_in; 4 call; 1 call")
    assert offer(betting) == (2, {"fold": True, "call": 2})


def test_st_d08_a_completion_reopens_however_little_it_adds_to_the_force():
    betting = third({1: 200, 2: 200, 3: 200}, 2, limit(15, 30), 12)
    betting = play(betting, "2 bring_in; 3 call; 1 complete")
    assert offer(betting) == (2, {"fold": True, "call": 3, "raise": 30})
    assert offer(play(betting, "2 call")) == (3, {"fold": True, "call": 3, "raise": 30})


def test_st_d08_an_all_in_that_only_counts_as_the_bet_does_not():
    betting = third({1: 14, 2: 200, 3: 200}, 2, limit(15, 30), 12)
    betting = play(betting, "2 bring_in; 3 call; 1 all_in")
    assert offer(betting) == (2, {"fold": True, "call": 2})


def test_st_i03_the_choice_goes_round_to_the_exposed_hand_last():
    betting = open_round(FIFTEEN, anted({1: 90, 3: 90, 4: 90}, 2), 4, Opening.OFFERED, amount=5)
    assert offer(betting)[0] == 4
    betting = play(betting, "4 fold")
    assert offer(betting)[0] == 1
    won = play(betting, "1 fold")
    assert (won.over, won.live) == (True, (3,))
    opened = play(betting, "1 bring_in")
    assert offer(opened) == (3, {"fold": True, "call": 5, "complete": 15})


def test_st_d20_st_d21_what_a_silent_seat_does():
    forced = third({1: 90, 2: 2, 3: 90, 4: 90}, 3)
    assert default_act(forced) is Act.BRING_IN
    assert default_act(play(forced, "3 bring_in")) is Act.FOLD
    assert default_act(third({1: 90, 2: 0, 3: 90}, 2)) is Act.FOLD
    checked = open_round(FIFTEEN, (Chips(1, 90), Chips(2, 90)), 1)
    assert default_act(checked) is Act.CHECK


def test_st_d25_a_barred_seat_may_bring_in_but_not_open_full():
    players = anted({1: 90, 2: 90, 3: 90}, 0)
    betting = open_round(FIFTEEN, players, 1, Opening.FORCED, amount=5, barred=frozenset({1, 2}))
    assert offer(betting) == (1, {"bring_in": 5})
    assert offer(play(betting, "1 bring_in")) == (2, {"fold": True, "call": 5})


def test_a_wrong_amount_of_an_opening_is_refused():
    betting = third({1: 90, 2: 90}, 1)
    for what, to in ((Act.BRING_IN, 4), (Act.COMPLETE, 14), (Act.ALL_IN, 20)):
        with pytest.raises(ActRefusedError) as refused:
            act(betting, 1, what, to)
        assert refused.value.reason is Refusal.WRONG_AMOUNT
