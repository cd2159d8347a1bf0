"""Names that the controller needs of the record: its streams, and the meters' leases."""

from dealer_station.event_log.streams import progressive_stream, table_stream

__all__ = ["meter_lease", "progressive_stream", "table_stream"]


def meter_lease(progressive_id: str) -> str:
    """Name the lease on speaking for a progressive's meter.

    It is not the stream's own: tables of several stations append to one progressive, each under
    its table's epoch, and a lease on the stream would refuse all of them but one.
    """
    return f"meter/{progressive_id}"
