"""A pool that every ticket of the round shares: who is seen, who gets what, and in which order."""

import pytest
from holdem_play import HoldemPlay, flopped

from dealer_station.progressive.ledger_events import LevelAwardPaid, LevelHit
from dealer_station.table import events as e
from dealer_station.table.house.jackpot import hands_to_see, must_be_seen, winner_at
from dealer_station.table.roles import Role

SEVEN = "player: 8s 9s, dealer: 2c 2d, board: 5s 6s 7s"
BOXES = "1: 8s 9s, 2: Kd 2h, 3: Ad Ac, dealer: 3c 3d, board: 5s 6s 7s"


def hit(wagers: str = "3 ante 10; 3 jumbo7 1; 1 ante 10; 1 jumbo7 2; 2 ante 10") -> HoldemPlay:
    """A shared hand of seven in a row; seats 1 and 3 hold tickets, the pool is 100.00."""
    play = flopped(wagers, SEVEN, contribution="0", seed_amount="50", meter=100_00)
    seats = [str(seat) for seat in play.state.seats]
    acts = "; ".join(f"{seat} call" for seat in seats)
    return play.run(f"act: {acts}", "deal: {board: Ts Js}")


def winners(play: HoldemPlay) -> list[int]:
    return [s for s in play.state.seats if winner_at(play.rules, play.round, s) is not None]


def test_ch_d07_every_ticket_wins_and_no_other_bettor():
    play = hit()
    assert winners(play) == [1, 3]
    found = winner_at(play.rules, play.round, 3)
    assert found is not None
    assert (found.category, found.takes_whole_meter) == ("straight_flush", True)


def test_ch_d10_one_hand_seen_stands_for_all():
    play = hit()
    assert [must_be_seen(play.rules, play.round, seat) for seat in (1, 2, 3)] == [True, False, True]
    assert hands_to_see(play.rules, play.round) == (3,)
    assert play.next == {"kind": "verify", "seat": 3}
    assert play.refused("pay: 3") == "unverified"
    assert play.refused("verify: 2") == "not_applicable"
    play.run("verify: 1")
    assert hands_to_see(play.rules, play.round) == ()
    assert play.next == {"kind": "pay", "seat": 3}
    assert play.refused("verify: 3") == "not_applicable"
    rows = {row["seat"]: row["verify"] for row in play.seen_by(Role.SUPERVISOR)["payouts"]}
    assert rows == {1: False, 2: False, 3: False}


def test_only_the_first_ticket_in_turn_asks_for_a_supervisor():
    rows = {row["seat"]: row for row in hit().seen_by(Role.SUPERVISOR)["payouts"]}
    assert {seat: row["verify"] for seat, row in rows.items()} == {1: False, 2: False, 3: True}
    assert {row["hand"] for row in rows.values()} == {"straight_flush"}


def test_the_first_turn_fixes_every_share_and_starts_the_pool_again():
    play = hit().run("verify: 3", "pay: 3")
    (hit_,) = [posting for posting in play.postings() if isinstance(posting, LevelHit)]
    # In the order of acceptance: of equal remainders the earliest ticket has the odd cent.
    assert [(owed.seat, owed.amount_minor) for owed in hit_.awards] == [(3, 33_33), (1, 66_67)]
    assert (hit_.hand, hit_.amount_minor) == ("straight_flush", 100_00)
    assert (hit_.meter_before, hit_.meter_after) == (100_00, 50_00)
    play.run("pay")
    shares = ((3, 33_33), (1, 66_67))
    assert play.events(e.SharesFixed) == [e.SharesFixed(at=play.clock.now(), shares=shares)]
    paid = [(p.seat, p.amount_minor) for p in play.postings() if isinstance(p, LevelAwardPaid)]
    assert paid == [(3, 33_33), (1, 66_67)]
    assert play.meter == 50_00


def test_a_share_of_nothing_loses_the_ticket():
    play = flopped("1 ante 10; 1 jumbo7 1", SEVEN, contribution="0", seed_amount="0", meter=0)
    play.run("act: 1 call", "deal: {board: Ts Js}", "pay")
    assert play.view["net"]["1"]["jumbo7"] == "-1.00"
    assert play.view["outcome"]["1"]["jumbo7"] == "lose"


@pytest.mark.parametrize(
    ("tickets", "acts", "expected"),
    [
        ("1 jumbo7 1; 2 jumbo7 1", "1 fold; 2 fold; 3 call", [1, 2]),
        ("2 jumbo7 1; 3 jumbo7 1", "1 call; 2 call; 3 call", []),
        ("1 jumbo7 1", "1 call; 2 call; 3 call", [1]),
    ],
)
def test_ch_d07_in_boxes_the_hand_of_a_ticket_wins_it_for_all_tickets(
    tickets: str, acts: str, expected: list[int]
):
    play = flopped(
        f"1 ante 10; 2 ante 10; 3 ante 10; {tickets}", BOXES, hand_mode="per_box", contribution="0"
    )
    play.run(f"act: {acts}", "deal: {board: Ts Js}")
    assert winners(play) == expected


def test_a_fixed_prize_goes_by_the_ticket_and_nobody_has_to_see_it():
    play = flopped(
        "1 ante 10; 1 jumbo7 2.55", SEVEN, contribution="0", jumbo7_paytable="straight_flush: 1.5"
    )
    play.run("act: 1 call", "deal: {board: Ts 2h}")
    assert play.next == {"kind": "pay", "seat": 1}
    before = play.meter
    play.run("pay")
    # 1.5 times 2.55 is 3.825: a win is rounded down to whole cents.
    assert play.view["net"]["1"]["jumbo7"] == "1.27"
    assert play.meter == before
