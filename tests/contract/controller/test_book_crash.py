"""A process that takes batches is killed in their midst, again and again: nothing is lost, nothing
counts twice.

Every batch that was acknowledged is in the record once, the book folds to what is recorded of it,
and a batch that is sent again after the restart gets its first answers.
"""

import multiprocessing
import random
from collections import Counter
from pathlib import Path

import pytest
from book_play import BookPlay
from book_worker import bet_until_killed, book_in, entries_of
from killed_worker import killed_at_a_random_moment

from dealer_station.bettors.batches import wager_batch
from dealer_station.controller.streams import table_stream
from dealer_station.event_log.books import check_books
from dealer_station.event_log.findings import FindingKind
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.table import events as e

context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(["book_worker"])
REGISTRY = station_registry()
KILLS = 12
LIVES_S = 0.6


def taken_in(log: EventLog) -> list[e.BatchTaken]:
    rows = [row for row in log.read(table_stream("t1")) if row.name == "batch_taken"]
    return [REGISTRY.decode(row) for row in rows]


def check_record(database: str, acknowledged: set[str]) -> None:
    """Each acknowledged batch stands there once, with all its entries; every book folds."""
    with EventLog(database) as log:
        counts = Counter(batch.batch_id for batch in taken_in(log))
        assert set(counts.values()) <= {1}
        assert acknowledged <= counts.keys()
        # The worker seals nothing, and on a slow machine it writes for minutes.
        found = [one for one in verify(log, {}).findings if one.kind is not FindingKind.UNSEALED]
        assert found == []
        assert check_books(log, REGISTRY) == []


def check_again(play: BookPlay, acknowledged: set[str]) -> None:
    """Every batch is known after the restart, with its answers; its bettors have it once."""
    for batch_id in sorted(acknowledged):
        run, number = map(int, batch_id.split("-"))
        before = play.state
        outcome = play.send(wager_batch(batch_id, entries_of(run, number)))
        assert outcome.is_repeat
        assert play.state == before
        codes = play.controller.batch_answers(batch_id)
        assert codes is not None
        assert codes.tolist() == [0, 0, 5, 0]
        if play.book.known(batch_id) is not None:
            row = play.book.row(entries_of(run, number)[0][0])
            assert row is not None
            assert row.stakes[:3, 0].tolist() == [500, 100, 0]


def survive(database: str, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged: set[str] = set()
    for run in range(1, kills + 1):
        acknowledged |= killed_at_a_random_moment(
            context, bet_until_killed, (database, run), chance, LIVES_S
        )
        check_record(database, acknowledged)
    assert len(acknowledged) > kills
    with book_in(database, is_open=False) as play:
        play.restart()
        check_again(play, acknowledged)
        assert play.sums.chain == play.book.chain.hex()
        # A table that was killed while bettors decided comes back with what they had called.
        spots = enumerate(spot.name for spot in play.sums.terms.spots)
        stakes = play.book.rows().stakes
        staked = {name: sum(stakes[number].tolist()) for number, name in spots}
        told = play.sums.staked_minor
        assert {name: minor for name, minor in staked.items() if minor} == told


@pytest.mark.slow
def test_sigkill_among_batches_loses_and_doubles_nothing(tmp_path: Path) -> None:
    survive(str(tmp_path / "book.db"), KILLS, seed=5)


@pytest.mark.slow
def test_sigkill_of_a_client_of_postgresql_loses_and_doubles_nothing(
    postgresql_database: str,
) -> None:
    survive(postgresql_database, 4, seed=6)
