"""What a session tells its owner, and how it is set up: plain values.

Every event is handed over by one call that must only put it into a queue.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.messages.topics import check_name
from dealer_station.mqtt.broker_url import BrokerUrl


class Protocol(StrEnum):
    """Versions of MQTT, newest first: the order in which they are tried."""

    MQTT_5 = "5"
    MQTT_3_1_1 = "3.1.1"


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker took us in. ``is_resumed``: it still had our session and its queue."""

    protocol: Protocol
    is_resumed: bool


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection ended; the session goes on trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class ConnectRefused:
    """The broker said no (wrong password, not authorised …); the session goes on trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No connection opens; told once until one does. The session goes on trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class SubscriptionRefused:
    """The broker does not let us read this."""

    topic_filter: str
    reason: str


@dataclass(frozen=True, slots=True)
class PublishRefused:
    """The broker does not let us write this. Only MQTT 5 tells; the message is gone."""

    topic: str
    reason: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message from the broker, unacknowledged until ``MqttSession.acknowledge``.

    ``retained``: the broker had kept it, it is no news. ``duplicate`` is the broker's guess.
    ``connection`` and ``mid`` belong together: an acknowledgement counts on its own connection.
    """

    topic: str
    payload: bytes
    retained: bool
    duplicate: bool
    qos: int
    mid: int
    connection: int


SessionEvent = (
    Connected
    | Disconnected
    | ConnectRefused
    | Unreachable
    | SubscriptionRefused
    | PublishRefused
    | Incoming
)

CONNECT_TIMEOUT_S: Final = 3.0
"""How long the network may take to open a connection."""


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes, retained, when the connection dies without goodbye.

    ``delay_s`` holds it back for a quick reconnect, where the broker grants MQTT 5.
    """

    topic: str
    payload: bytes
    delay_s: int = 0


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """How one connection is kept.

    ``client_id`` is a name as topics hold it (NATS takes no dot and no space). The broker keeps
    the session ``session_expiry_s`` after the connection ended; 0 keeps nothing. ``keepalive_s``
    of silence bring a ping, half as much again without an answer ends the connection.
    """

    url: BrokerUrl
    client_id: str
    subscriptions: tuple[str, ...] = ()
    will: Will | None = None
    session_expiry_s: int = 3_600
    keepalive_s: int = 5
    reconnect_after_s: float = 0.25
    reconnect_after_s_max: float = 10.0
    in_flight_max: int = 20
    waiting_max: int = 10_000

    def __post_init__(self) -> None:
        check_name(self.client_id)
        assert self.session_expiry_s >= 0
        assert self.keepalive_s >= 1
        assert 0 < self.reconnect_after_s <= self.reconnect_after_s_max

    @property
    def silence_ms_max(self) -> int:
        """Silence after which a connection counts as dead."""
        return self.keepalive_s * 1_500

    @property
    def idle_ms_max(self) -> int:
        """Longest time between two attempts to connect while the client's thread lives."""
        return int((self.reconnect_after_s_max + CONNECT_TIMEOUT_S + self.keepalive_s * 2) * 1_000)


@dataclass(frozen=True, slots=True)
class SessionHealth:
    """A session at a glance, for health pages and metrics.

    ``silence_ms`` since the broker was last heard, null while not connected. ``connections`` and
    ``renewals`` count connections made, and clients thrown away because they were stuck.
    """

    is_connected: bool
    protocol: Protocol
    silence_ms: int | None
    waiting: int
    in_flight: int
    connections: int
    renewals: int
