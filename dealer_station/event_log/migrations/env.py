"""Alembic's entry: runs the migrations on the connection that `upgrade` hands over.

There is no alembic.ini. The caller has begun the transaction and commits it.
"""

from alembic import context

from dealer_station.event_log.upgrade import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
