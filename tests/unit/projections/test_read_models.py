"""The bundle: every read model is made once, followed, and built in the background at the start."""

import time

import pytest
from log_capture import captured_log
from recorded_play import NOTHING, PAIR, Recorded, whole_round

from dealer_station.event_log.errors import LogClosed
from dealer_station.projections.log.search import Question
from dealer_station.table.roles import Role


def test_a_station_that_has_just_started_says_the_same(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    for _ in range(3):
        whole_round(play, {1: PAIR, 2: NOTHING}, progressive=(1,))
        assert len(recorded.reads.rounds("t1", None, 20)) == play.state.round_number
    again = recorded.again()
    assert again.rounds("t1", None, 20) == recorded.reads.rounds("t1", None, 20)
    assert again.round("t1", 2, Role.AUDITOR) == recorded.round(2)
    assert again.meter("p1").meter() == recorded.reads.meter("p1").meter()
    asked = Question(limit=200)
    assert again.search(asked, Role.MANAGER) == recorded.reads.search(asked, Role.MANAGER)


def test_rounds_are_listed_below_a_number(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    for _ in range(5):
        whole_round(play, {1: PAIR})
    reads = recorded.reads
    assert [row["number"] for row in reads.rounds("t1", None, 2)] == [5, 4]
    assert [row["number"] for row in reads.rounds("t1", 4, 2)] == [3, 2]
    assert reads.rounds("t1", 1, 2) == []
    assert reads.rounds("nobody", None, 2) == []


def test_each_is_made_once(recorded: Recorded) -> None:
    assert recorded.reads.meter("p1") is recorded.reads.meter("p1")
    assert recorded.reads.moments("t1") is recorded.reads.moments("t1")


def test_they_are_built_in_the_background(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: PAIR}, progressive=(1,))
    again = recorded.again()
    until = time.monotonic() + 10
    with again.building(["t1"], ["p1"]):
        while again.meter("p1")._version == 0 and time.monotonic() < until:
            time.sleep(0.01)
    assert again.meter("p1")._version == recorded.queries.head("progressive/p1")
    assert again._rounds.index("t1")._marks.numbers == [1]


def test_a_record_that_fails_meanwhile_stops_nothing(recorded: Recorded) -> None:
    again = recorded.again()
    recorded.log.close()
    log = captured_log()
    with again.building(["t1"], ["p1"]):
        pass
    assert [line["event"] for line in log.lines()] == ["read_model_not_built"] * 2
    with pytest.raises(LogClosed):
        again.rounds("t1", None, 1)
