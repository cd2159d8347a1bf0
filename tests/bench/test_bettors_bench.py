"""A million bettors on one hand: taken in, decided, settled and read back from their bytes.

Prints CPU time, rates and the memory that the book needs. Asserted are ratios only, against the
oracle in plain Python on a smaller sample of the same round, and that everything adds up.
"""

import time
import tracemalloc
from itertools import chain

import bench_runs
import numpy as np
from bettors_builders import SHARED_HAND
from bettors_oracle import OracleBook, oracle_shares

from dealer_station.bettors import settlement as s
from dealer_station.bettors.batches import NOT_SAID, Batch, BatchKind
from dealer_station.bettors.book import BettorsBook, open_book
from dealer_station.bettors.encoding import (
    decode_recorded,
    encode_recorded,
)
from dealer_station.bettors.shares import shares_of_pool

BETTORS = 1_000_000
SAMPLE = 20_000
BATCH = 10_000
POOL_MINOR = 123_456_789_01
PAYS: s.HandPays = {
    "ante": {"call": s.wins(2), "fold": s.LOSES},
    "call": {"call": s.wins(1)},
    "bonus": {"call": s.wins(7), "fold": s.LOSES},
}
NAMES = {BatchKind.WAGERS: ("ante", "bonus", "jumbo7"), BatchKind.DECISIONS: ("call", "fold")}


def batches_of(kind, bettors, names, amounts):
    """Batches of ten thousand entries from whole columns; names are indices into `NAMES`."""
    for start in range(0, len(bettors), BATCH):
        part = slice(start, start + BATCH)
        index, used = names[part], NAMES[kind]
        found = np.unique(index)
        yield Batch(
            kind,
            f"{kind.name} {start}",
            tuple(used[n] for n in found),
            bettors[part].copy(),
            np.searchsorted(found, index).astype(np.uint8),
            amounts[part].copy(),
        )


def round_of(count):
    """A round: all have an ante, a third a Bonus, half a ticket; one in ten is late to decide."""
    rng = np.random.default_rng(7)
    bettors = rng.permutation(count).astype(np.uint64) + np.uint64(10**9)
    ante = rng.integers(5, 500, count) * 100
    bonus, ticket = bettors[::3], bettors[::2]
    side = np.concatenate((bonus, ticket))
    side_names = np.repeat([1, 2], [len(bonus), len(ticket)])
    side_amounts = np.concatenate(
        (rng.integers(1, 100, len(bonus)) * 100, rng.integers(1, 50, len(ticket)) * 100)
    )
    mixed = rng.permutation(len(side))
    deciding = rng.permutation(bettors)[: count - count // 10]
    wagers = [
        *batches_of(BatchKind.WAGERS, bettors, np.zeros(count, np.uint8), ante),
        *batches_of(BatchKind.WAGERS, side[mixed], side_names[mixed], side_amounts[mixed]),
    ]
    wagers = [renamed(batch, n) for n, batch in enumerate(wagers)]
    choices = (rng.random(len(deciding)) < 0.18).astype(np.uint8)
    nothing = np.full(len(deciding), NOT_SAID, np.int64)
    return wagers, [*batches_of(BatchKind.DECISIONS, deciding, choices, nothing)]


def renamed(batch, number):
    columns = (batch.bettors, batch.name_index, batch.amounts)
    return Batch(batch.kind, f"wagers {number}", batch.names, *columns)


def taken(wagers, decisions):
    """The closed book of a round, and how many entries were refused."""
    book, refused = open_book(SHARED_HAND), 0
    for batch in wagers:
        book, answers = book.with_wagers(batch)
        refused += answers.refused
    book = book.close_wagers()
    for batch in decisions:
        book, answers = book.with_decisions(batch)
        refused += answers.refused
    return book.close_decisions(), refused


def entries_of(batch):
    return zip(
        batch.bettors.tolist(),
        (batch.names[n] for n in batch.name_index.tolist()),
        batch.amounts.tolist(),
        strict=True,
    )


def cpu_of(what, *arguments):
    """What it gives, and the CPU seconds that it took."""
    began = time.process_time()
    given = what(*arguments)
    return given, time.process_time() - began


def least_cpu_of(what, *arguments):
    """The same, the least of five times: a few milliseconds may meet a collection of garbage."""
    runs = [cpu_of(what, *arguments) for _ in range(5)]
    return runs[0][0], min(seconds for _, seconds in runs)


def rate(count, seconds):
    return f"{seconds:7.3f} s of CPU, {count / max(seconds, 1e-9) / 1e6:6.2f} M a second"


def recovered(record, wagers):
    book = open_book(SHARED_HAND)
    for number, content in enumerate(record):
        book = book.close_wagers() if number == wagers else book
        book = book.with_recorded(decode_recorded(content))
    return book.close_decisions()


def test_a_million_bettors_in_batches_settled_and_recovered():
    (wagers, decisions), _ = cpu_of(round_of, BETTORS)
    entries = sum(map(len, chain(wagers, decisions)))
    (book, refused), intake = cpu_of(taken, wagers, decisions)
    result, settling = cpu_of(s.settle, book, PAYS, s.PoolHit("jumbo7", POOL_MINOR))
    batches = [*wagers, *decisions]
    record, writing = cpu_of(
        lambda: [encode_recorded(one, book.known(one.batch_id).answers.codes) for one in batches]
    )
    again, reading = cpu_of(recovered, record, len(wagers))
    digest, digesting = cpu_of(book.digest)
    size = sum(map(len, record))
    print(f"\n{BETTORS} bettors, {entries} entries in {len(batches)} batches, {refused} refused")  # noqa: T201 - a report
    print(f"  taken in   {rate(entries, intake)} entries")  # noqa: T201 - a report
    print(f"  settled    {rate(int((result.rows.stakes > 0).sum()), settling)} stakes")  # noqa: T201 - a report
    print(f"  written    {rate(entries, writing)}; {size / 1e6:.1f} MB in all")  # noqa: T201 - a report
    print(f"  recovered  {rate(entries, reading)} entries")  # noqa: T201 - a report
    print(f"  digest     {digesting:7.3f} s of CPU")  # noqa: T201 - a report
    assert refused == 0
    assert book.totals.bettors == BETTORS
    assert book.totals.auto_folded == BETTORS // 10
    assert again.digest() == digest
    assert (again.chain, again.totals) == (book.chain, book.totals)
    nets = sum(result.net_of_bettors().tolist())
    assert nets + result.house_minor - POOL_MINOR == 0
    holders = np.flatnonzero(result.rows.stakes[3])
    assert sum((result.nets[3] + result.rows.stakes[3])[holders].tolist()) == POOL_MINOR


def test_memory_of_the_book_and_of_its_settlement():
    bettors = bench_runs.times(BETTORS, BETTORS // 4)
    wagers, decisions = round_of(bettors)
    tracemalloc.start()
    try:
        book, _ = taken(wagers, decisions)
        kept, peak = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        s.settle(book, PAYS, s.PoolHit("jumbo7", POOL_MINOR))
        settling = tracemalloc.get_traced_memory()[1] - kept
    finally:
        tracemalloc.stop()
    print(f"\nmemory for {bettors} bettors: {kept / 1e6:.0f} MB for the book,")  # noqa: T201 - a report
    print(f"  at most {peak / 1e6:.0f} MB while it fills, {settling / 1e6:.0f} MB more to settle")  # noqa: T201 - a report
    # One dict of stakes for a bettor would be more than that.
    assert kept < 120 * bettors
    assert peak < 500 * bettors


def oracle_round(wagers, decisions):
    oracle = OracleBook(SHARED_HAND)
    for batch in wagers:
        for bettor, spot, amount in entries_of(batch):
            oracle.wager(bettor, spot, amount)
    for batch in decisions:
        for bettor, action, _ in entries_of(batch):
            oracle.decide(bettor, action, None)
    oracle.close()
    return oracle


class PlainBook:
    """The least that plain Python can do: two dicts, no question asked, odds as whole numbers."""

    def __init__(self, book: BettorsBook):
        rows = book.rows()
        self.stakes = [line.tolist() for line in rows.stakes[:3]]
        self.calls = (rows.decisions == 1).tolist()

    def nets(self):
        ante, call, bonus = self.stakes
        return [
            2 * a + c + 7 * b if called else -a - b
            for a, c, b, called in zip(ante, call, bonus, self.calls, strict=True)
        ]


def test_against_plain_python():
    wagers, decisions = round_of(SAMPLE)
    runs = bench_runs.times(7, 3)
    times = {"book": [], "oracle": [], "settle": [], "plain loop": [], "oracle settles": []}
    pays = {**PAYS, "jumbo7": {"call": s.LOSES, "fold": s.LOSES}}
    for _ in range(runs):
        (book, _), taken_in = cpu_of(taken, wagers, decisions)
        oracle, told = cpu_of(oracle_round, wagers, decisions)
        result, settled = cpu_of(s.settle, book, pays)
        plain, looped = cpu_of(PlainBook(book).nets)
        slow, fractions = cpu_of(oracle.settled, pays)
        assert result.nets[:3].sum(axis=0).tolist() == plain
        assert int(result.nets.sum()) == sum(net for nets in slow.values() for net in nets.values())
        for name, seconds in zip(times, (taken_in, told, settled, looped, fractions), strict=True):
            times[name].append(seconds)
    least = {name: min(taken) for name, taken in times.items()}
    intake = least["oracle"] / least["book"]
    settling = least["oracle settles"] / least["settle"]
    print(f"\n{SAMPLE} bettors: intake x{intake:.1f} against dicts, settlement x{settling:.1f}")  # noqa: T201 - a report
    print(f"  against a bare loop that proves nothing x{least['plain loop'] / least['settle']:.2f}")  # noqa: T201 - a report
    assert intake >= 1.5
    assert settling >= 5


def test_shares_of_a_million_tickets_against_fractions():
    rng = np.random.default_rng(3)
    tickets = rng.integers(100, 1_000_000, BETTORS)
    orders = rng.permutation(BETTORS) + 1
    shares, ours = cpu_of(shares_of_pool, POOL_MINOR, tickets, orders)
    assert sum(shares.tolist()) == POOL_MINOR
    print(f"\nshares of {BETTORS} tickets: {rate(BETTORS, ours)}")  # noqa: T201 - a report
    for name, pool in (("within 64 bits", POOL_MINOR), ("beyond 64 bits", 2**61 + 7)):
        few = {n: (int(tickets[n]), int(orders[n])) for n in range(SAMPLE)}
        due, slow = least_cpu_of(oracle_shares, pool, few)
        got, quick = least_cpu_of(shares_of_pool, pool, tickets[:SAMPLE], orders[:SAMPLE])
        assert got.tolist() == [due[n] for n in range(SAMPLE)]
        ratio = slow / max(quick, 1e-9)
        print(f"  {SAMPLE} tickets, {name}: x{ratio:.1f} against fractions")  # noqa: T201 - a report
        assert ratio >= 5
