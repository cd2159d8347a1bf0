"""Side bets that are decided before the round is, and what a void round honours of them."""

import pytest
from holdem_play import HoldemPlay, flopped
from table_play import FLUSH, NOTHING, dealt

from dealer_station.games.rules import Outcome
from dealer_station.table.house.side_bets import is_honour_at_stake, side_bets_at, won_side_bets

LOSING = "player: Qs Kd, dealer: Td Jc, board: Ah 8c 5d"
SEVEN = "player: 8s 9s, dealer: 2c 2d, board: 5s 6s 7s"


def nets(play: HoldemPlay, seat: int) -> dict[str, int]:
    return {w.spot: w.net_minor for w in side_bets_at(play.rules, play.round, seat)}


def at_stake(play: HoldemPlay) -> bool:
    return is_honour_at_stake(play.rules, play.round)


def test_a_bonus_is_decided_by_the_flop_and_only_where_there_is_one():
    play = flopped()
    assert (nets(play, 1), nets(play, 2), nets(play, 9)) == ({"bonus": 3500}, {}, {})
    assert [w.outcome for w in won_side_bets(play.rules, play.round, 1)] == [Outcome.WIN]
    lost = flopped(cards=LOSING)
    assert nets(lost, 1) == {"bonus": -500}
    assert won_side_bets(lost.rules, lost.round, 1) == ()
    assert (at_stake(play), at_stake(lost)) == (True, False)


@pytest.mark.parametrize(
    ("rules", "net"), [("evolution", {}), ("evolution-current", {"bonus": 3500})]
)
def test_ch_32_a_fold_ends_it_or_leaves_it_alone(rules: str, net: dict[str, int]):
    play = flopped(rules=rules).run("act: 1 fold")
    assert nets(play, 1) == net
    assert at_stake(play) == bool(net)


def test_a_void_hand_has_none():
    cards = "1: As Kd, 2: 2c 3c, dealer: Td Jc, board: Ah 8c 5d"
    play = flopped(cards=cards, rules="boxes")
    assert nets(play, 1) == {"bonus": 3500}
    play.run("report: {irregularity: CH-I11, position: seat 1 card 3, count: 3}", "rule: void_hand")
    assert nets(play, 1) == {}


def test_a_card_that_is_not_read_leaves_those_before_it_known():
    play = flopped().run("act: 1 call; 2 call", "shoe: ??")
    assert nets(play, 1) == {"bonus": 3500}
    unread = HoldemPlay().run(
        "open_betting", "wager: 1 ante 10; 1 bonus 5", "close_betting", "shoe: As Kd Td Jc Ah 8c ??"
    )
    assert nets(unread, 1) == {}


def test_what_was_paid_is_still_told():
    play = flopped().run("act: 1 call; 2 call", "deal: {board: 4c 2s}", "pay")
    assert nets(play, 1) == {"bonus": 3500}


def test_ch_d10_a_fixed_prize_is_nothing_that_a_void_round_must_honour_and_a_pool_is():
    stakes, prizes = "1 ante 10; 1 jumbo7 1", "straight_flush: 10"
    play = flopped(stakes, SEVEN, jumbo7_paytable=prizes).run("act: 1 call", "deal: {board: Ts 2h}")
    assert not at_stake(play)
    play = flopped(stakes, SEVEN, jumbo7_paytable=prizes).run("act: 1 call", "deal: {board: Ts Js}")
    assert at_stake(play)


def test_a_progressive_prize_is_at_stake_in_caribbean_stud():
    play = dealt({1: FLUSH, 2: NOTHING}, progressive=(1,))
    assert is_honour_at_stake(play.rules, play.round)
    assert side_bets_at(play.rules, play.round, 1) == ()
    none = dealt({1: FLUSH, 2: NOTHING}, progressive=(2,))
    assert not is_honour_at_stake(none.rules, none.round)
