"""What a driver says about itself and its devices: retained messages, always the newest word.

Knows a driver's word, and a device's life-cycle word, birth, head, reported states and quality of
the line. Does not know where they come from. The runner's thread changes them; the MQTT session's
thread asks for the births of a connection, and gets a tuple that is replaced as a whole.
"""

from collections.abc import Callable

from dealer_station.messages.device import (
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
from dealer_station.messages.topics import Topics
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session_events import Will
from drivers.link.identity import DeviceIdentity, DriverIdentity
from drivers.link.journal import Journal
from drivers.link.steps import LinkCounts

# A quick reconnect of the same driver takes the will back, where the broker knows MQTT 5.
WILL_DELAY_S = 3
_REASON_MAX = 500

Now = Callable[[], int]
Publish = Callable[[Outgoing], None]


class DriverAnnouncer:
    """The retained word of a driver, which is also the will of its connection."""

    def __init__(self, identity: DriverIdentity, *, now: Now, publish: Publish) -> None:
        self._identity = identity
        self._topic = identity.topics.driver_state(identity.table, identity.driver)
        self._now = now
        self._publish = publish
        self._session = 0
        self._item: Outgoing | None = None

    def begin_session(self, session: int) -> None:
        """Take note of a new session: the driver is ready in it."""
        self._session = session
        self._item = retained(self._topic, self._word(DriverLife.READY, "", self._now()))

    def births(self) -> tuple[Outgoing, ...]:
        """Return what goes out first at every connection. Any thread."""
        return () if self._item is None else (self._item,)

    def will(self) -> Will:
        """Return what the broker says when this driver dies."""
        lost = self._word(DriverLife.LOST, "the driver vanished", None)
        return Will(self._topic, lost.to_bytes(), WILL_DELAY_S)

    def leave(self, reason: str) -> None:
        """Say that the driver ends."""
        self._item = retained(self._topic, self._word(DriverLife.LOST, reason, self._now()))
        self._publish(self._item)

    def _word(self, life: DriverLife, reason: str, since: int | None) -> DriverState:
        addresses = [device.address for device in self._identity.devices]
        return DriverState(
            driver=self._identity.driver,
            session=self._session,
            state=life,
            since=since,
            devices=tuple(OwnedDevice(kind=a.kind, device=a.device) for a in addresses),
            reason=reason or None,
        )


class DeviceAnnouncer:
    """The retained words about one device."""

    def __init__(
        self,
        identity: DeviceIdentity,
        topics: Topics,
        journal: Journal,
        *,
        now: Now,
        publish: Publish,
    ) -> None:
        self._identity = identity
        self._topics = topics
        self._journal = journal
        self._now = now
        self._publish = publish
        self._started_at = now()
        self._life, self._reason, self._since = Life.INIT, "starting", self._started_at
        self._faults: tuple[str, ...] = ()
        self._firmware: str | None = None
        self._serial_number: str | None = None
        self._reports: dict[str, Outgoing] = {}
        self._births: tuple[Outgoing, ...] = ()

    def begin_session(self) -> None:
        """Take note that the journal's session is a new one."""
        self._reports.clear()
        self._births = self._make_births()

    def births(self) -> tuple[Outgoing, ...]:
        """Return what goes out first at every connection. Any thread."""
        return self._births

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

    def show(self, name: str, message: Message) -> None:
        """Tell a state that the device says it has, on `reported/{name}`."""
        item = retained(self._topics.reported(self._identity.address, name), message)
        self._reports[name] = item
        self._say(item)

    def report(self, counts: LinkCounts, reconnects: int) -> None:
        """Tell the quality of the line."""
        report = LinkReport(
            device=self._identity.name,
            session=self._journal.session,
            since=self._started_at,
            frames_good=counts.frames_good,
            frames_bad=counts.frames_bad,
            frames_repeated=counts.frames_repeated,
            frames_refused=counts.frames_refused,
            reconnects=reconnects,
        )
        self._publish(retained(self._topics.reported(self._identity.address, "link"), report))

    def leave(self, reason: str) -> None:
        """Say that the device is served no longer."""
        self.become(Life.DISCONNECTED, reason)

    def _say(self, item: Outgoing) -> None:
        self._births = self._make_births()
        self._publish(item)

    def _make_births(self) -> tuple[Outgoing, ...]:
        return (self._birth(), self._state(), self._head(), *self._reports.values())

    def _birth(self) -> Outgoing:
        identity = self._identity
        birth = Birth(
            device=identity.name,
            session=self._journal.session,
            kind=identity.address.kind,
            protocol=identity.protocol,
            model_profile=identity.model_profile,
            serial_number=self._serial_number,
            firmware=self._firmware,
            driver_version=identity.driver_version,
            capabilities=identity.capabilities,
            assurance=identity.assurance,
            schema_versions=identity.schema_versions,
        )
        return retained(self._topics.birth(identity.address), birth)

    def _state(self) -> Outgoing:
        state = DeviceState(
            device=self._identity.name,
            session=self._journal.session,
            state=self._life,
            since=self._since,
            reason=self._reason or None,
            faults=self._faults,
        )
        return retained(self._topics.device_state(self._identity.address), state)

    def _head(self) -> Outgoing:
        head = Head(
            device=self._identity.name,
            session=self._journal.session,
            sequence=self._journal.sequence,
            previous=self._journal.previous_of_session,
            device_time=self._journal.newest_device_time,
        )
        return retained(self._topics.head(self._identity.address), head)


def retained(topic: str, message: Message) -> Outgoing:
    """Return a state for the broker to keep; of several that wait the newest counts."""
    return Outgoing(topic, message.to_bytes(), retain=True, latest_wins=True)
