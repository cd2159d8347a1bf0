"""Every event of a progressive is registered, moves money and can be evolved."""

from typing import get_args

from table_play import FLUSH, ROYAL_CLUBS, ROYAL_DIAMONDS, decided

from dealer_station.event_log.station_registry import station_registry
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.events import MoneyEvent, ProgressiveEvent
from dealer_station.progressive.ledger_events import LevelEvent


def test_the_lists_of_events_are_complete_and_registered():
    registered = {
        entry.event_class
        for entry in station_registry()
        if issubclass(entry.event_class, ProgressiveEvent)
    }
    assert registered == {*get_args(MoneyEvent), *get_args(LevelEvent)}


def test_two_rounds_write_every_event_of_a_progressive_in_their_order():
    play = decided({1: ROYAL_CLUBS, 2: FLUSH}, "7s 7c 6s 4c 2c", (1, 2))
    play.run("verify: 2", "pay: 2", "verify: 1", "pay: 1")
    play.run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert [type(event).__name__ for event in play.postings()] == [
        "LevelOpened",
        "WagersCounted",
        "LevelHit",
        "AwardVerified",
        "LevelAwardPaid",
        "LevelHit",
        "AwardVerified",
        "LevelAwardPaid",
        "WagersCounted",
        "CountedWagerReturned",
    ]
    lost = decided({1: ROYAL_CLUBS, 2: FLUSH}, "7s 7c 6s 4c 2c", (1, 2)).run(
        "verify: 2",
        "pay: 2",
        "report: {irregularity: CS-I19, count: 36}",
        "rule: fouled_deck by manager",
    )
    names = [type(event).__name__ for event in lost.postings()]
    assert names[-3:] == ["HitVoided", "CountedWagerReturned", "CountedWagerReturned"]
    assert lost.meter == 10_000_00


def test_a_share_that_is_set_apart_and_then_forfeited_is_an_event_of_its_own():
    play = decided({1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, "7h 7c 6s 4c 2h", (1, 2))
    play.run("verify: 2", "pay: 2", "report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    names = [type(event).__name__ for event in play.postings()]
    assert names[-4:] == ["LevelHit", "AwardVerified", "LevelAwardPaid", "AwardVoided"]


def test_the_chart_has_no_other_account():
    assert [account.value for account in Account] == [
        "meter",
        "awards_payable",
        "awards_paid",
        "contributions",
        "house",
        "reserve",
        "overflow",
        "transfers",
        "revenue",
    ]
