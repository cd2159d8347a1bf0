"""Processes that play a table with a book into a database: to measure it, and to be killed."""

import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import numpy as np
import psycopg
from book_play import BookPlay

from dealer_station.bettors.batches import NOT_SAID, Batch, BatchKind, decision_batch, wager_batch
from dealer_station.clock import SystemClock, VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics
from dealer_station.table import events as e

BATCH = 10_000
NAMES = {BatchKind.WAGERS: ("ante", "bonus", "jumbo7"), BatchKind.DECISIONS: ("call", "fold")}
Given = TypeVar("Given")


@contextmanager
def book_in(database: str, *, is_open: bool = True, run: int = 0) -> Iterator[BookPlay]:
    """A table with a book that plays into a database; each run has ids of its own."""
    with EventLog(database) as log, GroupWriter(log) as writer:
        record = LogRecord(log, writer, Metrics(), SystemClock())
        yield BookPlay(
            record=record, clock=VirtualClock(seed=run), is_open=is_open, contribution="0.5"
        )


# ------------------------------------------------------------------------------ to be measured


def batches_of(
    kind: BatchKind, bettors: Any, names: Any, amounts: Any, first: int
) -> Iterator[Batch]:
    """Batches of ten thousand entries from whole columns; names are indices into `NAMES`."""
    for start in range(0, len(bettors), BATCH):
        part = slice(start, start + BATCH)
        found = np.unique(names[part])
        yield Batch(
            kind,
            f"batch {first + start // BATCH}",
            tuple(NAMES[kind][n] for n in found),
            bettors[part].copy(),
            np.searchsorted(found, names[part]).astype(np.uint8),
            amounts[part].copy(),
        )


def round_of(count: int) -> tuple[list[Batch], list[Batch]]:
    """A round: all have an ante, a third a Bonus, half a ticket; one in ten is late to decide."""
    rng = np.random.default_rng(7)
    bettors = rng.permutation(count).astype(np.uint64) + np.uint64(10**9)
    bonus, ticket = bettors[::3], bettors[::2]
    entries = np.concatenate((bettors, bonus, ticket))
    names = np.repeat([0, 1, 2], [count, len(bonus), len(ticket)])
    amounts = rng.integers(5, 100, len(entries)) * 100
    wagers = [*batches_of(BatchKind.WAGERS, entries, names, amounts, 0)]
    deciding = rng.permutation(bettors)[: count - count // 10]
    choices = (rng.random(len(deciding)) < 0.18).astype(np.uint8)
    nothing = np.full(len(deciding), NOT_SAID, np.int64)
    return wagers, [*batches_of(BatchKind.DECISIONS, deciding, choices, nothing, len(wagers))]


def timed(times: dict[str, tuple[float, float]], name: str, act: Callable[[], Given]) -> Given:
    """What it gives; wall and CPU seconds are noted under a name."""
    wall, cpu = time.perf_counter(), time.process_time()
    given = act()
    times[name] = (time.perf_counter() - wall, time.process_time() - cpu)
    return given


def peak_bytes() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure_round(database: str, bettors: int, told: Connection) -> None:
    """Play one round of so many bettors, come back from the record; send what was seen."""
    wagers, decisions = round_of(bettors)
    times: dict[str, tuple[float, float]] = {}
    before = peak_bytes()
    with book_in(database) as play:
        play.run("open_betting")
        timed(times, "wagers", lambda: [_sent(play, batch) for batch in wagers])
        assert play.send(wagers[0]).is_repeat
        assert play.answers(wager_batch("bad", [(1, "ante", 1), (2, "ante", 500)])) == [
            "below_min",
            "",
        ]
        timed(times, "wagers closed", lambda: play.run("close_betting"))
        play.run("deal: {player: As Ad, dealer: Td Jc, board: Ah 8c 5d}")
        timed(times, "decisions", lambda: [_sent(play, batch) for batch in decisions])
        timed(times, "decisions closed", play.time_out)
        timed(times, "settled", play.finish)
        digest, totals = play.settlement.digest(), play.book.totals
        (settled,) = play.events(e.BookSettled)
        nets = play.settlement.net_of_bettors()
    with book_in(database, is_open=False) as again:
        timed(times, "recovered", again.restart)
        told.send(
            {
                "times": times,
                "entries": sum(map(len, (*wagers, *decisions))),
                "batches": len(wagers) + len(decisions) + 1,
                "bettors": totals.bettors,
                "auto_folded": totals.auto_folded,
                "sum of nets": sum(nets.tolist()),
                "proof": settled.bettors_minor + settled.house_minor - settled.pool_minor,
                "settled": settled.bettors_minor,
                "is_same": again.settlement.digest() == digest,
                "peak": peak_bytes(),
                "base": before,
            }
        )


def _sent(play: BookPlay, batch: Batch) -> None:
    outcome = play.send(batch)
    assert outcome.refusal is None
    assert not outcome.is_repeat


def measure_rows(database: str, bettors: int, told: Connection) -> None:
    """The peer: a plain table with a row for each entry, and a plain loop that settles it.

    One durable transaction a batch, nothing is judged, hashed, chained or proved.
    """
    wagers, decisions = round_of(bettors)
    insert = "INSERT INTO entry VALUES (?, ?, ?)"
    is_sqlite = not database.startswith("postgresql")
    connection: Any = sqlite3.connect(database) if is_sqlite else psycopg.connect(database)
    if is_sqlite:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE entry (bettor BIGINT, name TEXT, amount BIGINT)")
    connection.commit()
    began = time.process_time(), time.perf_counter()
    stakes: dict[int, dict[str, int]] = {}
    calls: set[int] = set()
    for batch in (*wagers, *decisions):
        names = [batch.names[index] for index in batch.name_index.tolist()]
        rows = [*zip(batch.bettors.tolist(), names, batch.amounts.tolist(), strict=True)]
        connection.cursor().executemany(insert if is_sqlite else insert.replace("?", "%s"), rows)
        connection.commit()
        for bettor, name, amount in rows:
            if batch.kind is BatchKind.WAGERS:
                stakes.setdefault(bettor, {})[name] = amount
            elif name == "call":
                calls.add(bettor)
    nets = {
        bettor: (
            3 * lying["ante"] + 7 * lying.get("bonus", 0) - lying.get("jumbo7", 0)
            if bettor in calls
            else -sum(lying.values())
        )
        for bettor, lying in stakes.items()
    }
    total = sum(nets.values())
    cpu, wall = time.process_time() - began[0], time.perf_counter() - began[1]
    connection.close()
    told.send({"cpu": cpu, "wall": wall, "sum of nets": total, "peak": peak_bytes()})


# -------------------------------------------------------------------------------- to be killed


def entries_of(run: int, number: int) -> list[tuple[int, str, int]]:
    """The wagers of a batch: three bettors of its own, one of them with a bad entry."""
    first = run * 1_000_000 + number * 10
    return [
        (first, "ante", 500),
        (first, "bonus", 100),
        (first + 1, "ante", 1),
        (first + 2, "ante", 700),
    ]


def bet_until_killed(database: str, run: int, acknowledge: Connection) -> None:
    """Come back from the record and send batches for ever; tell of each that was taken.

    Every fifth batch is sent twice; every thirtieth is followed by the rest of a round.
    """
    with book_in(database, is_open=False, run=run) as play:
        play.restart()
        if not play.state.table_id:
            play.open_table()
        number = 0
        while True:
            go_to_betting(play, run, number)
            number += 1
            batch = wager_batch(f"{run}-{number}", entries_of(run, number))
            outcome = play.send(batch)
            assert outcome.refusal is None, outcome.refusal
            acknowledge.send_bytes(batch.batch_id.encode())
            if number % 5 == 0:
                assert play.send(batch).is_repeat
            if number % 30 == 0:
                play.run("close_betting")


def go_to_betting(play: BookPlay, run: int, number: int) -> None:
    """Finish whatever round is open, unless it takes wagers, and open the next."""
    cards = ["As", "Ad", "Td", "Jc", "Ah", "8c", "5d", "2c", "2h"]
    while play.state.phase != "betting":
        kind = play.next["kind"]
        if kind == "card":
            play.run(f"shoe: {cards[len(play.round.draws)]}")
        elif kind == "act":
            first = int(play.book.rows().bettors[0])
            play.send(decision_batch(f"{run}-{number}-d", [(first, "call", None)]))
            play.time_out()
        elif kind == "pay":
            play.finish_payment()
        else:
            play.run("open_betting")
