"""`device_fault_reported`: a fault says of which class it is."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_class(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with what version 1 did not know."""
    return {**body, "fault_class": ""}


UPCASTER: Final = Upcaster("device_fault_reported", 1, without_class)
