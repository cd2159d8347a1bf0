"""Stands between the screens and one table: stale touches are turned away before they reach it.

A command names the round (and, for rulings and payments, the version) on the screen that the
person touched. Round and version are compared and the command is submitted under one lock, so of
two touches at once the second meets what the first has made of the table. A command that has been
submitted before passes whatever it names: it is the same touch, sent again because the answer was
lost, and gets its first answer.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from dealer_station.api.ports import Outcome, TableController
from dealer_station.api.problems import ProblemError, StaleRound, StaleVersion
from dealer_station.table.commands import Command

_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Picture:
    """What the person saw when he touched; None where the command does not depend on it."""

    round_number: int | None = None
    version: int | None = None


class Gate:
    """The way into one table for commands of people. Thread-safe."""

    def __init__(self, controller: TableController) -> None:
        self._controller = controller
        self._lock = threading.Lock()
        self._submitted: OrderedDict[str, None] = OrderedDict()

    def submit(self, command: Command, picture: Picture) -> Outcome:
        """Submit a command. Raises StaleRound, StaleVersion, or what the controller raises."""
        with self._lock:
            if command.command_id not in self._submitted:
                self._check(picture)
                self._submitted[command.command_id] = None
                if len(self._submitted) > _REMEMBERED:
                    self._submitted.popitem(last=False)
            return self._controller.submit(command)

    def _check(self, picture: Picture) -> None:
        """Compare the picture with the table as it is."""
        state = self._controller.state
        if picture.round_number is not None and picture.round_number != state.round_number:
            facts = {"round": str(state.round_number), "named": str(picture.round_number)}
            raise ProblemError(StaleRound(facts=facts))
        if picture.version is not None and picture.version != state.version:
            facts = {"version": str(state.version), "named": str(picture.version)}
            raise ProblemError(StaleVersion(facts=facts))
