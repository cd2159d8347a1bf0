"""How streams of the record are called: one a table, one a progressive; and the meters' leases."""


def table_stream(table_id: str) -> str:
    """Name a table's stream."""
    return f"table/{table_id}"


def progressive_stream(progressive_id: str) -> str:
    """Name a progressive's stream."""
    return f"progressive/{progressive_id}"


def meter_lease(progressive_id: str) -> str:
    """Name the lease on speaking for a progressive's meter.

    It is not the stream's own: tables of several stations append to one progressive, each under
    its table's epoch, and a lease on the stream would refuse all of them but one.
    """
    return f"meter/{progressive_id}"
