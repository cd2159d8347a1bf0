"""Real brokers and peers for tests: NATS and Mosquitto as children, sessions that remember."""

import threading
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

from message_samples import ACCEPTOR, DRIVER, SHOE, SITE, TABLE

from dealer_station.messages.topics import DeviceAddress, DeviceKind
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.embedded_broker import DriverLogin, EmbeddedBroker
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import Incoming, SessionEvent, SessionSettings

OTHER_SHOE = DeviceAddress(TABLE, DeviceKind.CARD_SHOE, "shoe-2")
OTHER_DRIVER = "other-driver"
ACCEPTOR_DRIVER = "acceptor-driver"
LOGINS = (
    DriverLogin(TABLE, DRIVER, (SHOE,)),
    DriverLogin(TABLE, OTHER_DRIVER, (OTHER_SHOE,)),
    DriverLogin(TABLE, ACCEPTOR_DRIVER, (ACCEPTOR,)),
)

Event = TypeVar("Event", bound=SessionEvent)


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def make_broker(directory: Any, kind: BrokerKind) -> EmbeddedBroker:
    return EmbeddedBroker(directory, SITE, LOGINS, monotonic_ms=monotonic_ms, kind=kind)


def eventually(condition: Callable[[], Any], timeout_s: float = 15.0) -> Any:
    """Wait until the condition holds; returns what it gave."""
    deadline = time.monotonic() + timeout_s
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.01)


class Peer:
    """A session that keeps what it is told; acknowledges at once unless told not to."""

    def __init__(
        self,
        url: str,
        client_id: str,
        *subscriptions: str,
        acknowledges: bool = True,
        birth: Callable[[], Any] = tuple,
        on_event: Callable[[SessionEvent], None] | None = None,
        **settings: Any,
    ) -> None:
        self.events: list[SessionEvent] = []
        self._changed = threading.Condition()
        self._acknowledges = acknowledges
        self._on_event = on_event
        fields: dict[str, Any] = {"reconnect_after_s": 0.05, "reconnect_after_s_max": 0.5}
        self.session = MqttSession(
            SessionSettings(
                url=BrokerUrl.parse(url),
                client_id=client_id,
                subscriptions=subscriptions,
                **(fields | settings),
            ),
            deliver=self._deliver,
            monotonic_ms=monotonic_ms,
            birth=birth,
        )
        self.session.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.session.stop(flush_s=0)

    def _deliver(self, event: SessionEvent) -> None:
        if self._on_event is not None:
            self._on_event(event)
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()
        if self._acknowledges and isinstance(event, Incoming):
            self.session.acknowledge(event)

    def of(self, kind: type[Event]) -> list[Event]:
        with self._changed:
            return [event for event in self.events if isinstance(event, kind)]

    def payloads(self) -> list[bytes]:
        return [message.payload for message in self.of(Incoming)]

    def wait_for(self, kind: type[Event], count: int = 1, timeout_s: float = 15.0) -> list[Event]:
        """Wait until that many events of a kind have come."""
        eventually(lambda: len(self.of(kind)) >= count, timeout_s)
        return self.of(kind)

    def wait_ready(self) -> Self:
        """Wait until connected and subscribed."""
        eventually(lambda: self.session.health().is_connected)
        if self.session._settings.subscriptions:
            eventually(lambda: self.session._is_subscribed)
        return self

    def say(self, topic: str, payload: bytes, **fields: Any) -> None:
        self.session.publish(Outgoing(topic, payload, **fields))
