"""From broker to record: reads messages, keeps facts in order, acknowledges after the commit.

Joins contract, inbox, publisher and session. Knows nothing of what a fact means: ``record`` does.
One thread calls it; ``take`` returns when the message is dealt with.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from dealer_station.messages.contract import Received, read
from dealer_station.messages.device import (
    COMMAND_LIFE_MS,
    Birth,
    Command,
    DeviceState,
    DriverState,
    Head,
    LinkReport,
    Reply,
)
from dealer_station.messages.envelope import BadMessage, DeviceEvent
from dealer_station.messages.meter_display import Shown
from dealer_station.messages.topics import CommandVerb, DeviceAddress, DeviceTopic, DriverTopic
from dealer_station.mqtt.inbox import (
    Accept,
    Ahead,
    Duplicate,
    Inbox,
    OrderFault,
    Refused,
    ReplayRequest,
)
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.mqtt.publisher import Publisher
from dealer_station.mqtt.session_events import Incoming

_STATES: Final = (DriverState, DeviceState, Head, LinkReport, Shown)
"""Retained words, of which the newest counts."""


class TableOwner(Protocol):
    """The station as the intake sees it. Calls may block; an exception leaves the fact unread."""

    def epoch(self, table: str) -> int | None:
        """Epoch of this station's lease on a table; None if the table is not ours."""

    def record(self, device: DeviceAddress, event: DeviceEvent) -> None:
        """Commit what a fact means; it is acknowledged when this returns."""

    def observe(self, received: Received, *, is_retained: bool) -> None:
        """Take note of a state, birth, reply, report or driver state that counts."""

    def fault(self, fault: OrderFault) -> None:
        """Put a fault in the order of facts before a person. Comes before the fact itself.

        The same fault comes again when it or its fact could not be committed; it counts once.
        """

    def bad_message(self, error: BadMessage) -> None:
        """Put a message that is not understood before a person."""


@dataclass(slots=True)
class IntakeCounts:
    """What became of messages since the start."""

    recorded: int = 0
    repeated: int = 0
    ahead: int = 0
    refused: int = 0
    observed: int = 0
    outdated: int = 0
    bad: int = 0
    foreign: int = 0


class Intake:
    """Takes messages of one station's session in.

    ``acknowledge`` and ``ask_anew`` are the session's; ``now`` tells UTC milliseconds; ``new_id``
    makes command ids.
    """

    def __init__(
        self,
        owner: TableOwner,
        inbox: Inbox,
        publisher: Publisher,
        *,
        acknowledge: Callable[[Incoming], None],
        ask_anew: Callable[[str], None],
        now: Callable[[], int],
        new_id: Callable[[], str],
    ) -> None:
        self._owner = owner
        self._inbox = inbox
        self._publisher = publisher
        self._acknowledge = acknowledge
        self._ask_anew = ask_anew
        # What was last taken of each retained topic.
        self._newest: dict[str, bytes] = {}
        self._now = now
        self._new_id = new_id
        self.counts = IntakeCounts()

    def take(self, incoming: Incoming) -> None:
        """Deal with one message. Whatever ``record`` raises passes through, unacknowledged."""
        try:
            received = read(incoming.topic, incoming.payload)
        except BadMessage as error:
            self.counts.bad += 1
            self._owner.bad_message(error)
        else:
            self._understood(received, incoming)
        self._acknowledge(incoming)

    def tick(self) -> None:
        """Ask drivers for what is missing; call it a few times a second."""
        now = self._now()
        for request in self._inbox.replays_due(now):
            epoch = self._owner.epoch(request.device.table)
            if epoch is not None:
                self._ask(request, epoch, now)

    def acknowledge_all(self, devices: tuple[DeviceAddress, ...]) -> None:
        """Publish what is committed of each device; drivers wait for it when they start."""
        for device in devices:
            epoch = self._owner.epoch(device.table)
            if epoch is not None:
                self._publisher.acknowledged(device, self._inbox.position(device), epoch)

    def _understood(self, received: Received, incoming: Incoming) -> None:
        """A message of the contract: ours, and a fact or something to note?"""
        topic = received.topic
        if not isinstance(topic, DeviceTopic | DriverTopic):
            self.counts.foreign += 1
            return
        table = topic.address.table if isinstance(topic, DeviceTopic) else topic.table
        epoch = self._owner.epoch(table)
        if epoch is None:
            self.counts.foreign += 1
        elif isinstance(topic, DeviceTopic) and isinstance(received.message, DeviceEvent):
            self._fact(topic.address, received.message, epoch)
        elif not self._is_repeat(received, incoming) and self._counts(received, incoming):
            self.counts.observed += 1
            self._owner.observe(received, is_retained=incoming.retained)
            self._newest[incoming.topic] = incoming.payload
            if isinstance(received.message, Birth) and isinstance(topic, DeviceTopic):
                self.acknowledge_all((topic.address,))
        else:
            self.counts.outdated += 1

    def _is_repeat(self, received: Received, incoming: Incoming) -> bool:
        """Whether a state is left alone because the broker says that it brings it once more.

        It may be an older one than the last; or one that never arrived: NATS keeps back what finds
        the window full, and calls it a repeat when it brings it. Then the broker is asked for the
        newest, which comes retained.
        """
        is_repeat = incoming.duplicate and isinstance(received.message, _STATES)
        if is_repeat and self._newest.get(incoming.topic) != incoming.payload:
            self._ask_anew(incoming.topic)
        return is_repeat

    def _fact(self, device: DeviceAddress, event: DeviceEvent, epoch: int) -> None:
        """Commit a new fact; drop, refuse or ask again otherwise."""
        is_again = False
        match self._inbox.judge(device, event, self._now()):
            case Accept(fault=fault):
                if fault is not None:
                    self._tell(fault)
                self._owner.record(device, event)
                self._inbox.committed(device, event.position, self._now())
                self.counts.recorded += 1
            case Duplicate():
                self.counts.repeated += 1
                is_again = True  # its driver may have missed our word
            case Ahead():
                self.counts.ahead += 1
                self.tick()
                return
            case Refused(fault=fault, is_news=is_news):
                self.counts.refused += 1
                if is_news:
                    self._tell(fault)
        position = self._inbox.position(device)
        self._publisher.acknowledged(device, position, epoch, is_again=is_again)

    def _tell(self, fault: OrderFault) -> None:
        """Put a fault before a person; only then is it no news any more."""
        self._owner.fault(fault)
        self._inbox.reported(fault)

    def _counts(self, received: Received, incoming: Incoming) -> bool:
        """Let the inbox note what concerns order; False for what an older session said."""
        topic, message = received.topic, received.message
        if isinstance(topic, DriverTopic):
            return isinstance(message, DriverState) and self._is_current(topic.table, message)
        if not isinstance(topic, DeviceTopic):
            return False
        device = topic.address
        match message:
            case Birth(session=session):
                is_announcement = not (incoming.retained or incoming.duplicate)
                fault = self._inbox.birth(device, session, is_announcement=is_announcement)
                if fault is not None:
                    self._tell(fault)
                return self._inbox.is_current(device, session)
            case Head():
                self._inbox.head(device, message.position, self._now())
            case Reply():
                fault = self._inbox.replied(device, message.command_id, message.replayed)
                if fault is not None:
                    self._tell(fault)
            case (
                DeviceState(session=session) | LinkReport(session=session) | Shown(session=session)
            ):
                return self._inbox.is_current(device, session)
            case _:
                return False
        return True

    def _is_current(self, table: str, said: DriverState) -> bool:
        """Whether a driver's word counts for any of its devices: an old will may come late."""
        return any(
            self._inbox.is_current(DeviceAddress(table, owned.kind, owned.device), said.session)
            for owned in said.devices
        )

    def _ask(self, request: ReplayRequest, epoch: int, now: int) -> None:
        """Send a request to replay; a full outbox means another time."""
        command = Command(
            epoch=epoch,
            device=request.device.device,
            command_id=self._new_id(),
            verb=CommandVerb.REPLAY,
            sent_at=now,
            expires_at=now + COMMAND_LIFE_MS,
            replay_after=request.after,
        )
        try:
            self._publisher.command(request.device, command)
        except OutboxFull:
            return
        self._inbox.asked(request, command.command_id, now)
