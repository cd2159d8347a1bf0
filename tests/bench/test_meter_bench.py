"""How old a meter is when it is said: from the commit of a contribution to the signed message.

A record on disk with its group writer, two tables on threads of their own that play for one
progressive, and the feed on its thread. Printed: p50 and p99. The bound is a tenth of what is
asked of the whole way to the sign (DSP-03: 1 s).
"""

import statistics
import sys
import threading
import time
from fractions import Fraction
from math import floor
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from table_play import TablePlay

from dealer_station.clock import SystemClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.meter_feed import LEAST_MS, MeterFeed, SpokenProgressive
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.streams import meter_lease, progressive_stream
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.store import EventLog
from dealer_station.messages.meter_display import Meter
from dealer_station.observability import Metrics
from dealer_station.progressive.accounts import Account

ROUNDS = 40
P50_S_MAX = 0.1
TURN = (
    "open_betting", "wager: 1 ante 10; 1 progressive", "close_betting",
    "report: {irregularity: CS-I18}", "rule: void_round",
)  # fmt: skip


class TimedProgressives(Progressives):
    """Notes when each version of the progressive was committed."""

    def __init__(self, *parts):
        super().__init__(*parts)
        self.committed_at: dict[int, float] = {}

    def take(self, progressive_id, events, version):
        self.committed_at[version] = time.perf_counter()
        super().take(progressive_id, events, version)


def two_tables(record, clock) -> tuple[list[TablePlay], TimedProgressives]:
    first = TablePlay(record=record, clock=clock, table_id="t1", meter=0, is_open=False, seats=(1,))
    second = TablePlay(
        record=record, clock=clock, table_id="t2", meter=0, is_open=False, seats=(1,)
    )
    shared = TimedProgressives(record, first.registry)
    for play in (first, second):
        play.progressives = shared
        play.controller = TableController(play.setup, record, play.registry, shared)
        play.open_table()
    return [first, second], shared


def values(log: EventLog, play: TablePlay) -> list[int]:
    """What the meter showed after each version, added up from the postings alone."""
    shown, total = [], Fraction(0)
    for row in log.read(progressive_stream("p1")):
        entry = play.registry.decode(row).entry
        total += sum((p.amount for p in entry if p.account is Account.METER), Fraction(0))
        shown.append(floor(total))
    return shown


def test_a_committed_change_is_said_within_bounds(tmp_path: Path) -> None:
    clock, metrics = SystemClock(), Metrics()
    heard: list[tuple[float, int, Meter]] = []
    with EventLog(str(tmp_path / "log.db")) as log, GroupWriter(log) as writer:
        record = LogRecord(log, writer, metrics, clock)
        plays, shared = two_tables(record, clock)
        epoch = log.take_lease(meter_lease("p1"), owner="bench", taken_at=clock.now())
        feed = MeterFeed(
            record, plays[0].registry, SigningKey.of(Ed25519PrivateKey.generate()),
            [SpokenProgressive("p1", "main", "USD", epoch)], log.lease_epoch,
            {play.setup.facts.id: play.controller for play in plays}, metrics, clock,
        )  # fmt: skip
        (line,) = feed._lines.values()
        feed.subscribe(lambda m: heard.append((time.perf_counter(), line.history.version, m)))
        shared.subscribe(feed.meter_moved)
        with feed.running():
            play_at_once(plays)
            time.sleep(2 * LEAST_MS / 1000)
        shown = values(log, plays[0])
    for _, version, meter in heard:
        assert meter.levels[0].amount_minor == shown[version - 1]
    report(heard, shared.committed_at)


def play_at_once(plays: list[TablePlay]) -> None:
    """Let both tables play, each at its own pace."""
    failures: list[BaseException] = []

    def rounds(play: TablePlay, pause_s: float) -> None:
        try:
            for _ in range(ROUNDS):
                play.run(*TURN)
                time.sleep(pause_s)
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    threads = [
        threading.Thread(target=rounds, args=(play, pause))
        for play, pause in zip(plays, (0.13, 0.17), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def report(heard: list[tuple[float, int, Meter]], committed_at: dict[int, float]) -> None:
    """Print how long each version took until it, or a newer one, was said."""
    ages, alone = [], []
    for version, at in committed_at.items():
        said = next((when for when, told, _ in heard if told >= version), None)
        assert said is not None, f"version {version} was never said"
        ages.append(max(0.0, said - at))
        before = max((when for when, told, _ in heard if told < version), default=0.0)
        if at - before > LEAST_MS / 1000:
            alone.append(ages[-1])
    sys.stdout.write(f"\n{len(ages)} changes in {len(heard)} meters, from commit to meter\n")
    for name, taken in (("all", ages), ("after a pause", alone)):
        p50, p99 = statistics.median(taken), statistics.quantiles(taken, n=100)[98]
        sys.stdout.write(f"  {name:<14} p50 {p50 * 1000:5.1f} ms   p99 {p99 * 1000:5.1f} ms\n")
    assert statistics.median(ages) < P50_S_MAX
