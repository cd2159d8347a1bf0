"""What the logic of a device asks its runner to do, as data.

The logic is pure: bytes, pauses, commands and the time go in, steps come out. The runner carries
them out **in order**. A `Store` that fails ends the driver, so an acknowledgement that stands
after it leaves only when the event is on the disk. After a `Write` that fails (the line broke)
later writes are left out and all else is still done: what the logic believes stored is stored.
"""

from dataclasses import dataclass
from typing import Protocol

from dealer_station.messages.device import Command, Life, ReplyResult
from dealer_station.messages.topics import EventKind
from drivers.link.journal import Compose


@dataclass(frozen=True, slots=True)
class Write:
    """Send bytes to the device."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Store:
    """Store an event in the journal, with the device's note if given, and publish it."""

    kind: EventKind
    compose: Compose
    note: bytes | None = None


@dataclass(frozen=True, slots=True)
class Remember:
    """Store the device's note alone."""

    note: bytes


@dataclass(frozen=True, slots=True)
class Become:
    """The device's life-cycle word is now this; `faults` are codes of what is wrong and stands."""

    life: Life
    reason: str | None = None
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Describe:
    """The device told its firmware or serial number (None: it does not tell)."""

    firmware: str | None
    serial_number: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A command has ended."""

    command_id: str
    result: ReplyResult
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """The device does not answer: close the line and open it anew after a while."""

    reason: str


Step = Write | Store | Remember | Become | Describe | Answer | Drop


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Quality of the line since the driver started; counts only grow."""

    frames_good: int = 0
    frames_bad: int = 0
    frames_repeated: int = 0
    frames_refused: int = 0


class DeviceLogic(Protocol):
    """The rules of one device's protocol. Times are monotonic milliseconds unless named `…_at`.

    `now_at` is the wall clock (UTC milliseconds), which only stands in events.
    """

    def opened(self, now_ms: int) -> list[Step]:
        """Start the conversation on a line that was just opened."""

    def received(self, data: bytes, now_ms: int, now_at: int) -> list[Step]:
        """Take bytes that arrived."""

    def paused(self, now_ms: int, now_at: int) -> list[Step]:
        """Take note that nothing arrived for the line's pause time."""

    def tick(self, now_ms: int, now_at: int) -> list[Step]:
        """Let time-outs and heartbeats happen. Called often."""

    def lost(self, reason: str, now_ms: int, now_at: int) -> list[Step]:
        """Take note that the line is gone or could not be opened."""

    def command(self, command: Command, now_ms: int) -> list[Step]:
        """Begin `identify`, `self_test` or `clear_fault`. An Answer comes now or later."""

    def refuse_input(self, reason: str | None, now_ms: int, now_at: int) -> list[Step]:
        """Stop accepting facts (the journal is full), or accept again with None."""

    def closing(self) -> list[Step]:
        """Say good-bye to a device on a line that will be closed on purpose."""

    @property
    def counts(self) -> LinkCounts:
        """Quality of the line."""
