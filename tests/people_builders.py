"""Builds people for tests: on SQLite or PostgreSQL, on a clock that stands still."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

from dealer_station.clock import VirtualClock
from dealer_station.people.people import People, open_people
from dealer_station.settings import SignInSettings
from dealer_station.table.roles import Role

PASSWORD = "seven tall green lamps"  # noqa: S105 - of tests only
STAFF = {
    Role.DEALER: ("D-104", "Dana Wilk"),
    Role.SUPERVISOR: ("S-201", "Sam Okafor"),
    Role.MANAGER: ("M-301", "Maria Lund"),
    Role.TECHNICIAN: ("T-401", "Theo Brandt"),
    Role.AUDITOR: ("A-501", "Ana Costa"),
    Role.PLATFORM: ("P-601", "Bets from elsewhere"),
}

_schema_numbers = itertools.count(1)


def hire(people: People, *roles: Role) -> None:
    """Make the account of each role (all if none is named) with `PASSWORD`."""
    for role in roles or tuple(STAFF):
        person_id, name = STAFF[role]
        people.accounts.create(person_id, name, role, PASSWORD, by="station")


@contextmanager
def people_on_sqlite(
    folder: Path, clock: VirtualClock, settings: SignInSettings | None = None
) -> Iterator[People]:
    """Open people in a new SQLite file."""
    people = open_people(f"sqlite:///{folder / 'people.db'}", clock, settings or SignInSettings())
    try:
        yield people
    finally:
        people.close()


@contextmanager
def schema_on_postgresql(server_url: str) -> Iterator[str]:
    """Make a schema of its own; yields the URL that leads into it, and drops it afterwards."""
    schema = f"people_{next(_schema_numbers)}"
    admin = create_engine(make_url(server_url).set(drivername="postgresql+psycopg"))
    with admin.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    url = make_url(server_url).update_query_dict({"options": f"-csearch_path={schema}"})
    try:
        yield url.render_as_string(hide_password=False)
    finally:
        with admin.begin() as connection:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
        admin.dispose()


def journal_kinds(people: People, person_id: str | None = None) -> list[str]:
    """Return the kinds of the journal's lines, oldest first."""
    return [entry.kind.value for entry in reversed(people.journal.read(person_id))]
