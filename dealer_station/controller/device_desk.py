"""Where the devices' messages meet the tables: facts become commands, states become events.

Implements what the MQTT intake asks of the station (`mqtt.intake.TableOwner`) and of the record
(`mqtt.inbox.InboxStore`). Knows which tables are ours and under which epoch.
"""

from collections.abc import Callable, Mapping

from dealer_station.clock import Clock
from dealer_station.controller.device_words import DeviceWords
from dealer_station.controller.ports import Record
from dealer_station.controller.sign_watch import SignWatch
from dealer_station.controller.table_controller import TableController, content_digest
from dealer_station.controller.translate import command_of, order_fault_id
from dealer_station.event_log.errors import CommandConflict
from dealer_station.messages.contract import Received
from dealer_station.messages.device import DeviceState, DriverState, FaultClass, Reply
from dealer_station.messages.envelope import BadMessage, DeviceEvent, Position
from dealer_station.messages.meter_display import Shown
from dealer_station.messages.topics import DeviceAddress, DeviceTopic, DriverTopic
from dealer_station.mqtt.inbox import OrderFault, Recorded
from dealer_station.observability import Metrics, get_logger, log_context
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

_log = get_logger(__name__)
_STATION = Actor("station", Role.STATION)


class ReceivedPlaces:
    """What the record knows of devices' facts; implements `mqtt.inbox.InboxStore`."""

    def __init__(
        self, record: Record, acknowledged: Callable[[str], tuple[int, int] | None]
    ) -> None:
        self._record = record
        self._acknowledged = acknowledged

    def acknowledged(self, device: DeviceAddress) -> Position | None:
        """Return the newest committed event of a device."""
        place = self._acknowledged(str(device))
        return None if place is None else Position(*place)

    def recorded(self, device: DeviceAddress, event: DeviceEvent) -> Recorded:
        """Say whether a fact is recorded, and as the same."""
        command = command_of(device, event, 0)
        try:
            appended = self._record.committed(command.command_id, content_digest(command))
        except CommandConflict:
            return Recorded.OTHER
        return Recorded.NONE if appended is None else Recorded.SAME


class DeviceDesk:
    """Takes devices' messages to the tables of this station; implements `intake.TableOwner`.

    One thread calls it. `epochs` are this station's leases by table; `replied` hears the devices'
    answers to commands, `signs` what the signs show.
    """

    def __init__(
        self,
        controllers: Mapping[str, TableController],
        epochs: Mapping[str, int],
        metrics: Metrics,
        clock: Clock,
        replied: Callable[[DeviceAddress, Reply], None],
        signs: SignWatch,
    ) -> None:
        self._controllers = controllers
        self._epochs = epochs
        self._metrics = metrics
        self._clock = clock
        self._replied = replied
        self._signs = signs
        self._words = DeviceWords()

    def epoch(self, table: str) -> int | None:
        """Return the epoch of this station's lease; None if the table is not ours."""
        return self._epochs.get(table)

    def record(self, device: DeviceAddress, event: DeviceEvent) -> None:
        """Commit what a fact means, together with its place."""
        command = command_of(device, event, self._clock.now())
        place = (str(device), event.session, event.sequence)
        began_ms = self._clock.monotonic_ms()
        with log_context(table=device.table, device=device.device):
            outcome = self._controllers[device.table].submit(command, place)
        if isinstance(command, c.RecordCard):
            seconds = (self._clock.monotonic_ms() - began_ms) / 1000
            self._metrics.card_to_commit_seconds.observe(seconds)
        if outcome.refusal is not None:
            _log.error(
                "fact_refused", table=device.table, device=device.device,
                reason=outcome.refusal.reason.value,
            )  # fmt: skip

    def observe(self, received: Received, *, is_retained: bool) -> None:
        """Take note of a state, an answer, a driver's life and death, or of what a sign shows."""
        del is_retained  # a state counts whenever it is of a current session
        topic, message = received.topic, received.message
        if isinstance(topic, DeviceTopic) and isinstance(message, DeviceState):
            self._words.hear_device(topic.address, message)
            self._note(topic.address)
        elif isinstance(topic, DeviceTopic) and isinstance(message, Reply):
            self._replied(topic.address, message)
        elif isinstance(topic, DeviceTopic) and isinstance(message, Shown):
            self._signs.hear(topic.address, message)
        elif isinstance(topic, DriverTopic) and isinstance(message, DriverState):
            for device in self._words.hear_driver(topic.table, message):
                self._note(device)

    def _note(self, device: DeviceAddress) -> None:
        """Record what a device is by its own word and its driver's."""
        controller = self._controllers[device.table]
        standing = self._words.standing(device, controller.state.device(device.device))
        if standing is None:
            return
        controller.submit(
            c.RecordDevice(
                command_id=self._clock.new_id(),
                issued_at=self._clock.now(),
                actor=_STATION,
                device_id=device.device,
                device_kind=device.kind.value,
                device_state=standing.life.value,
                session=standing.session,
                reason=standing.reason,
                faults=standing.faults,
            )
        )

    def fault(self, fault: OrderFault) -> None:
        """Record a fault in the order of facts, so that a person sees it; once if told again."""
        device, committed, found = fault.device, fault.committed, fault.found
        _log.error(
            "facts_out_of_order", table=device.table, device=device.device,
            fault=fault.kind.value, committed=committed, found=found,
        )  # fmt: skip
        self._controllers[device.table].submit(
            c.RecordDeviceFault(
                command_id=order_fault_id(fault),
                issued_at=self._clock.now(),
                actor=_STATION,
                device_id=device.device,
                device_kind=device.kind.value,
                code=fault.kind.value,
                fault_class=FaultClass.FACTS_LOST.value,
                detail=f"committed {committed.session}/{committed.sequence}, "
                f"found {found.session}/{found.sequence} (session/sequence)",
            )
        )

    def bad_message(self, error: BadMessage) -> None:
        """Log a message that is not understood: it names its topic and what is wrong."""
        _log.error("bad_message", topic=error.topic, what=error.what, where=error.where)
