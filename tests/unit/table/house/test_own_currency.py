"""A table in another currency than its pool's: what it counts, shows and pays (LNK-12)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from holdem_play import HoldemPlay, flopped, in_euros
from table_play import SHOE

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.conversion import SAME
from dealer_station.progressive.ledger_events import (
    CountedWagerReturned,
    LevelAwardPaid,
    LevelHit,
    WagersCounted,
)
from dealer_station.progressive.recount import recount
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.roles import Role

SEVEN = "player: 8s 9s, dealer: 2c 2d, board: 5s 6s 7s"
EUROS = "0.92"


def hit(euros: str = EUROS, **options: object) -> HoldemPlay:
    """Seven in a row; 3.00 of tickets, half of which feed a pool of 100.00 euros."""
    play = flopped(
        "3 ante 10; 3 jumbo7 1; 1 ante 10; 1 jumbo7 2; 2 ante 10", SEVEN,
        contribution="0.5", seed_amount="50", meter=100_00, euros=euros, **options,  # type: ignore[arg-type] # text of a rule set
    )  # fmt: skip
    return play.run("act: 1 call; 2 call; 3 call", "deal: {board: Ts Js}")


def test_tickets_feed_the_pool_by_the_tables_conversion_exactly():
    play = hit()
    (counted,) = [one for one in play.postings() if isinstance(one, WagersCounted)]
    assert (counted.conversion, [one.amount_minor for one in counted.wagers]) == (
        Fraction(23, 25), [100, 200],
    )  # fmt: skip
    assert play.progressive.levels[0].meter == 100_00 + Fraction(3_00, 2) * Fraction(92, 100)


def test_the_table_shows_the_pool_in_its_own_currency_rounded_down():
    play = hit()
    assert play.meter == 101_38
    shown = {"jumbo7": "110.19"}
    assert play.view["meters"] == shown
    assert play.controller.public_view()["meters"] == shown
    assert {str(play.seen_by(role)["meters"]) for role in Role} == {str(shown)}


def test_the_winners_are_paid_what_the_table_shows_in_their_own_currency():
    play = hit().run("verify: 3", "pay")
    (hit_,) = [one for one in play.postings() if isinstance(one, LevelHit)]
    assert (hit_.amount_minor, hit_.conversion) == (110_19, Fraction(23, 25))
    assert [(one.seat, one.amount_minor) for one in hit_.awards] == [(3, 36_73), (1, 73_46)]
    paid = [one.amount_minor for one in play.postings() if isinstance(one, LevelAwardPaid)]
    assert sum(paid) == 110_19
    assert play.view["net"]["1"]["jumbo7"] == "71.46"
    # The rest, less than a cent of theirs, stays and is the start of the next pool.
    left = 101_38 - 110_19 * Fraction(92, 100)
    assert 0 < left < Fraction(92, 100)
    level = play.progressive.levels[0]
    assert level.meter == 50_00 + left
    assert level.holds(Account.AWARDS_PAID) == 110_19 * Fraction(92, 100)
    assert recount(play.postings()).is_right


def test_a_fixed_prize_is_the_tables_currency_and_the_houses_money():
    play = flopped(
        "1 ante 10; 1 jumbo7 2.55", SEVEN, contribution="0", jumbo7_paytable="straight_flush: 1.5",
        euros="3",
    ).run("act: 1 call", "deal: {board: Ts 2h}")  # fmt: skip
    before = play.meter
    play.run("pay")
    assert play.view["net"]["1"]["jumbo7"] == "1.27"
    assert play.meter == before
    assert play.progressive.levels[0].holds(Account.AWARDS_PAID) == 382 * 3
    assert recount(play.postings()).is_right


def test_a_void_round_takes_its_tickets_out_by_the_same_conversion():
    play = flopped("1 ante 10; 1 jumbo7 1.01", SEVEN, contribution="1/3", euros="7/3")
    before = 10_000_00
    assert play.progressive.levels[0].meter == before + Fraction(101, 3) * Fraction(7, 3)
    play.run("shoe: Jo", "rule: fouled_deck by manager")
    assert play.progressive.levels[0].meter == before
    (returned,) = [one for one in play.postings() if isinstance(one, CountedWagerReturned)]
    assert returned.conversion == Fraction(7, 3)
    assert recount(play.postings()).is_right


def test_a_prize_that_is_undone_goes_back_to_the_last_fraction():
    play = hit("7/3")
    before = play.progressive.levels[0].meter
    play.run("verify: 3", "pay: 3", "shoe: Jo", "rule: fouled_deck by manager")
    fed = Fraction(3_00, 2) * Fraction(7, 3)
    assert play.progressive.levels[0].meter == before - fed == 100_00
    assert recount(play.postings()).is_right


def test_a_table_in_the_pools_currency_beside_it_counts_and_shows_one_to_one():
    play = HoldemPlay(contribution="0.5", euros=EUROS, meter=100_00)
    other = HoldemPlay(
        contribution="0.5", table_id="t2", record=play.record, clock=play.clock, meter=100_00
    )
    for one in (play, other):
        one.run("open_betting", "wager: 1 ante 10; 1 jumbo7 1", "close_betting")
    assert play.progressive.levels[0].meter == 100_00 + 50 * Fraction(92, 100) + 50
    assert other.view["meters"] == {"jumbo7": "100.96"}
    assert play.controller.record_view()["meters"] == {"jumbo7": "109.73"}
    counted = [one.conversion for one in play.postings() if isinstance(one, WagersCounted)]
    assert counted == [Fraction(23, 25), SAME]
    assert recount(play.postings()).is_right


def reconfigured(play: HoldemPlay, euros: str) -> HoldemPlay:
    """Start the station again with another conversion in the table's file."""
    play.setup = replace(play.setup, conversions=in_euros(euros))
    play.restart()
    return play


def test_another_conversion_counts_from_the_next_opening_of_the_table():
    play = HoldemPlay(contribution="0.5", euros=EUROS, meter=100_00)
    reconfigured(play, "2")
    assert play.controller.conversions == in_euros(EUROS)
    assert play.view["meters"] == {"jumbo7": "108.69"}
    play.run("open_betting", "wager: 1 ante 10; 1 jumbo7 1", "close_betting")
    assert play.progressive.levels[0].meter == 100_00 + 50 * Fraction(92, 100)
    assert play.submit(c.CloseTable).refusal is not None
    play.run("shoe: Jo", "rule: fouled_deck by manager", "new_deck")
    assert play.submit(c.CloseTable).refusal is None
    play.open_table()
    assert play.controller.conversions == in_euros("2")
    assert play.view["meters"] == {"jumbo7": "50.00"}
    opened = play.events(e.TableOpened)
    assert [one.conversions for one in opened] == [in_euros(EUROS), in_euros("2")]


def test_a_table_that_was_never_opened_shows_its_own_currency_too():
    play = HoldemPlay(contribution="0.5", euros=EUROS, meter=100_00, is_open=False)
    said = {"device_id": "shoe-1", "device_kind": "card_shoe", "device_state": "ready"}
    assert play.submit(c.RecordDevice, SHOE, **said).refusal is None
    for _ in range(2):
        assert play.controller.conversions == in_euros(EUROS)
        assert play.controller.public_view()["meters"] == {"jumbo7": "108.69"}
        play.restart()


def test_a_round_goes_by_the_conversion_of_its_wagers_over_a_restart():
    play = reconfigured(hit(), "2").run("verify: 3", "pay")
    (hit_,) = [one for one in play.postings() if isinstance(one, LevelHit)]
    assert (hit_.amount_minor, hit_.conversion) == (110_19, Fraction(23, 25))
    assert recount(play.postings()).is_right


@pytest.mark.parametrize("euros", ["0.000001", "1000000"])
def test_the_widest_conversions_can_be_played(euros: str):
    play = hit(euros).run("verify: 3", "pay")
    (hit_,) = [one for one in play.postings() if isinstance(one, LevelHit)]
    assert hit_.amount_minor == (100_00 * 1_000_000 if euros[0] == "0" else 150)
    assert recount(play.postings()).is_right
