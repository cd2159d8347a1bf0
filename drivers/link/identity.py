"""Who a driver and its devices are: what never changes while the driver runs."""

from dataclasses import dataclass

from dealer_station.messages.device import Assurance
from dealer_station.messages.topics import DeviceAddress, Topics


@dataclass(frozen=True, slots=True)
class DeviceIdentity:
    """One device of a line, as its birth describes it.

    `schema_versions` are those of the contract's messages that its driver reads and says.
    """

    address: DeviceAddress
    protocol: str
    model_profile: str
    driver_version: str
    capabilities: tuple[str, ...]
    assurance: Assurance
    schema_versions: tuple[int, ...] = (1,)

    @property
    def name(self) -> str:
        """The device's own name, by which its line's logic knows it."""
        return self.address.device


@dataclass(frozen=True, slots=True)
class DriverIdentity:
    """One driver: its place in the contract and the devices of its line, at least one."""

    site: str
    table: str
    driver: str
    devices: tuple[DeviceIdentity, ...]

    @property
    def topics(self) -> Topics:
        """The topics of the site."""
        return Topics(self.site)

    @property
    def client_id(self) -> str:
        """The broker's name for this driver: drivers of two tables may have one name."""
        return f"{self.table}-{self.driver}"
