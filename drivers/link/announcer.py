"""What a driver says about itself and its device: retained messages, always the newest word.

Knows the device's life-cycle word, its birth, its head and the quality of its line. Does not know
where they come from. The runner's thread changes it; the MQTT session's thread asks it for the
births of a connection, and gets a tuple that is replaced as a whole.
"""

from collections.abc import Callable
from dataclasses import dataclass

from dealer_station.messages.device import (
    Assurance,
    Birth,
    DeviceState,
    DriverLife,
    DriverState,
    Head,
    Life,
    LinkReport,
    OwnedDevice,
)
from dealer_station.messages.envelope import Message
from dealer_station.messages.topics import DeviceAddress, Topics
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session_events import Will
from drivers.link.journal import Journal
from drivers.link.steps import LinkCounts

# A quick reconnect of the same driver takes the will back, where the broker knows MQTT 5.
WILL_DELAY_S = 3
_REASON_MAX = 500


@dataclass(frozen=True, slots=True)
class Identity:
    """Who speaks: what never changes while a driver runs."""

    site: str
    driver: str
    address: DeviceAddress
    protocol: str
    model_profile: str
    driver_version: str
    capabilities: tuple[str, ...]
    assurance: Assurance

    @property
    def topics(self) -> Topics:
        """The topics of the site."""
        return Topics(self.site)


class Announcer:
    """The retained words of one driver with one device."""

    def __init__(
        self,
        identity: Identity,
        journal: Journal,
        *,
        now: Callable[[], int],
        publish: Callable[[Outgoing], None],
    ) -> None:
        self._identity = identity
        self._topics = identity.topics
        self._journal = journal
        self._now = now
        self._publish = publish
        self._started_at = now()
        self._driver_life, self._driver_reason = DriverLife.READY, ""
        self._driver_since = self._started_at
        self._life, self._reason, self._since = Life.INIT, "starting", self._started_at
        self._faults: tuple[str, ...] = ()
        self._firmware: str | None = None
        self._serial_number: str | None = None
        self._births: tuple[Outgoing, ...] = ()

    def begin_session(self) -> None:
        """Take note that the journal's session is a new one."""
        self._births = self._make_births()

    def births(self) -> tuple[Outgoing, ...]:
        """Return what goes out first at every connection. Any thread."""
        return self._births

    def will(self) -> Will:
        """Return what the broker says when this driver dies."""
        lost = self._driver_state(DriverLife.LOST, "the driver vanished", None)
        topic = self._topics.driver_state(self._identity.address.table, self._identity.driver)
        return Will(topic, lost.to_bytes(), WILL_DELAY_S)

    def become(self, life: Life, reason: str | None, faults: tuple[str, ...] = ()) -> bool:
        """Change the device's word and its standing faults; returns whether it is news."""
        text = (reason or "")[:_REASON_MAX]
        if (life, text, faults) == (self._life, self._reason, self._faults):
            return False
        if life is not self._life:
            self._since = self._now()
        self._life, self._reason, self._faults = life, text, faults
        self._say(self._state())
        return True

    def describe(self, firmware: str | None, serial_number: str | None) -> None:
        """Take what the device told of itself."""
        if (firmware, serial_number) != (self._firmware, self._serial_number):
            self._firmware, self._serial_number = firmware, serial_number
            self._say(self._birth())

    def stored(self) -> None:
        """Take note of a new event in the journal."""
        self._say(self._head())

    def report(self, counts: LinkCounts, reconnects: int) -> None:
        """Tell the quality of the line."""
        report = LinkReport(
            device=self._identity.address.device,
            session=self._journal.session,
            since=self._started_at,
            frames_good=counts.frames_good,
            frames_bad=counts.frames_bad,
            frames_repeated=counts.frames_repeated,
            frames_refused=counts.frames_refused,
            reconnects=reconnects,
        )
        topic = self._topics.reported(self._identity.address, "link")
        self._publish(_retained(topic, report))

    def leave(self, reason: str) -> None:
        """Say that the driver ends, and with it the device."""
        self.become(Life.DISCONNECTED, reason)
        self._driver_life, self._driver_reason = DriverLife.LOST, reason
        self._driver_since = self._now()
        self._say(self._driver())

    def _say(self, item: Outgoing) -> None:
        self._births = self._make_births()
        self._publish(item)

    def _make_births(self) -> tuple[Outgoing, ...]:
        return (self._driver(), self._birth(), self._state(), self._head())

    def _driver(self) -> Outgoing:
        state = self._driver_state(self._driver_life, self._driver_reason, self._driver_since)
        return _retained(
            self._topics.driver_state(self._identity.address.table, self._identity.driver), state
        )

    def _driver_state(self, life: DriverLife, reason: str, since: int | None) -> DriverState:
        address = self._identity.address
        return DriverState(
            driver=self._identity.driver,
            session=self._journal.session,
            state=life,
            since=since,
            devices=(OwnedDevice(kind=address.kind, device=address.device),),
            reason=reason or None,
        )

    def _birth(self) -> Outgoing:
        identity = self._identity
        birth = Birth(
            device=identity.address.device,
            session=self._journal.session,
            kind=identity.address.kind,
            protocol=identity.protocol,
            model_profile=identity.model_profile,
            serial_number=self._serial_number,
            firmware=self._firmware,
            driver_version=identity.driver_version,
            capabilities=identity.capabilities,
            assurance=identity.assurance,
        )
        return _retained(self._topics.birth(identity.address), birth)

    def _state(self) -> Outgoing:
        state = DeviceState(
            device=self._identity.address.device,
            session=self._journal.session,
            state=self._life,
            since=self._since,
            reason=self._reason or None,
            faults=self._faults,
        )
        return _retained(self._topics.device_state(self._identity.address), state)

    def _head(self) -> Outgoing:
        head = Head(
            device=self._identity.address.device,
            session=self._journal.session,
            sequence=self._journal.sequence,
            previous=self._journal.previous_of_session,
            device_time=self._journal.newest_device_time,
        )
        return _retained(self._topics.head(self._identity.address), head)


def _retained(topic: str, message: Message) -> Outgoing:
    return Outgoing(topic, message.to_bytes(), retain=True, latest_wins=True)
