"""`award_disputed`: it says why the award is owed, and who else has signed."""

from typing import Any, Final

from dealer_station.event_log.registry import Upcaster


def of_a_win(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body of an award that was won; version 1 asked one person alone."""
    return {**body, "kind": "win", "approver_id": ""}


UPCASTER: Final = Upcaster("award_disputed", 1, of_a_win)
