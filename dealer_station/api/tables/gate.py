"""Stands between the screens and one table: stale touches are turned away before they reach it.

A command names the round (and, for rulings and payments, the version) on the screen that the
person touched. Round and version are compared and the command is submitted under one lock, so of
two touches at once the second meets what the first has made of the table. A command that has been
submitted before, or that the record holds (the station may have been restarted since), passes
whatever it names: it is the same touch, sent again because the answer was lost, and gets its
first answer.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, NoReturn

from dealer_station.api.ports import Outcome, ServedTable
from dealer_station.api.problems import ProblemError, StaleRound, StaleVersion
from dealer_station.controller.table_controller import content_digest
from dealer_station.table.commands import Command

_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Picture:
    """What the person saw when he touched; None where the command does not depend on it."""

    round_number: int | None = None
    version: int | None = None


class Gate:
    """The way into one table for commands of people. Thread-safe."""

    def __init__(self, table: ServedTable) -> None:
        self._controller = table.controller
        self._committed = table.committed
        self._lock = threading.Lock()
        self._submitted: OrderedDict[str, None] = OrderedDict()

    def submit(self, command: Command, picture: Picture) -> Outcome:
        """Submit a command. Raises StaleRound, StaleVersion, or what the controller raises."""
        with self._lock:
            if command.command_id not in self._submitted:
                if not self._is_current(picture) and not self._is_in_record(command):
                    self._turn_away(picture)
                self._submitted[command.command_id] = None
                if len(self._submitted) > _REMEMBERED:
                    self._submitted.popitem(last=False)
            return self._controller.submit(command)

    def _is_current(self, picture: Picture) -> bool:
        """Whether the picture is of the table as it is."""
        state = self._controller.state
        return picture.round_number in {None, state.round_number} and picture.version in {
            None,
            state.version,
        }

    def _is_in_record(self, command: Command) -> bool:
        """Whether this very command was committed, perhaps before the station's last start."""
        if self._committed is None:
            return False
        return self._committed(command.command_id, content_digest(command)) is not None

    def _turn_away(self, picture: Picture) -> NoReturn:
        """Raise the problem that says what is old in the picture."""
        state = self._controller.state
        if picture.round_number not in {None, state.round_number}:
            facts = {"round": str(state.round_number), "named": str(picture.round_number)}
            raise ProblemError(StaleRound(facts=facts))
        facts = {"version": str(state.version), "named": str(picture.version)}
        raise ProblemError(StaleVersion(facts=facts))
