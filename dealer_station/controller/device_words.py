"""What devices and their drivers say of themselves, kept apart: a device is lost when either is.

A driver that died leaves its devices' own last words at the broker (`ready`, as a rule), and they
come again whenever the station starts: they must not count while the driver is dead. Words come
in any order, and an older session's word never outweighs a newer one's. Pure: the desk records
what `standing` returns.
"""

from dataclasses import dataclass

from dealer_station.messages.device import DeviceState, DriverLife, DriverState, Life
from dealer_station.messages.topics import DeviceAddress
from dealer_station.table.devices import DeviceStatus

DRIVER_LOST = "driver lost"
"""Reason that is recorded with a device whose driver is dead."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a device is to the table: the worse of its own word and its driver's."""

    life: Life
    session: int
    reason: str
    faults: tuple[str, ...]


class DeviceWords:
    """The newest word of every device and driver since the start. Not thread-safe."""

    def __init__(self) -> None:
        self._own: dict[DeviceAddress, DeviceState] = {}
        self._drivers: dict[tuple[str, str], DriverState] = {}

    def hear_device(self, device: DeviceAddress, said: DeviceState) -> None:
        """Take a device's own word."""
        self._own[device] = said

    def hear_driver(self, table: str, said: DriverState) -> tuple[DeviceAddress, ...]:
        """Take a driver's word; returns the devices it concerns, none for an older session's."""
        known = self._drivers.get((table, said.driver))
        if known is not None and said.session < known.session:
            return ()
        self._drivers[(table, said.driver)] = said
        return tuple(DeviceAddress(table, owned.kind, owned.device) for owned in said.devices)

    def standing(self, device: DeviceAddress, recorded: DeviceStatus | None) -> Standing | None:
        """Return what a device is now; None while what was said leaves the record as it is."""
        own = self._own.get(device)
        session, is_lost = self._driver_of(device) or _remembered(recorded)
        if own is None:
            newest, faults = (recorded.session, recorded.faults) if recorded else (0, ())
        else:
            newest, faults = own.session, own.faults
        if is_lost and session >= newest:
            # What a person has to clear stands, whoever died.
            return Standing(Life.LOST, session, DRIVER_LOST, faults)
        if own is None or own.session < session:
            return None  # its driver is a newer one: the device's own word is on its way
        return Standing(own.state, own.session, own.reason or "", own.faults)

    def _driver_of(self, device: DeviceAddress) -> tuple[int, bool] | None:
        """Return session of the newest word of a driver for a device, and whether it is `lost`.

        Where a device went to another driver, the former one's `lost` stays at the broker: in the
        same session the living one counts.
        """
        words = [
            (said.session, said.state is not DriverLife.LOST)
            for (table, _), said in self._drivers.items()
            if table == device.table
            and any((o.kind, o.device) == (device.kind, device.device) for o in said.devices)
        ]
        if not words:
            return None
        session, is_alive = max(words)
        return session, not is_alive


def _remembered(recorded: DeviceStatus | None) -> tuple[int, bool]:
    """Before any driver spoke, the record says which devices' drivers were dead."""
    if recorded and (recorded.device_state, recorded.reason) == (Life.LOST.value, DRIVER_LOST):
        return recorded.session, True
    return 0, False
