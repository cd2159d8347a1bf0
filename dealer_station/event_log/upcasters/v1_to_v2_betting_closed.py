"""`betting_closed`: a round says which seats are in it."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def with_seats(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with the seats that get cards: in version 1 these were the ones."""
    seats = {int(hand.removeprefix("seat ")) for hand in body["deal_order"] if hand != "dealer"}
    return {**body, "seats": sorted(seats)}


UPCASTER: Final = Upcaster("betting_closed", 1, with_seats)
