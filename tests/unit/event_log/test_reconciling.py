"""Every progressive recounted from its raw record: agreement, and every difference by its place."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ledger_play import TWO, LedgerPlay, terms
from log_builders import request, to
from old_record import as_old

from dealer_station.event_log.reconciling import reconcile_command
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.changes import Place, Transfer, transfer
from dealer_station.progressive.ledger import AnyEvent

DAY = date(2026, 1, 31)
NOON = int(datetime(2026, 1, 31, 12, tzinfo=UTC).timestamp() * 1000)
NEXT_DAY = NOON + 24 * 3_600_000

Told = Callable[..., tuple[int, str]]


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Write these records and reconcile them; returns the status and what was printed."""

    def reconcile(records: dict[str, Any], day: date = DAY, *, json: bool = False):
        path = str(tmp_path / "log.db")
        registry = station_registry()
        with EventLog(path) as log:
            for name, events in records.items():
                encoded = [registry.encode(event) for event in events]
                log.append(request(f"c-{name}", to(f"progressive/{name}", 0, *encoded)))
        status = reconcile_command(path, day, json=json)
        return status, capsys.readouterr().out

    return reconcile


def played() -> list[AnyEvent]:
    """A day with two wagers and a hit of the whole meter, and a wager on the next day."""
    play = LedgerPlay(at=NOON).open(terms(1000, "1/3")).wagers(1, 1, 2)
    play.hit("t-1-1", 1, 1)
    play.pay("t-1-1-1")
    play.at = NEXT_DAY
    return play.wagers(2, 1).events


def test_a_day_is_told_by_its_causes_and_agrees(told: Told) -> None:
    status, out = told({"p": played()})
    assert status == 0
    assert out.splitlines() == [
        "p: recounted from 6 events",
        "  level main, 2026-01-31 (UTC), hits 1",
        "    opened the day at                      0.00",
        "    opening                               10.00",
        "    contribution                            2/3",
        "    award                                -10.66",
        "    reseed                                10.00",
        "    closed it at                       1501/150",
        "    shows 10.34 now",
        "agrees to the last fraction",
    ]


def test_prg_06_what_lies_beside_the_meter_is_told_with_it(told: Told) -> None:
    filed = terms(1000, "1/2", reserve_rate=Fraction(1, 4), cap_minor=1010)
    play = LedgerPlay(at=NOON).open(filed).wagers(1, 1)
    _, out = told({"p": play.events})
    assert "    shows 10.10 now, above the cap 0.40, reserve 0.25" in out.splitlines()
    _, out = told({"p": play.events}, json=True)
    (level,) = json.loads(out)["progressives"][0]["levels"]
    assert (level["meter"], level["overflow"], level["reserve"]) == ("10.10", "0.40", "0.25")


def test_the_next_day_opens_where_the_one_before_closed(told: Told) -> None:
    status, out = told({"p": played()}, date(2026, 2, 1), json=True)
    (level,) = json.loads(out)["progressives"][0]["levels"]
    assert status == 0
    assert (level["opened"], level["closed"], level["hits"]) == ("1501/150", "10.34", 0)
    assert {name for name, amount in level["moved"].items() if amount != "0.00"} == {"contribution"}


def test_a_record_of_the_first_release_is_recounted_too(told: Told) -> None:
    status, out = told({"p": as_old(played())})
    assert status == 0
    assert "agrees to the last fraction" in out


def test_a_contribution_of_another_amount_is_named_with_its_version(told: Told) -> None:
    events = played()
    place = next(at for at, event in enumerate(events) if isinstance(event, e.WagersCounted))
    counted = events[place]
    assert isinstance(counted, e.WagersCounted)
    events[place] = replace(counted, wagers=counted.wagers[:1])
    status, out = told({"p": events})
    assert status == 1
    assert f"DIFFERS  posting: version {place + 1}, WagersCounted, level main meter" in out
    assert out.splitlines()[-1].startswith("differences: ")


def test_half_a_transfer_is_named(told: Told) -> None:
    one, other = LedgerPlay("p", at=NOON).open(terms(0, "1/3")), LedgerPlay("q").open(terms(0, "0"))
    one.wagers(1, 1)
    moved = transfer(
        "x-1", Place(one.state, "main"), Place(other.state, "main"), TWO, at=NOON, is_in_play=False
    )
    assert isinstance(moved, Transfer)
    one.take(moved.sent)
    status, out = told({"p": one.events, "q": other.events})
    assert status == 1
    assert "transfer: version 3, MeterSent, level main" in out


def test_a_record_without_progressives_says_so(told: Told) -> None:
    assert told({}) == (0, "no progressive in the record\n")


def test_what_is_no_record_is_not_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reconcile_command(str(tmp_path / "none.db"), DAY, json=False) == 2
    assert "not opened" in capsys.readouterr().err
