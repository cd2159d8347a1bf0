"""`award_voided`: it says who else has signed, where a dispute about the award fell."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def by_a_ruling(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body of an award that a table's ruling took back: version 2 knew no other way."""
    return {**body, "approver_id": ""}


UPCASTER: Final = Upcaster("award_voided", 2, by_a_ruling)
