"""`table_opened`: a table says how its wagers count for pools in another currency."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_conversions(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with no conversions: up to version 2 every pool was in the table's own."""
    return {**body, "conversions": {}}


UPCASTER: Final = Upcaster("table_opened", 2, without_conversions)
