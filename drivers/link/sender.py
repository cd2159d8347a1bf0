"""Sends the journal's events to the broker, in order, until the station acknowledges them.

Knows which stored events were handed to the MQTT session. Does not know what they say. After
every connection, on `replay`, and when the station stays silent too long it begins again at the
oldest event that is still stored: the station's inbox drops what it has already. Each event goes
out with the identity it was stored with, whatever session the driver is in now.
"""

from collections.abc import Callable
from typing import Final

from dealer_station.messages.envelope import START, Position
from dealer_station.messages.topics import DeviceAddress, EventKind, Topics
from dealer_station.mqtt.outbox import Outgoing
from drivers.link.journal import Journal

WINDOW: Final = 50
"""Most events handed to the MQTT session and not yet taken by the broker."""


class EventSender:
    """The way from journal to broker. One thread uses it; `on_sent` is called from others.

    `publish` hands one message to the MQTT session. `on_sent` must only enqueue: the owner then
    calls `sent` in its own thread.
    """

    def __init__(
        self,
        journal: Journal,
        topics: Topics,
        address: DeviceAddress,
        *,
        publish: Callable[[Outgoing], None],
        on_sent: Callable[[], None],
        resend_after_ms: int,
    ) -> None:
        self._journal = journal
        self._topics = topics
        self._address = address
        self._publish = publish
        self._on_sent = on_sent
        self._resend_after_ms = resend_after_ms
        self._cursor = START
        self._in_hand = 0
        self._quiet_since_ms = 0
        self.is_connected = False

    def connected(self, now_ms: int) -> None:
        """Take note of a connection: begin at the oldest stored event."""
        self.is_connected = True
        self.rewind(START, now_ms)

    def disconnected(self) -> None:
        """Take note that the connection ended."""
        self.is_connected = False

    def renewed(self) -> None:
        """Take note that the MQTT session is a new one, which holds nothing of ours."""
        self._in_hand = 0
        self.is_connected = False

    def rewind(self, position: Position, now_ms: int) -> None:
        """Send every stored event after `position` again."""
        self._cursor = min(self._cursor, position)
        self._quiet_since_ms = now_ms
        self.pump()

    def sent(self) -> None:
        """Take note that the broker has one more event."""
        self._in_hand = max(0, self._in_hand - 1)
        self.pump()

    def acknowledged(self, now_ms: int) -> None:
        """Take note that the station is committing: there is no need to send again."""
        self._quiet_since_ms = now_ms

    def tick(self, now_ms: int) -> None:
        """Send again what the station has not acknowledged for too long."""
        if not self.is_connected or self._journal.count_stored == 0:
            self._quiet_since_ms = now_ms
        elif now_ms - self._quiet_since_ms >= self._resend_after_ms:
            self.rewind(START, now_ms)

    def pump(self) -> None:
        """Hand over events as far as the window allows.

        Nothing is handed over while the broker is away: the journal is the queue, and every
        connection begins at the oldest event anyway.
        """
        while self.is_connected and self._in_hand < WINDOW:
            room = WINDOW - self._in_hand
            batch = self._journal.after(self._cursor, room)
            for event in batch:
                self._publish(
                    Outgoing(
                        self._topics.event(self._address, EventKind(event.kind)),
                        event.payload,
                        on_done=lambda _is_delivered: self._on_sent(),
                    )
                )
                self._in_hand += 1
                self._cursor = event.position
            if len(batch) < room:
                return
