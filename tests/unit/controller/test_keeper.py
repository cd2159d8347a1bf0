"""What happens by time alone: clocks run out, signs of life are noted, the record is sealed."""

import time
from functools import partial

import pytest
from brokers import eventually
from log_capture import captured_log
from table_play import FLUSH, TablePlay

from dealer_station.clock import SystemClock, VirtualClock
from dealer_station.controller import keeper as keeper_module
from dealer_station.controller.clock_watch import ClockWatch
from dealer_station.controller.keeper import Keeper
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.streams import table_stream
from dealer_station.event_log.errors import LogUnavailable, StaleEpoch
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.keys import load_or_create, public_keys
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics


class HybridClock(VirtualClock):
    """Wall time is the test's, monotonic time the machine's: the keeper waits by the latter."""

    def __init__(self):
        super().__init__()
        self._system = SystemClock()

    def monotonic_ms(self):
        return self._system.monotonic_ms()


class StandingClock:
    """Both clocks are the test's: time passes only where it says so."""

    def __init__(self, clock):
        self.now = clock.now
        self.monotonic_ms = partial(VirtualClock.monotonic_ms, clock)


class House:
    """A table on a log on disk, with its keeper."""

    def __init__(self, log, writer, folder):
        self.clock = HybridClock()
        self.log = log
        self.keys = folder / "keys"
        record = LogRecord(log, writer, Metrics(), self.clock)
        self.play = TablePlay(record=record, clock=self.clock, seats=(1,), decision_seconds="30")
        self.keeper = Keeper(
            log, load_or_create(self.keys, "seal"), {"t1": self.play.controller}, self.clock
        )

    def seals(self):
        return verify(self.log, public_keys(self.keys)).seals

    def decide(self):
        """Bring the table to where its clock runs."""
        self.play.run(
            "open_betting",
            "wager: 1 ante 10",
            "close_betting",
            f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}",
        )


@pytest.fixture
def house(tmp_path):
    with EventLog(str(tmp_path / "log.db")) as log, GroupWriter(log) as writer:
        yield House(log, writer, tmp_path)


def test_a_decision_clock_runs_out_without_anybody_touching_the_table(house):
    house.decide()
    with house.keeper.running():
        time.sleep(0.25)
        assert house.play.state.phase == "deciding"
        house.clock.advance(29_999)
        time.sleep(0.25)
        assert house.play.state.phase == "deciding"
        house.clock.advance(1)
        eventually(lambda: house.play.state.phase == "paying")
    assert house.play.state.round.hand(1).status == "folded"


@pytest.mark.parametrize("step_ms", [-3_600_000, 3_600_000])
def test_a_clock_that_was_set_changes_no_time_for_decisions(house, step_ms):
    house.play.controller._watch = ClockWatch(StandingClock(house.clock))
    house.decide()
    with house.keeper.running():
        house.clock.set_wall_time(house.clock.now() + step_ms)
        eventually(lambda: house.play.history().count("clock_set") == 1)
        assert house.play.state.phase == "deciding"
        assert house.play.state.clock.elapsed_ms(house.clock.now()) == 0
    assert house.play.history().count("clock_set") == 1


def test_a_table_without_a_clock_is_left_alone(house):
    version = house.play.state.version
    with house.keeper.running():
        time.sleep(0.3)
    assert house.play.state.version == version


def test_the_station_notes_that_it_lives(house):
    assert house.log.alive_at("t1") is None
    with house.keeper.running():
        began = house.clock.now()
        eventually(lambda: house.log.alive_at("t1") == began)
        house.clock.advance(5_000)
        eventually(lambda: house.log.alive_at("t1") == began + 5_000)
        house.clock.advance(1)
    assert house.log.alive_at("t1") == began + 5_001


def test_the_record_is_sealed_when_the_station_starts_at_intervals_and_at_the_end(
    house, monkeypatch
):
    monkeypatch.setattr(keeper_module, "SEAL_EVERY_MS", 200)
    with house.keeper.running():
        assert house.seals() == 1, "what a killed station left is sealed before anything is added"
        eventually(lambda: house.seals() == 2)
        house.play.run("open_betting")
        eventually(lambda: house.seals() >= 3)
        house.play.run("wager: 1 ante 10")
    report = verify(house.log, public_keys(house.keys))
    assert report.is_good
    assert report.sealed_position == report.rows == len(list(house.log.read_all()))


def test_a_database_that_is_away_for_a_moment_does_not_end_the_keeper(house, monkeypatch):
    log = captured_log()
    house.decide()

    def gone(*_):
        raise LogUnavailable("gone")

    with house.keeper.running():
        monkeypatch.setattr(house.log, "set_alive", gone)
        monkeypatch.setattr(house.play.controller, "submit", gone)
        house.clock.advance(30_000)
        eventually(lambda: {line.get("what") for line in log.lines()} >= {"alive", "clock"})
        monkeypatch.undo()
        eventually(lambda: house.play.state.phase == "paying")
        eventually(lambda: house.log.alive_at("t1") == house.clock.now())
    failed = [line for line in log.lines() if line["event"] == "keeper_failed"]
    assert {line["reason"] for line in failed} == {"gone"}


def test_a_fault_of_one_table_does_not_end_the_keeper(house, monkeypatch):
    log = captured_log()

    def broken(*_):
        raise AssertionError("an invariant does not hold")

    house.decide()
    with house.keeper.running():
        monkeypatch.setattr(house.play.controller, "submit", broken)
        house.clock.advance(30_000)
        eventually(lambda: any("invariant" in str(line) for line in log.lines()))
        assert house.keeper.is_working
        monkeypatch.undo()
        eventually(lambda: house.play.state.phase == "paying")
    assert not house.keeper.is_working
    assert house.seals() == 2


def test_a_database_that_takes_nothing_is_said_until_it_takes_something(house, monkeypatch):
    monkeypatch.setattr(keeper_module, "SILENT_AFTER_MS", 700)

    def gone(*_):
        raise LogUnavailable("the disk is full")

    with house.keeper.running():
        eventually(lambda: house.log.alive_at("t1"))
        assert house.keeper.trouble == ""
        with monkeypatch.context() as patch:
            patch.setattr(house.log, "set_alive", gone)
            trouble = eventually(lambda: house.keeper.trouble)
            assert trouble.startswith("nothing written for ")
            assert trouble.endswith("the disk is full")
        eventually(lambda: house.keeper.trouble == "")


def test_no_sign_of_life_is_noted_for_a_table_that_another_station_serves(house):
    """The other's clocks would stand from a moment at which only this station lived."""
    with house.keeper.running():
        eventually(lambda: house.log.alive_at("t1"))
        house.log.take_lease(table_stream("t1"), owner="other", taken_at=1)
        with pytest.raises(StaleEpoch):
            house.play.run("open_betting")
        assert house.play.controller.is_taken_over
        time.sleep(0.3)
        noted = house.log.alive_at("t1")
        house.clock.advance(5_000)
        time.sleep(0.8)
    assert house.log.alive_at("t1") == noted
