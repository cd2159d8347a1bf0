"""The count of what waits is put on the tile that it belongs to."""

from book_play import BookPlay
from recorded_play import PAIR, Recorded, bet_and_deal

from dealer_station.projections.floor.table_now import TableNow
from dealer_station.projections.floor.tiles import tile
from dealer_station.table.roles import Role


def test_what_waits_and_what_is_wrong_is_counted_by_whoever_asks(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    for role in (Role.SUPERVISOR, Role.TECHNICIAN, Role.AUDITOR):
        now = TableNow(
            "t1", "Table 1", role, play.state, play.controller.rules, play.seen_by(role),
            recorded.reads.moments("t1").now(play.state),
        )  # fmt: skip
        row = tile(now, needs=3, alerts=2, now=recorded.clock.now())
        assert (row["needs"], row["alerts"], row["name"]) == (3, 2, "Table 1")
        assert row["next"] == play.seen_by(role)["next"]


def test_bettors_of_a_book_are_counted_where_others_have_seats(recorded: Recorded) -> None:
    play = BookPlay(record=recorded.record, clock=recorded.clock)

    def bettors() -> object:
        now = TableNow(
            "t1", "Table 1", Role.SUPERVISOR, play.state, play.controller.rules,
            play.seen_by(Role.SUPERVISOR), recorded.reads.moments("t1").now(play.state),
        )  # fmt: skip
        return tile(now, needs=0, alerts=0, now=recorded.clock.now())["bettors"]

    assert bettors() == 0
    play.bet((1, "ante", 1000), (1, "bonus", 500), (2, "ante", 700))
    assert bettors() == 2
    play.deal().decide((1, "call"), (2, "fold")).finish()
    assert bettors() == 0
