"""Alembic's entry: runs the changes on the connection that `people.storage.migrate` hands in."""

from alembic import context

from dealer_station.people.storage import VERSION_TABLE
from dealer_station.people.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
