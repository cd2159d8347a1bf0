"""One PostgreSQL server for all contract tests of a worker, started when the first asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgresql_server import new_database, running_postgresql


@pytest.fixture(scope="session")
def postgresql_server_url() -> Iterator[str]:
    """URL of a running server."""
    with running_postgresql() as url:
        yield url


@pytest.fixture
def postgresql_database(postgresql_server_url: str) -> Iterator[str]:
    """URL of a database of the test's own."""
    with new_database(postgresql_server_url) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def either_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A test asking for this runs on both databases."""
    if request.param == "sqlite":
        return str(tmp_path / "log.db")
    url: str = request.getfixturevalue("postgresql_database")
    return url
