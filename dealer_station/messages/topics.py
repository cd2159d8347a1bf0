"""Every topic of the contract: the only place where a topic is built or taken apart.

All topics stand below ``ds/v1/{site}`` and put a fixed word before every name, so a topic can be
read without a table of names. A name holds letters, digits, ``-`` and ``_`` only: brokers that map
topics to subjects (NATS) would read a dot as a level, and ``+ # / * >`` or a space would be a
wildcard, a level or an error somewhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ROOT: Final = "ds/v1"
"""Fixed start of every topic; the version counts breaks of the contract."""

NAME_CHARACTERS_MAX: Final = 64
"""Longest name in a topic."""

_NAME: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{NAME_CHARACTERS_MAX}}}")


class BadTopic(ValueError):  # noqa: N818 - named like its sibling BadMessage: it says what was bad
    """A topic outside the contract, or a name that no topic may hold.

    ``topic`` is the text as it came, ``why`` says what is wrong with it.
    """

    def __init__(self, topic: str, why: str) -> None:
        super().__init__(f"{topic!r}: {why}")
        self.topic = topic
        self.why = why


class DeviceKind(StrEnum):
    """Kinds of device that the contract knows."""

    CARD_SHOE = "card_shoe"
    BET_ACCEPTOR = "bet_acceptor"
    METER_DISPLAY = "meter_display"


class EventKind(StrEnum):
    """Kinds of fact a device reports, the last level of an ``event`` topic."""

    CARD = "card"
    CREDIT = "credit"
    WINDOW = "window"
    LAMP = "lamp"
    FAULT = "fault"


class CommandVerb(StrEnum):
    """Actions a station may ask of a device; everything else is a desired state."""

    IDENTIFY = "identify"
    SELF_TEST = "self_test"
    REPLAY = "replay"
    CLEAR_FAULT = "clear_fault"


class DeviceLeaf(StrEnum):
    """The word after a device's name: which of its topics this is."""

    STATE = "state"
    BIRTH = "birth"
    EVENT = "event"
    HEAD = "head"
    ACKNOWLEDGED = "acknowledged"
    DESIRED = "desired"
    REPORTED = "reported"
    COMMAND = "command"
    REPLY = "reply"


_NAMED_LEAVES: Final = frozenset(
    {DeviceLeaf.EVENT, DeviceLeaf.DESIRED, DeviceLeaf.REPORTED, DeviceLeaf.COMMAND}
)
_RETAINED_LEAVES: Final = frozenset(
    {
        DeviceLeaf.STATE,
        DeviceLeaf.BIRTH,
        DeviceLeaf.HEAD,
        DeviceLeaf.ACKNOWLEDGED,
        DeviceLeaf.DESIRED,
        DeviceLeaf.REPORTED,
    }
)
_LEAVES_OF_DRIVER: Final = (
    DeviceLeaf.STATE,
    DeviceLeaf.BIRTH,
    DeviceLeaf.EVENT,
    DeviceLeaf.HEAD,
    DeviceLeaf.REPORTED,
    DeviceLeaf.REPLY,
)
_LEAVES_OF_STATION: Final = (DeviceLeaf.ACKNOWLEDGED, DeviceLeaf.DESIRED, DeviceLeaf.COMMAND)


def check_name(name: str) -> str:
    """Return ``name`` if a topic may hold it.

    Raises:
        BadTopic: it is empty, too long, or holds a character outside letters, digits, ``-``, ``_``.
    """
    if not _NAME.fullmatch(name):
        raise BadTopic(
            name,
            f"a name is 1 to {NAME_CHARACTERS_MAX} letters, digits, hyphens or underscores",
        )
    return name


@dataclass(frozen=True, slots=True, order=True)
class DeviceAddress:
    """Where a device stands in the contract: its table, its kind and its own name.

    Raises BadTopic for a name that no topic may hold.
    """

    table: str
    kind: DeviceKind
    device: str

    def __post_init__(self) -> None:
        check_name(self.table)
        check_name(self.device)

    def __str__(self) -> str:
        return f"{self.table}/{self.kind}/{self.device}"


@dataclass(frozen=True, slots=True)
class DeviceTopic:
    """A topic of one device. ``name`` is the event kind, state name or verb where one follows."""

    site: str
    address: DeviceAddress
    leaf: DeviceLeaf
    name: str | None = None

    @property
    def retained(self) -> bool:
        """Whether the broker keeps the newest payload for whoever subscribes later."""
        return self.leaf in _RETAINED_LEAVES


@dataclass(frozen=True, slots=True)
class DriverTopic:
    """The state of one driver, which is also the will of its connection."""

    site: str
    table: str
    driver: str
    retained: bool = True


@dataclass(frozen=True, slots=True)
class ViewTopic:
    """The public view of one table."""

    site: str
    table: str
    retained: bool = True


@dataclass(frozen=True, slots=True)
class AliveTopic:
    """The sign of life of the station that owns a table."""

    site: str
    table: str
    retained: bool = False


@dataclass(frozen=True, slots=True)
class MeterTopic:
    """The signed meter of one progressive."""

    site: str
    progressive: str
    retained: bool = True


@dataclass(frozen=True, slots=True)
class ProbeTopic:
    """A station's message to itself, which proves that the broker delivers."""

    site: str
    client: str
    retained: bool = False


ParsedTopic = DeviceTopic | DriverTopic | ViewTopic | AliveTopic | MeterTopic | ProbeTopic
"""What ``parse`` finds: one class for each family of the contract."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Topic filters that one broker user may publish to and subscribe to."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]


class Topics:
    """Builds every topic of one site.

    Raises BadTopic wherever a name is given that no topic may hold.
    """

    def __init__(self, site: str) -> None:
        self.site = check_name(site)
        self._root = f"{ROOT}/{site}"

    # One device

    def device_state(self, address: DeviceAddress) -> str:
        """Life-cycle word of a device; retained, from its driver."""
        return self._device(address, DeviceLeaf.STATE)

    def birth(self, address: DeviceAddress) -> str:
        """Description of a device; retained, from its driver."""
        return self._device(address, DeviceLeaf.BIRTH)

    def event(self, address: DeviceAddress, kind: EventKind) -> str:
        """Facts of one kind; not retained, from the driver."""
        return self._device(address, DeviceLeaf.EVENT, kind)

    def head(self, address: DeviceAddress) -> str:
        """Identity of the newest event; retained, from the driver."""
        return self._device(address, DeviceLeaf.HEAD)

    def acknowledged(self, address: DeviceAddress) -> str:
        """Identity up to which everything is committed; retained, from the station."""
        return self._device(address, DeviceLeaf.ACKNOWLEDGED)

    def desired(self, address: DeviceAddress, name: str) -> str:
        """A state the station wants of the device; retained."""
        return self._device(address, DeviceLeaf.DESIRED, check_name(name))

    def reported(self, address: DeviceAddress, name: str) -> str:
        """A state the device says it has; retained, from the driver."""
        return self._device(address, DeviceLeaf.REPORTED, check_name(name))

    def command(self, address: DeviceAddress, verb: CommandVerb) -> str:
        """An action asked of the device; not retained, from the station."""
        return self._device(address, DeviceLeaf.COMMAND, verb)

    def reply(self, address: DeviceAddress) -> str:
        """Results of commands; not retained, from the driver."""
        return self._device(address, DeviceLeaf.REPLY)

    # The other families

    def driver_state(self, table: str, driver: str) -> str:
        """State of a driver and its devices; retained, the will of its connection."""
        return f"{self._root}/table/{check_name(table)}/driver/{check_name(driver)}/state"

    def view(self, table: str) -> str:
        """Public view of a table; retained, from the station."""
        return f"{self._root}/table/{check_name(table)}/view"

    def alive(self, table: str) -> str:
        """Sign of life of the station that owns a table; not retained."""
        return f"{self._root}/table/{check_name(table)}/alive"

    def meter(self, progressive: str) -> str:
        """Signed meter of a progressive; retained, from the station."""
        return f"{self._root}/progressive/{check_name(progressive)}/meter"

    def probe(self, client: str) -> str:
        """Round trip of one client to itself; not retained, no part of the devices' contract."""
        return f"{self._root}/probe/{check_name(client)}"

    # Filters and rights

    def station_filters(self) -> tuple[str, ...]:
        """What a station subscribes to: everything drivers publish on its site."""
        device = f"{self._root}/table/+/+/+"
        return tuple(
            f"{device}/{leaf}/+" if leaf in _NAMED_LEAVES else f"{device}/{leaf}"
            for leaf in _LEAVES_OF_DRIVER
        )

    def driver_filters(self, address: DeviceAddress) -> tuple[str, ...]:
        """What a driver subscribes to for one of its devices."""
        own = tuple(
            self._device(address, leaf, "+" if leaf in _NAMED_LEAVES else None)
            for leaf in _LEAVES_OF_STATION
        )
        own = (*own, self.alive(address.table))
        if address.kind is DeviceKind.METER_DISPLAY:
            return (*own, f"{self._root}/progressive/+/meter")
        return own

    def station_rights(self) -> Rights:
        """A station reads the whole site and writes only what the contract gives to stations."""
        device = f"{self._root}/table/+/+/+"
        return Rights(
            publish=(
                *(
                    f"{device}/{leaf}/+" if leaf in _NAMED_LEAVES else f"{device}/{leaf}"
                    for leaf in _LEAVES_OF_STATION
                ),
                f"{self._root}/table/+/view",
                f"{self._root}/table/+/alive",
                f"{self._root}/progressive/+/meter",
                f"{self._root}/probe/+",
            ),
            subscribe=(f"{self._root}/#",),
        )

    def driver_rights(self, table: str, driver: str, devices: Iterable[DeviceAddress]) -> Rights:
        """A driver writes its own state and its own devices' topics, and reads what they are told.

        Raises:
            BadTopic: one of ``devices`` stands at another table than the driver.
        """
        publish = [self.driver_state(table, driver)]
        subscribe: list[str] = []
        for address in devices:
            if address.table != table:
                raise BadTopic(str(address), f"driver {driver} belongs to table {table}")
            publish += [
                self._device(address, leaf, "+" if leaf in _NAMED_LEAVES else None)
                for leaf in _LEAVES_OF_DRIVER
            ]
            subscribe += self.driver_filters(address)
        return Rights(tuple(publish), tuple(dict.fromkeys(subscribe)))

    def _device(self, address: DeviceAddress, leaf: DeviceLeaf, name: str | None = None) -> str:
        """Build a device's topic; names are checked by now."""
        start = f"{self._root}/table/{address.table}/{address.kind}/{address.device}/{leaf}"
        return start if name is None else f"{start}/{name}"


def parse(topic: str) -> ParsedTopic:
    """Take a topic apart.

    Raises:
        BadTopic: it is not a topic of this contract, to the letter.
    """
    levels = topic.split("/")
    if "/".join(levels[:2]) != ROOT or len(levels) < 3:  # noqa: PLR2004 - root and site
        raise BadTopic(topic, f"does not start with {ROOT}/ and a site")
    names = levels[2:]
    for name in names:
        if not _NAME.fullmatch(name):
            raise BadTopic(topic, f"{name!r} is no name")
    match names:
        case [site, "table", table, "view"]:
            return ViewTopic(site, table)
        case [site, "table", table, "alive"]:
            return AliveTopic(site, table)
        case [site, "progressive", progressive, "meter"]:
            return MeterTopic(site, progressive)
        case [site, "probe", client]:
            return ProbeTopic(site, client)
        case [site, "table", table, "driver", driver, "state"]:
            return DriverTopic(site, table, driver)
        case [site, "table", table, kind, device, leaf, *rest]:
            return _parse_device(topic, site, (table, kind, device), leaf, rest)
        case _:
            raise BadTopic(topic, "is none of the contract's topics")


def _parse_device(
    topic: str, site: str, device: tuple[str, str, str], leaf_text: str, rest: list[str]
) -> DeviceTopic:
    """Take apart what follows the table in a device's topic."""
    table, kind_text, name = device
    try:
        kind = DeviceKind(kind_text)
    except ValueError:
        raise BadTopic(topic, f"{kind_text!r} is no kind of device") from None
    try:
        leaf = DeviceLeaf(leaf_text)
    except ValueError:
        raise BadTopic(topic, f"{leaf_text!r} is no topic of a device") from None
    if len(rest) != (1 if leaf in _NAMED_LEAVES else 0):
        raise BadTopic(topic, f"wrong number of levels after {leaf_text!r}")
    closed: type[StrEnum] | None = {
        DeviceLeaf.EVENT: EventKind,
        DeviceLeaf.COMMAND: CommandVerb,
    }.get(leaf)
    if closed is not None and rest[0] not in set(closed):
        raise BadTopic(topic, f"{rest[0]!r} is no {leaf_text}")
    return DeviceTopic(site, DeviceAddress(table, kind, name), leaf, rest[0] if rest else None)
