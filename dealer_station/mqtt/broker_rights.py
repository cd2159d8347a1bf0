"""Prints the rights of a site's users for a production broker's configuration.

``python -m dealer_station.mqtt.broker_rights mosquitto SITE TABLE:DRIVER:KIND/DEVICE[,…] …`` prints
an ACL file for Mosquitto, ``nats`` the users' permissions for a NATS server. Made from the topics
of the contract, so it cannot be out of step with them. Knows no password.
"""

import json
import sys
from typing import Final

from dealer_station.messages.topics import (
    BadTopic,
    DeviceAddress,
    DeviceKind,
    Rights,
    Topics,
    check_name,
)
from dealer_station.mqtt.broker_config import BrokerKind, mosquitto_rights, nats_permissions

_USAGE: Final = (
    "usage: python -m dealer_station.mqtt.broker_rights nats|mosquitto SITE "
    "TABLE:DRIVER:KIND/DEVICE[,KIND/DEVICE] ...\n"
)


def rights_of_site(site: str, drivers: tuple[str, ...]) -> dict[str, Rights]:
    """Rights of ``station`` and of every driver, whose user is ``TABLE-DRIVER``.

    Raises:
        ValueError: a driver is not written as TABLE:DRIVER:KIND/DEVICE, or a name is no name.
    """
    topics = Topics(site)
    rights = {"station": topics.station_rights()}
    for text in drivers:
        parts = text.split(":")
        if len(parts) != 3:  # noqa: PLR2004 - table, driver, devices
            raise ValueError(f"{text!r} is not TABLE:DRIVER:KIND/DEVICE")
        table, driver, devices = parts
        addresses = tuple(_address(table, device) for device in devices.split(","))
        rights[check_name(f"{table}-{driver}")] = topics.driver_rights(table, driver, addresses)
    return rights


def main(arguments: list[str]) -> int:
    """Print the rights; 2 for a wrong call."""
    try:
        kind, site, *drivers = arguments
        rights = rights_of_site(site, tuple(drivers))
        broker = BrokerKind(kind)
    except (ValueError, BadTopic) as error:
        sys.stderr.write(f"{error}\n{_USAGE}")
        return 2
    if broker is BrokerKind.MOSQUITTO:
        sys.stdout.write(mosquitto_rights(rights))
    else:
        users = [{"user": n, "permissions": nats_permissions(r)} for n, r in rights.items()]
        sys.stdout.write(json.dumps({"authorization": {"users": users}}, indent=2) + "\n")
    return 0


def _address(table: str, device: str) -> DeviceAddress:
    """``card_shoe/shoe-1`` at a table."""
    kind, separator, name = device.partition("/")
    if not separator:
        raise ValueError(f"{device!r} is not KIND/DEVICE")
    return DeviceAddress(table, DeviceKind(kind), name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
