"""The API on a real port, on the machine's own clock, with one person of each role."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from api_builders import Station, new_services, record_beside
from people_builders import hire, people_on_sqlite
from signage_builders import Signed

from dealer_station.clock import SystemClock


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station]:
    """A station that serves one table and its progressive."""
    clock = SystemClock()
    with people_on_sqlite(tmp_path, clock) as people, record_beside(people, clock) as kept:
        hire(people)
        station = Station(Signed(new_services(people, clock, kept), clock).services)
        with station.running():
            yield station
