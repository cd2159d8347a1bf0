"""`level_hit`: an envy sum names the hand that it follows from, and may come out of the meter."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_envy(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with what version 1 did not know: no table of it had envy sums."""
    return {
        **body,
        "awards": [{**owed, "follows": None} for owed in body["awards"]],
        "prize": {**body["prize"], "is_envy_from_meter": False},
    }


UPCASTER: Final = Upcaster("level_hit", 1, without_envy)
