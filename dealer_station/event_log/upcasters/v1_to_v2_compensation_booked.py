"""`compensation_booked`: it says the round of the payment."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def of_the_round_it_stands_in(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body of a payment of the round that was open: version 1 knew no other."""
    return {**body, "round_number": None}


UPCASTER: Final = Upcaster("compensation_booked", 1, of_the_round_it_stands_in)
