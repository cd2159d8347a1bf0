"""The database connection of people: SQLite or PostgreSQL, and bringing the tables up to date.

Knows how each engine is opened for short, safe transactions. A write on SQLite takes the lock at
its beginning (BEGIN IMMEDIATE), so that it waits for the event log's writer and never fails in
the middle; reads take no lock.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, text

from dealer_station.event_log.engines import (
    BUSY_TIMEOUT_MS,
    database_url,
    use_write_ahead_log,
)

VERSION_TABLE: Final = "people_version"
# Recursive triggers: without them INSERT OR REPLACE would pass the one that refuses DELETE.
_PRAGMAS: Final = (
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
)
_READS: Final = "is_reading"
# Any number that no other use of the database takes: stations starting together take turns.
_MIGRATION_LOCK: Final = 4_715_022_001


def open_engine(url: str) -> Engine:
    """Open the database of the event log, by URL or path. Close it with `engine.dispose()`.

    Raises ValueError for a database that cannot keep a record.
    """
    address = database_url(url)
    if address.get_backend_name() != "sqlite":
        return create_engine(address, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(
        address,
        connect_args={"timeout": BUSY_TIMEOUT_MS / 1000, "check_same_thread": False},
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Make a SQLite connection durable and leave transactions to `_begin_sqlite`."""
    connection.isolation_level = None
    use_write_ahead_log(connection)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction: at once with the lock for writing, without one for reading."""
    is_reading = connection.get_execution_options().get(_READS, False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A consistent view of the database that holds nobody up."""
    with engine.connect().execution_options(**{_READS: True}) as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction: committed at the end, rolled back on an exception."""
    with engine.begin() as connection:
        yield connection


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the tables of people to this release's state; nothing happens where they are.

    Another `revision` than the newest is for tests of what an update finds.
    """
    # Imported here: the migration tool is slow to load and needed once, at the start.
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415 - see above

    configuration = Config()
    configuration.set_main_option("script_location", "dealer_station.people:migrations")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, revision)
