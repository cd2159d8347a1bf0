"""Opens the two databases that can hold the record, each set to keep what it has committed.

SQLite: write-ahead log with `synchronous=FULL` (NORMAL can lose the last commits when power
fails), five seconds of patience for another process's lock. PostgreSQL: psycopg 3, which is an
extra (`pip install "dealer-station[pg]"`), and `synchronous_commit` on, whatever the server says.
Whoever only reads changes neither database; what that takes with SQLite stands in `private_copy`.
"""

import sqlite3
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from dealer_station.event_log.errors import LogUnavailable
from dealer_station.event_log.private_copy import private_copy

BUSY_TIMEOUT_MS: Final = 5000
"""How long SQLite waits for a lock of another process."""

_RETRY_S: Final = 0.05


def database_url(database: str) -> URL:
    """The URL of a database given as URL or as path of an SQLite file.

    Raises ValueError for a database that cannot keep a record.
    """
    if "://" not in database:
        return URL.create("sqlite", database=str(Path(database).absolute()))
    try:
        url = make_url(database)
    except ArgumentError:
        raise ValueError("not the URL of a database: scheme://user:password@host/name") from None
    backend = url.get_backend_name()
    if backend == "sqlite":
        if url.database in {None, "", ":memory:"} or "mode=memory" in str(url):
            raise ValueError("the record needs an SQLite file: memory is lost with the process")
        return url
    if backend == "postgresql" and url.get_driver_name() in {"", "psycopg"}:
        return url.set(drivername="postgresql+psycopg")
    raise ValueError(f"the record is kept in sqlite or postgresql (psycopg), not {backend}")


def open_engine(database: str, *, read_only: bool) -> Engine:
    """An engine in autocommit: whoever writes says BEGIN and COMMIT itself.

    Raises LogUnavailable when the driver or, read-only, the file is missing, or cannot be copied.
    """
    url = database_url(database)
    if url.get_backend_name() == "postgresql":
        return _open_postgresql(url, read_only=read_only)
    if read_only:
        return _open_sqlite_readonly(url)
    engine = create_engine(url, isolation_level="AUTOCOMMIT", hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _open_sqlite_readonly(url: URL) -> Engine:
    """In place where a station may be at work, else on a copy that goes with the engine."""
    path = Path(url.database or "")
    if not path.is_file():
        raise LogUnavailable(f"there is no database {url.database}")
    path = path.resolve()  # SQLite, too, keeps its other files beside the file behind a link
    copied = private_copy(path)
    if copied is None:
        url = url.set(database=f"file:{quote(str(path))}")
        url = url.update_query_dict({"mode": "ro", "uri": "true"})
    else:
        url = url.set(database=str(copied[0]))
    engine = create_engine(url, isolation_level="AUTOCOMMIT", hide_parameters=True)
    event.listen(engine, "connect", _prepare_readonly)
    if copied is not None:
        folder = copied[1]
        event.listen(engine, "engine_disposed", lambda _engine: folder.cleanup())
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    use_write_ahead_log(connection)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    # Without this INSERT OR REPLACE would remove a row past the triggers that refuse DELETE.
    connection.execute("PRAGMA recursive_triggers=ON")


def use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Set the file's journal mode, which a file keeps, waiting for others that do the same.

    Of two connections that change it in the same moment SQLite refuses one at once, whatever its
    busy time-out is. Raises LogUnavailable where the file system allows no write-ahead log, and
    sqlite3.OperationalError when the others do not end within the busy time-out.
    """
    patient_until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            break
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() >= patient_until:
                raise
        time.sleep(_RETRY_S)
    if mode != "wal":
        raise LogUnavailable(f"the file system allows no write-ahead log (journal mode {mode})")


def _prepare_readonly(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA query_only=ON")


def _open_postgresql(url: URL, *, read_only: bool) -> Engine:
    try:
        engine = create_engine(
            url, isolation_level="AUTOCOMMIT", pool_pre_ping=True, hide_parameters=True
        )
    except ModuleNotFoundError as error:
        raise LogUnavailable(
            "a PostgreSQL database needs psycopg: install dealer-station[pg]"
        ) from error
    event.listen(engine, "connect", _prepare_pg_readonly if read_only else _prepare_postgresql)
    return engine


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    # `local` and `off` come back before the commit is where the server's owner wants it; every
    # other setting (on, remote_write, remote_apply) is his choice and stays.
    connection.autocommit = True
    (setting,) = connection.execute("SHOW synchronous_commit").fetchone()
    if setting in {"off", "local"}:
        connection.execute("SET synchronous_commit TO on")


def _prepare_pg_readonly(connection: Any, _record: Any) -> None:
    connection.autocommit = True
    connection.execute("SET default_transaction_read_only TO on")
