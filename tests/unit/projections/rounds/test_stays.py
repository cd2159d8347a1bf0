"""Who sat where for which hands: followed in the record, and the same after a restart."""

from decimal import Decimal

import pytest
from recorded_play import Recorded
from table_play import SUPERVISOR, TablePlay

from dealer_station.projections.rounds.stays import Stay
from dealer_station.table.pot import commands as pc


def seat(play: TablePlay, *seats: int) -> None:
    for one in seats:
        assert play.submit(pc.TakeSeat, SUPERVISOR, seat=one, stack=Decimal(200)).refusal is None


def hand(play: TablePlay) -> None:
    """All fold to the big blind."""
    play.run("start_hand")
    for card in ("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc"):
        if play.next["kind"] == "card":
            play.run(f"shoe: {card}")
    while play.next["kind"] == "act":
        play.run(f"act: {play.next['seat']} fold")
    assert play.submit(pc.PushPots).refusal is None


@pytest.fixture
def play(recorded: Recorded) -> TablePlay:
    play = recorded.play(rules="texas-holdem/gardens-no-limit", seats=range(1, 9))
    seat(play, 1, 2, 3)
    play.submit(pc.PlaceButton, seat=1)
    hand(play)
    return play


def stays(recorded: Recorded, seat: int) -> list[tuple[int, int | None]]:
    found = recorded.reads.stays("t1", seat)
    assert recorded.again().stays("t1", seat) == found
    return [(stay.first, stay.last) for stay in found]


def test_who_has_never_left_is_there(recorded: Recorded, play: TablePlay) -> None:
    assert recorded.reads.stays("t1", 2) == (
        Stay(2, 1, None, seated_at=recorded.clock.now(), left_at=None),
    )
    assert stays(recorded, 8) == []


def test_who_comes_between_hands_begins_with_the_next_one(
    recorded: Recorded, play: TablePlay
) -> None:
    assert play.submit(pc.LeaveSeat, seat=2).refusal is None
    assert stays(recorded, 2) == [(1, 1)]
    seat(play, 2)
    assert stays(recorded, 2) == [(2, None), (1, 1)]
    hand(play)
    assert stays(recorded, 2) == [(2, None), (1, 1)]


def test_who_leaves_in_a_hand_has_had_it(recorded: Recorded, play: TablePlay) -> None:
    play.run("start_hand")
    assert play.submit(pc.LeaveSeat, seat=3).refusal is None
    assert stays(recorded, 3) == [(1, None)]
    for card in ("2c", "3c", "4c", "5c", "6c", "7c"):
        play.run(f"shoe: {card}")
    while play.next["kind"] == "act":
        play.run(f"act: {play.next['seat']} fold")
    assert play.submit(pc.PushPots).refusal is None
    seat(play, 3)
    assert stays(recorded, 3) == [(3, None), (1, 2)]


def test_a_stay_overlaps_the_hands_that_it_shares() -> None:
    gone, here = Stay(1, 3, 5, 0, 9), Stay(1, 6, None, 10, None)
    assert [gone.overlaps(*hands) for hands in ((1, 2), (1, 3), (5, 9), (6, 9))] == [
        False, True, True, False,
    ]  # fmt: skip
    assert [here.overlaps(*hands) for hands in ((1, 5), (6, 6), (90, 9))] == [False, True, False]
