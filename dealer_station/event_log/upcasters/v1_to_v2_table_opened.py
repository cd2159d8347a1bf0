"""`table_opened`: a table has acceptors at its seats."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_acceptors(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with no acceptors: tables of version 1 had none."""
    return {**body, "acceptors": []}


UPCASTER: Final = Upcaster("table_opened", 1, without_acceptors)
