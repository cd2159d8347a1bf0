"""Meters of a pool that tables of two currencies play for: every amount is said, and signed."""

from holdem_play import HoldemPlay, flopped
from meter_ear import Ear

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
