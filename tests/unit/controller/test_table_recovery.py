"""A table after something went wrong: answers that were lost, restarts, changed configuration."""

from dataclasses import replace

import pytest
from table_commands import command, ticking_round, wager
from table_play import (
    CONFIG,
    FLUSH,
    NOTHING,
    PAIR_OF_EIGHTS,
    STATION,
    SUPERVISOR,
    TablePlay,
    decided,
)

from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.streams import table_stream
from dealer_station.controller.table_controller import (
    TableController,
    replayed,
)
from dealer_station.event_log.errors import (
    LogUnavailable,
    WrongVersion,
)
from dealer_station.event_log.record import Append, AppendRequest, NewEvent
from dealer_station.house_rules.loader import load_rules
from dealer_station.table import commands as c
from dealer_station.table.events import TableResumed

ROUND = (
    "open_betting",
    "wager: 1 ante 10; 1 progressive; 2 ante 20",
    "close_betting",
    f"deal: {{1: {FLUSH}, 2: {NOTHING}, dealer: Ah Kh 9s 6c 4h}}",
    "act: 1 bet; 2 fold",
    "pay",
)


class FailingRecord(MemoryRecord):
    """A record whose database can die before a commit, or right after it."""

    def __init__(self):
        super().__init__()
        self.dies = ""

    def append(self, request):
        if self.dies == "before":
            raise LogUnavailable("the database is gone")
        appended = super().append(request)
        if self.dies == "after":
            raise LogUnavailable("the database was gone before it could answer")
        return appended


@pytest.fixture
def play():
    return TablePlay().run("open_betting")


# -------------------------------------------------------------------------- lost answers


@pytest.fixture
def failing():
    return TablePlay(record=FailingRecord()).run("open_betting")


def test_a_command_that_never_reached_the_database_may_be_sent_again(failing):
    before = (failing.state, failing.history())
    failing.record.dies = "before"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(wager(failing))
    assert (failing.state, failing.history()) == before
    failing.record.dies = ""
    outcome = failing.controller.submit(wager(failing))
    assert (outcome.refusal, outcome.is_repeat) == (None, False)


def test_a_command_whose_answer_was_lost_is_taken_in_when_it_is_sent_again(failing):
    failing.record.dies = "after"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(wager(failing))
    failing.record.dies = ""
    outcome = failing.controller.submit(wager(failing))
    assert (outcome.refusal, outcome.is_repeat) == (None, True)
    assert failing.view["stakes"] == {"1": {"ante": "10.00"}}
    failing.run("wager: 2 ante 20")
    assert replayed(failing.record, failing.registry, "t1") == failing.state


def test_the_next_command_takes_in_what_was_written_unanswered(failing):
    """Nobody needs to send the lost one again: whoever comes next is decided after it."""
    versions, checked = [], []
    failing.controller.subscribe(versions.append)
    failing.record.dies = "after"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(wager(failing))
    failing.record.dies = ""
    lost = failing.state.version + 1
    failing.controller.submit(
        wager(failing, "20", "c-2", seat=2), check=lambda state: checked.append(state.version)
    )
    assert failing.view["stakes"] == {"1": {"ante": "10.00"}, "2": {"ante": "20.00"}}
    assert versions == [lost, lost + 1]
    assert checked[-1] == lost
    assert replayed(failing.record, failing.registry, "t1") == failing.state


def test_a_lost_answer_of_the_close_leaves_table_and_meter_as_in_the_record(failing):
    failing.run("wager: 1 ante 10; 1 progressive")
    close = command(c.CloseBetting, failing)
    failing.record.dies = "after"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(close)
    failing.record.dies = ""
    assert failing.controller.submit(close).is_repeat
    assert failing.progressives.known("p1").state.meter_minor == 10_000_70
    assert failing.view["phase"] == "dealing"


def test_folds_whose_answer_was_lost_are_taken_in_as_they_were_written():
    play = TablePlay(record=FailingRecord(), decision_seconds="30", seats=(1,)).run(
        "open_betting",
        "wager: 1 ante 10",
        "close_betting",
        f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}",
    )
    play.clock.advance(30_000)
    late = command(c.CallSupervisor, play)
    play.record.dies = "after"
    with pytest.raises(LogUnavailable):
        play.controller.submit(late)
    play.record.dies = ""
    play.clock.advance(500)
    play.controller.submit(replace(late, issued_at=play.clock.now()))
    assert play.history().count("act_taken") == 1
    assert replayed(play.record, play.registry, "t1") == play.state


def test_a_record_that_is_behind_the_table_is_an_error(play):
    """A database put back from yesterday must not be played on."""
    older = MemoryRecord()
    TablePlay(record=older)
    play.controller._record = older
    with pytest.raises(WrongVersion):
        play.controller.submit(wager(play))


# ------------------------------------------------------------------------------ recovery


def test_recovery_at_every_moment_of_a_round_changes_nothing():
    """A record that ends after any command gives the table as it was at that moment."""
    play = TablePlay(seats=(1, 2))
    for line in ROUND:
        play.run(line)
        before = play.view
        state = play.state
        play.run("restart")
        assert play.view == before
        assert play.state == replace(state, version=state.version + 1, step=play.state.step)
        assert play.history()[-1] == "table_resumed"
    assert play.view["phase"] == "settled"


def test_a_table_without_history_recovers_to_nothing():
    play = TablePlay(is_open=False)
    play.controller.recover(play.clock.now(), None)
    assert (play.state.version, play.history()) == (0, [])
    assert play.controller.rules is play.rules


def test_the_rules_of_the_opening_hold_although_the_configuration_has_changed(play):
    """A round that was begun under a rule set is finished under it (design 2.6)."""
    play.run("wager: 1 ante 400")
    changed = load_rules(CONFIG, "caribbean-stud", "classic", {"table_max": "300.00"})
    controller = TableController(
        replace(play.setup, rules=changed),
        play.record,
        play.registry,
        Progressives(play.record, play.registry),
    )
    controller.recover(play.clock.now(), None)
    assert controller.rules.digest == play.rules.digest != changed.digest
    assert controller.rules == play.rules
    play.controller = controller
    play.run("wager: 2 ante 400", "withdraw: 1 ante; 2 ante", "wager: 1 ante 10", *ROUND[2:3])
    play.run(f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
    play.submit(c.CloseTable)
    assert controller.rules.digest == play.rules.digest
    play.open_table()
    assert controller.rules.digest == changed.digest
    assert play.run("open_betting").refused("wager: 1 ante 400") == "above_max"


@pytest.mark.parametrize(
    ("alive_after_ms", "stood_since_ms"),
    [(None, 0), (2_000, 2_000), (-50_000, 0), (99_000, 60_000)],
    ids=["no note", "a note after the last event", "an older note", "a clock set back"],
)
def test_clocks_stand_from_the_last_sign_of_life(alive_after_ms, stood_since_ms):
    play = ticking_round()
    last_at = play.clock.now()
    play.clock.advance(60_000)
    controller = TableController(
        play.setup, play.record, play.registry, Progressives(play.record, play.registry)
    )
    alive_at = None if alive_after_ms is None else last_at + alive_after_ms
    controller.recover(play.clock.now(), alive_at)
    play.controller = controller
    (resumed,) = play.events(TableResumed)
    assert resumed.stopped_at == last_at + stood_since_ms
    left_ms = 30_000 - stood_since_ms
    if left_ms > 0:
        play.clock.advance(left_ms - 1)
        play.submit(c.AdvanceClock, STATION)
        assert play.view["phase"] == "deciding"
        play.clock.advance(1)
    play.submit(c.AdvanceClock, STATION)
    assert play.view["phase"] == "paying"


def test_nobody_is_folded_by_an_outage_however_often_the_station_restarts():
    play = ticking_round()
    for _ in range(5):
        play.clock.advance(100)
        at = play.clock.now()
        play.submit(c.CallSupervisor)
        play.submit(c.AnswerCall, SUPERVISOR)
        play.clock.advance(3_600_000)
        play.controller = TableController(
            play.setup, play.record, play.registry, Progressives(play.record, play.registry)
        )
        play.controller.recover(play.clock.now(), at)
    play.clock.advance(30_000 - 5 * 100 - 1)
    play.submit(c.AdvanceClock, STATION)
    assert play.view["phase"] == "deciding"
    play.run("act: 1 bet; 2 bet")


def test_replayed_folds_the_record_to_the_live_state():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, progressive=[1]).run("pay")
    assert replayed(play.record, play.registry, "t1") == play.state
    assert replayed(play.record, play.registry, "nobody").version == 0


def test_a_record_with_an_event_of_a_newer_release_is_not_folded():
    play = TablePlay()
    invented = Append(table_stream("t1"), play.state.version, (NewEvent("invented", 1, b"{}"),))
    play.record.append(AppendRequest((invented,), "x", bytes(32), 0, 1))
    with pytest.raises(Exception, match="invented"):
        play.run("restart")
