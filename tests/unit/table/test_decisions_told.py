"""What a view says of decisions beyond a seat's status: who was folded by time, who must call."""

import pytest
from holdem_play import HoldemPlay, flopped
from table_play import FLUSH, NOTHING, dealt

from dealer_station.table.roles import Role

BOXES = "1: As Kd, 2: 2c 3c, dealer: Td Jc, board: Ah 8c 5d"
BOTH = "1 ante 10; 1 bonus 5; 2 ante 20; 2 bonus 5"


def told(play: HoldemPlay) -> dict[str, list[str]]:
    """What every viewer is told; the same for all, since the cards concerned lie open."""
    views = [play.controller.public_view(), *(play.seen_by(role) for role in Role)]
    told: dict[str, list[str]] = views[0]["call_to_collect"]
    assert all(view["call_to_collect"] == told for view in views)
    return told


def test_ch_32a_a_bonus_that_has_won_waits_for_the_call():
    play = flopped(BOTH, BOXES, "boxes")
    assert told(play) == {"1": ["bonus"]}
    play.run("act: 1 call")
    assert told(play) == {}


def test_a_shared_hand_wins_for_every_bettor_with_a_bonus():
    play = flopped("1 ante 10; 1 bonus 5; 2 ante 20; 3 ante 5; 3 bonus 1")
    assert told(play) == {"1": ["bonus"], "3": ["bonus"]}
    play.run("act: 3 fold")
    assert told(play) == {"1": ["bonus"]}


def test_ch_32b_nothing_is_lost_by_a_fold_where_the_bonus_is_independent():
    assert told(flopped(rules="evolution-current")) == {}


def test_nobody_is_warned_before_the_flop_is_out_nor_when_decisions_are_closed():
    play = HoldemPlay("boxes").run("open_betting", "wager: 1 ante 10; 1 bonus 5", "close_betting")
    assert told(play) == {}
    play.run("shoe: As Td Kd Jc Ah 8c")
    assert told(play) == {}
    play.run("shoe: 5d")
    assert told(play) == {"1": ["bonus"]}
    play.run("act: 1 call")
    assert told(play) == {}


def test_the_warning_stands_while_the_table_is_held():
    play = flopped(BOTH, BOXES, "boxes").run("report: {irregularity: CH-I22}")
    assert told(play) == {"1": ["bonus"]}
    play.run("rule: void_round")
    assert told(play) == {}


def test_ch_14_who_is_folded_by_time_is_told_apart_from_who_folds():
    play = flopped(BOTH, BOXES, "boxes", decision_seconds="20")
    play.run("act: 2 fold")
    assert play.seen_by(Role.DEALER)["auto_folded"] == []
    play.run("wait: 20")
    for view in (play.controller.public_view(), *(play.seen_by(role) for role in Role)):
        assert (view["status"]["1"], view["status"]["2"]) == ("folded", "folded")
        assert view["auto_folded"] == [1]
    play.restart()
    assert play.seen_by(Role.DEALER)["auto_folded"] == [1]


def test_cs_08_the_clock_of_caribbean_stud_is_told_too():
    play = dealt({1: FLUSH, 2: NOTHING}, decision_seconds="20").run("act: 1 bet", "wait: 20")
    assert play.seen_by(Role.DEALER)["auto_folded"] == [2]


@pytest.mark.parametrize("role", Role)
def test_before_any_round_nothing_is_told(role: Role):
    view = HoldemPlay().seen_by(role)
    assert (view["auto_folded"], view["call_to_collect"]) == ([], {})
