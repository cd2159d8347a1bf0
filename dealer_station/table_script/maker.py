"""Makes the commands of a script, with fresh ids at the time of its clock."""

from typing import Any

from dealer_station.clock import Clock
from dealer_station.table import commands as c
from dealer_station.table.draft import TableRules
from dealer_station.table.roles import Actor, Role


class Maker:
    """Makes commands with fresh ids at the clock's time."""

    def __init__(self, clock: Clock, rules: TableRules) -> None:
        self._clock = clock
        self.rules = rules

    def make(self, command: type[c.Command], role: Role, **said: Any) -> c.Command:
        """Return a command of a person or device in this role."""
        return command(
            command_id=self._clock.new_id(),
            issued_at=self._clock.now(),
            actor=Actor(role.value, role),
            **said,
        )
