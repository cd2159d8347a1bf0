"""The book's turn: every bettor by the shared hand, and everything back where a round is void."""

from fractions import Fraction

import pytest
from book_play import ACES, NOTHING, SEVEN, BookPlay
from ledger_sum import reconcile
from table_play import MANAGER, SUPERVISOR

from dealer_station.games.rules import Outcome
from dealer_station.progressive.accounts import Account
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.house.book_paying import collected_by_calling, is_honour_at_stake
from dealer_station.table.roles import Role

THREE = ((1, "ante", 1000), (1, "bonus", 500), (2, "ante", 2000), (3, "ante", 500))


def settled(*wagers: tuple[int, str, int], cards: str = ACES, **rules: str) -> BookPlay:
    """Bettor 1 calls, bettor 2 folds, the others are late."""
    play = BookPlay(**rules).bet(*wagers).deal(cards).decide((1, "call"), (2, "fold"))
    return play.time_out().finish() if play.state.phase == "deciding" else play.finish()


def test_each_bettor_gets_what_the_hand_pays_by_his_decision() -> None:
    play = settled(*THREE)
    # Aces full of twos; the dealer has a pair of twos and does not qualify.
    assert play.results() == {1: "65.00", 2: "-20.00", 3: "-5.00"}
    assert play.state.phase == "settled"
    (event,) = play.events(e.BookSettled)
    assert {(one.spot, one.action): one.net_minor for one in event.outcomes} == {
        ("ante", "call"): 3000, ("call", "call"): 0, ("bonus", "call"): 3500,
        ("ante", "fold"): -2500,
    }  # fmt: skip
    assert {(one.spot, one.action): one.rule for one in event.outcomes} == {
        ("ante", "call"): "CH-20", ("call", "call"): "CH-20", ("bonus", "call"): "CH-31",
        ("ante", "fold"): "CH-15",
    }  # fmt: skip
    assert event.bettors_minor + event.house_minor - event.pool_minor == 0
    assert (event.bettors_minor, event.house_minor) == (4000, -4000)
    assert play.round.payments[0].seat == BOOK_SEAT


def test_a_folded_bonus_is_lost_or_stands_by_itself_as_the_house_says() -> None:
    wagers = ((1, "ante", 1000), (2, "ante", 1000), (2, "bonus", 500))
    assert settled(*wagers).results()[2] == "-15.00"
    assert settled(*wagers, rules="evolution-current").results()[2] == "25.00"


def test_before_the_book_is_paid_nothing_is_and_only_its_number_pays_it() -> None:
    play = BookPlay().bet(*THREE).deal().decide((1, "call")).time_out().run("shoe: 2c 2h")
    assert play.next == {"kind": "pay", "seat": BOOK_SEAT}
    payout = play.seen_by(Role.DEALER)["payouts"]
    assert [(row["seat"], row["state"], row["hand"]) for row in payout] == [
        (BOOK_SEAT, "current", "full_house")
    ]
    assert {row["spot"]: row["stake"] for row in payout[0]["wagers"]} == {
        "ante": "35.00", "bonus": "5.00", "call": "20.00",
    }  # fmt: skip
    assert play.bettor(1)["result"] is None
    refused = play.submit(c.PaySeat, seat=1).refusal
    assert refused is not None
    assert refused.reason.value == "no_such_seat"
    assert play.submit(c.PaySeat, seat=BOOK_SEAT).refusal is None
    assert play.seen_by(Role.DEALER)["payouts"][0]["state"] == "paid"


def test_fixed_prizes_are_for_each_ticket_and_come_from_the_house() -> None:
    play = BookPlay(jumbo7_paytable="full_house: 9.5", contribution="0.5")
    play.bet((1, "ante", 1000), (1, "jumbo7", 101), (2, "ante", 500), (2, "jumbo7", 200))
    play.deal().decide((1, "call"), (2, "fold")).finish()
    nets = {
        one["bettor"]: {stake["spot"]: stake["net"] for stake in one["stakes"]}["jumbo7"]
        for one in play.controller.book().view()["shown"]  # type: ignore[union-attr] # there is one
    }
    assert nets == {1: "8.58", 2: "17.00"}
    assert play.progressive.levels[0].holds(Account.AWARDS_PAID) == 959 + 1900
    assert play.meter == 10_000_00 + 150
    assert reconcile(play.postings()).is_balanced


def test_the_pool_goes_to_all_tickets_by_value_once_the_hand_was_seen() -> None:
    play = BookPlay(seed_amount="100.00", contribution="0.5", meter=1000)
    play.bet((1, "ante", 1000), (1, "jumbo7", 100), (2, "ante", 500), (2, "jumbo7", 200))
    play.bet_more((3, "ante", 500))
    play.deal(SEVEN).decide((1, "call"), (2, "fold"), (3, "call")).run("shoe: Th Jh")
    assert play.meter == 1150
    assert play.next == {"kind": "verify", "seat": BOOK_SEAT}
    assert [row["verify"] for row in play.seen_by(Role.SUPERVISOR)["payouts"]] == [True]
    refused = play.submit(c.PaySeat, seat=BOOK_SEAT).refusal
    assert refused is not None
    assert refused.reason.value == "unverified"
    assert play.submit(c.VerifyHand, SUPERVISOR, seat=BOOK_SEAT).refusal is None
    assert play.submit(c.PaySeat, seat=BOOK_SEAT).refusal is None
    (event,) = play.events(e.BookSettled)
    assert (event.pool_spot, event.pool_minor) == ("jumbo7", 1150)
    ticket = play.settlement.nets[2] + play.settlement.rows.stakes[2]
    assert ticket.tolist() == [383, 767, 0]
    assert play.meter == 100_00
    assert play.progressive.levels[0].holds(Account.AWARDS_PAID) == 1150
    assert reconcile(play.postings()).is_balanced
    play.restart()
    assert (play.settlement.nets[2] + play.settlement.rows.stakes[2]).tolist() == [383, 767, 0]


@pytest.mark.parametrize(
    "moment", ["betting", "dealing", "deciding", "half_decided", "drawing", "paying"]
)
def test_a_void_round_gives_everything_back(moment: str) -> None:
    play = BookPlay(contribution="0.5").bet(*THREE, (3, "jumbo7", 300))
    steps = {
        "betting": lambda: None,
        "dealing": lambda: play.run("close_betting", "shoe: As"),
        "deciding": play.deal,
        "half_decided": lambda: play.deal().decide((1, "call"), (2, "fold")),
        "drawing": lambda: play.deal().decide((1, "call"), (2, "fold")).time_out(),
        "paying": lambda: play.deal().decide((1, "call")).time_out().run("shoe: 2c 2h"),
    }
    steps[moment]()
    play.run("shoe: Jo", "rule: fouled_deck by manager")
    assert play.state.phase == "void"
    assert play.meter == 10_000_00
    assert set(play.results().values()) == {"0.00"}
    (event,) = play.events(e.BookSettled)
    assert (event.reason, event.house_minor, event.bettors_minor) == ("CH-I16", 0, 0)
    assert {one.outcome for one in event.outcomes} == {Outcome.VOID}
    assert {one.rule for one in event.outcomes} == {"CH-I16"}
    digest = play.settlement.digest()
    play.restart()
    assert play.settlement.digest() == digest
    play.submit(c.ChangeDeck, SUPERVISOR)
    assert play.bet((9, "ante", 500)).sums.totals.bettors == 1


def test_a_round_is_void_before_anybody_came() -> None:
    play = BookPlay().bet().run("shoe: Jo", "rule: fouled_deck by manager")
    assert play.state.phase == "void"
    assert play.events(e.BookSettled)[0].outcomes == ()


def honoured(cards: str = ACES, **rules: str) -> BookPlay:
    """Bettor 1 called, bettor 2 folded, bettor 3 is undecided when the round is void."""
    play = BookPlay(honour_finished_side_bets="true", contribution="0.5", **rules)
    play.bet(*THREE, (2, "bonus", 200), (3, "bonus", 300), (3, "jumbo7", 400))
    play.deal(cards).decide((1, "call"), (2, "fold"))
    return play.run("report: {irregularity: CH-I06}")


def test_a_void_round_pays_what_has_won_where_the_house_honours_it() -> None:
    play = honoured().run("rule: honour_side_bets by manager")
    assert play.state.phase == "void"
    # Three aces: the Bonus pays 7 to 1; that of bettor 2 was lost by his fold, so it goes back.
    assert play.results() == {1: "35.00", 2: "0.00", 3: "21.00"}
    assert play.meter == 10_000_00
    (event,) = play.events(e.BookSettled)
    assert (event.house_minor, event.reason) == (-5600, "CH-I06")
    independent = honoured(rules="evolution-current").run("rule: honour_side_bets by manager")
    assert independent.results() == {1: "35.00", 2: "14.00", 3: "21.00"}


def test_where_nothing_has_won_nothing_is_honoured() -> None:
    play = honoured(NOTHING)
    assert not is_honour_at_stake(play.rules, play.round)
    assert play.refused("rule: honour_side_bets by manager") == "not_offered"
    play.submit(c.ApplyRuling, MANAGER, option="void_round")
    assert set(play.results().values()) == {"0.00"}


def test_a_pool_that_was_hit_is_honoured() -> None:
    play = BookPlay(honour_finished_side_bets="true", meter=1000)
    play.bet((1, "ante", 1000), (1, "jumbo7", 100), (2, "ante", 700))
    play.deal(SEVEN).decide((1, "call"), (2, "call")).run("shoe: Th Jh")
    play.run("report: {irregularity: CH-I22}", "rule: honour_side_bets by manager")
    assert play.state.phase == "void"
    assert play.results() == {1: "9.00", 2: "0.00"}
    assert reconcile(play.postings()).is_balanced


def test_call_to_collect_is_told_while_a_fold_would_lose_a_bonus_that_has_won() -> None:
    play = BookPlay().bet(*THREE).deal()
    assert collected_by_calling(play.rules, play.round) == {"bonus"}
    assert [play.bettor(one)["call_to_collect"] for one in (1, 2)] == [True, False]
    play.decide((1, "call"))
    assert play.bettor(1)["call_to_collect"] is False
    free = BookPlay("evolution-current").bet(*THREE).deal()
    assert collected_by_calling(free.rules, free.round) == frozenset()
    lost = BookPlay().bet(*THREE).deal(NOTHING)
    assert collected_by_calling(lost.rules, lost.round) == frozenset()


def test_odds_that_are_no_whole_number_are_exact_and_wins_are_rounded_down() -> None:
    play = BookPlay(ante_paytable="100/20/10/3.5/2/1")
    play.bet((1, "ante", 1001)).deal().decide((1, "call")).finish()
    (event,) = play.events(e.BookSettled)
    assert {one.spot: one.odds_to_one for one in event.outcomes}["ante"] == Fraction(7, 2)
    assert play.results() == {1: "35.03"}
