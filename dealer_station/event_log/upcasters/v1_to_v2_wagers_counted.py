"""`wagers_counted`: a table may play in another currency than its progressive."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def in_one_currency(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with a conversion of 1: in version 1 both currencies were the same."""
    return {**body, "conversion": "1"}


UPCASTER: Final = Upcaster("wagers_counted", 1, in_one_currency)
