"""What the logic of a line asks its runner to do, as data.

The logic is pure: bytes, pauses, wishes, commands and the time go in, steps come out. The runner
carries them out **in order**. A `Store` that fails ends the driver, so an acknowledgement that
stands after it leaves only when the event is on the disk. After a `Write` that fails (the line
broke) later writes are left out and all else is still done: what the logic believes stored is
stored.

A line has one or more devices. A step of one of them goes into an `At`; bytes and the line's end
concern the line.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from dealer_station.messages.bet_acceptor import Lamp, Window
from dealer_station.messages.device import Command, Life, ReplyResult
from dealer_station.messages.envelope import DriverMessage
from dealer_station.messages.meter_display import AnyMeter
from dealer_station.messages.topics import EventKind
from drivers.link.journal import Compose


@dataclass(frozen=True, slots=True)
class Write:
    """Send bytes to the line."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait, with nothing else done meanwhile: between the last writes before a line is closed."""

    duration_ms: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Nothing on the line answers: close it and open it anew after a while."""

    reason: str


@dataclass(frozen=True, slots=True)
class Store:
    """Store an event in the device's journal, with its note if given, and publish it."""

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
class Report:
    """The device says that it has a state: retained on `reported/{name}`.

    `compose` gets the device's session number.
    """

    name: str
    compose: Callable[[int], DriverMessage]


@dataclass(frozen=True, slots=True)
class Answer:
    """A command has ended."""

    command_id: str
    result: ReplyResult
    error: str | None = None


DeviceStep = Store | Remember | Become | Describe | Report | Answer


@dataclass(frozen=True, slots=True)
class At:
    """A step of one device of the line, by its name."""

    device: str
    step: DeviceStep


LineStep = Write | Pause | Drop | At

Step = Write | Drop | DeviceStep
"""A step as the logic of a line with a single device says it: whose it is needs no word."""

Wish = Window | Lamp
"""A desired state of a device."""


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Quality of the line since the driver started; counts only grow."""

    frames_good: int = 0
    frames_bad: int = 0
    frames_repeated: int = 0
    frames_refused: int = 0


class LineLogic(Protocol):
    """The rules of one line's protocol. Times are monotonic milliseconds unless named `…_at`.

    `now_at` is the wall clock (UTC milliseconds), which only stands in messages. Devices are known
    by their names.
    """

    def opened(self, now_ms: int) -> Iterable[LineStep]:
        """Start the conversation on a line that was just opened."""

    def received(self, data: bytes, now_ms: int, now_at: int) -> Iterable[LineStep]:
        """Take bytes that arrived."""

    def paused(self, now_ms: int, now_at: int) -> Iterable[LineStep]:
        """Take note that nothing arrived for the line's pause time."""

    def tick(self, now_ms: int, now_at: int) -> Iterable[LineStep]:
        """Let time-outs, polls and heartbeats happen. Called often."""

    def lost(self, reason: str, now_ms: int, now_at: int) -> Iterable[LineStep]:
        """Take note that the line is gone or could not be opened."""

    def command(self, device: str, command: Command, now_ms: int) -> Iterable[LineStep]:
        """Begin `identify`, `self_test` or `clear_fault`. An Answer comes now or later."""

    def desired(self, device: str, wish: Wish, now_ms: int, now_at: int) -> Iterable[LineStep]:
        """Take a state that the station wants of a device; a former owner's never comes here."""

    def meter(
        self, meter: AnyMeter, *, is_fresh: bool, now_ms: int, now_at: int
    ) -> Iterable[LineStep]:
        """Take a meter whose signature is not checked yet; a retained one is not fresh."""

    def station(self, *, is_there: bool, now_ms: int, now_at: int) -> Iterable[LineStep]:
        """Take note that the table's station is there, by its own sign of life, or is not.

        When it comes, the newest wishes follow once more.
        """

    def refuse_input(
        self, device: str, reason: str | None, now_ms: int, now_at: int
    ) -> Iterable[LineStep]:
        """Stop accepting facts of a device (its journal is full), or accept again with None."""

    def closing(self) -> Iterable[LineStep]:
        """Say good-bye to the devices on a line that will be closed on purpose."""

    def counts(self, device: str) -> LinkCounts:
        """Quality of the line as this device sees it."""
