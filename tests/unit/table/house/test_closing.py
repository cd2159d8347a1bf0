"""No more bets at a table with acceptors: each answers, or the table is held."""

import pytest
from acceptor_play import AcceptorPlay
from table_play import DEALER, STATION, SUPERVISOR, TablePlay

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.house.closing import ACCEPTOR_SILENT_MS, is_silence_due, unanswered
from dealer_station.table.house.deciding import is_time_due
from dealer_station.table.roles import Actor, Role


def closing(**options) -> AcceptorPlay:
    """Seats 1 and 2 have antes and progressive wagers; the dealer closes the betting."""
    play = AcceptorPlay(seats=(1, 2), **options).open_betting(1, 2)
    play.token(1)
    play.token(2)
    play.obey()
    return play.run("close_betting")


def tick(play: AcceptorPlay, wait_ms: int) -> None:
    play.clock.advance(wait_ms)
    play.submit(c.AdvanceClock, STATION)


def waiting(play: AcceptorPlay) -> list[int]:
    return [one.seat for one in unanswered(play.state)]


def test_a_table_without_acceptors_closes_at_once():
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting")
    assert play.state.phase == "dealing"
    assert play.events(e.ClosingBegun) == []


def test_betting_is_closed_when_the_last_acceptor_has_answered():
    play = closing()
    assert play.state.phase == "closing"
    assert play.next == {"kind": "acceptors", "seats": [1, 2]}
    play.obey(1)
    assert play.next == {"kind": "acceptors", "seats": [2]}
    assert play.events(e.BettingClosed) == []
    play.obey(2)
    assert play.state.phase == "dealing"
    (closed,) = play.events(e.BettingClosed)
    assert closed.person_id == "dealer"
    assert play.state.closing is None


def test_the_meter_is_fed_when_the_betting_is_closed_and_not_before():
    play = closing()
    before = play.meter
    play.obey(1)
    assert play.meter == before
    play.obey(2)
    assert play.meter > before


def test_an_answer_to_an_older_question_is_none():
    play = closing()
    for seat in (1, 2):
        play.window(seat, is_open=False, order=play.state.betting_number)
    assert waiting(play) == [1, 2]
    play.window(1, is_open=True, order=play.state.closing.number)
    assert waiting(play) == [1, 2]


@pytest.mark.parametrize(
    "line", ["wager: 1 ante 5", "withdraw: 1 ante", "close_betting", "repeat_wagers"]
)
def test_no_stake_moves_while_the_acceptors_shut(line):
    play = closing()
    if line == "repeat_wagers":
        outcome = play.submit(c.RepeatWagers)
        assert outcome.refusal is not None
        assert outcome.refusal.reason == "not_open"
    else:
        assert play.refused(line) == "not_open"


def test_silence_of_a_second_holds_the_table():
    play = closing()
    play.obey(1)
    tick(play, ACCEPTOR_SILENT_MS - 1)
    assert play.state.open_irregularity is None
    assert not is_time_due(play.state, play.clock.now())
    play.clock.advance(1)
    assert is_time_due(play.state, play.clock.now())
    tick(play, 0)
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.facts) == ("CS-I24", {"seats": "2"})
    assert not is_time_due(play.state, play.clock.now())


def test_an_answer_ends_the_hold_by_itself():
    play = closing()
    play.obey(1)
    tick(play, ACCEPTOR_SILENT_MS)
    play.obey(2)
    assert play.state.open_irregularity is None
    assert play.state.phase == "dealing"
    (ruling,) = play.events(e.RulingMade)
    assert (ruling.role, ruling.person_id) == (Role.DEVICE, "acceptor-2")
    assert play.view["rulings"][0]["by"] == "device"


def test_one_answer_of_two_leaves_the_hold():
    play = closing()
    tick(play, ACCEPTOR_SILENT_MS)
    play.obey(1)
    assert play.state.open_irregularity is not None
    play.obey(2)
    assert play.state.open_irregularity is None


def test_playing_on_goes_on_without_the_silent_one_until_it_speaks():
    play = closing()
    play.obey(1)
    tick(play, ACCEPTOR_SILENT_MS)
    play.run("rule: play_on by supervisor")
    assert play.state.phase == "dealing"
    assert [event.seat for event in play.events(e.AcceptorExcused)] == [2]
    assert play.round.wager(2, "progressive") is not None, "what it had told counts"
    play.run("deal: {1: 9h 7h 5h 3h 2h, 2: 8h 7c 5c 4d 2s, dealer: Ah Kh 9s 6c 4h}")
    play.run("act: 1 bet; 2 bet", "pay", "open_betting", "wager: 1 ante 10")
    play.obey(1)
    play.run("close_betting")
    assert waiting(play) == [1], "nobody waits for it again"
    play.obey()
    assert play.state.phase == "dealing"
    assert not play.state.acceptor_at(2).is_excused


def test_voiding_the_round_gives_every_stake_back_and_feeds_no_meter():
    play = closing()
    before = play.meter
    tick(play, ACCEPTOR_SILENT_MS)
    play.run("rule: void_round by supervisor")
    assert play.state.phase == "void"
    assert play.state.closing is None
    assert len(play.events(e.WagerReturned)) == 4
    assert play.meter == before
    assert play.postings()[1:] == []


def test_silence_counts_anew_after_a_stop_of_the_station():
    play = closing()
    play.clock.advance(5_000)
    play.restart()
    assert not is_silence_due(play.state, play.clock.now())
    tick(play, ACCEPTOR_SILENT_MS)
    assert play.state.open_irregularity is not None


def test_another_ruling_holds_the_closing_too():
    play = closing()
    play.run("shoe: 7c")
    play.obey()
    assert play.state.phase == "closing"
    assert play.state.open_irregularity.irregularity == "CS-I03"


def test_nobody_but_the_table_reports_silence():
    play = closing()
    assert play.refused("report: {irregularity: CS-I24}") == "not_applicable"
    outcome = play.submit(c.ReportIrregularity, Actor("d1", Role.DEALER), irregularity="CS-I24")
    assert outcome.refusal is not None


def test_a_supervisor_is_needed_for_the_silence():
    play = closing()
    tick(play, ACCEPTOR_SILENT_MS)
    outcome = play.submit(c.ApplyRuling, DEALER, option="play_on")
    assert outcome.refusal is not None
    assert outcome.refusal.reason == "needs_supervisor"
    assert play.submit(c.ApplyRuling, SUPERVISOR, option="play_on").refusal is None


def doubt(play: AcceptorPlay, seat: int, fault_class: str = "facts_lost") -> None:
    """An acceptor tells that something is wrong."""
    play.say(
        c.RecordDeviceFault,
        f"acceptor-{seat}",
        device_kind="bet_acceptor",
        code="events_lost",
        fault_class=fault_class,
    )


@pytest.mark.parametrize("is_before", [True, False])
def test_tokens_that_may_be_missing_hold_the_closing(is_before):
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    if is_before:
        doubt(play, 2)
    play.run("close_betting")
    if not is_before:
        doubt(play, 2)
        tick(play, 0)
    play.obey()
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.facts["in_doubt"]) == ("CS-I24", "2")
    assert play.state.phase == "closing"
    play.run("rule: play_on by supervisor")
    assert play.state.phase == "dealing"
    assert play.state.acceptor_at(2).is_excused


def test_a_doubt_that_is_cleared_holds_nothing():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    faults = ("events_lost",)
    said = {"device_id": "acceptor-2", "device_kind": "bet_acceptor", "device_state": "degraded"}
    play.submit(c.RecordDevice, STATION, faults=faults, **said)
    doubt(play, 2)
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="acceptor-2", faults=faults)
    play.run("close_betting")
    play.obey()
    assert play.state.phase == "dealing"


def test_a_defect_without_missing_tokens_holds_nothing():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    doubt(play, 2, "device")
    play.run("close_betting")
    play.obey()
    assert play.state.phase == "dealing"


def test_a_doubt_of_the_deal_is_none_of_the_next_betting():
    play = closing()
    play.obey()
    doubt(play, 2)
    play.run("deal: {1: 9h 7h 5h 3h 2h, 2: 8h 7c 5c 4d 2s, dealer: Ah Kh 9s 6c 4h}")
    play.run("act: 1 bet; 2 bet", "pay")
    play.open_betting(1).run("close_betting")
    play.obey()
    assert play.state.phase == "dealing"


def test_a_clock_that_was_set_back_does_not_make_the_wait_longer():
    play = closing()
    assert is_silence_due(play.state, play.clock.now() - 3_600_000)


def test_a_fouled_deck_may_be_reported_while_the_acceptors_shut():
    play = closing()
    tick(play, ACCEPTOR_SILENT_MS)
    play.run("report: {irregularity: CS-I17}")
    assert play.state.open_irregularity.irregularity == "CS-I17"
