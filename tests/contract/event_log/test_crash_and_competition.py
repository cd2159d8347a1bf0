"""Killed writers lose nothing that was acknowledged; writers in several processes agree."""

import multiprocessing
import random
import time
from collections import Counter
from pathlib import Path

import orjson
import pytest
from killed_worker import killed_at_a_random_moment
from log_builders import raw
from log_worker import THREADS, write_in_competition, write_until_killed

from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.store import EventLog

# Its children are forked from a process that has loaded the code and runs no threads.
context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(["dealer_station.event_log.group_writer", "psycopg"])

KILLS = 100
LIVES_S = 0.06


def check_after_a_kill(database: str, run: int, acknowledged: set[str], after: int) -> int:
    """Nothing acknowledged is missing, no command is there by half; returns the last position."""
    with EventLog(database) as log:
        rows = list(log.read_all(after_position=after))
        written = Counter(row.command_id for row in rows)
        for row in rows:
            body = orjson.loads(row.body)
            assert body["command"] == row.command_id
            assert written[row.command_id] == body["of"], row
        assert acknowledged <= written.keys()
        for thread in range(THREADS):
            numbers = [
                int(one.split("-")[2]) for one in written if one.startswith(f"{run}-{thread}-")
            ]
            assert sorted(numbers) == list(range(1, len(numbers) + 1))
            place = log.acknowledged(f"shoe-{thread}")
            if numbers:
                assert place == (run, max(numbers))
            else:
                assert place is None or place[0] < run
        if run % 10 == 0:
            report = verify(log, {})
            assert report.findings == ()
        return after + len(rows)


def wait_until_alone(database: str) -> None:
    """PostgreSQL may still be committing what the dead client had sent."""
    with raw(database) as connection:
        others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        while connection.execute(others).fetchone()[0] > 1:
            time.sleep(0.005)


def survive(database: str, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    position, acknowledged = 0, 0
    for run in range(1, kills + 1):
        known = killed_at_a_random_moment(
            context, write_until_killed, (database, run), chance, LIVES_S
        )
        if database.startswith("postgresql"):
            wait_until_alone(database)
        acknowledged += len(known)
        position = check_after_a_kill(database, run, known, position)
    assert acknowledged > kills  # they did write
    assert position > acknowledged


@pytest.mark.slow
def test_sigkill_at_a_hundred_random_moments_loses_nothing(tmp_path: Path) -> None:
    survive(str(tmp_path / "log.db"), KILLS, seed=1)


def test_sigkill_of_a_client_of_postgresql_loses_nothing(postgresql_database: str) -> None:
    survive(postgresql_database, 20, seed=2)


def test_processes_share_one_log(either_database: str) -> None:
    """A reader that polls for news meanwhile misses no position."""
    with EventLog(either_database) as log:
        processes = [
            context.Process(target=write_in_competition, args=(either_database, name, 60))
            for name in ("x", "y")
        ]
        for process in processes:
            process.start()
        seen: list[int] = []
        while any(process.is_alive() for process in processes):
            seen += [row.position for row in log.read_all(seen[-1] if seen else 0)]
        for process in processes:
            process.join()
            assert process.exitcode == 0
            process.close()
        seen += [row.position for row in log.read_all(seen[-1] if seen else 0)]

        assert seen == list(range(1, 241))
        assert log.version("table/a") == 120
        assert (log.version("table/x"), log.version("table/y")) == (60, 60)
        assert verify(log, {}).is_good
