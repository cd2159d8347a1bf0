"""What the devices of a table told of themselves, and what of it a person must look after.

Pure: each function returns a device's status after one event. A fault that a device has reported
waits for a supervisor whether or not the device's own word still speaks of it: a sign that was
wrong for a minute was wrong.
"""

from dataclasses import dataclass, replace
from typing import Final

from dealer_station.table import events as e
from dealer_station.table.acceptors import FACTS_LOST

ALARMING: Final = frozenset({FACTS_LOST, "device"})
"""Classes of faults that need a person; a line that is down is told by the device's state."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A fault that was reported, as it was reported last; `at` is when, in UTC ms."""

    code: str
    detail: str
    at: int


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """What a device last told of itself.

    `faults` are the codes that stand on its own word; `alarms` those that were reported, one a
    code, until a supervisor has looked after them. `cleared_at` is when he did; None once the
    device has told another word after that, or where it was not told of it (`failure` says why).
    """

    device_id: str
    device_kind: str
    device_state: str
    session: int
    reason: str
    since_at: int
    faults: tuple[str, ...] = ()
    cleared_at: int | None = None
    alarms: tuple[Alarm, ...] = ()
    failure: str = ""

    @property
    def to_look_after(self) -> tuple[str, ...]:
        """The codes that a supervisor has to look after, the device's own ones first."""
        reported = (alarm.code for alarm in self.alarms if alarm.code not in self.faults)
        return (*self.faults, *reported)

    @property
    def waiting_since_at(self) -> int:
        """When the newest of what a supervisor has to look after came, in UTC ms."""
        return max((alarm.at for alarm in self.alarms), default=self.since_at)

    @property
    def is_waiting(self) -> bool:
        """Whether a supervisor has to look after it: what he cleared is on its way."""
        return bool(self.alarms) or (bool(self.faults) and self.cleared_at is None)

    @property
    def words(self) -> str:
        """What it says of itself, and the details of its alarms."""
        said = (self.failure, self.reason, *(alarm.detail for alarm in self.alarms))
        return "; ".join(dict.fromkeys(text for text in said if text))


def reported(known: DeviceStatus | None, event: e.DeviceReported) -> DeviceStatus:
    """Take a device's word; alarms wait for a person all the same."""
    return DeviceStatus(
        event.device_id,
        event.device_kind,
        event.device_state,
        event.session,
        event.reason,
        event.at,
        event.faults,
        alarms=() if known is None else known.alarms,
    )


def alarmed(known: DeviceStatus | None, event: e.DeviceFaultReported) -> DeviceStatus | None:
    """Take a fault; None where no person has to look after one of its class."""
    if event.fault_class not in ALARMING:
        return None
    status = known or DeviceStatus(event.device_id, event.device_kind, "init", 0, "", event.at)
    others = tuple(alarm for alarm in status.alarms if alarm.code != event.code)
    return replace(status, alarms=(*others, Alarm(event.code, event.detail, event.at)))


def cleared(known: DeviceStatus, event: e.DeviceFaultsCleared) -> DeviceStatus:
    """Take a supervisor's word; what stands on the device's own it is told to forget."""
    cleared_at = event.at if known.faults else known.cleared_at
    return replace(known, cleared_at=cleared_at, alarms=(), failure="")


def not_cleared(known: DeviceStatus, event: e.DeviceFaultsNotCleared) -> DeviceStatus:
    """Give a clearing that the device did not take back to the supervisor."""
    return replace(known, cleared_at=None, failure=event.reason)
