"""How streams of the record are called: one a table, one a progressive."""


def table_stream(table_id: str) -> str:
    """Name a table's stream."""
    return f"table/{table_id}"


def progressive_stream(progressive_id: str) -> str:
    """Name a progressive's stream."""
    return f"progressive/{progressive_id}"
