"""Stakes that hang on each other: sides that exclude each other, side bets capped by the base."""

import pytest
from table_play import TablePlay, baccarat

from dealer_station.table import commands as c
from dealer_station.table import events as e


def banker(amount: str = "10", **options: str) -> TablePlay:
    """Betting is open, seat 1 has this on the Banker."""
    return baccarat(**options).run("open_betting", f"wager: 1 banker {amount}")


def stakes(play: TablePlay, seat: int = 1) -> dict[str, int]:
    return dict(play.round.pending_stakes(seat))


@pytest.mark.parametrize(("one", "other"), [("player", "banker"), ("banker", "player")])
def test_ba_16_a_seat_has_one_side_unless_the_house_allows_both(one: str, other: str):
    play = baccarat().run("open_betting", f"wager: 1 {one} 10")
    assert play.refused(f"wager: 1 {other} 10") == "both_sides"
    play.run(f"wager: 1 {one} 10", f"wager: 2 {other} 10")
    assert stakes(play) == {one: 2000}
    play.run(f"withdraw: 1 {one}", f"wager: 1 {other} 10")
    assert stakes(play) == {other: 1000}
    both = baccarat(both_sides="allow").run("open_betting", f"wager: 1 {one} 10; 1 {other} 20")
    assert stakes(both) == {one: 1000, other: 2000}


@pytest.mark.parametrize("spot", ["dragon7", "tiger8", "tie"])
def test_ba_11_a_side_bet_needs_a_base_wager_of_the_same_seat(spot: str):
    assert banker().refused(f"wager: 2 {spot} 5") == "no_base_wager"
    assert stakes(banker().run(f"wager: 1 {spot} 5")) == {"banker": 1000, spot: 500}


def test_ba_13_dragon_7_goes_up_to_the_base_wager_in_all():
    play = banker().run("wager: 1 dragon7 6")
    refusal = play.refusal("wager: 1 dragon7 4.01")
    assert refusal.reason.value == "above_base"
    assert (refusal.facts["limit"], refusal.facts["amount"]) == ("10.00", "10.01")
    play.run("wager: 1 dragon7 4")
    assert stakes(play)["dragon7"] == 1000
    play.run("wager: 1 banker 5", "wager: 1 dragon7 5")
    assert stakes(play) == {"banker": 1500, "dragon7": 1500}


def test_ba_14_tiger_8_and_tie_are_capped_by_the_table_alone():
    play = banker().run("wager: 1 tiger8 500; 1 tie 500")
    assert play.refused("wager: 1 tie 0.01") == "above_max"


def test_ba_g07_tiger_8_and_tie_may_have_limits_of_their_own():
    play = banker(tiger8_min="1.00", tiger8_max="20.00", tie_min="2.00", tie_max="table")
    assert play.refused("wager: 1 tiger8 0.99") == "below_min"
    assert play.refused("wager: 1 tiger8 20.01") == "above_max"
    assert play.refused("wager: 1 tie 1.99") == "below_min"
    play.run("wager: 1 tiger8 1; 1 tie 500")


def test_ba_v01_a_house_may_trim_dragon_7_to_what_the_base_wager_allows():
    play = banker(dragon7_over_cap="trim").run("wager: 1 dragon7 15")
    assert [placed.amount_minor for placed in play.events(e.WagerPlaced)] == [1000, 1000]
    # Where nothing at all would be left it is refused.
    assert play.refused("wager: 1 dragon7 5") == "above_base"
    play.run("wager: 1 banker 5", "wager: 1 dragon7 20")
    assert stakes(play) == {"banker": 1500, "dragon7": 1500}


def test_a_trimmed_side_bet_is_never_below_its_minimum():
    """A base wager may be smaller than the least side bet where limits fell since."""
    play = banker("5", dragon7_over_cap="trim")
    assert play.refused("wager: 1 dragon7 4.99") == "below_min"
    play.run("wager: 1 dragon7 5")
    assert stakes(play) == {"banker": 500, "dragon7": 500}


def test_ba_g13_the_cap_is_the_larger_of_two_base_wagers():
    play = banker(both_sides="allow").run("wager: 1 player 30", "wager: 1 dragon7 30")
    assert play.refused("wager: 1 dragon7 0.01") == "above_base"


def test_ba_d11_with_a_base_wager_go_the_side_bets_and_not_the_other_base():
    play = banker().run("wager: 1 dragon7 10; 1 tie 5; 2 player 10", "withdraw: 1 banker")
    assert stakes(play) == {}
    assert stakes(play, 2) == {"player": 1000}
    two = banker("50", both_sides="allow").run("wager: 1 player 10; 1 dragon7 50; 1 tie 5")
    two.run("withdraw: 1 banker")
    assert stakes(two) == {"player": 1000}
    alone = banker().run("wager: 1 dragon7 10; 1 tie 5", "withdraw: 1 tie")
    assert stakes(alone) == {"banker": 1000, "dragon7": 1000}


def test_the_last_rounds_stakes_are_placed_again_base_wagers_first():
    play = banker().run("wager: 1 dragon7 10; 2 player 5; 2 tie 20", "close_betting")
    play.run("shoe: 4h Kd 2c 3s 4h", "pay", "open_betting")
    assert play.submit(c.RepeatWagers).refusal is None
    assert stakes(play) == {"banker": 1000, "dragon7": 1000}
    assert stakes(play, 2) == {"player": 500, "tie": 2000}


def test_repeated_stakes_stand_beside_no_other_side():
    play = banker().run("close_betting", "shoe: 4h Kd 2c 3s 4h", "pay", "open_betting")
    play.run("wager: 1 player 10")
    refusal = play.submit(c.RepeatWagers).refusal
    assert refusal is not None
    assert refusal.reason.value == "both_sides"
    assert stakes(play) == {"player": 1000}


def test_ba_d13_a_round_is_dealt_without_a_wager_and_nobody_is_paid():
    play = baccarat().run("open_betting", "close_betting", "shoe: 4h Kd 2c 3s 4h")
    assert (play.state.phase, play.round.hands, play.round.pay_order) == ("settled", (), ())
