"""Who acts at a table: the role a person is signed in with, or a device, or the station itself."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

STATION_ID: Final = "station"
"""The id of the station where it acts, or has seen something, by itself."""


class Role(StrEnum):
    """What somebody is allowed to do and to see."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    MANAGER = "manager"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"
    PLATFORM = "platform"
    """The programs through which bettors play from elsewhere; no person at the table."""
    DEVICE = "device"
    STATION = "station"


@dataclass(frozen=True, slots=True)
class Actor:
    """A person by opaque id (never a name), or the id of a device or station."""

    person_id: str
    role: Role
