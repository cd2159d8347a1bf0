"""`betting_opened`: a round says whether its deck was shuffled for it."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def with_shuffle(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body as version 1 meant it: every table had one deck, and burned nothing."""
    return {**body, "is_shuffled": True}


UPCASTER: Final = Upcaster("betting_opened", 1, with_shuffle)
