"""Stands between the screens and one table: stale touches are turned away before they reach it.

A command names the round (and, for rulings and payments, the version) on the screen that the
person touched; nothing may have been played after that version. The controller compares them under
its own lock, in the same breath as it decides, so of two touches at once the second meets what the
first has made of the table. A command that was decided before, perhaps before the station's last
start, is not compared at all: it is the same touch, sent again because the answer was lost, and
gets its first answer.
"""

from dataclasses import dataclass

from dealer_station.api.ports import Outcome, ServedTable
from dealer_station.api.problems import ProblemError, StaleRound, StaleVersion
from dealer_station.table.commands import Command
from dealer_station.table.state import TableState


@dataclass(frozen=True, slots=True)
class Picture:
    """What the person saw when he touched; None where the command does not depend on it."""

    round_number: int | None = None
    version: int | None = None

    def check(self, state: TableState) -> None:
        """Raise the problem that says what is old in the picture; nothing when it is current."""
        if self.round_number not in {None, state.round_number}:
            facts = {"round": str(state.round_number), "named": str(self.round_number)}
            raise ProblemError(StaleRound(facts=facts))
        # What lies between may be words of devices: they change nothing that a person acts on.
        if self.version is not None and not state.played_version <= self.version <= state.version:
            facts = {"version": str(state.version), "named": str(self.version)}
            raise ProblemError(StaleVersion(facts=facts))


class Gate:
    """The way into one table for commands of people. Thread-safe."""

    def __init__(self, table: ServedTable) -> None:
        self._controller = table.controller

    def submit(self, command: Command, picture: Picture) -> Outcome:
        """Submit a command. Raises StaleRound, StaleVersion, or what the controller raises."""
        return self._controller.submit(command, check=picture.check)
