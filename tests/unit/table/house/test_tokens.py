"""A token is a wager or it is set down as a stray one: it is never lost."""

import pytest
from acceptor_play import AcceptorPlay
from table_play import SUPERVISOR, TablePlay

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.roles import Role

CARDS = "deal: {1: 9h 7h 5h 3h 2h, dealer: Ah Kh 9s 6c 4h}"


def stray(play: AcceptorPlay) -> list[tuple[int, StrayReason]]:
    return [(event.seat, event.reason) for event in play.events(e.StrayTokenTaken)]


def give_back(play: AcceptorPlay) -> None:
    """A supervisor returns the token that holds the table."""
    outcome = play.submit(c.ApplyRuling, SUPERVISOR, option="as_proposed")
    assert outcome.refusal is None, outcome.refusal


def dealing() -> AcceptorPlay:
    """Seat 1 has an ante and no progressive wager; betting is closed."""
    play = AcceptorPlay(seats=(1, 2)).open_betting(1)
    play.run("close_betting")
    play.obey()
    assert play.state.phase == "dealing"
    return play


def test_a_token_at_an_open_window_is_the_seats_wager():
    play = AcceptorPlay().open_betting(1)
    assert play.token(1).refusal is None
    (wager,) = [w for w in play.events(e.WagerPlaced) if w.is_coin]
    assert (wager.seat, wager.spot, wager.amount_minor) == (1, "progressive", 100)
    assert wager.source.startswith("acceptor-1/")
    assert stray(play) == []


def test_a_token_before_the_ante_is_a_wager_and_goes_back_at_the_closing():
    play = AcceptorPlay().open_betting(1)
    play.token(2)
    play.run("close_betting")
    play.obey()
    (back,) = play.events(e.WagerReturned)
    assert (back.seat, back.spot, back.reason) == (2, "progressive", "CS-I12")
    assert stray(play) == []


def test_a_token_counts_while_a_ruling_holds_the_open_betting():
    play = AcceptorPlay().open_betting(1)
    play.run("shoe: 7c")
    assert play.state.open_irregularity is not None
    play.token(1)
    assert play.round.wager(1, "progressive") is not None


def test_a_second_token_holds_the_table_and_goes_back():
    play = AcceptorPlay().open_betting(1)
    play.token(1)
    play.token(1)
    assert stray(play) == [(1, StrayReason.SECOND)]
    assert play.view["rulings"] == [
        {"irregularity": "CS-I11", "option": "return_wager", "by": None}
    ]
    give_back(play)
    assert play.state.open_irregularity is None
    assert play.round.wager(1, "progressive").is_pending


def test_a_token_before_the_answer_to_the_closing_counts_and_after_it_does_not():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.run("close_betting")
    play.token(1)
    play.obey(1)
    play.token(1)
    play.obey(2)
    assert play.round.wager(1, "progressive") is not None
    assert stray(play) == [(1, StrayReason.LATE)]
    assert play.state.phase == "closing"
    give_back(play)
    assert play.state.phase == "dealing"


def test_a_late_token_is_no_wager_feeds_no_meter_and_lights_nothing():
    play = dealing()
    meter = play.meter
    play.token(1)
    assert stray(play) == [(1, StrayReason.LATE)]
    assert not play.wish(1).is_lit
    assert play.meter == meter
    give_back(play)
    play.run(CARDS, "act: 1 bet", "pay")
    assert play.state.phase == "settled"


def test_every_stray_token_has_its_own_ruling():
    play = dealing()
    play.token(1)
    play.token(2)
    for seat in ("1", "2"):
        item = play.state.open_irregularity
        assert item is not None
        assert item.facts == {"stray": "late", "seat": seat}
        give_back(play)
    assert play.state.open_irregularity is None
    assert play.state.stray_tokens == ()


def test_a_token_between_rounds_holds_the_table():
    play = AcceptorPlay()
    play.token(3)
    assert stray(play) == [(3, StrayReason.OUTSIDE)]
    assert play.refused("open_betting") == "held"
    give_back(play)
    play.run("open_betting")


def test_a_token_of_a_closed_table_waits_for_its_opening():
    play = AcceptorPlay()
    play.submit(c.CloseTable)
    play.token(3)
    assert play.state.open_irregularity is None
    play.open_table()
    assert play.refused("open_betting") == "held"
    give_back(play)
    play.run("open_betting")


def test_a_token_at_a_window_that_was_opened_for_another_round_is_no_wager():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1)
    play.run("close_betting")
    play.obey(1)
    play.run("wait: 2")
    play.submit(c.ApplyRuling, SUPERVISOR, option="play_on")
    play.run(CARDS, "act: 1 bet", "pay", "open_betting")
    play.obey(1)
    play.run("wager: 2 ante 10")
    play.token(2)
    assert stray(play) == [(2, StrayReason.OUTSIDE)]


@pytest.mark.parametrize("value", [None, 0, 50, 500])
def test_a_token_of_another_worth_is_no_wager(value):
    play = AcceptorPlay().open_betting(1)
    play.token(1, value)
    assert stray(play) == [(1, StrayReason.WRONG_VALUE)]
    (event,) = play.events(e.StrayTokenTaken)
    assert event.value_minor == value


def test_a_token_of_an_acceptor_without_a_seat_is_set_down():
    play = AcceptorPlay(seats=(1, 2), acceptors=(1,)).open_betting(1)
    play.token(2)
    assert stray(play) == [(0, StrayReason.UNKNOWN_SEAT)]
    give_back(play)


def test_a_token_where_no_progressive_is_offered_is_set_down():
    play = AcceptorPlay(progressive_paytable="none").open_betting(1)
    play.token(1)
    assert stray(play) == [(0, StrayReason.UNKNOWN_SEAT)]


def test_only_a_token_places_the_wager_at_a_seat_with_an_acceptor():
    play = AcceptorPlay(seats=(1, 2), acceptors=(1,)).open_betting(1, 2)
    refused = play.refusal("wager: 1 progressive")
    assert refused.reason is RefusalReason.NEEDS_TOKEN
    assert refused.facts == {"seat": "1", "spot": "progressive"}
    play.run("wager: 2 progressive")


def test_repeating_wagers_leaves_out_what_only_a_token_places():
    play = AcceptorPlay(seats=(1, 2), acceptors=(1,)).open_betting(1, 2)
    play.token(1)
    play.run("wager: 2 progressive", "close_betting")
    play.obey()
    play.run("deal: {1: 9h 7h 5h 3h 2h, 2: 8h 7c 5c 4d 2s, dealer: Ah Kh 9s 6c 4h}")
    play.run("act: 1 bet; 2 bet", "pay", "open_betting")
    assert play.submit(c.RepeatWagers).refusal is None
    lying = {(w.seat, w.spot) for w in play.round.wagers}
    assert lying == {(1, "ante"), (2, "ante"), (2, "progressive")}


def test_a_token_told_twice_counts_once():
    play = AcceptorPlay().open_betting(1)
    token = c.RecordToken(
        command_id="t1/acceptor/1/9",
        issued_at=play.clock.now(),
        actor=SUPERVISOR,
        device_id="acceptor-1",
        token=1,
        value_minor=100,
        device_counter=1,
        device_time=1,
    )
    assert not play.controller.submit(token).is_repeat
    assert play.controller.submit(token).is_repeat
    assert len([w for w in play.events(e.WagerPlaced) if w.is_coin]) == 1
    assert stray(play) == []


def test_times_of_lamp_and_window_are_evidence():
    play = AcceptorPlay().open_betting(1)
    play.token(1)
    play.clock.advance(40)
    play.obey()
    lit_at = play.clock.now()
    (lit,) = play.events(e.LampReported)
    assert (lit.seat, lit.is_lit, lit.device_time) == (1, True, lit_at)
    shown = play.seen_by(Role.SUPERVISOR)["acceptors"]["1"]
    assert (shown["lit"], shown["lamp_at"], shown["open"]) == (True, lit_at, False)


def test_words_of_devices_leave_the_play_as_it_is():
    play = AcceptorPlay().open_betting(1)
    before = play.state.played_version
    play.lamp(2, is_lit=False)
    play.window(2, is_open=True, order=play.state.betting_number)
    assert play.state.played_version == before


def test_an_acceptor_of_no_seat_is_written_down_and_changes_nothing():
    play = TablePlay()
    before = play.state.acceptors
    outcome = play.submit(
        c.RecordWindow, device_id="stranger", is_open=True, order=0, counter=None, device_time=1
    )
    play.submit(c.RecordLamp, device_id="stranger", is_lit=True, device_time=1)
    assert outcome.refusal is None
    assert play.events(e.WindowReported)[0].seat == 0
    assert play.events(e.LampReported)[0].seat == 0
    assert play.state.acceptors == before
