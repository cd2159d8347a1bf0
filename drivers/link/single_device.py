"""A line with a single device: its logic says steps without a name, this puts the name to them.

Knows nothing else. Such a device has no desired states, shows no meter, and does not care whether
the station is there: what it tells waits in its journal.
"""

from collections.abc import Iterable
from typing import Protocol

from dealer_station.messages.device import Command
from dealer_station.messages.meter_display import AnyMeter
from drivers.link.steps import At, Drop, LineStep, LinkCounts, Step, Wish, Write


class DeviceLogic(Protocol):
    """The rules of one device's protocol; times and steps as in `drivers.link.steps.LineLogic`."""

    def opened(self, now_ms: int) -> list[Step]:
        """Start the conversation on a line that was just opened."""

    def received(self, data: bytes, now_ms: int, now_at: int) -> list[Step]:
        """Take bytes that arrived."""

    def paused(self, now_ms: int, now_at: int) -> list[Step]:
        """Take note that nothing arrived for the line's pause time."""

    def tick(self, now_ms: int, now_at: int) -> list[Step]:
        """Let time-outs and heartbeats happen."""

    def lost(self, reason: str, now_ms: int, now_at: int) -> list[Step]:
        """Take note that the line is gone or could not be opened."""

    def command(self, command: Command, now_ms: int) -> list[Step]:
        """Begin `identify`, `self_test` or `clear_fault`."""

    def refuse_input(self, reason: str | None, now_ms: int, now_at: int) -> list[Step]:
        """Stop accepting facts, or accept again with None."""

    def closing(self) -> list[Step]:
        """Say good-bye to a device on a line that will be closed on purpose."""

    @property
    def counts(self) -> LinkCounts:
        """Quality of the line."""


class SingleDevice:
    """The logic of a line with one device; a `drivers.link.steps.LineLogic`."""

    def __init__(self, device: str, logic: DeviceLogic) -> None:
        self._device = device
        self._logic = logic

    def opened(self, now_ms: int) -> list[LineStep]:
        """Start the conversation."""
        return self._named(self._logic.opened(now_ms))

    def received(self, data: bytes, now_ms: int, now_at: int) -> list[LineStep]:
        """Take bytes that arrived."""
        return self._named(self._logic.received(data, now_ms, now_at))

    def paused(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note of a pause."""
        return self._named(self._logic.paused(now_ms, now_at))

    def tick(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Let time pass."""
        return self._named(self._logic.tick(now_ms, now_at))

    def lost(self, reason: str, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note that the line is gone."""
        return self._named(self._logic.lost(reason, now_ms, now_at))

    def command(self, device: str, command: Command, now_ms: int) -> list[LineStep]:
        """Begin a command."""
        assert device == self._device, f"{device} is not on this line"
        return self._named(self._logic.command(command, now_ms))

    def desired(self, device: str, wish: Wish, now_ms: int, now_at: int) -> list[LineStep]:
        """Leave a wish alone: there is nothing that this device could be told to be."""
        del device, wish, now_ms, now_at
        return []

    def meter(self, meter: AnyMeter, *, is_fresh: bool, now_ms: int, now_at: int) -> list[LineStep]:
        """Leave a meter alone."""
        del meter, is_fresh, now_ms, now_at
        return []

    def station(self, *, is_there: bool, now_ms: int, now_at: int) -> list[LineStep]:
        """Go on without the station."""
        del is_there, now_ms, now_at
        return []

    def refuse_input(
        self, device: str, reason: str | None, now_ms: int, now_at: int
    ) -> list[LineStep]:
        """Stop accepting facts, or accept again."""
        assert device == self._device, f"{device} is not on this line"
        return self._named(self._logic.refuse_input(reason, now_ms, now_at))

    def closing(self) -> list[LineStep]:
        """Say good-bye to the device."""
        return self._named(self._logic.closing())

    def counts(self, device: str) -> LinkCounts:
        """Quality of the line."""
        assert device == self._device, f"{device} is not on this line"
        return self._logic.counts

    def _named(self, steps: Iterable[Step]) -> list[LineStep]:
        return [s if isinstance(s, Write | Drop) else At(self._device, s) for s in steps]
