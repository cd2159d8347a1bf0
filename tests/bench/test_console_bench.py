"""How long the console waits for a round of a table that has played thousands.

The record is written by `long_record`: real rounds of seven seats, some 70 events each. Printed:
first and median of each answer, from the read models, without HTTP. Asserted: the medians. With
CONSOLE_ROUNDS=20000 it has 1.5 million events; writing them takes a minute.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from long_record import PROGRESSIVE, TABLE, write_rounds

from dealer_station.clock import SystemClock
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.projections.log.search import TIME_MS_MAX, Question
from dealer_station.projections.read_models import ReadModels
from dealer_station.table.roles import Role

ROUNDS = int(os.environ.get("CONSOLE_ROUNDS", "2000"))
ANSWER_MS_MAX = 200.0
TRIES = 20


def timed(name: str, ask: Callable[[], object], tries: int = TRIES) -> float:
    """Return the median of so many answers in ms; print it with the first."""
    took = []
    for _ in range(tries):
        began = time.perf_counter()
        ask()
        took.append((time.perf_counter() - began) * 1000)
    print(f"{name}: first {took[0]:.1f} ms, median {statistics.median(took):.1f} ms")  # noqa: T201 - figures
    return statistics.median(took)


def test_rounds_of_a_long_record_are_answered_at_once(tmp_path: Path) -> None:
    chance = random.Random(3)
    with EventLog(str(tmp_path / "log.db")) as log:
        written = write_rounds(log, ROUNDS)
        print(f"{written.rounds} rounds, {written.positions} events")  # noqa: T201 - figures
        reads = ReadModels(log, station_registry(), SystemClock())
        timed("index is built", lambda: reads.rounds(TABLE, None, 1), 1)
        timed("meter is built", lambda: reads.meter(PROGRESSIVE).meter(), 1)

        def one() -> object:
            return reads.round(TABLE, chance.randint(1, ROUNDS), Role.SUPERVISOR)

        def twenty() -> object:
            return reads.rounds(TABLE, chance.randint(100, ROUNDS), 20)

        def moved() -> object:
            return reads.meter(PROGRESSIVE).movements(chance.randint(100, ROUNDS), 50)

        medians = [
            timed("one round, explained", one),
            timed("twenty rounds, listed", twenty),
            timed("fifty movements", moved),
            timed("fifty newest events", lambda: reads.search(Question(), Role.SUPERVISOR)),
        ]
        words = Question(text="no such words")
        searched = timed("a search in vain", lambda: reads.search(words, Role.SUPERVISOR), 2)
    assert max(medians) < ANSWER_MS_MAX
    assert searched < 3 * TIME_MS_MAX
