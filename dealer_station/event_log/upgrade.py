"""Brings a database's tables to this release, at opening, with the packaged migrations.

Several stations may open one PostgreSQL database at the same moment: the upgrade runs in one
transaction under the same lock as an append, and whoever comes second finds it done. The rule
for migrations stands in `migrations/__init__.py`.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from dealer_station.event_log.errors import UnknownSchema
from dealer_station.event_log.postgresql_session import WRITE_LOCK

REVISION: Final = "0001"
"""The newest migration: what this release's tables are."""

VERSION_TABLE: Final = "event_log_schema"
"""Where Alembic notes the revision; other parts of the station keep their own."""


def migrations_folder() -> Path:
    """Where the packaged migrations are."""
    return Path(__file__).parent / "migrations"


def current_revision(connection: Connection) -> str | None:
    """The revision of a database; None when the record's tables are not there."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    # The name is a constant of ours.
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    value = found.scalar_one_or_none()
    return None if value is None else str(value)


def check_schema(engine: Engine) -> None:
    """Raise UnknownSchema unless the tables are of this release."""
    with engine.connect() as connection:
        found = current_revision(connection)
    if found != REVISION:
        raise UnknownSchema(
            f"the database's tables are of revision {found}, this release reads {REVISION}"
        )


def upgrade(engine: Engine, revision: str = REVISION) -> None:
    """Make the tables, or bring them to `revision`; nothing happens when they are there.

    Raises UnknownSchema when a newer release has written to the database.
    """
    with engine.connect() as connection:
        if current_revision(connection) == revision:
            return
        is_sqlite = connection.dialect.name == "sqlite"
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_sqlite else "BEGIN")
        try:
            if not is_sqlite:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")
            _run_migrations(connection, revision)
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


def _run_migrations(connection: Connection, revision: str) -> None:
    # Alembic is loaded only where there is something to do: it takes a tenth of a second.
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415 - see above
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - see above

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    config.set_main_option("path_separator", "os")
    found = current_revision(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise UnknownSchema(f"the database's tables are of revision {found}, unknown here")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
