"""A progressive that is suspended: no new wager, and everything else as ever (LNK-05, INT-05)."""

import pytest
from acceptor_play import AcceptorPlay
from book_play import BookPlay
from table_play import FLUSH, NOTHING, STATION, SUPERVISOR, TablePlay

from dealer_station.bettors.batches import wager_batch, withdrawal_batch
from dealer_station.controller.table_controller import replayed
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.lifecycle import Phase
from dealer_station.table.suspension import SuspensionReason

CARDS = f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}"


def suspend(play: TablePlay, progressive: str = "p1", **said: str) -> None:
    play.submit(c.SuspendProgressive, STATION, progressive_id=progressive, **said)


def resume(play: TablePlay, progressive: str = "p1", **said: str) -> None:
    play.submit(c.ResumeProgressive, STATION, progressive_id=progressive, **said)


def strays(play: TablePlay) -> list[tuple[int, StrayReason]]:
    return [(one.seat, one.reason) for one in play.events(e.StrayTokenTaken)]


def test_it_is_suspended_once_and_resumed_once_however_often_that_is_told():
    play = TablePlay()
    resume(play)
    assert play.events(e.ProgressiveResumed) == []
    for _ in range(2):
        suspend(play)
    (suspended,) = play.events(e.ProgressiveSuspended)
    assert (suspended.progressive_id, suspended.level_id) == ("p1", "")
    assert suspended.reason is SuspensionReason.LINK_LOST
    assert play.state.suspends("p1")
    assert not play.state.suspends("p2")
    for _ in range(2):
        resume(play)
    assert len(play.events(e.ProgressiveResumed)) == 1
    assert not play.state.is_suspended


def test_a_level_that_is_suspended_suspends_the_wager_for_all_of_them():
    play = TablePlay().run("open_betting", "wager: 1 ante 10")
    suspend(play, level_id="main")
    suspend(play)
    assert play.refused("wager: 1 progressive") == "suspended"
    resume(play)
    assert play.refused("wager: 1 progressive") == "suspended"
    resume(play, level_id="main")
    play.run("wager: 1 progressive")


def test_another_progressive_that_is_suspended_concerns_no_table_that_does_not_play_for_it():
    play = TablePlay().run("open_betting", "wager: 1 ante 10")
    suspend(play, "p2")
    assert not play.state.is_suspended
    play.run("wager: 1 progressive")


def test_a_table_that_was_never_opened_remembers_what_is_suspended():
    play = TablePlay(is_open=False)
    suspend(play)
    play.restart()
    play.open_table()
    play.run("open_betting", "wager: 1 ante 10")
    assert play.refused("wager: 1 progressive") == "suspended"


def test_the_wager_that_lies_stands_feeds_the_meter_and_its_prize_is_locked_up_and_paid():
    play = TablePlay(meter=1_000_00).run("open_betting", "wager: 1 ante 10; 1 progressive")
    before = play.meter
    suspend(play)
    play.run("wager: 2 ante 10", "close_betting")
    assert play.meter > before
    play.run(f"deal: {{1: {FLUSH}, 2: {NOTHING}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet; 2 fold")
    play.run("pay")
    assert play.state.phase is Phase.SETTLED
    assert play.view["outcome"]["1"]["progressive"] == "win"
    assert play.state.is_suspended


def test_the_wager_that_lies_may_be_taken_back_and_is_then_refused():
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive")
    suspend(play)
    play.run("withdraw: 1 progressive")
    assert play.refused("wager: 1 progressive") == "suspended"


def test_a_void_round_gives_the_wager_back_while_it_is_suspended():
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    suspend(play)
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert play.round.pending_stakes(1) == {}
    play.run("open_betting", "wager: 1 ante 10")
    assert play.refused("wager: 1 progressive") == "suspended"


def test_last_rounds_stakes_are_repeated_without_it():
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    play.run(CARDS, "act: 1 bet", "pay", "open_betting")
    suspend(play)
    assert play.submit(c.RepeatWagers).refusal is None
    assert play.round.pending_stakes(1) == {"ante": 10_00}
    resume(play)
    assert play.submit(c.RepeatWagers).refusal is None
    assert play.round.pending_stakes(1) == {"ante": 10_00, "progressive": 1_00}


def test_tickets_of_a_book_are_refused_one_by_one_and_the_rest_of_the_batch_is_taken():
    play = BookPlay().run("open_betting")
    play.answers(wager_batch("a", [(1, "ante", 10_00), (1, "jumbo7", 2_50)]))
    suspend(play)
    entries = [(2, "ante", 10_00), (2, "jumbo7", 2_50), (2, "bonus", 5_00), (1, "jumbo7", 2_50)]
    assert play.answers(wager_batch("b", entries)) == ["", "suspended", "", "suspended"]
    (taken,) = [one for one in play.events(e.BatchTaken) if one.batch_id == "b"]
    assert taken.refused == {"suspended": 2}
    assert play.answers(withdrawal_batch("c", [(1, "jumbo7")])) == [""]
    resume(play)
    assert play.answers(wager_batch("d", [(2, "jumbo7", 2_50)])) == [""]
    state, digest = play.state, play.book.digest()
    play.restart()
    assert play.book.digest() == digest
    assert play.state.suspensions == state.suspensions == ()


def test_replay_is_the_live_state_whatever_was_suspended_when():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    suspend(play)
    play.obey()
    resume(play)
    play.obey()
    play.token(1)
    suspend(play)
    play.run("close_betting")
    assert replayed(play.record, play.registry, "t1") == play.state
    before = play.state
    play.restart()
    assert play.state.suspensions == before.suspensions
    assert (play.state.round, play.state.acceptors) == (before.round, before.acceptors)


# ------------------------------------------------------------------------------ acceptors


def test_windows_are_shut_and_open_again_for_an_order_of_their_own():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    suspend(play)
    assert not any(play.wish(seat).is_open for seat in (1, 2))
    play.obey()
    resume(play)
    assert [play.wish(seat).is_open for seat in (1, 2)] == [True, True]
    assert play.wish(1).order == play.state.version > play.state.betting_number
    play.obey()
    play.token(1)
    assert play.round.wager(1, "progressive") is not None
    assert strays(play) == []


def test_the_light_of_a_wager_that_lies_goes_on_burning():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1)
    play.token(1)
    suspend(play)
    assert play.wish(1).is_lit


def test_a_token_that_fell_before_its_window_was_shut_counts_however_late_it_is_told():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    suspend(play)
    play.token(1)
    resume(play)
    play.token(2)
    assert [play.round.wager(seat, "progressive") is not None for seat in (1, 2)] == [True, True]
    assert strays(play) == []


@pytest.mark.parametrize("is_resumed", [False, True])
def test_a_token_at_a_window_that_was_shut_for_it_is_no_wager_until_that_is_open_again(is_resumed):
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    suspend(play)
    play.obey()
    if is_resumed:
        resume(play)
    play.token(1)
    assert strays(play) == [(1, StrayReason.SUSPENDED)]
    assert play.round.wager(1, "progressive") is None


def test_betting_closes_without_acceptors_that_nobody_can_reach():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    suspend(play)
    play.run("close_betting")
    assert play.state.phase is Phase.DEALING
    play.token(1)
    assert strays(play) == [(1, StrayReason.LATE)]


def test_a_closing_that_waits_goes_on_when_the_link_is_found_lost():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.run("close_betting")
    assert play.state.phase is Phase.CLOSING
    suspend(play)
    assert play.state.phase is Phase.DEALING


def test_a_hold_for_silence_is_taken_back_when_the_link_is_found_lost():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.run("close_betting", "wait: 2")
    assert play.state.open_irregularity is not None
    suspend(play)
    assert play.state.open_irregularity is None
    assert play.state.phase is Phase.DEALING
    assert play.view["rulings"][-1]["by"] == "table"


def test_an_acceptor_in_doubt_holds_the_table_all_the_same():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.submit(
        c.RecordDeviceFault,
        STATION,
        device_id="acceptor-1",
        device_kind="bet_acceptor",
        code="facts_lost",
        fault_class="facts_lost",
    )
    suspend(play)
    play.run("close_betting")
    item = play.state.open_irregularity
    assert item is not None
    assert item.facts == {"seats": "1", "in_doubt": "1"}


def test_silence_counts_anew_from_when_the_link_is_back():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    suspend(play)
    play.submit(
        c.RecordDeviceFault,
        STATION,
        device_id="acceptor-1",
        device_kind="bet_acceptor",
        code="facts_lost",
        fault_class="facts_lost",
    )
    play.run("close_betting")
    play.clock.advance(60_000)
    resume(play)
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="acceptor-1", faults=("facts_lost",))
    play.submit(c.ApplyRuling, SUPERVISOR, option="as_proposed")
    closing = play.state.closing
    assert closing is None or closing.waiting_since_at == play.clock.now()


def test_a_suspension_and_its_end_are_no_move_of_the_play():
    """A ruling or payment names the picture it was made on; neither is undone by a lost link."""
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting", CARDS)
    before = play.state.played_version
    suspend(play)
    resume(play)
    assert play.state.played_version == before


# ---------------------------------------------------------------------------------- views


def test_views_name_the_spot_that_is_suspended():
    play = TablePlay()
    assert play.controller.public_view()["suspended"] == []
    suspend(play)
    assert play.controller.public_view()["suspended"] == ["progressive"]
    assert play.controller.view(SUPERVISOR.role, 0)["suspended"] == ["progressive"]


def test_a_table_without_a_progressive_has_nothing_to_suspend():
    play = TablePlay(progressive_paytable="none")
    suspend(play)
    assert play.controller.public_view()["suspended"] == []
    play.run("open_betting", "wager: 1 ante 10", "close_betting")
