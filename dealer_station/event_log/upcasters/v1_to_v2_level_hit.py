"""`level_hit`: winners are owed the currency of their table, others envy sums for their hands."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_envy_in_one_currency(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with what version 1 did not know: both currencies were the same, no envy."""
    return {
        **body,
        "awards": [{**owed, "follows": None} for owed in body["awards"]],
        "conversion": "1",
        "prize": {**body["prize"], "is_envy_from_meter": False},
    }


UPCASTER: Final = Upcaster("level_hit", 1, without_envy_in_one_currency)
