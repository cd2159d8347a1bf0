"""An API whose progressive has a feed of signed meters that runs."""

from collections.abc import Iterator

import pytest
from api_builders import KeptRecord, Station, new_services
from signage_builders import Signed

from dealer_station.clock import SystemClock
from dealer_station.people.people import People


@pytest.fixture
def signed(people: People, kept: KeptRecord) -> Signed:
    clock = SystemClock()
    return Signed(new_services(people, clock, kept), clock)


@pytest.fixture
def station(signed: Signed) -> Iterator[Station]:
    """The application, served, with its meters."""
    station = Station(signed.services)
    with signed.feed.running(), station.running():
        yield station
