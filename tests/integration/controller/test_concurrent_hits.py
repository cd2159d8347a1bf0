"""Two hundred hits of one pool from tables at the same time: one order, and every cent in it.

Twenty tables on threads of their own, a real database and its writer, and a straight flush at each
in every round. A hit is decided on what the hits before it have left, whoever came first.
"""

import threading
from fractions import Fraction
from pathlib import Path

import pytest
from table_play import STRAIGHT_FLUSH, TablePlay

from dealer_station.clock import SystemClock, VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.money import whole_minor
from dealer_station.observability import Metrics
from dealer_station.progressive.ledger import Ledger, evolve
from dealer_station.progressive.ledger_events import LevelAwardPaid, LevelHit
from dealer_station.progressive.recount import recount
from dealer_station.table.events import SeatPaid

pytestmark = pytest.mark.slow

TABLES = 20
HITS_EACH = 10
DEALER = "Ah Kh 9s 6c 4h"


def play_rounds(play: TablePlay, failures: list[BaseException]) -> None:
    try:
        for _ in range(HITS_EACH):
            play.run(
                "open_betting", "wager: 1 ante 10; 1 progressive", "close_betting",
                f"deal: {{1: {STRAIGHT_FLUSH}, dealer: {DEALER}}}", "act: 1 bet", "pay",
            )  # fmt: skip
    except BaseException as error:  # noqa: BLE001 - shown by the test
        failures.append(error)


def test_two_hundred_hits_have_one_order_and_pay_what_the_meter_held(tmp_path: Path) -> None:
    clock, failures = VirtualClock(), list[BaseException]()
    with EventLog(str(tmp_path / "log.db")) as log, GroupWriter(log) as writer:
        record = LogRecord(log, writer, Metrics(), SystemClock())
        tables = [
            TablePlay(record=record, clock=clock, table_id=f"t{number}", contribution="1/3")
            for number in range(TABLES)
        ]
        threads = [threading.Thread(target=play_rounds, args=(one, failures)) for one in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        registry = station_registry()
        events = [registry.decode(row) for row in log.read("progressive/p1")]
        paid = [
            (row.net_minor + row.stake_minor)
            for play in tables
            for event in play.events(SeatPaid)
            for row in event.wagers
            if row.spot == "progressive"
        ]
    assert failures == []
    hits = [event for event in events if isinstance(event, LevelHit)]
    assert [hit.number for hit in hits] == list(range(1, TABLES * HITS_EACH + 1))
    assert len({(hit.table_id, hit.round_number) for hit in hits}) == TABLES * HITS_EACH
    state = Ledger()
    for event in events:
        if isinstance(event, LevelHit):
            (level,) = state.levels
            assert event.meter_before == level.meter
            assert event.amount_minor == whole_minor(Fraction(level.meter_minor, 10))
        state = evolve(state, event)
    assert recount(events).differences == ()
    handed_out = [event.amount_minor for event in events if isinstance(event, LevelAwardPaid)]
    fixed = sum(hit.amount_minor for hit in hits)
    assert sorted(handed_out) == sorted(paid)
    assert sum(handed_out) == fixed
    (level,) = state.levels
    fed = Fraction(100, 3) * TABLES * HITS_EACH
    assert level.meter == 10_000_00 + fed - fixed
