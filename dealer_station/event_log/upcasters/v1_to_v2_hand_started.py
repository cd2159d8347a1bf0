"""`hand_started`: a hand says which of a seat's cards lie face up for all."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def without_up_cards(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with none: in version 1 an unread card was due nowhere."""
    return {**body, "up_numbers": []}


UPCASTER: Final = Upcaster("hand_started", 1, without_up_cards)
