"""When a prize is locked up: its turn has come and its hand was seen; and what becomes of it."""

import pytest
from holdem_play import HoldemPlay, flopped
from ledger_play import TWO
from ledger_sum import reconcile
from table_play import (
    DEALER_DOES_NOT,
    NOTHING,
    ROYAL_CLUBS,
    STRAIGHT_FLUSH,
    TablePlay,
    decided,
)

from dealer_station.controller.ledger_desk import LedgerDesk, LevelPlace, Order
from dealer_station.progressive import ledger_events as level
from dealer_station.table import events as e

MAIN = LevelPlace("p1", "main")
ANOTHER = "7s 6s 5s 4s 3s"
"""A straight flush of spades."""


def won(hands: dict[int, str], **overrides: str) -> TablePlay:
    """These hands have the progressive wager and are about to be paid, the highest seat first."""
    return decided(
        hands, DEALER_DOES_NOT, tuple(hands), meter=1_000_00, contribution="0", **overrides
    )


def kinds(play: TablePlay) -> list[str]:
    """What has happened to prizes, in order."""
    shown = (level.LevelHit, level.AwardEvent, level.HitVoided)
    return [type(one).__name__ for one in play.postings() if isinstance(one, shown)]


def decide_dispute(play: TablePlay, ask: str, award_id: str) -> None:
    tables = {play.setup.facts.id: play.controller}
    desk = LedgerDesk(play.record, play.registry, play.progressives, tables)
    order = Order(f"{ask}-{award_id}", play.clock.now())
    assert getattr(desk, ask)(MAIN, award_id, TWO, order).refusal is None


def test_hit_01_and_02_a_hand_that_was_seen_in_its_turn_has_its_prize_and_others_play_on():
    play = won({1: ROYAL_CLUBS})
    assert (kinds(play), play.meter) == ([], 1_000_00)
    play.run("verify: 1")
    assert kinds(play) == ["LevelHit", "AwardVerified"]
    assert play.meter == 10_000_00, "the level starts again at once"
    assert play.progressive.level("main").pending_minor == 1_000_00
    play.run("restart", "pay: 1")
    assert kinds(play) == ["LevelHit", "AwardVerified", "LevelAwardPaid"]
    assert play.view["net"]["1"]["progressive"] == "999.00"


def test_cs_22_a_hand_that_was_seen_before_its_turn_waits_for_it():
    play = won({1: STRAIGHT_FLUSH, 2: ANOTHER}).run("verify: 1")
    assert (kinds(play), play.meter) == ([], 1_000_00)
    play.run("verify: 2")
    assert play.meter == 900_00
    play.run("pay: 2")
    assert kinds(play) == [
        "LevelHit", "AwardVerified", "LevelAwardPaid", "LevelHit", "AwardVerified",
    ]  # fmt: skip
    assert play.meter == 810_00
    play.run("pay: 1")
    assert [play.view["net"][seat]["progressive"] for seat in "12"] == ["89.00", "99.00"]


def test_cs_g09_of_royals_at_two_tables_the_one_seen_first_takes_the_meter_though_paid_last():
    first = won({1: ROYAL_CLUBS}, seed_amount="500")
    second = TablePlay(
        table_id="t2", record=first.record, clock=first.clock, contribution="0", seed_amount="500"
    )
    second.run(
        "open_betting", "wager: 1 ante 10; 1 progressive", "close_betting",
        f"deal: {{1: {ROYAL_CLUBS}, dealer: {DEALER_DOES_NOT}}}", "act: 1 bet",
    )  # fmt: skip
    first.run("verify: 1")
    second.run("verify: 1", "pay: 1")
    assert second.view["net"]["1"]["progressive"] == "499.00"
    first.run("pay: 1")
    assert first.view["net"]["1"]["progressive"] == "999.00"
    assert reconcile(first.postings()).is_balanced


def test_what_comes_to_the_meter_after_the_lock_up_is_for_the_next_winner():
    play = decided({1: STRAIGHT_FLUSH}, DEALER_DOES_NOT, (1,), meter=999_30).run("verify: 1")
    other = TablePlay(table_id="t2", record=play.record, clock=play.clock)
    other.run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    play.run("pay: 1")
    assert play.view["net"]["1"]["progressive"] == "99.00"
    assert play.meter == 900_70


@pytest.mark.parametrize("hand", [ROYAL_CLUBS, STRAIGHT_FLUSH])
def test_a_prize_that_falls_in_a_dispute_is_not_locked_up_again_when_its_seat_is_paid(hand: str):
    play = won({1: hand}).run("verify: 1")
    decide_dispute(play, "dispute", "t1-1-1-1")
    assert play.refused("pay: 1") == "disputed"
    decide_dispute(play, "void", "t1-1-1-1")
    assert play.meter == 1_000_00, "as if nothing had been won"
    before = kinds(play)
    play.run("restart", "pay: 1")
    assert (kinds(play), play.meter) == (before, 1_000_00)
    assert play.view["net"]["1"]["progressive"] == "-1.00"
    assert reconcile(play.postings()).is_balanced


def test_a_prize_whose_dispute_is_settled_is_seen_anew_and_keeps_its_amount():
    play = won({1: STRAIGHT_FLUSH}).run("verify: 1")
    decide_dispute(play, "dispute", "t1-1-1-1")
    decide_dispute(play, "settle", "t1-1-1-1")
    assert play.refused("pay: 1") == "unverified"
    play.run("verify: 1", "pay: 1")
    assert (play.meter, play.view["net"]["1"]["progressive"]) == (900_00, "99.00")
    assert kinds(play).count("LevelHit") == 1


@pytest.mark.parametrize("hand", [ROYAL_CLUBS, STRAIGHT_FLUSH])
@pytest.mark.parametrize("ruling", ["dead_hand", "void_round"])
def test_hit_12_what_was_locked_up_for_a_hand_that_goes_out_leaves_the_meter_as_it_was(
    hand: str, ruling: str
):
    play = won({1: hand, 2: NOTHING}).run("pay: 2", "verify: 1")
    report = "CS-I09, seat: 1" if ruling == "dead_hand" else "CS-I19, count: 3"
    rule = "dead_hand" if ruling == "dead_hand" else "fouled_deck by manager"
    play.run(f"report: {{irregularity: {report}}}", f"rule: {rule}")
    assert play.meter == 1_000_00
    assert reconcile(play.postings()).is_balanced
    if ruling == "dead_hand":
        play.run("pay: 1")
        assert play.view["net"]["1"]["progressive"] == "-1.00"


def jumbo() -> HoldemPlay:
    """Two tickets share a hand of seven spades in a row, about to be paid."""
    play = flopped(
        "1 ante 10; 1 jumbo7 5; 2 ante 10; 2 jumbo7 5",
        "player: 8s 9s, dealer: 2c 2d, board: 5s 6s 7s",
        meter=1_000_00,
        contribution="0",
        seed_amount="100",
    )
    return play.run("act: 1 call; 2 call", "deal: {board: Ts Js}")


def test_ch_i02_a_pool_that_was_locked_up_by_a_misread_card_was_not_won():
    play = jumbo().run("verify: 2")
    assert (play.meter, len(play.round.shares)) == (100_00, 2)
    play.run("report: {irregularity: CH-I02, position: board 5, card: Kd}", "rule: play_on")
    assert (play.meter, play.round.shares, play.round.seen) == (1_000_00, (), ())
    play.run("pay")
    assert play.meter == 1_000_00
    assert {play.view["net"][seat]["jumbo7"] for seat in "12"} == {"-5.00"}
    assert reconcile(play.postings()).is_balanced


def test_ch_i02_a_hand_that_still_wins_has_its_pool_locked_up_anew():
    play = jumbo().run("verify: 2")
    play.run("report: {irregularity: CH-I02, position: board 5, card: 4s}", "rule: play_on")
    assert play.meter == 1_000_00
    assert play.refused("pay: 2") == "unverified"
    play.run("pay")
    assert play.meter == 100_00
    assert {play.view["net"][seat]["jumbo7"] for seat in "12"} == {"495.00"}
    assert len(play.events(e.SharesFixed)) == 2
