"""Where rounds begin: found from nothing, followed, and never wrong after a restart."""

import threading
from itertools import pairwise

from recorded_play import NOTHING, PAIR, Recorded, bet_and_deal, decide, whole_round

from dealer_station.projections.rounds.index import RoundPart, TableIndex
from dealer_station.table import commands as c


def index(recorded: Recorded, table_id: str = "t1") -> TableIndex:
    return TableIndex(table_id, recorded.queries, recorded.registry)


def names(recorded: Recorded, part: RoundPart) -> list[str]:
    rows = recorded.queries.part("table/t1", part.first_version, part.last_version)
    return [row.name for row in rows]


def test_a_table_that_was_never_opened_has_no_round(recorded: Recorded) -> None:
    found = index(recorded, "nobody")
    assert found.newest() == 0
    assert found.part(1) is None
    assert found.parts(5, 10) == []
    assert found.number_at(1) == 0


def test_each_round_runs_from_its_opening_to_the_next(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    for _ in range(3):
        whole_round(play, {1: PAIR, 2: NOTHING})
    found = index(recorded)
    parts = found.parts(4, 10)
    assert [part.number for part in parts] == [1, 2, 3]
    for part, following in pairwise(parts):
        assert part.last_version + 1 == following.first_version
    for part in parts:
        assert names(recorded, part)[0] == "betting_opened"
        assert names(recorded, part).count("betting_opened") == 1
        assert names(recorded, part)[-1] == "round_settled"
        assert found.part(part.number) == part
    assert found.part(4) is None


def test_what_came_before_the_first_round_is_number_zero(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    found = index(recorded)
    assert found.part(0) == RoundPart(0, 1, play.state.version, 0)
    play.run("open_betting")
    part = found.part(0)
    assert part is not None
    assert names(recorded, part) == ["table_opened"]


def test_a_round_knows_the_opening_that_it_is_played_under(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: PAIR})
    play.submit(c.CloseTable)
    play.open_table()
    reopened = play.state.version
    whole_round(play, {1: NOTHING})
    found = index(recorded)
    first, second = found.parts(3, 5)
    assert (first.opening, second.opening) == (1, reopened)
    assert names(recorded, first)[-2:] == ["table_closed", "table_opened"]


def test_it_follows_a_round_that_goes_on_and_a_new_one(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    found = index(recorded)
    bet_and_deal(play, {1: PAIR})
    part = found.part(1)
    assert part is not None
    assert part.last_version == play.state.version
    decide(play).run("pay", "open_betting")
    ended = found.part(1)
    assert ended is not None
    assert ended.last_version == play.state.version - 1
    assert found.newest() == 2


def test_every_version_belongs_to_its_round(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: PAIR})
    whole_round(play, {1: NOTHING})
    found = index(recorded)
    by_version = [found.number_at(version) for version in range(1, play.state.version + 1)]
    assert by_version == sorted(by_version)
    for part in found.parts(3, 5):
        assert by_version[part.first_version - 1 : part.last_version] == [part.number] * (
            part.last_version - part.first_version + 1
        )


def test_one_that_is_made_later_says_the_same(recorded: Recorded) -> None:
    """A restart: nothing is kept but the record."""
    followed = index(recorded)
    play = recorded.play(seats=(1,))
    for _ in range(4):
        whole_round(play, {1: PAIR})
        followed.catch_up()
    assert followed.parts(5, 9) == index(recorded).parts(5, 9)


def test_only_the_newest_rounds_below_a_number_are_given(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    for _ in range(5):
        whole_round(play, {1: PAIR})
    found = index(recorded)
    assert [part.number for part in found.parts(5, 2)] == [3, 4]
    assert [part.number for part in found.parts(1, 2)] == []
    assert [part.number for part in found.parts(10**6, 2)] == [4, 5]


def test_building_stops_where_the_station_stops(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: PAIR})
    is_ending = threading.Event()
    is_ending.set()
    found = index(recorded)
    assert found.catch_up(is_ending) == 0
    assert found.newest() == 1
