"""Wagers: placed, added to, taken back, repeated; what closing of betting does."""

from decimal import Decimal

import pytest
from table_play import DEALER, FLUSH, PAIR_OF_EIGHTS, SHOE, TablePlay, decided

from dealer_station.progressive.ledger_events import WagersCounted
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.roles import Actor, Role

TEN = Decimal(10)


def betting(**options) -> TablePlay:
    return TablePlay(**options).run("open_betting")


def last_round() -> TablePlay:
    """Seat 1 had 10.00 and the dollar by coin, seat 2 had 20.00; a new round is open."""
    play = betting().run("wager: 1 ante 10; 2 ante 20", "coin: 1", "close_betting")
    play.run(f"deal: {{1: {FLUSH}, 2: {PAIR_OF_EIGHTS}, dealer: Ah Kh 9s 6c 4h}}")
    return play.run("act: 1 bet; 2 bet", "pay", "open_betting")


def test_a_round_names_the_rules_it_is_played_under():
    play = betting()
    (opened,) = play.events(e.BettingOpened)
    assert (opened.round_number, opened.rules_digest) == (1, play.rules.digest)


def test_who_placed_withdrew_and_closed_stands_in_the_record():
    play = betting()
    for seat, person in ((1, "d1"), (2, "d2")):
        said = {"seat": seat, "spot": "ante", "amount": Decimal(10)}
        assert play.submit(c.PlaceWager, Actor(person, Role.DEALER), **said).refusal is None
    play.submit(c.PlaceWager, SHOE, seat=1, spot="progressive", is_coin=True)
    play.submit(c.WithdrawWager, Actor("d3", Role.DEALER), seat=2, spot="ante")
    play.submit(c.CloseBetting, Actor("d4", Role.DEALER))
    assert [placed.person_id for placed in play.events(e.WagerPlaced)] == ["d1", "d2", "shoe"]
    assert [taken.person_id for taken in play.events(e.WagerWithdrawn)] == ["d3"]
    assert [closed.person_id for closed in play.events(e.BettingClosed)] == ["d4"]


def test_cs_02_a_second_ante_adds_to_the_first_and_the_limits_hold_for_the_sum():
    play = betting().run("wager: 1 ante 300", "wager: 1 ante 200")
    assert play.round.pending_stakes(1) == {"ante": 500_00}
    assert play.refused("wager: 1 ante 0.01") == "above_max"
    # Less than the minimum may be added to what lies.
    assert betting().run("wager: 1 ante 5; 1 ante 0.50").round.pending_stakes(1) == {"ante": 550}


def test_cs_03_the_dollar_has_its_price_and_is_taken_once():
    play = betting().run("wager: 1 ante 10; 1 progressive 1.00")
    (_, placed) = play.events(e.WagerPlaced)
    assert (placed.amount_minor, placed.is_coin) == (100, False)
    play = betting().run("wager: 1 ante 10", "coin: 1")
    (_, placed) = play.events(e.WagerPlaced)
    assert (placed.amount_minor, placed.is_coin) == (100, True)


def test_no_ante_is_taken_for_a_hand_that_the_deck_has_no_cards_for():
    """Nine hands and the dealer's take fifty cards; a tenth could never be dealt out."""
    play = betting(seats=range(1, 12)).run(*(f"wager: {seat} ante 10" for seat in range(2, 11)))
    refusal = play.refusal("wager: 1 ante 10")
    assert refusal.reason is RefusalReason.NOT_OFFERED
    assert refusal.facts == {"seat": "1", "spot": "ante", "seats_max": "9"}
    # Who has his hand may add to his stake; one that goes back makes room.
    play.run("wager: 2 ante 10", "withdraw: 10 ante", "wager: 1 ante 10", "close_betting")
    assert len(play.round.deal_order) == 50


def test_taking_the_ante_back_takes_the_seats_side_stakes_back_too():
    play = betting().run("wager: 1 ante 10; 1 progressive; 2 ante 10", "withdraw: 1 ante")
    assert [(w.spot, w.amount_minor) for w in play.events(e.WagerWithdrawn)] == [
        ("ante", 1000),
        ("progressive", 100),
    ]
    assert [wager.seat for wager in play.round.wagers] == [2]


def test_taking_a_side_stake_back_leaves_the_ante():
    play = betting().run("wager: 1 ante 10; 1 progressive", "withdraw: 1 progressive")
    assert play.round.pending_stakes(1) == {"ante": 1000}


def test_repeating_places_last_rounds_stakes():
    play = last_round()
    assert play.submit(c.RepeatWagers).refusal is None
    assert play.round.pending_stakes(1) == {"ante": 1000, "progressive": 100}
    assert play.round.pending_stakes(2) == {"ante": 2000}
    assert not any(placed.is_coin for placed in play.events(e.WagerPlaced)[3:])


def test_repeating_leaves_what_lies_already():
    play = last_round().run("wager: 1 ante 50; 3 ante 5")
    play.submit(c.RepeatWagers)
    assert play.round.pending_stakes(1) == {"ante": 5000, "progressive": 100}
    assert play.round.pending_stakes(2) == {"ante": 2000}
    assert play.round.pending_stakes(3) == {"ante": 500}
    outcome = play.submit(c.RepeatWagers)
    assert outcome.refusal is not None
    assert outcome.refusal.reason is RefusalReason.NO_SUCH_STAKE


def test_repeating_does_not_repeat_the_bet():
    play = last_round()
    play.submit(c.RepeatWagers)
    assert "bet" not in {wager.spot for wager in play.round.wagers}


def test_there_is_nothing_to_repeat_before_the_first_round():
    outcome = betting().submit(c.RepeatWagers)
    assert outcome.refusal is not None
    assert outcome.refusal.reason is RefusalReason.NO_SUCH_STAKE


def test_a_void_rounds_stakes_can_be_repeated():
    play = betting().run("wager: 1 ante 10", "close_betting", "report: {irregularity: CS-I18}")
    play.run("rule: void_round", "open_betting")
    play.submit(c.RepeatWagers)
    assert play.round.pending_stakes(1) == {"ante": 1000}


def test_a_stake_that_had_no_hand_is_not_repeated():
    """A token without an ante went back at closing; the seat did not play."""
    play = betting().run("coin: 2", "wager: 1 ante 10", "close_betting")
    play.run("report: {irregularity: CS-I18}", "rule: void_round", "open_betting")
    assert play.submit(c.RepeatWagers).refusal is None
    assert [(w.seat, w.spot) for w in play.round.wagers] == [(1, "ante")]


def test_base_stakes_are_repeated_before_side_stakes():
    play = betting().run("coin: 1", "coin: 2", "wager: 1 ante 10; 2 ante 20", "close_betting")
    play.run("report: {irregularity: CS-I18}", "rule: void_round", "open_betting")
    assert [w.spot for w in play.state.last_wagers] == [
        "progressive",
        "progressive",
        "ante",
        "ante",
    ]
    placed = len(play.events(e.WagerPlaced))
    assert play.submit(c.RepeatWagers).refusal is None
    again = play.events(e.WagerPlaced)[placed:]
    assert [(w.seat, w.spot, w.amount_minor, w.person_id) for w in again] == [
        (1, "ante", 1000, "d1"),
        (2, "ante", 2000, "d1"),
        (1, "progressive", 100, "d1"),
        (2, "progressive", 100, "d1"),
    ]


def test_repeating_takes_all_or_nothing_by_the_checks_of_placing():
    """Seat 2's ante is above the new limit: seat 1's is not placed either."""
    play = last_round()
    tighter = TablePlay(table_max="15", record=play.record, clock=play.clock, is_open=False)
    play.run("wager: 1 ante 10; 2 ante 10", "withdraw: 1 ante; 2 ante", "shoe: 5d")
    play.run("rule: void_round")
    play.submit(c.CloseTable)
    tighter.restart()
    tighter.open_table()
    tighter.run("open_betting")
    outcome = tighter.submit(c.RepeatWagers)
    assert outcome.refusal is not None
    assert outcome.refusal.reason is RefusalReason.ABOVE_MAX
    assert outcome.refusal.facts["seat"] == "2"
    assert tighter.round.wagers == ()


def test_what_a_table_no_longer_offers_is_refused_when_it_is_repeated():
    play = last_round().run("shoe: 5d", "rule: void_round")
    play.submit(c.CloseTable)
    without = TablePlay(
        progressive_paytable="none", record=play.record, clock=play.clock, is_open=False
    )
    without.restart()
    without.open_table()
    without.run("open_betting")
    outcome = without.submit(c.RepeatWagers)
    assert outcome.refusal is not None
    assert outcome.refusal.reason is RefusalReason.NOT_OFFERED
    assert without.round.wagers == ()


def test_stakes_of_seats_that_are_gone_are_not_repeated():
    play = last_round()
    play.run(
        "wager: 1 ante 10; 2 ante 10", "withdraw: 1 ante; 2 ante", "shoe: 5d", "rule: void_round"
    )
    play.submit(c.CloseTable)
    play.submit(c.OpenTable, table_id="t1", seats=(1,))
    play.run("open_betting")
    outcome = play.submit(c.RepeatWagers)
    assert outcome.refusal is None
    assert [(w.seat, w.spot) for w in play.round.wagers] == [(1, "ante"), (1, "progressive")]
    assert not play.seen_by(Role.DEALER)["can_repeat"]


def test_cs_i12_a_token_without_an_ante_goes_back_at_closing_and_feeds_no_meter():
    play = betting(meter=0).run("coin: 2", "wager: 1 ante 10", "coin: 1", "close_betting")
    (returned,) = play.events(e.WagerReturned)
    assert (returned.seat, returned.amount_minor, returned.reason) == (2, 100, "CS-I12")
    counted = [event for event in play.postings() if isinstance(event, WagersCounted)]
    assert [wager.seat for event in counted for wager in event.wagers] == [1]
    assert play.meter == 70
    assert play.history()[-2:] == ["betting_closed", "wager_returned"]


def test_prg_15_a_dollar_feeds_the_meter_when_betting_closes_and_not_before():
    play = betting(meter=0).run("wager: 1 ante 10; 1 progressive")
    assert play.meter == 0
    play.run("close_betting")
    assert play.meter == 70


@pytest.mark.parametrize(("contribution", "meter"), [("0", 0), ("1", 100), ("1/3", 33)])
def test_the_contribution_is_the_rule_sets(contribution: str, meter: int):
    play = betting(meter=0, contribution=contribution).run("wager: 1 ante 10; 1 progressive")
    assert play.run("close_betting").meter == meter


def test_only_seats_with_an_ante_are_dealt_in():
    play = betting().run("coin: 2", "wager: 3 ante 10", "close_betting")
    assert play.round.deal_order == ("seat 3", "dealer") * 5


def test_betting_with_tokens_only_cannot_be_closed():
    assert betting().run("coin: 2").refused("close_betting") == "no_base_wager"


def test_the_next_round_opens_after_settled_and_void():
    play = decided({1: FLUSH}).run("pay", "open_betting")
    assert play.state.round_number == 2
    play.run("shoe: 5d", "rule: void_round", "open_betting")
    assert play.state.round_number == 3


def test_fc_125_a_wager_that_was_taken_back_does_not_come_back_with_its_old_command():
    play = betting()
    wager = c.PlaceWager(
        command_id="k", issued_at=play.clock.now(), actor=DEALER, seat=1, spot="ante", amount=TEN
    )
    assert play.controller.submit(wager).refusal is None
    play.run("withdraw: 1 ante")
    again = play.controller.submit(wager)
    assert (again.is_repeat, again.refusal) == (True, None)
    assert play.view["stakes"] == {}
    assert play.refused("close_betting") == "no_base_wager"
    play.run("wager: 1 ante 10")
    assert play.view["stakes"] == {"1": {"ante": "10.00"}}
