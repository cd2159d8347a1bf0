"""How an SQLite record is read without leaving a trace: its files are evidence.

SQLite writes even for a reader: it makes `-shm` and `-wal` beside a file that has none, and the
last to close a connection that may write moves what `-wal` holds into the file.

- Both are there: a station has the record open, or was killed. It is opened in place with
  `mode=ro`. The record and its `-wal` stay as they are; SQLite may set up `-shm` anew, which holds
  an index of `-wal` and nothing of the record. It is never removed: a station may be using it.
- Otherwise no station has it open, and a copy in a private folder is read. That needs room for
  the copy in the folder for temporary files, and no right to write beside the record.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dealer_station.event_log.errors import LogUnavailable

_TRIES: Final = 3
_PARTS: Final = ("", "-wal", "-journal")
"""Endings of the files that together are the record."""


def private_copy(database: Path) -> tuple[Path, TemporaryDirectory[str]] | None:
    """A copy and the folder it lies in, to be cleaned up by the caller; None: open it in place.

    Raises LogUnavailable when it cannot be copied.
    """
    try:
        for _ in range(_TRIES):
            if _is_open(database):
                return None
            copied = _copied(database)
            if copied is not None:
                return copied
    except OSError as error:
        raise LogUnavailable(f"{database} cannot be copied to be read: {error}") from error
    raise LogUnavailable(f"{database} changes while it is copied to be read")


def _copied(database: Path) -> tuple[Path, TemporaryDirectory[str]] | None:
    """The copy; None when somebody wrote meanwhile, so that its parts may not fit together."""
    before = _stamps(database)
    folder = TemporaryDirectory(prefix="dealer-station-")
    copy = Path(folder.name) / database.name
    try:
        for part in before:
            shutil.copyfile(f"{database}{part}", f"{copy}{part}")
    except BaseException:
        folder.cleanup()
        raise
    if before == _stamps(database) and not _is_open(database):
        return copy, folder
    folder.cleanup()
    return None


def _is_open(database: Path) -> bool:
    return all(Path(f"{database}{part}").exists() for part in ("-wal", "-shm"))


def _stamps(database: Path) -> dict[str, tuple[int, int, int]]:
    """Of each part that is there what changes when somebody writes to it."""
    stamps = {}
    for part in _PARTS:
        path = Path(f"{database}{part}")
        if path.exists():
            status = path.stat()
            stamps[part] = (status.st_ino, status.st_size, status.st_mtime_ns)
    return stamps
