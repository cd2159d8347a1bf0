"""`hand_declared_dead`: a dead hand says how much of its bet goes back."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_amount(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with no amount: version 1 left it to whoever folds the hand.

    It said `takes_back` of every such ruling, also where nothing was left to go back.
    """
    return {**body, "back_minor": 0}


UPCASTER: Final = Upcaster("hand_declared_dead", 1, without_amount)
