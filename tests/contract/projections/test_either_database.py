"""Read models say the same on SQLite and PostgreSQL, and what another station has written."""

from collections.abc import Iterator

import pytest
from log_builders import raw
from recorded_play import (
    FLUSH,
    NOTHING,
    PAIR,
    Recorded,
    bet_and_deal,
    decide,
    recorded_in,
    whole_round,
)

from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.seals import seal
from dealer_station.projections.log.search import Question
from dealer_station.projections.queries import Wanted
from dealer_station.table.roles import Role


@pytest.fixture
def recorded(either_database: str) -> Iterator[Recorded]:
    with recorded_in(either_database) as opened:
        yield opened


@pytest.fixture
def played(recorded: Recorded) -> Recorded:
    play = recorded.play(seats=(1, 2))
    for hands in ({1: PAIR, 2: NOTHING}, {1: FLUSH, 2: NOTHING}):
        whole_round(play, hands, progressive=(1,), folds=(2,))
        recorded.clock.advance(60_000)
    return recorded


def test_rounds_are_listed_and_explained(played: Recorded) -> None:
    listed = played.reads.rounds("t1", None, 20)
    assert [row["number"] for row in listed] == [2, 1]
    assert [row["prize"] for row in listed] == ["50.00", None]
    shown = played.round(2)
    assert {wager["rule"] for wager in shown["wagers"]} == {"CS-11", "CS-20", "CS-07"}
    assert [event["type"] for event in shown["events"]].count("card_drawn") == 15


def test_moments_are_found_by_halves(played: Recorded) -> None:
    queries = played.queries
    rows = queries.window(1, queries.last_position(), Wanted(), 1000)[::-1]
    for row in (rows[0], rows[len(rows) // 2], rows[-1]):
        first = next(r.position for r in rows if r.recorded_at >= row.recorded_at)
        assert queries.position_since(row.recorded_at) == first
    assert queries.position_since(played.clock.now() + 1) == len(rows) + 1


def test_a_search_by_time_words_and_kind(played: Recorded) -> None:
    def found(role: Role = Role.AUDITOR, **asked: object) -> list[str]:
        events = played.reads.search(Question(**asked), role).events  # type: ignore[arg-type] # any
        return [event["type"] for event in events]

    assert found(text="flush fixed") == ["level_hit"]
    assert found(kind="money", text="award") == ["level_award_paid", "award_verified"]
    assert set(found(table="t1", kind="wagers_counted")) == {"wagers_counted"}
    until = played.clock.now() - 90_000
    assert len(found(kind="betting_opened", until=until)) == 1
    assert len(found(kind="betting_opened")) == 2


def test_another_station_reads_what_this_one_writes(played: Recorded, either_database: str) -> None:
    with recorded_in(either_database) as other:
        assert len(other.reads.rounds("t1", None, 20)) == 2
        before = other.reads.meter("p1").meter()
        play = played.play("t2", seats=(1,))
        decide(bet_and_deal(play, {1: PAIR}, progressive=(1,))).run("pay")
        assert other.reads.meter("p1").meter().minor == before.minor + 70
        assert other.reads.meter("p1").movements(None, 1)[0].before == before.minor
        assert [row["number"] for row in other.reads.rounds("t2", None, 20)] == [1]
        assert other.reads.rounds("t1", None, 20) == played.reads.rounds("t1", None, 20)


def test_what_is_not_sealed_is_known(played: Recorded, either_database: str, tmp_path) -> None:
    with raw(either_database) as connection:
        rows = connection.execute("SELECT recorded_at FROM event_log ORDER BY position").fetchall()
    assert played.queries.unsealed_since() == rows[0][0]
    seal(played.log, load_or_create(tmp_path / "keys", "seal"), played.clock.now())
    assert played.queries.unsealed_since() is None
    played.clock.advance(5_000)
    played.play("t3", seats=(1,))
    assert played.queries.unsealed_since() == played.clock.now()
