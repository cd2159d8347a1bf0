"""What every driver's configuration file holds, and how it is read.

One TOML file a driver. A key that is unknown, missing or out of bounds stops the driver at the
start, with the file and the key. The environment variable MQTT_URL overrides `mqtt.url`, so that
passwords need not stand in the file.
"""

import os
from pathlib import Path
from typing import TypeVar

from pydantic import Field, SecretStr

from dealer_station.messages.topics import DeviceAddress, DeviceKind
from dealer_station.mqtt.broker_url import BadBrokerUrl, BrokerUrl
from dealer_station.settings import (
    BROKER_VARIABLE,
    BrokerSettings,
    ConfigurationError,
    LoggingSettings,
    Name,
    Section,
    load_model,
)
from drivers.link.journal import Journal

Settings = TypeVar("Settings", bound="DriverSettings")


class JournalSettings(Section):
    """The journal of unacknowledged events."""

    events_max: int = Field(
        default=10_000,
        ge=10,
        le=1_000_000,
        description="Unacknowledged events after which no more cards are accepted.",
    )
    resend_after_s: int = Field(
        default=30,
        ge=1,
        le=3_600,
        description="Seconds without an acknowledgement after which events are sent again.",
    )


class DriverSettings(Section):
    """The part of a driver's file that every kind of device has."""

    site: Name = Field(default="main", description="The site's word in every MQTT topic.")
    table: Name = Field(description="The table that the device stands at.")
    driver: Name = Field(description="This driver's name at its table.")
    model_profile: Name = Field(default="generic", description="The settings' name, for the birth.")
    data_directory: Path = Field(
        default=Path("var/drivers"), description="Folder of the journal; must survive a restart."
    )
    mqtt: BrokerSettings = BrokerSettings()
    logging: LoggingSettings = LoggingSettings()
    journal: JournalSettings = JournalSettings()

    def address(self, kind: DeviceKind, device: str) -> DeviceAddress:
        """Return where a device stands in the MQTT contract."""
        return DeviceAddress(self.table, kind, device)

    def journal_address(self, kind: DeviceKind, device: str) -> str:
        """Return whose events a device's journal holds: site, table, kind and device."""
        return f"{self.site}/{self.address(kind, device)}"

    def journal_path(self, kind: DeviceKind, device: str) -> Path:
        """Return the journal of a device where it stands now; at another table it has another."""
        # No name holds a dot, so no two addresses share a file.
        name = self.journal_address(kind, device).replace("/", ".")
        return self.data_directory / f"{name}.journal"

    def open_journal(self, kind: DeviceKind, device: str) -> Journal:
        """Open the journal of a device. Raises JournalError."""
        return Journal(self.journal_path(kind, device), self.journal_address(kind, device))

    def broker_url(self) -> BrokerUrl:
        """Return the broker's address. Raises ConfigurationError where there is none."""
        url = self.mqtt.url.get_secret_value()
        if not url:
            raise ConfigurationError(f"mqtt.url is empty and {BROKER_VARIABLE} is not set")
        try:
            return BrokerUrl.parse(url)
        except BadBrokerUrl as error:
            raise ConfigurationError(f"mqtt.url: {error}") from error


def load_driver_settings(path: Path, model: type[Settings]) -> Settings:
    """Read a driver's file, then the environment. Raises ConfigurationError with file and key."""
    settings = load_model(path, model)
    url = os.environ.get(BROKER_VARIABLE)
    if url:
        mqtt = settings.mqtt.model_copy(update={"url": SecretStr(url)})
        settings = settings.model_copy(update={"mqtt": mqtt})
    return settings
