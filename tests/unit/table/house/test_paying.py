"""Payment: seat by seat in payment order, jackpot hands seen first."""

import pytest
from table_play import (
    DEALER,
    FLUSH,
    FULL_HOUSE,
    NOTHING,
    PAIR_OF_EIGHTS,
    ROYAL_CLUBS,
    STRAIGHT_FLUSH,
    SUPERVISOR,
    TablePlay,
    dealt,
    decided,
)

from dealer_station.games.rules import Outcome
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.house.paying import preview


@pytest.mark.parametrize(("order", "seats"), [("right", [3, 2, 1]), ("left", [1, 2, 3])])
def test_cs_g05_seats_are_paid_from_the_right_or_the_left(order: str, seats: list[int]):
    play = decided({1: NOTHING, 2: PAIR_OF_EIGHTS, 3: FLUSH}, payment_order=order).run("pay")
    assert [paid.seat for paid in play.events(e.SeatPaid)] == seats


def test_cs_26_royals_come_last_where_straight_flushes_go_first():
    play = decided(
        {1: STRAIGHT_FLUSH, 2: FULL_HOUSE, 3: ROYAL_CLUBS},
        "Ah Kh 9s 6c 4h",
        (1, 2, 3),
        progressive_order="straight_flush_first",
    ).run("pay")
    assert [paid.seat for paid in play.events(e.SeatPaid)] == [2, 1, 3]


def test_a_royal_without_the_dollar_keeps_its_place():
    play = decided(
        {1: STRAIGHT_FLUSH, 3: ROYAL_CLUBS},
        progressive=(1,),
        progressive_order="straight_flush_first",
    )
    assert play.round.pay_order == (3, 1)


def test_cs_d04_a_folded_seat_has_its_turn():
    play = decided({1: FLUSH, 2: NOTHING}, folds=(2,)).run("pay: 2")
    (paid,) = play.events(e.SeatPaid)
    assert [(w.spot, w.net_minor, w.rule) for w in paid.wagers] == [("ante", -1000, "CS-07")]


def test_a_void_seat_has_none():
    play = dealt({1: FLUSH, 2: NOTHING}).run("report: {irregularity: CS-I08, seat: 2}")
    play.run("rule: void_hand", "act: 1 bet")
    assert play.round.turns == (1,)


def test_the_last_payment_settles_the_round():
    play = decided({1: FLUSH, 2: NOTHING}).run("pay: 2")
    assert play.events(e.RoundSettled) == []
    play.run("pay: 1")
    assert play.history()[-2:] == ["seat_paid", "round_settled"]


def test_cs_20_the_dollar_is_judged_on_the_own_hand_whatever_the_dealer_holds():
    for dealer in ("Qs Js 9s 6c 4s", "Ah Kh 9s 6c 4h", "As Ah Ad 6c 6d"):
        play = decided({1: FLUSH}, dealer, (1,)).run("pay")
        won = play.round.wager(1, "progressive")
        assert won is not None
        assert (won.outcome, won.net_minor) == (Outcome.WIN, 49_00)


@pytest.mark.parametrize(("on_fold", "net"), [("survive", 49_00), ("lose", -100)])
def test_cs_g02_a_fold_keeps_or_loses_the_dollar(on_fold: str, net: int):
    play = decided({1: FLUSH}, progressive=(1,), folds=(1,), progressive_on_fold=on_fold)
    assert play.next["kind"] == ("verify" if net > 0 else "pay")
    play.run("pay")
    stake = play.round.wager(1, "progressive")
    assert stake is not None
    assert stake.net_minor == net


def test_cs_d05_any_jackpot_hand_may_be_verified_once_decisions_are_closed():
    play = decided({1: FLUSH, 2: NOTHING, 3: FULL_HOUSE}, progressive=(1, 3))
    play.run("verify: 1", "verify: 3")
    assert [(v.seat, v.role) for v in play.events(e.HandVerified)] == [
        (1, "supervisor"),
        (3, "supervisor"),
    ]
    play.run("pay: 3; 2; 1")


def test_a_paid_jackpot_hand_is_not_verified_again():
    play = decided({1: NOTHING, 2: FLUSH}, progressive=(2,)).run("verify: 2", "pay: 2")
    assert play.refused("verify: 2") == "not_applicable"


def test_whose_hand_is_not_verified_while_a_ruling_is_open_is_told_to_wait_first():
    play = decided({1: FLUSH, 2: NOTHING}, progressive=(1,))
    play.run("report: {irregularity: CS-I09, seat: 2}")
    for actor in (DEALER, SUPERVISOR):
        refusal = play.submit(c.VerifyHand, actor, seat=1).refusal
        assert refusal is not None
        assert refusal.reason == "held"
    play.run("rule: play_on")
    refusal = play.submit(c.VerifyHand, DEALER, seat=1).refusal
    assert refusal is not None
    assert refusal.reason == "needs_supervisor"


def test_looking_at_a_payment_takes_nothing_from_the_meter():
    play = decided({1: ROYAL_CLUBS}, progressive=(1,), meter=500_00)
    meters = {"main": play.progressive}
    seen = preview(play.state, play.rules, meters, 1)
    assert {w.spot: w.net_minor for w in seen.wagers}["progressive"] == 500_70 - 100
    assert preview(play.state, play.rules, meters, 1) == seen
    assert play.meter == 500_70
    play.run("pay")
    assert play.meter == 10_000_00


def test_the_payers_name_stands_in_the_record():
    play = decided({1: FLUSH}, progressive=(1,))
    play.submit(c.VerifyHand, SUPERVISOR, seat=1)
    play.submit(c.PaySeat, seat=1)
    (paid,), (seen,) = play.events(e.SeatPaid), play.events(e.HandVerified)
    assert (paid.person_id, seen.person_id) == ("d1", "s1")


def test_a_round_that_nobody_plays_on_is_settled_all_the_same():
    play = TablePlay(seats=(1,)).run(
        "open_betting", "wager: 1 ante 10", "close_betting", "shoe: 8h"
    )
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand", "shoe: Ah Kh 9s 6c 4h")
    assert play.next == {"kind": "pay", "seat": 1}
    play.run("pay")
    assert play.view["net"] == {"1": {"ante": "-10.00"}}
