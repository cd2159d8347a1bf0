"""`counted_wager_returned`: a wager is returned by the conversion that it was counted with."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def in_one_currency(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with a conversion of 1: in version 1 both currencies were the same."""
    return {**body, "conversion": "1"}


UPCASTER: Final = Upcaster("counted_wager_returned", 1, in_one_currency)
