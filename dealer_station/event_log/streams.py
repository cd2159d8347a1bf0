"""How streams of the record are called: one a table, one a progressive."""

from typing import Final

_TABLE: Final = "table/"
_PROGRESSIVE: Final = "progressive/"


def table_stream(table_id: str) -> str:
    """Name a table's stream."""
    return f"{_TABLE}{table_id}"


def progressive_stream(progressive_id: str) -> str:
    """Name a progressive's stream."""
    return f"{_PROGRESSIVE}{progressive_id}"


def table_of_stream(stream: str) -> str | None:
    """Return the id of the table whose stream it is; None for any other stream."""
    return stream.removeprefix(_TABLE) if stream.startswith(_TABLE) else None
