"""Meters of a pool that tables of two currencies play for: every amount is said, and signed."""

from dataclasses import replace

import pytest
from holdem_play import HoldemPlay, flopped
from ledger_play import TWO
from meter_ear import Ear

from dealer_station.controller.ledger_desk import LedgerDesk, LevelPlace, Order
from dealer_station.messages.meter_display import LevelCap, OverflowTo

SEVEN = "player: 8s 9s, dealer: 2c 2d, board: 5s 6s 7s"


def pooled(euros: str = "0.92") -> HoldemPlay:
    """Seven in a row at a table in dollars, whose pool is in euros."""
    play = flopped(
        "3 ante 10; 3 jumbo7 1; 1 ante 10; 1 jumbo7 2", SEVEN,
        contribution="0.5", seed_amount="50", meter=100_00, euros=euros,
    )  # fmt: skip
    return play.run("act: 1 call; 3 call", "deal: {board: Ts Js}")


def heard(play: HoldemPlay, **pools: str) -> Ear:
    return Ear(play, pools=pools or {"t1": "jumbo7"})


def test_lnk_12_a_meter_says_its_amounts_in_the_currency_of_every_table():
    meter = heard(pooled()).hears()
    assert (meter.currency, [one.amount_minor for one in meter.levels]) == ("EUR", [101_38])
    (own,) = meter.own
    assert own.currency == "USD"
    assert [(one.level, one.amount_minor) for one in own.levels] == [("jumbo7", 110_19)]


def test_of_tables_that_count_differently_the_lower_amount_is_said():
    play = pooled()
    other = HoldemPlay(
        contribution="0.5", table_id="t2", record=play.record, clock=play.clock, meter=100_00,
        euros="2",
    )  # fmt: skip
    ear = Ear(play, pools={"t1": "jumbo7", "t2": "jumbo7"}, t1=play.controller, t2=other.controller)
    (own,) = ear.hears().own
    assert [one.amount_minor for one in own.levels] == [50_69]


def test_a_hit_is_told_in_the_winners_currency_with_the_hand_that_all_play():
    play = pooled()
    ear = heard(play)
    play.run("verify: 3", "pay")
    meter = ear.hears()
    assert meter.hit is not None
    assert (meter.hit.amount_minor, meter.hit.currency) == (110_19, "USD")
    assert (meter.hit.level, meter.hit.seats) == ("jumbo7", (3, 1))
    assert meter.hit.hand == ("8s", "9s", "5s", "6s", "7s", "Ts", "Js")
    assert [one.amount_minor for one in (*meter.levels, *meter.own[0].levels)] == [50_00, 54_34]


def test_a_hit_in_a_currency_that_is_not_known_here_is_told_in_the_pools():
    play = pooled()
    ear = Ear(play, pools={}, elsewhere=play.controller)
    play.run("verify: 3", "pay")
    hit = ear.hears().hit
    assert hit is not None
    # 110.19 dollars are 101.3748 euros.
    assert (hit.amount_minor, hit.currency) == (101_37, None)


@pytest.mark.parametrize(("cap", "is_reached"), [(100_03, False), (100_02, True)])
def test_prg_05_a_cap_is_reached_where_the_pool_is_not_where_the_converted_amounts_meet(
    cap, is_reached
):
    play = HoldemPlay(contribution="0.5", meter=100_02, euros="4")
    terms = play.progressives.refresh("p1").state.level("main").terms
    assert terms is not None
    desk = LedgerDesk(play.record, play.registry, play.progressives, {"t1": play.controller})
    capped = replace(terms, cap_minor=cap)
    order = Order("x1", play.clock.now())
    assert desk.change_terms(LevelPlace("p1", "main"), capped, TWO, order).refusal is None
    meter = heard(play).hears()
    (level,), (own,) = meter.levels, meter.own[0].levels
    assert level.cap == LevelCap(
        cap_minor=cap, is_reached=is_reached, overflow_to=OverflowTo.OVERFLOW
    )
    # A quarter of either is 25.00 dollars.
    assert own.amount_minor == 25_00
    assert own.cap == level.cap.model_copy(update={"cap_minor": 25_00})
