"""What a station says: desired states, views, acknowledged positions, meters, commands.

States are retained and idempotent: the newest of each topic is remembered here and published again
at every connection, so a broker that forgot, or a station that crashed, changes nothing. Meters and
signs of life are of their moment and never said again. Knows no connection: ``publish`` is a
session's.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dealer_station.messages.device import COMMAND_LIFE_MS, Acknowledged, Command
from dealer_station.messages.envelope import Position, StationMessage
from dealer_station.messages.meter_display import Meter
from dealer_station.messages.table import Alive, TableView
from dealer_station.messages.topics import DeviceAddress, Topics
from dealer_station.mqtt.outbox import OutboxFull, Outgoing
from dealer_station.observability import get_logger

_LOG: Final = get_logger("mqtt.publisher")
_COMMAND_LIFE_S: Final = COMMAND_LIFE_MS // 1_000


class LowerEpoch(RuntimeError):  # noqa: N818 - says what was tried
    """A state of an epoch that is over was to be published: its lease is lost."""


class Publisher:
    """Publishes and remembers the states of the tables that this station owns. Thread-safe."""

    def __init__(self, topics: Topics, publish: Callable[[Outgoing], None]) -> None:
        self._topics = topics
        self._publish = publish
        self._lock = threading.Lock()
        # Table -> topic -> newest state; and the epoch of each table and progressive.
        self._states: dict[str, dict[str, Outgoing]] = {}
        self._epochs: dict[str, int] = {}

    def view(self, message: TableView) -> None:
        """Publish the public view of a table."""
        self._retain(message.table, self._topics.view(message.table), message)

    def acknowledged(
        self, device: DeviceAddress, position: Position, epoch: int, *, is_again: bool = False
    ) -> None:
        """Tell a device's driver up to which event everything is committed.

        ``is_again`` says it even if it was what was said last.
        """
        message = Acknowledged(
            epoch=epoch,
            device=device.device,
            session=position.session,
            sequence=position.sequence,
        )
        self._retain(device.table, self._topics.acknowledged(device), message, is_again=is_again)

    def desired(self, device: DeviceAddress, name: str, message: StationMessage) -> None:
        """Tell a device which state it should be in."""
        self._retain(device.table, self._topics.desired(device, name), message)

    def meter(self, message: Meter) -> None:
        """Publish a signed meter; nothing is remembered.

        A sign takes every meter that comes for one of this moment: one that was said before the
        connection, or by a station whose lease is over, must not be said again (DSP-09).

        Raises:
            LowerEpoch: the progressive's epoch is higher by now.
        """
        with self._lock:
            self._check_epoch(f"progressive {message.progressive}", message.epoch)
        topic = self._topics.meter(message.progressive)
        self._say_now(topic, message, retain=True)

    def command(self, device: DeviceAddress, message: Command) -> None:
        """Ask for an action; nothing is remembered, it is worthless when it is late.

        Raises:
            LowerEpoch: the table's epoch is higher by now.
            OutboxFull: the broker has been away too long.
        """
        with self._lock:
            self._check_epoch(device.table, message.epoch)
        self._publish(
            Outgoing(
                self._topics.command(device, message.verb),
                message.to_bytes(),
                expires_after_s=_COMMAND_LIFE_S,
            )
        )

    def alive(self, message: Alive) -> None:
        """Say that the station lives; nothing is remembered, and a late one is worthless.

        Raises:
            LowerEpoch: the table's epoch is higher by now.
        """
        with self._lock:
            self._check_epoch(message.table, message.epoch)
        topic = self._topics.alive(message.table)
        self._say_now(topic, message, retain=False)

    def _say_now(self, topic: str, message: StationMessage, *, retain: bool) -> None:
        """Publish what is of this moment; where there is no room for it, the next one comes."""
        item = Outgoing(
            topic, message.to_bytes(), retain=retain, latest_wins=True, is_momentary=True
        )
        with suppress(OutboxFull):
            self._publish(item)

    def give_up(self, table: str) -> None:
        """Forget a table whose lease went to another station: nothing of it is said again."""
        with self._lock:
            self._states.pop(table, None)

    def births(self) -> tuple[Outgoing, ...]:
        """Every remembered state: what a session sends first at every connection."""
        with self._lock:
            return tuple(item for states in self._states.values() for item in states.values())

    def _retain(
        self, table: str, topic: str, message: StationMessage, *, is_again: bool = False
    ) -> None:
        """Remember a state and send it, as a rule only if it differs from what was said last."""
        item = Outgoing(topic, message.to_bytes(), retain=True, latest_wins=True)
        with self._lock:
            self._check_epoch(table, message.epoch)
            states = self._states.setdefault(table, {})
            if states.get(topic) == item and not is_again:
                return
            states[topic] = item
        try:
            self._publish(item)
        except OutboxFull:
            # The broker is away; births() brings it when the broker is back.
            _LOG.warning("mqtt_state_waits", topic=topic)

    def _check_epoch(self, scope: str, epoch: int) -> None:
        """Refuse what a fenced station would say. Raises LowerEpoch."""
        highest = self._epochs.get(scope, 0)
        if epoch < highest:
            raise LowerEpoch(f"{scope}: epoch {epoch} after {highest}")
        self._epochs[scope] = epoch
