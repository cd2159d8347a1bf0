"""People on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from people_builders import schema_on_postgresql

from dealer_station.clock import VirtualClock
from dealer_station.people.people import People, open_people
from dealer_station.settings import SignInSettings


@pytest.fixture
def clock() -> VirtualClock:
    """A clock that stands until it is told."""
    return VirtualClock(seed=7)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new, empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'people.db'}"
        return
    with schema_on_postgresql(request.getfixturevalue("postgresql_server_url")) as url:
        yield url


@pytest.fixture
def people(database_url: str, clock: VirtualClock) -> Iterator[People]:
    """People in a new database."""
    opened = open_people(database_url, clock, SignInSettings())
    yield opened
    opened.close()
