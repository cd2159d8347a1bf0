"""`wager_placed`: a token brings its acceptor's event counter."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_counter(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with what version 1 did not know."""
    return {**body, "device_counter": None}


UPCASTER: Final = Upcaster("wager_placed", 1, without_counter)
