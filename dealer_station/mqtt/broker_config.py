"""Configuration files of the two brokers that this product can start itself.

Knows the words of NATS and Mosquitto for: one loopback port, durable storage, users, and rights on
topics. Pure text; starts nothing. A production broker is configured by hand after deploy/mosquitto.
"""

import base64
import hashlib
import json
import os
import shutil
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from dealer_station.messages.topics import Rights, check_name

_HASH_ROUNDS: Final = 101
_UNACKNOWLEDGED_MAX: Final = 20
_STORE_BYTES_MAX: Final = 1 << 30


class BrokerKind(StrEnum):
    """Brokers that can be started as a child."""

    NATS = "nats"
    MOSQUITTO = "mosquitto"


@dataclass(frozen=True, slots=True)
class BrokerUser:
    """One login and what it may do."""

    name: str
    password: str = field(repr=False)
    rights: Rights

    def __post_init__(self) -> None:
        check_name(self.name)


def find_program(kind: BrokerKind) -> Path | None:
    """Where the broker's program lies; None if it is not installed.

    NATS comes with this package's wheel beside the Python that runs; Mosquitto with the system,
    whose folder for daemons may not be on the path.
    """
    name = "nats-server" if kind is BrokerKind.NATS else "mosquitto"
    places = [sysconfig.get_path("scripts")] if kind is BrokerKind.NATS else []
    places += [*os.environ.get("PATH", "").split(os.pathsep), "/usr/sbin"]
    found = shutil.which(name, path=os.pathsep.join(places))
    return None if found is None else Path(found)


def write_config(
    kind: BrokerKind, directory: Path, port: int, users: tuple[BrokerUser, ...]
) -> tuple[str, ...]:
    """Write all files into ``directory``, readable by us alone; returns the program's arguments."""
    if kind is BrokerKind.NATS:
        path = directory / "nats.conf"
        _write_private(path, _nats(directory, port, users))
        return ("--config", str(path))
    _write_private(directory / "passwords", _mosquitto_passwords(users))
    rights = {user.name: user.rights for user in users}
    _write_private(directory / "rights", mosquitto_rights(rights))
    path = directory / "mosquitto.conf"
    _write_private(path, _mosquitto(directory, port))
    return ("-c", str(path))


def mosquitto_rights(rights: Mapping[str, Rights]) -> str:
    """Mosquitto's ACL file for these users: what is not named is refused."""
    lines: list[str] = []
    for name, right in rights.items():
        lines.append(f"user {name}")
        lines += [f"topic write {f}" for f in right.publish]
        lines += [f"topic read {f}" for f in right.subscribe]
        lines.append("")
    return "\n".join(lines)


def nats_permissions(right: Rights) -> dict[str, dict[str, list[str]]]:
    """NATS's permissions for one user; the two $MQTT ones are how it brings MQTT messages."""
    subscribe = [s for f in right.subscribe for s in _subjects(f)]
    return {
        "publish": {"allow": [s for f in right.publish for s in _subjects(f)]},
        "subscribe": {"allow": [*subscribe, "$MQTT.sub.>", "$MQTT.deliver.pubrel.>"]},
    }


def _write_private(path: Path, text: str) -> None:
    """Replace a file that holds passwords."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123 - os.open sets the mode at once
        file.write(text)
    part.replace(path)


def _nats(directory: Path, port: int, users: tuple[BrokerUser, ...]) -> str:
    """JSON is valid in NATS's configuration language and quotes whatever a path holds."""
    return json.dumps(
        {
            "server_name": "dealer-station",
            # NATS's own protocol cannot be switched off: loopback, any port, same users.
            "host": "127.0.0.1",
            "port": -1,
            "jetstream": {
                "store_dir": str(directory / "store"),
                # Every message is on the disk before it is acknowledged.
                "sync_interval": "always",
                "max_memory_store": 64 << 20,
                "max_file_store": _STORE_BYTES_MAX,
            },
            "mqtt": {
                "host": "127.0.0.1",
                "port": port,
                # A longer time or window brings repeats out of order on a slow receiver.
                "ack_wait": "5s",
                "max_ack_pending": _UNACKNOWLEDGED_MAX,
            },
            "authorization": {"users": [_nats_user(user) for user in users]},
        },
        indent=2,
    )


def _nats_user(user: BrokerUser) -> dict[str, object]:
    """A user as NATS's configuration has it."""
    return {
        "user": user.name,
        "password": user.password,
        "permissions": nats_permissions(user.rights),
    }


def _subjects(topic_filter: str) -> tuple[str, ...]:
    """An MQTT filter in NATS's words; ``#`` means the parent as well."""
    subject = topic_filter.replace("/", ".").replace("+", "*")
    if subject.endswith(".#"):
        parent = subject.removesuffix(".#")
        return (parent, f"{parent}.>")
    return (subject,)


def _mosquitto(directory: Path, port: int) -> str:
    """Persistence with a snapshot a second: its default loses half an hour on a crash."""
    lines = [
        f"listener {port} 127.0.0.1",
        "allow_anonymous false",
        f"password_file {directory / 'passwords'}",
        f"acl_file {directory / 'rights'}",
        "persistence true",
        f"persistence_location {directory / 'store'}/",
        "autosave_on_changes true",
        "autosave_interval 1",
        f"max_inflight_messages {_UNACKNOWLEDGED_MAX}",
        "max_queued_messages 100000",
        "log_dest stderr",
    ]
    if os.geteuid() == 0:
        lines.append("user root")  # it would else change to a user that cannot read our folder
    return "\n".join(lines) + "\n"


def _mosquitto_passwords(users: tuple[BrokerUser, ...]) -> str:
    """Its salted PBKDF2 format."""
    lines: list[str] = []
    for user in users:
        salt = os.urandom(12)
        digest = hashlib.pbkdf2_hmac("sha512", user.password.encode(), salt, _HASH_ROUNDS)
        fields = (base64.b64encode(part).decode() for part in (salt, digest))
        lines.append(f"{user.name}:$7${_HASH_ROUNDS}${'$'.join(fields)}\n")
    return "".join(lines)
