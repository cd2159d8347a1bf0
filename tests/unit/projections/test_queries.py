"""Statements over the record; `tests/contract/projections` asks both databases."""

import pytest
from recorded_play import FLUSH, PAIR, Recorded, whole_round

from dealer_station.event_log.errors import LogClosed
from dealer_station.projections.queries import Wanted


def test_an_empty_record_answers_too(recorded: Recorded) -> None:
    queries = recorded.queries
    assert queries.last_position() == 0
    assert queries.head("table/t1") == 0
    assert queries.part("table/t1", 1, 9) == []
    assert queries.position_since(0) == 1
    assert queries.unsealed_since() is None
    assert queries.newest_named("table/t1", "table_opened", 9) is None


def test_a_small_reading_says_what_the_whole_row_says(recorded: Recorded) -> None:
    play = whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    rows = recorded.queries.part("table/t1", 2, play.state.version)
    bodies = recorded.queries.bodies("table/t1", 2, play.state.version)
    assert [(r.version, r.name, r.schema_version, r.body) for r in rows] == [
        tuple(one) for one in bodies
    ]


def test_the_newest_of_a_name_up_to_a_version(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    for _ in range(2):
        whole_round(play, {1: PAIR})
    names = [row.name for row in recorded.queries.part("table/t1", 1, play.state.version)]
    opened = [v for v, name in enumerate(names, start=1) if name == "betting_opened"]
    for last, expected in ((play.state.version, opened[1]), (opened[1] - 1, opened[0])):
        row = recorded.queries.newest_named("table/t1", "betting_opened", last)
        assert row is not None
        assert row.version == expected


def test_a_window_is_the_newest_of_what_is_wanted(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    last = recorded.queries.last_position()
    everything = recorded.queries.window(1, last, Wanted(), 1000)
    assert [row.position for row in everything] == list(range(last, 0, -1))
    assert recorded.queries.window(1, last, Wanted(), 3) == everything[:3]
    of_meter = recorded.queries.window(1, last, Wanted(("progressive/p1",)), 99)
    assert of_meter == [row for row in everything if row.stream == "progressive/p1"]
    both = Wanted(("table/none",), "progressive/", frozenset({"level_award_paid", "card_drawn"}))
    assert [row.name for row in recorded.queries.window(1, last, both, 99)] == ["level_award_paid"]


def test_a_closed_record_is_said_to_be_closed(recorded: Recorded) -> None:
    recorded.log.close()
    with pytest.raises(LogClosed):
        recorded.queries.last_position()
