"""Rows find their round: by their place in a table's stream, or by the round that they name."""

from recorded_play import FLUSH, NOTHING, PAIR, Recorded, bet_and_deal, decide, whole_round
from table_play import SHOE

from dealer_station.event_log.streams import progressive_stream, table_stream
from dealer_station.table import commands as c
from dealer_station.table.roles import Role


def test_a_row_is_read_with_the_round_it_belongs_to(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: PAIR})
    whole_round(play, {1: NOTHING})
    reading = recorded.reads.reading(Role.SUPERVISOR)
    numbers = []
    for row in recorded.queries.part(table_stream("t1"), 2, play.state.version):
        sight = reading.read(row).sight
        assert sight is not None
        assert row in sight.played.rows
        numbers.append(sight.played.part.number)
    assert numbers == sorted(numbers)
    assert set(numbers) == {1, 2}


def test_an_event_of_a_progressive_finds_the_round_that_moved_it(recorded: Recorded) -> None:
    whole_round(recorded.play("t2", seats=(1,)), {1: FLUSH}, progressive=(1,))
    reading = recorded.reads.reading(Role.AUDITOR)
    reads = [reading.read(row) for row in recorded.queries.part(progressive_stream("p1"), 1, 9)]
    places = [
        None if read.sight is None else (read.sight.played.table_id, read.sight.played.part.number)
        for read in reads
    ]
    assert places == [None, *[("t2", 1)] * 4]


def test_what_devices_say_belongs_to_no_round(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "ready"}
    play.submit(c.RecordDevice, SHOE, **said)
    (row,) = recorded.queries.part(table_stream("t1"), play.state.version, play.state.version)
    assert recorded.reads.reading(Role.TECHNICIAN).read(row).sight is None


def test_one_answer_is_masked_by_one_knowledge(recorded: Recorded) -> None:
    """A round that goes on while an answer is made is told as it was when it was first met."""
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    reading = recorded.reads.reading(Role.AUDITOR)
    before = reading.sight("t1", 1)
    decide(play).run("pay")
    assert reading.sight("t1", 1) is before
    later = recorded.reads.reading(Role.AUDITOR).sight("t1", 1)
    assert later is not None
    assert not later.played.state.is_round_open


def test_there_is_no_sight_on_a_round_that_is_not_there(recorded: Recorded) -> None:
    recorded.play(seats=(1,))
    assert recorded.reads.reading(Role.AUDITOR).sight("t1", 5) is None
