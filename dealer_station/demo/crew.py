"""Who plays in the demo, and how a round is reported."""

from dataclasses import dataclass
from typing import Protocol

from dealer_station.demo.staff import Staff


@dataclass(frozen=True, slots=True)
class Crew:
    """The people of the table, signed in."""

    dealer: Staff
    supervisor: Staff
    manager: Staff


@dataclass(slots=True)
class RoundReport:
    """How a round went, for the summary; `trouble` in words."""

    number: int
    trouble: str
    phase: str


class TablePlayer(Protocol):
    """Simulated people who play rounds of one game."""

    def open_table(self) -> None:
        """Take the table into service, if it is not."""

    def play_round(self) -> RoundReport:
        """Play one round to its end."""
