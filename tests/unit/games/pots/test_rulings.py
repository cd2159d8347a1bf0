"""What rulings do to a round: hands killed, seats barred, all-in by choice, acts out of turn."""

import pytest
from pot_play import blinds, bring_in, limit, offer, play, pots, seated, stacks, street

from dealer_station.games.pots.acting import act
from dealer_station.games.pots.betting import Act, ActRefusedError, Opening, Refusal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.rulings import (
    announce,
    bar,
    carried_out,
    declare_all_in,
    kill,
)
from dealer_station.games.pots.structure import NoLimit

TEN = NoLimit(min_bet=10, chip=1)
LIMIT = limit(5, 10)


def flop(count=4, chips=490):
    return street(TEN, dict.fromkeys(range(1, count + 1), chips))


def test_he_i53_he_d37_a_raiser_killed_uncalled_gets_the_raise_back_not_the_call():
    killed = kill(play(flop(), "1 bet 40; 2 raise 140"), 2, take_back=True)
    assert killed.player(2) == Chips(2, 450, 40, 0, 0, Standing.DEAD)
    assert offer(killed) == (3, {"fold": True, "call": 40, "raise": (80, 490)})
    assert killed.aggressor == 1


def test_he_i51_a_bettor_killed_uncalled_gets_everything_back_and_the_round_is_as_before():
    killed = kill(play(flop(), "1 check; 2 bet 40"), 2, take_back=True)
    assert (killed.player(2).stack, killed.player(2).bet) == (490, 0)
    assert offer(killed) == (3, {"fold": True, "check": True, "bet": (10, 490)})
    assert killed.aggressor is None
    assert play(killed, "3 check; 4 check").over


def test_he_d37_once_called_nothing_comes_back():
    called = play(flop(), "1 bet 40; 2 call")
    killed = kill(called, 1, take_back=True)
    assert (killed.player(1).stack, killed.player(1).bet) == (450, 40)
    assert offer(killed) == (3, {"fold": True, "call": 40, "raise": (80, 490)})


def test_he_d37_a_fold_behind_a_raise_is_no_call():
    killed = kill(play(flop(), "1 bet 40; 2 raise 140; 3 fold"), 2, take_back=True)
    assert offer(killed) == (4, {"fold": True, "call": 40, "raise": (80, 490)})


def test_he_d37_who_raised_a_bet_has_called_it_also_when_his_raise_has_gone_back():
    raiser_killed = kill(play(flop(), "1 bet 40; 2 raise 140"), 2, take_back=True)
    bettor_killed = kill(raiser_killed, 1, take_back=True)
    assert stacks(bettor_killed) == {1: 450, 2: 450, 3: 490, 4: 490}


def test_he_d37_a_caller_who_is_killed_leaves_his_chips():
    killed = kill(play(flop(), "1 bet 40; 2 call"), 2, take_back=True)
    assert (killed.player(2).stack, killed.player(2).bet) == (450, 40)


def test_he_d37_an_uncalled_all_in_comes_back_to_a_dead_hand():
    killed = kill(play(flop(), "1 bet 40; 2 all_in"), 2, take_back=True)
    assert (killed.player(2).stack, killed.player(2).standing) == (450, Standing.DEAD)
    assert offer(killed)[1]["call"] == 40


def test_he_d37_blinds_are_no_bet_that_comes_back():
    dealt = blinds(TEN, dict.fromkeys((1, 2, 3), 500), 1, 5, 10)
    killed = kill(dealt, 3, take_back=True)
    assert stacks(kill(killed, 2)) == {1: 500, 2: 495, 3: 490}


def test_st_i46_a_killed_opener_leaves_the_choice_to_the_next():
    betting = bring_in(LIMIT, seated(dict.fromkeys((1, 2, 3), 90)), 1, 2)
    killed = kill(play(betting, "1 complete"), 1, take_back=True)
    assert (killed.opening, killed.player(1).stack) == (Opening.OFFERED, 90)
    assert offer(killed) == (2, {"fold": True, "bring_in": 2, "complete": 5})
    assert kill(betting, 1).opening is Opening.OFFERED


def test_st_i46_a_killed_completion_leaves_the_bring_in():
    betting = bring_in(LIMIT, seated(dict.fromkeys((1, 2, 3), 90)), 1, 2)
    killed = kill(play(betting, "1 bring_in; 2 complete"), 2, take_back=True)
    assert (killed.player(2).stack, killed.player(2).bet) == (88, 2)
    assert offer(killed) == (3, {"fold": True, "call": 2, "complete": 5})


def test_a_hand_killed_in_turn_passes_the_turn_on_and_out_of_turn_does_not():
    assert kill(flop(), 1).to_act == 2
    assert kill(flop(), 3).to_act == 1
    assert play(kill(flop(), 3), "1 check; 2 check").to_act == 4


def test_the_round_is_over_when_a_ruling_leaves_one_hand():
    heads_up = play(flop(2), "1 bet 40")
    assert kill(heads_up, 1).over
    assert pots(kill(heads_up, 1)) == [(40, (2,))]
    over = play(flop(3), "1 check; 2 check; 3 check")
    assert kill(over, 2).over


def test_he_d34_st_d31_st_i05_a_fold_out_of_turn_counts_at_once():
    folded = kill(flop(), 4, Standing.FOLDED)
    assert folded.player(4).standing is Standing.FOLDED
    assert play(folded, "1 check; 2 check; 3 bet 20").to_act == 1


def test_a_hand_that_is_out_cannot_be_killed():
    with pytest.raises(ValueError, match="the hand of seat 1 is not live"):
        kill(play(flop(), "1 fold"), 1)
    with pytest.raises(KeyError):
        kill(flop(), 9)


def test_he_i41_st_i42_call_or_fold_holds_for_the_round():
    barred = bar(play(flop(), "1 bet 40"), 2)
    assert offer(barred) == (2, {"fold": True, "call": 40})
    for what, to in ((Act.RAISE, 200), (Act.ALL_IN, None)):
        with pytest.raises(ActRefusedError) as refused:
            act(barred, 2, what, to)
        assert refused.value.reason is Refusal.NOT_OFFERED
    raised = play(barred, "2 call; 3 raise 140; 4 fold; 1 call")
    assert offer(raised) == (2, {"fold": True, "call": 100})
    with pytest.raises(KeyError):
        bar(flop(), 9)


def test_st_d25_a_player_with_seven_cards_may_not_bet_on_sixth_street():
    sixth = bar(street(LIMIT, dict.fromkeys((1, 2, 3), 90), big=True), 1)
    assert offer(sixth) == (1, {"fold": True, "check": True})
    sixth = play(sixth, "1 check; 2 bet 10; 3 fold")
    assert offer(sixth) == (1, {"fold": True, "call": 10})
    from_the_start = street(LIMIT, {1: 90, 2: 90}, barred=frozenset({1}))
    assert offer(from_the_start) == (1, {"fold": True, "check": True})


def test_st_d29_st_t57_all_in_by_choice_ends_the_betting_of_two():
    declared = declare_all_in(street(LIMIT, {1: 160, 2: 160}, big=True), 2)
    assert declared.over
    assert declared.first is None
    assert declared.player(2).standing is Standing.ALL_IN
    assert stacks(declared) == {1: 160, 2: 160}


def test_st_d29_st_c61_the_others_bet_on_beside_it():
    declared = declare_all_in(street(LIMIT, dict.fromkeys(range(1, 5), 92), big=True), 4)
    declared = play(declared, "1 check; 2 bet 10; 3 fold; 1 call")
    assert declared.over
    assert (pots(declared), stacks(declared)[4]) == ([(20, (1, 2))], 92)


def test_st_d29_in_turn_the_next_seat_opens():
    declared = declare_all_in(street(LIMIT, {1: 92, 2: 92, 3: 92}, big=True), 1)
    assert (declared.to_act, declared.first) == (2, 2)


@pytest.mark.parametrize("line", ["1 check", "1 bet 10"])
def test_st_d29_the_first_action_ends_the_offer(line):
    begun = play(street(LIMIT, {1: 92, 2: 92, 3: 92}, big=True), line)
    with pytest.raises(ValueError, match="the offer ended"):
        declare_all_in(begun, 3)


def test_st_d29_a_seat_that_does_not_act_has_no_choice():
    with pytest.raises(ValueError, match="seat 3 does not act any more"):
        declare_all_in(street(LIMIT, {1: 92, 2: 92, 3: 0}, big=True), 3)


def test_he_d34_he_t58_a_bet_out_of_turn_is_carried_out_when_nothing_changes():
    early = announce(flop(), 3, Act.BET, 50)
    turn = play(flop(), "1 check; 2 check")
    assert carried_out(turn, early) == (Act.BET, 50)
    assert offer(play(turn, "3 bet 50"))[1]["call"] == 50


def test_he_d34_he_t58b_it_lapses_when_the_amount_to_match_has_changed():
    early = announce(flop(), 3, Act.BET, 50)
    assert carried_out(play(flop(), "1 bet 50; 2 call"), early) is None
    check = announce(flop(), 2, Act.CHECK)
    assert carried_out(play(flop(), "1 bet 30"), check) is None


def test_st_d31_st_c71_st_c72_a_call_out_of_turn():
    bet = play(street(LIMIT, dict.fromkeys(range(1, 5), 97), 3), "3 bet 5")
    early = announce(bet, 1, Act.CALL)
    assert carried_out(play(bet, "4 call"), early) == (Act.CALL, 5)
    assert carried_out(play(bet, "4 raise 10"), early) is None


def test_an_act_that_is_not_legal_when_its_turn_comes_lapses():
    early = announce(flop(), 2, Act.BET, 5)
    assert carried_out(play(flop(), "1 check"), early) is None


def test_only_a_seat_that_waits_for_its_turn_acts_out_of_turn():
    with pytest.raises(ActRefusedError):
        announce(flop(), 1, Act.CHECK)
    with pytest.raises(ActRefusedError):
        announce(kill(flop(), 3), 3, Act.CHECK)
    with pytest.raises(ActRefusedError, match="counts at once"):
        announce(flop(), 2, Act.FOLD)
    with pytest.raises(ActRefusedError, match="a bet needs an amount"):
        announce(flop(), 2, Act.BET)
    with pytest.raises(ActRefusedError, match="not the turn of seat 2"):
        carried_out(flop(), announce(flop(), 2, Act.CHECK))


def test_a_round_in_which_nobody_can_act_is_over_when_it_opens():
    assert open_round(TEN, seated({1: 0, 2: 90}), 1).over
