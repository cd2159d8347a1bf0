"""What devices tell of themselves at a table: their life, left out of a canonical replay.

Every event of a table starts from `TableEvent`; `events.py` has them all by name.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """What every event of a table carries."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReported(TableEvent):
    """A device told its state (device life: left out of a canonical replay)."""

    device_id: str
    device_kind: str
    device_state: str
    session: int
    reason: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFaultsCleared(TableEvent):
    """A supervisor looked after a device's faults; the device is told to forget them (device life).

    `reason` is what the device had said.
    """

    device_id: str
    faults: tuple[str, ...]
    reason: str
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFaultsNotCleared(TableEvent):
    """A device did not take what a supervisor had cleared: he has to do it again (device life)."""

    device_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFaultReported(TableEvent):
    """A device or its line failed, or facts of it are lost (device life).

    `fault_class` is `link protocol device facts_lost`, empty in records of before it was told.
    """

    device_id: str
    device_kind: str
    code: str
    fault_class: str
    detail: str
    lost_count: int | None
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowReported(TableEvent):
    """A seat's acceptor opened or shut its window (device life; evidence, DEV-17).

    `order` names the opening or closing of betting; `seat` is 0 for an acceptor of no seat.
    `device_time` is the driver's clock.
    """

    seat: int
    device_id: str
    is_open: bool
    order: int
    counter: int | None
    device_time: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LampReported(TableEvent):
    """A seat's lamp was lit or went dark at `device_time` (device life; evidence, DEV-17)."""

    seat: int
    device_id: str
    is_lit: bool
    device_time: int
    source: str
