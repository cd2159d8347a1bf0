"""The machine's clock is set, by hand or by a time server, while people have time to decide."""

from typing import Any

import pytest
from table_commands import ticking_round
from table_play import STATION, TablePlay

from dealer_station.controller.clock_watch import ClockWatch
from dealer_station.controller.table_controller import replayed
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.roles import Role

HOUR_MS = 3_600_000
TIME_MS = 30_000


def watched(play: TablePlay) -> TablePlay:
    play.controller._watch = ClockWatch(play.clock)
    return play


def shown_clock(play: TablePlay) -> Any:
    return play.controller.view(Role.DEALER, play.clock.now())["clock"]


def time_left(play: TablePlay) -> int:
    left: int = shown_clock(play)["remaining_ms"]
    return left


def set_clock(play: TablePlay, step_ms: int) -> None:
    play.clock.set_wall_time(play.clock.now() + step_ms)


@pytest.mark.parametrize("step_ms", [-HOUR_MS, HOUR_MS, -10 * HOUR_MS, 300], ids=str)
def test_fc_150_nobodys_time_is_longer_or_shorter_for_a_clock_that_was_set(step_ms):
    play = watched(ticking_round())
    play.clock.advance(10_000)
    set_clock(play, step_ms)
    play.controller.note_clock()
    assert time_left(play) == TIME_MS - 10_000
    play.clock.advance(TIME_MS - 10_000 - 1)
    play.submit(c.AdvanceClock, STATION)
    assert play.view["phase"] == "deciding"
    play.clock.advance(1)
    play.submit(c.AdvanceClock, STATION)
    assert play.view["phase"] == "paying"
    assert replayed(play.record, play.registry, "t1") == play.state


def test_the_first_command_after_it_finds_the_clock_put_right():
    """Nobody waited for the keeper: a decision comes in the moment the clock is an hour ahead."""
    play = watched(ticking_round())
    set_clock(play, HOUR_MS)
    play.run("act: 1 bet")
    (clock_set,) = play.events(e.ClockSet)
    assert (clock_set.at - clock_set.from_at, clock_set.at) == (HOUR_MS, play.clock.now())
    assert [event.is_timeout for event in play.events(e.ActTaken)] == [False]


def test_a_clock_that_stands_while_the_table_is_held_stands_on():
    play = watched(ticking_round())
    play.clock.advance(10_000)
    play.run("report: {irregularity: CS-I18}")
    set_clock(play, HOUR_MS)
    play.controller.note_clock()
    assert shown_clock(play) == {"remaining_ms": TIME_MS - 10_000, "running": False}
    play.clock.advance(60_000)
    play.run("rule: void_round")
    assert play.view["phase"] == "void"


def test_it_is_recorded_once_at_an_open_table_and_not_at_a_closed_one():
    play = watched(TablePlay())
    set_clock(play, HOUR_MS)
    play.controller.note_clock()
    play.controller.note_clock()
    assert play.history().count("clock_set") == 1
    play.submit(c.CloseTable)
    set_clock(play, -HOUR_MS)
    play.controller.note_clock()
    assert play.history()[-1] == "table_closed"


def test_a_step_that_could_not_be_recorded_is_recorded_later(monkeypatch):
    play = watched(ticking_round())
    set_clock(play, HOUR_MS)
    with monkeypatch.context() as patched:
        patched.setattr(play.record, "append", _gone)
        with pytest.raises(OSError, match="gone"):
            play.controller.note_clock()
    play.controller.note_clock()
    assert play.history().count("clock_set") == 1
    assert time_left(play) == TIME_MS


def _gone(*_args):
    raise OSError("gone")
