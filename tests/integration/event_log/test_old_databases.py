"""Records of every release are opened by this one: read, checked, written on.

`databases/` holds one a release, as SQL.
"""

import sqlite3
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from log_builders import event, request, to

from dealer_station.event_log.commands import verify_command
from dealer_station.event_log.errors import StaleEpoch
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.keys import public_keys
from dealer_station.event_log.registry import EventRegistry, Upcaster
from dealer_station.event_log.store import EventLog

DATABASES = Path(__file__).parent / "databases"
RELEASES = sorted(path.stem for path in DATABASES.glob("*.sql"))


def restored(sql: str, folder: Path) -> str:
    path = folder / "log.db"
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()
    return str(path)


@pytest.fixture(params=RELEASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return restored((DATABASES / f"{request.param}.sql").read_text(encoding="utf-8"), tmp_path)


@dataclass(frozen=True)
class SeatDealt:
    """Version 2: the place is a number, 0 for the dealer."""

    card: str
    seat: int


@dataclass(frozen=True)
class StakePut:
    amount_minor: int
    seat: int


@dataclass(frozen=True)
class ShareBooked:
    """Version 3."""

    share: Fraction
    is_returned: bool


def seat_numbered(body: dict[str, Any]) -> dict[str, Any]:
    return {"card": body["card"], "seat": int(body["place"].replace("dealer", "0"))}


@pytest.fixture
def registry() -> EventRegistry:
    registry = EventRegistry()
    registry.add(SeatDealt, "seat_dealt", 2)
    registry.add(StakePut, "stake_put")
    registry.add(ShareBooked, "share_booked", 3)
    registry.add_upcaster(Upcaster("seat_dealt", 1, seat_numbered))
    registry.add_upcaster(Upcaster("share_booked", 1, lambda body: {**body, "returned": False}))
    registry.add_upcaster(
        Upcaster(
            "share_booked",
            2,
            lambda body: {"share": body["share"], "is_returned": body["returned"]},
        )
    )
    assert registry.gaps() == []
    return registry


def test_old_events_are_read_as_their_newest_version(
    database: str, registry: EventRegistry
) -> None:
    with EventLog(database) as log:
        assert [registry.decode(row) for row in log.read_all()] == [
            SeatDealt("As", 3),
            SeatDealt("Kd", 0),
            StakePut(500, 3),
            ShareBooked(Fraction(7, 10), is_returned=False),
            SeatDealt("2c", 4),
            ShareBooked(Fraction(-1, 3), is_returned=False),
        ]
        assert log.acknowledged("shoe-1") == (1, 3)
        assert log.lease_epoch("table/t1") == 1
        assert log.alive_at("t1") == 1767225900000


def test_an_old_record_verifies_before_and_after_it_is_written_on(
    database: str, capsys: Any
) -> None:
    keys = public_keys(DATABASES)
    with EventLog(database) as log:
        before = verify(log, keys)
        with pytest.raises(StaleEpoch):
            log.append(request("new", to("table/t1", 4), epoch=2))
        log.append(request("new", to("table/t1", 4, event(name="stake_put"))))
        after = verify(log, keys)

    assert (before.findings, before.rows, before.seals) == ((), 6, 2)
    assert (after.findings, after.rows, after.seals) == ((), 7, 2)
    assert verify_command(database, DATABASES, json=False) == 0
    assert capsys.readouterr().out.endswith("good\n")


def test_a_changed_amount_is_found_out(tmp_path: Path, capsys: Any) -> None:
    put, changed = (b'{"amount_minor":%d,"seat":3}' % amount for amount in (500, 900))
    sql = (DATABASES / "v0001.sql").read_text(encoding="utf-8")
    assert sql.count(put.hex().upper()) == 1
    database = restored(sql.replace(put.hex().upper(), changed.hex().upper()), tmp_path)

    assert verify_command(database, DATABASES, json=False) == 1
    assert "changed_row at position 3 (table/t1 version 3)" in capsys.readouterr().out
