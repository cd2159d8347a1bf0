"""An API over a real table, with one person of each role."""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import structlog
from api_builders import (
    KeptRecord,
    Station,
    must,
    new_clock,
    new_services,
    record_beside,
    send,
    shown,
    sign_in,
)
from people_builders import hire, people_on_sqlite

from dealer_station.clock import VirtualClock
from dealer_station.observability import configure_logging
from dealer_station.people.people import People
from dealer_station.table.roles import Role


@pytest.fixture(autouse=True)
def logging_configured() -> Iterator[None]:
    """The operational log as a station writes it."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    configure_logging("info")
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def clock() -> VirtualClock:
    """A clock that stands until it is told."""
    return new_clock()


@pytest.fixture(scope="session")
def staffed_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one person of each role, made once: hashing passwords is slow.

    The record's tables are in it too.
    """
    folder = tmp_path_factory.mktemp("staff")
    clock = VirtualClock(start_at=new_clock().now(), seed=1)
    with people_on_sqlite(folder, clock) as opened, record_beside(opened, clock):
        hire(opened)
    return folder / "people.db"


@pytest.fixture
def people(tmp_path: Path, staffed_database: Path, clock: VirtualClock) -> Iterator[People]:
    """One person of each role."""
    shutil.copy(staffed_database, tmp_path / "people.db")
    with people_on_sqlite(tmp_path, clock) as opened:
        yield opened


@pytest.fixture
def kept(people: People, clock: VirtualClock) -> Iterator[KeptRecord]:
    """The record, beside the people."""
    with record_beside(people, clock) as opened:
        yield opened


@pytest.fixture
def station(people: People, clock: VirtualClock, kept: KeptRecord) -> Station:
    """The application."""
    return Station(new_services(people, clock, kept))


@pytest.fixture
def client(station: Station) -> Iterator[httpx.Client]:
    """A screen where nobody is signed in; the application runs on a free port."""
    with station.running(), station.screen() as screen:
        yield screen


@pytest.fixture
def dealer(client: httpx.Client) -> httpx.Client:
    """The dealer's screen."""
    sign_in(client, Role.DEALER)
    return client


@pytest.fixture
def betting(dealer: httpx.Client) -> httpx.Client:
    """The dealer's screen of an open table that takes wagers."""
    must(send(dealer, "open_table"))
    must(send(dealer, "open_betting"))
    return dealer


@pytest.fixture
def held(betting: httpx.Client) -> httpx.Client:
    """The dealer's screen of a table that waits for a supervisor's ruling."""
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    must(send(betting, "report_irregularity", irregularity="CS-I09", seat=1))
    assert shown(betting)["phase"] == "held"
    return betting
