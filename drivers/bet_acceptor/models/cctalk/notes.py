"""A seat's memory while the driver runs, shared by the parts of the seat, and its faults.

Knows how a fault becomes a doubt that stays until a person clears it. Does not store anything:
what is to be stored goes out as a step.
"""

from dataclasses import replace
from typing import Any

from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.steps import SHUTTING, FaultCode, Trouble


class SeatNotes:
    """The newest memory of one seat."""

    def __init__(self, memory: SeatMemory) -> None:
        self.memory = memory

    @property
    def is_shutting(self) -> bool:
        """Whether a fault stands for which no token may be taken."""
        return any(code in SHUTTING for code, _ in self.memory.doubts)

    def has(self, code: FaultCode) -> bool:
        """Whether a fault of that code stands."""
        return any(standing == code for standing, _ in self.memory.doubts)

    def change(self, **changes: Any) -> SeatMemory:
        """Change the memory and return it."""
        self.memory = replace(self.memory, **changes)
        return self.memory

    def doubt(self, code: FaultCode, detail: str, lost_count: int | None = None) -> Trouble:
        """Return a fault that stays on the device's word until a person clears it."""
        self.memory = self.memory.doubting(code.value, detail)
        return Trouble(code, detail, lost_count, self.memory)

    def doubt_once(self, code: FaultCode, detail: str) -> list[Trouble]:
        """Return a fault of the device's condition, unless it stands already."""
        if (code.value, detail) in self.memory.doubts:
            return []
        return [self.doubt(code, detail)]
