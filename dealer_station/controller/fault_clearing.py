"""Tells devices that a supervisor has cleared their faults, until they answer.

That it was cleared stands in the record; the device's own word says when it took it. What is sent
follows from the tables' states, so a broker that was away or a driver that just comes back costs
nothing but a moment.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dealer_station.clock import Clock
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.errors import EventLogError
from dealer_station.messages.device import COMMAND_LIFE_MS, Command, Reply, ReplyResult
from dealer_station.messages.topics import CommandVerb, DeviceAddress, DeviceKind
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.mqtt.publisher import LowerEpoch
from dealer_station.observability import get_logger
from dealer_station.table.commands import RecordNotCleared
from dealer_station.table.devices import DeviceStatus
from dealer_station.table.roles import Actor, Role

_log = get_logger(__name__)

PATIENCE_MS = 10_000
"""How long a device that does not answer is told; after that the supervisor has to do it again."""

_STATION: Final = Actor("station", Role.STATION)


@dataclass(slots=True)
class _Order:
    """One clearing on its way, and when it was last sent.

    It keeps its id however often it is sent, so that a device that has carried it out answers again
    and does not clear what has come since.
    """

    command_id: str
    sent_at: int
    is_answered: bool = False
    refusal: str = ""


class FaultClearing:
    """Sends `clear_fault` by `send`. One thread calls it."""

    def __init__(
        self,
        controllers: Mapping[str, TableController],
        epochs: Mapping[str, int],
        send: Callable[[DeviceAddress, Command], None],
        clock: Clock,
    ) -> None:
        self._controllers = controllers
        self._epochs = epochs
        self._send = send
        self._clock = clock
        self._orders: dict[DeviceAddress, _Order] = {}

    def tick(self) -> None:
        """Send what is due; call it a few times a second."""
        now = self._clock.now()
        for table_id, controller in self._controllers.items():
            if controller.is_taken_over:
                continue
            for device in controller.state.devices:
                if device.cleared_at is None or not device.faults:
                    continue
                failure = self._failure(table_id, device, device.cleared_at, now)
                if failure:
                    self._give_back(controller, device.device_id, device.cleared_at, failure)
                else:
                    self._tell(table_id, device, device.cleared_at, now)

    def replied(self, address: DeviceAddress, reply: Reply) -> None:
        """Take a device's answer; one to another command is none of ours."""
        order = self._orders.get(address)
        if order is None or reply.command_id != order.command_id:
            return
        order.is_answered = True
        if reply.result is not ReplyResult.DONE:
            order.refusal = reply.error or f"the device answered: {reply.result.value}"
            _log.warning(
                "faults_not_cleared", table=address.table, device=address.device,
                result=reply.result.value, reason=reply.error,
            )  # fmt: skip

    def _failure(self, table_id: str, device: DeviceStatus, cleared_at: int, now: int) -> str:
        """Return why a clearing came to nothing, empty while it may still come to something."""
        order = self._orders.get(_address(table_id, device))
        is_ours = order is not None and order.command_id == _command_id(device, cleared_at)
        if order is not None and is_ours and order.refusal:
            return order.refusal
        if now - cleared_at < PATIENCE_MS:
            return ""
        if order is not None and is_ours and order.is_answered:
            return "the device has taken it, but its faults stand"
        return "the device did not answer"

    def _give_back(
        self, controller: TableController, device_id: str, cleared_at: int, reason: str
    ) -> None:
        """Let the supervisor know: what he has cleared waits for him again."""
        command = RecordNotCleared(
            command_id=f"not-cleared-{device_id}-{cleared_at}",
            issued_at=self._clock.now(),
            actor=_STATION,
            device_id=device_id,
            cleared_at=cleared_at,
            reason=reason,
        )
        try:
            controller.submit(command)
        except EventLogError as error:  # the next tick tries again
            _log.warning("not_cleared_waits", device=device_id, why=str(error))

    def _tell(self, table_id: str, device: DeviceStatus, cleared_at: int, now: int) -> None:
        address = _address(table_id, device)
        order = self._orders.get(address)
        command_id = _command_id(device, cleared_at)
        if order is None or order.command_id != command_id:
            order = self._orders[address] = _Order(command_id, now - COMMAND_LIFE_MS)
        # A command that may still be obeyed is not sent twice.
        if order.is_answered or now - order.sent_at < COMMAND_LIFE_MS:
            return
        command = Command(
            epoch=self._epochs[table_id],
            device=device.device_id,
            command_id=command_id,
            verb=CommandVerb.CLEAR_FAULT,
            sent_at=now,
            expires_at=now + COMMAND_LIFE_MS,
            faults=device.faults,
        )
        try:
            self._send(address, command)
        except (OutboxFull, LowerEpoch) as error:
            _log.warning("faults_wait", table=table_id, device=device.device_id, why=str(error))
            return
        order.sent_at = now


def _address(table_id: str, device: DeviceStatus) -> DeviceAddress:
    return DeviceAddress(table_id, DeviceKind(device.device_kind), device.device_id)


def _command_id(device: DeviceStatus, cleared_at: int) -> str:
    return f"clear-{device.device_id}-{cleared_at}"
