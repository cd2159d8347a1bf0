"""`deck_changed`: a new shoe says how many cards are burned."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_burn(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body as version 1 meant it: every table had one deck, and burned nothing."""
    return {**body, "burn_count": 0}


UPCASTER: Final = Upcaster("deck_changed", 1, without_burn)
