"""No-limit betting: every line of the sheet's table of figures (HE 4.1), and its decisions."""

import pytest
from pot_play import blinds, offer, play, pots, stacks, street

from dealer_station.games.pots.acting import act, plain_act
from dealer_station.games.pots.betting import Act, ActRefusedError, Opening, Refusal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips
from dealer_station.games.pots.structure import NoLimit

HUNDRED = NoLimit(min_bet=100, chip=1)


def test_he_30_and_he_31_an_opening_bet_is_the_big_blind_up_to_the_whole_stack():
    assert offer(street(HUNDRED, {1: 900, 2: 900})) == (
        1,
        {"fold": True, "check": True, "bet": (100, 900)},
    )


def test_he_a1_he_t07_each_raise_is_at_least_as_large_as_the_largest_before():
    flop = blinds(NoLimit(10, 1), dict.fromkeys(range(1, 7), 500), 1, 5, 10)
    minimums = []
    for line in ("4 raise 25", "5 raise 40", "6 raise 100", "1 raise 160"):
        minimums.append(offer(flop)[1]["raise"][0])
        flop = play(flop, line)
    assert minimums == [20, 40, 55, 160]
    assert offer(flop) == (2, {"fold": True, "call": 155, "raise": (220, 500)})


def test_he_a2_he_t09_bet_300_raise_to_1000_the_next_is_to_1700():
    turn = play(
        street(NoLimit(200, 1), dict.fromkeys((1, 2, 3), 4800), 2), "2 bet 300; 3 raise 1000"
    )
    assert offer(turn) == (1, {"fold": True, "call": 1000, "raise": (1700, 4800)})


def test_he_a3_a_short_all_in_before_the_flop_leaves_the_blind_the_largest():
    dealt = blinds(HUNDRED, {1: 1000, 2: 1000, 3: 1000, 4: 150, 5: 1000}, 1, 50, 100)
    assert offer(play(dealt, "4 all_in")) == (5, {"fold": True, "call": 150, "raise": (250, 1000)})


@pytest.mark.parametrize(
    ("line", "least"),
    [("4 raise 125; 5 raise 200; 6 raise 500", 800), ("4 raise 500; 5 call; 6 call", 950)],
)
def test_he_a4_three_raises_or_one(line, least):
    dealt = blinds(NoLimit(50, 1), dict.fromkeys(range(1, 7), 2000), 1, 25, 50)
    assert offer(play(dealt, line)) == (1, {"fold": True, "call": 500, "raise": (least, 2000)})


def test_he_a5_who_does_not_face_a_full_raise_may_only_call():
    flop = street(HUNDRED, {1: 900, 2: 900, 3: 280, 4: 900})
    flop = play(flop, "1 bet 100; 2 raise 200; 3 all_in; 4 fold")
    assert offer(flop) == (1, {"fold": True, "call": 180, "raise": (380, 900)})
    flop = play(flop, "1 call")
    assert offer(flop) == (2, {"fold": True, "call": 80})
    for what, to in ((Act.RAISE, 500), (Act.ALL_IN, None)):
        with pytest.raises(ActRefusedError) as refused:
            act(flop, 2, what, to)
        assert refused.value.reason is Refusal.NOT_OFFERED


def test_he_a6_he_34_he_t11_short_all_ins_add_up_for_the_bettor_not_for_the_caller():
    flop = street(HUNDRED, {1: 900, 2: 125, 3: 900, 4: 200, 5: 900})
    flop = play(flop, "1 bet 100; 2 all_in; 3 call; 4 all_in; 5 call")
    assert offer(flop) == (1, {"fold": True, "call": 100, "raise": (300, 900)})
    flop = play(flop, "1 call")
    assert offer(flop) == (3, {"fold": True, "call": 75})
    assert pots(play(flop, "3 call")) == [(625, (1, 2, 3, 4, 5)), (300, (1, 3, 4, 5))]


def test_he_a7_he_t12_two_short_all_ins_that_make_a_full_raise_together():
    flop = street(HUNDRED, {1: 4900, 2: 4900, 3: 4900, 4: 1300, 5: 1700})
    flop = play(flop, "1 bet 500; 2 raise 1000; 3 call; 4 all_in; 5 all_in")
    assert offer(flop) == (1, {"fold": True, "call": 1200, "raise": (2200, 4900)})
    flop = play(flop, "1 fold")
    assert offer(flop) == (2, {"fold": True, "call": 700, "raise": (2200, 4900)})
    flop = play(flop, "2 call")
    assert offer(flop) == (3, {"fold": True, "call": 700, "raise": (2200, 4900)})


def test_he_a8_he_35_there_is_no_completion():
    flop = play(street(HUNDRED, {1: 900, 2: 140, 3: 900, 4: 900}), "1 bet 100; 2 all_in")
    assert offer(flop) == (3, {"fold": True, "call": 140, "raise": (240, 900)})
    for what, to in ((Act.RAISE, 200), (Act.COMPLETE, None)):
        with pytest.raises(ActRefusedError):
            act(flop, 3, what, to)


def test_he_a9_he_t14_an_all_in_opening_below_the_big_blind_is_not_completed():
    flop = play(street(HUNDRED, {1: 40, 2: 900, 3: 900}), "1 all_in")
    assert offer(flop) == (2, {"fold": True, "call": 40, "raise": (140, 900)})
    assert offer(play(flop, "2 raise 140")) == (3, {"fold": True, "call": 140, "raise": (240, 900)})


def test_he_c41_the_caller_of_a_short_opening_faces_less_than_a_full_raise():
    flop = play(street(HUNDRED, {1: 40, 2: 900, 3: 120, 4: 900}), "1 all_in; 2 call; 3 all_in")
    assert offer(flop) == (4, {"fold": True, "call": 120, "raise": (220, 900)})
    assert offer(play(flop, "4 call")) == (2, {"fold": True, "call": 80})


def test_he_a10_he_36_he_t15_others_owe_the_full_big_blind():
    dealt = blinds(HUNDRED, {1: 1000, 2: 1000, 3: 60, 4: 1000}, 1, 50, 100)
    assert offer(dealt) == (4, {"fold": True, "call": 100, "raise": (200, 1000)})
    assert pots(play(dealt, "4 call; 1 fold; 2 call")) == [(180, (2, 3, 4)), (80, (2, 4))]


def test_he_a11_he_16_the_big_blind_may_raise_over_a_short_all_in():
    dealt = blinds(HUNDRED, {1: 1000, 2: 1000, 3: 1000, 4: 150}, 1, 50, 100)
    dealt = play(dealt, "4 all_in; 1 call; 2 fold")
    assert offer(dealt) == (3, {"fold": True, "call": 50, "raise": (250, 1000)})
    assert pots(play(dealt, "3 call")) == [(500, (1, 3, 4))]


def test_he_t01_and_he_15_who_acts_first_before_the_flop():
    six = blinds(NoLimit(2, 1), dict.fromkeys(range(1, 7), 200), 3, 1, 2)
    assert offer(six) == (6, {"fold": True, "call": 2, "raise": (4, 200)})
    two = blinds(NoLimit(2, 1), {1: 200, 2: 200}, 1, 1, 2)
    assert offer(two) == (1, {"fold": True, "call": 1, "raise": (4, 200)})


def test_he_16_he_t03_the_big_blind_has_his_option_and_a_check_ends_the_round():
    dealt = play(
        blinds(NoLimit(2, 1), dict.fromkeys(range(1, 5), 200), 1, 1, 2), "4 call; 1 call; 2 call"
    )
    assert offer(dealt) == (3, {"fold": True, "check": True, "raise": (4, 200)})
    assert dealt.aggressor is None
    over = play(dealt, "3 check")
    assert over.over
    assert pots(over) == [(8, (1, 2, 3, 4))]
    again = play(dealt, "3 raise 10; 4 fold; 1 call; 2 fold")
    assert (again.over, again.aggressor) == (True, 3)


def test_he_d02_he_37_wagers_come_in_whole_chips_and_an_all_in_may_be_odd():
    dealt = blinds(NoLimit(10, 5), {1: 500, 2: 500, 3: 500, 4: 500, 5: 33}, 1, 5, 10)
    for to in (22, 18, 505, None):
        with pytest.raises(ActRefusedError) as refused:
            act(dealt, 4, Act.RAISE, to)
        assert refused.value.reason is Refusal.WRONG_AMOUNT
    dealt = play(dealt, "4 raise 20; 5 all_in")
    assert offer(dealt) == (1, {"fold": True, "call": 33, "raise": (50, 500)})
    with pytest.raises(ActRefusedError, match="from 50 to 500 in multiples of 5, not 46"):
        act(dealt, 1, Act.RAISE, 46)


def test_he_d01_a_stack_below_the_minimum_is_the_only_size():
    turn = play(street(NoLimit(10, 1), {1: 90, 2: 31}), "1 bet 20")
    assert offer(turn) == (2, {"fold": True, "call": 20, "raise": 31})
    assert plain_act(turn, 2, Act.ALL_IN) == (Act.RAISE, 31)
    assert offer(play(turn, "2 all_in")) == (1, {"fold": True, "call": 11})


def test_he_c32_a_minimum_raise_may_exceed_the_stack_of_the_only_opponent():
    dealt = play(blinds(NoLimit(20, 1), {1: 1000, 2: 200}, 1, 10, 20), "1 raise 100; 2 raise 180")
    assert offer(dealt) == (1, {"fold": True, "call": 80, "raise": (260, 1000)})
    over = play(dealt, "1 raise 260; 2 call")
    assert (pots(over), stacks(over)) == ([(400, (1, 2))], {1: 800, 2: 0})


def test_he_38_a_stack_below_the_call_can_only_call_or_fold():
    dealt = play(
        blinds(HUNDRED, {1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 280}, 1, 50, 100), "4 raise 300"
    )
    assert offer(dealt) == (5, {"fold": True, "call": 280})
    assert plain_act(dealt, 5, Act.ALL_IN) == (Act.CALL, 280)
    assert offer(play(dealt, "5 all_in")) == (1, {"fold": True, "call": 300, "raise": (500, 1000)})


def test_he_d03_he_t68_a_raise_that_nobody_could_answer_is_a_call():
    dealt = blinds(HUNDRED, {1: 2000, 2: 300, 3: 400}, 1, 50, 100)
    dealt = play(dealt, "1 raise 250; 2 all_in; 3 all_in")
    assert offer(dealt) == (1, {"fold": True, "call": 150})
    assert plain_act(dealt, 1, Act.ALL_IN) == plain_act(dealt, 1, Act.RAISE, 900) == (Act.CALL, 400)
    for to in (None, 400, 2001):
        with pytest.raises(ActRefusedError) as refused:
            act(dealt, 1, Act.RAISE, to)
        assert refused.value.reason is Refusal.WRONG_AMOUNT
    over = play(dealt, "1 all_in")
    assert stacks(over) == {1: 1600, 2: 0, 3: 0}
    assert pots(over) == [(900, (1, 2, 3)), (200, (1, 3))]


def test_he_d03_where_nothing_is_owed_it_is_a_check():
    """Seat 4 has posted, the big blind is all-in, the small blind has less than the blind."""
    players = (Chips(2, 10, 50), Chips(3, 0, 100), Chips(4, 900, 100))
    dealt = open_round(HUNDRED, players, 4, Opening.BLINDS, amount=100)
    assert offer(dealt) == (4, {"fold": True, "check": True})
    assert (
        plain_act(dealt, 4, Act.ALL_IN) == plain_act(dealt, 4, Act.RAISE, 300) == (Act.CHECK, 100)
    )
    assert offer(play(dealt, "4 all_in")) == (2, {"fold": True, "call": 10})


def test_he_d04_p_08_only_what_another_live_player_has_put_in_is_owed():
    two = blinds(HUNDRED, {1: 1000, 2: 60}, 1, 50, 100)
    assert offer(two) == (1, {"fold": True, "call": 10})
    over = play(two, "1 call")
    assert (pots(over), stacks(over)) == ([(120, (1, 2))], {1: 940, 2: 0})
    four = play(blinds(HUNDRED, {1: 1000, 2: 1000, 3: 60, 4: 1000}, 1, 50, 100), "4 fold; 1 fold")
    assert offer(four) == (2, {"fold": True, "call": 10})


def test_he_d05_who_owes_nothing_is_not_asked_when_nobody_else_has_chips():
    assert blinds(HUNDRED, {1: 40, 2: 1000}, 1, 50, 100).over
    assert street(HUNDRED, {1: 0, 2: 1000, 3: 0}).over
    assert street(HUNDRED, {1: 0, 2: 0}).over


def test_he_d08_what_nobody_called_comes_back_also_of_the_big_blind():
    dealt = play(blinds(NoLimit(2, 1), {1: 100, 2: 100, 3: 100}, 1, 1, 2), "1 fold; 2 fold")
    assert dealt.over
    assert (pots(dealt), stacks(dealt)) == ([(2, (3,))], {1: 100, 2: 99, 3: 99})


def test_he_d12_a_fold_where_a_check_is_free_is_binding():
    flop = play(street(HUNDRED, {1: 900, 2: 900, 3: 900}), "1 fold")
    assert offer(flop)[0] == 2
    assert flop.live == (2, 3)


def test_he_d13_the_last_aggressor_is_who_raised_the_amount_last_short_all_ins_included():
    flop = play(street(HUNDRED, {1: 900, 2: 900, 3: 350}), "1 check; 2 bet 300; 3 all_in; 1 call")
    assert flop.aggressor == 3
    assert play(flop, "2 call").over


@pytest.mark.parametrize(
    "stacks_",
    [{1: 19, 2: 200, 3: 16, 4: 200}, {1: 19, 2: 200, 3: 200, 4: 200}],
)
def test_he_c31_a_full_raise_is_not_pooled_with_a_later_short_one(stacks_):
    dealt = blinds(NoLimit(2, 1), stacks_, 4, 1, 2)
    dealt = play(dealt, "3 raise 16; 4 call; 1 all_in; 2 call")
    while not dealt.over:
        assert offer(dealt)[1] == {"fold": True, "call": 3}
        dealt = play(dealt, f"{dealt.to_act} call")


def test_an_act_of_another_seat_or_after_the_round_is_refused():
    flop = street(HUNDRED, {1: 900, 2: 900})
    for betting, seat in ((flop, 2), (play(flop, "1 check; 2 check"), 1)):
        with pytest.raises(ActRefusedError) as refused:
            act(betting, seat, Act.CHECK)
        assert refused.value.reason is Refusal.NOT_NEXT


def test_an_amount_that_is_not_what_the_act_comes_to_is_refused():
    flop = play(street(HUNDRED, {1: 900, 2: 500}), "1 bet 200")
    assert act(flop, 2, Act.CALL, 200) == act(flop, 2, Act.CALL)
    for what, to in ((Act.CALL, 100), (Act.ALL_IN, 400), (Act.FOLD, 5)):
        with pytest.raises(ActRefusedError) as refused:
            act(flop, 2, what, to)
        assert refused.value.reason is Refusal.WRONG_AMOUNT
