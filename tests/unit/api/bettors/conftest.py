"""A running station with a book, and who looks at it."""

from collections.abc import Iterator

import httpx
import pytest
from api_builders import KeptRecord, sign_in
from book_station import BookStation

from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.table.roles import Role


@pytest.fixture
def book(people: People, clock: VirtualClock, kept: KeptRecord) -> Iterator[BookStation]:
    made = BookStation(people, clock, kept)
    with made.station.running():
        yield made


@pytest.fixture
def screen(book: BookStation) -> Iterator[httpx.Client]:
    with book.station.screen() as client:
        yield client


@pytest.fixture
def platform(screen: httpx.Client) -> httpx.Client:
    sign_in(screen, Role.PLATFORM)
    return screen
