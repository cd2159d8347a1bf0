"""Builds paho clients: the one file that knows paho's callbacks and versions.

A client's callbacks run in its network thread. They take an event apart and hand it to one
function that must only enqueue; nothing they do can raise, because an exception there would kill
the network thread while the client still calls itself connected.
"""

import random
import socket
from collections.abc import Callable
from dataclasses import dataclass
from ssl import SSLContext
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from dealer_station.mqtt.session_events import CONNECT_TIMEOUT_S, Protocol, SessionSettings
from dealer_station.observability import get_logger

_LOG: Final = get_logger("mqtt.client")
_VERSIONS: Final = {
    Protocol.MQTT_5: MQTTProtocolVersion.MQTTv5,
    Protocol.MQTT_3_1_1: MQTTProtocolVersion.MQTTv311,
}
_UNSUPPORTED_VERSION: Final = 0x84


@dataclass(frozen=True, slots=True)
class ClientConnected:
    """CONNACK with success."""

    is_resumed: bool


@dataclass(frozen=True, slots=True)
class ClientRefused:
    """CONNACK with a refusal."""

    reason: str
    is_version: bool


@dataclass(frozen=True, slots=True)
class ClientDisconnected:
    """The connection is gone, for whatever reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class ClientFailed:
    """No connection opened; it will be tried again."""


@dataclass(frozen=True, slots=True)
class ClientActive:
    """The network thread lives; ``is_heard`` if a packet came from the broker."""

    is_heard: bool


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """PUBLISH from the broker."""

    topic: str
    payload: bytes
    retained: bool
    duplicate: bool
    qos: int
    mid: int


@dataclass(frozen=True, slots=True)
class ClientPublished:
    """PUBACK for one of our messages; ``refusal`` is empty on success."""

    mid: int
    refusal: str


@dataclass(frozen=True, slots=True)
class ClientSubscribed:
    """SUBACK; one entry a filter, empty on success."""

    mid: int
    refusals: tuple[str, ...]


ClientEvent = (
    ClientConnected
    | ClientRefused
    | ClientDisconnected
    | ClientFailed
    | ClientActive
    | ClientMessage
    | ClientPublished
    | ClientSubscribed
)


def build_client(
    settings: SessionSettings,
    protocol: Protocol,
    tls: SSLContext | None,
    hand_over: Callable[[ClientEvent], None],
) -> paho.Client:
    """Return a client ready for ``start_client``; it connects nowhere yet."""
    is_kept = settings.session_expiry_s > 0
    client = paho.Client(
        CallbackAPIVersion.VERSION2,
        client_id=settings.client_id,
        protocol=_VERSIONS[protocol],
        clean_session=None if protocol is Protocol.MQTT_5 else not is_kept,
        manual_ack=True,
    )
    client.connect_timeout = CONNECT_TIMEOUT_S
    client.max_inflight_messages_set(settings.in_flight_max)
    # Many drivers lose a broker at one moment; chance keeps them from coming back at one moment.
    first_delay = settings.reconnect_after_s * random.uniform(1.0, 2.0)  # noqa: S311 - no secret
    client.reconnect_delay_set(
        first_delay,  # type: ignore[arg-type]  # any number works, paho's type is too narrow
        max(first_delay, settings.reconnect_after_s_max),  # type: ignore[arg-type]  # likewise
    )
    if settings.url.username is not None:
        client.username_pw_set(settings.url.username, settings.url.password)
    if tls is not None:
        client.tls_set_context(tls)
    if settings.will is not None:
        client.will_set(
            settings.will.topic,
            settings.will.payload,
            qos=1,
            retain=True,
            properties=_will_properties(settings, protocol),
        )
    _set_callbacks(client, hand_over)
    return client


def start_client(client: paho.Client, settings: SessionSettings, protocol: Protocol) -> None:
    """Let the client connect for ever in its own thread; returns at once, raises nothing."""
    options: dict[str, Any] = {}
    if protocol is Protocol.MQTT_5:
        properties = _properties(PacketTypes.CONNECT)
        # Without it the session would end with the connection although it is not a clean start.
        properties.SessionExpiryInterval = settings.session_expiry_s
        properties.ReceiveMaximum = settings.in_flight_max
        options = {"clean_start": settings.session_expiry_s == 0, "properties": properties}
    client.connect_async(
        settings.url.host, settings.url.port, keepalive=settings.keepalive_s, **options
    )
    client.loop_start()


def publish_properties(protocol: Protocol, expires_after_s: int | None) -> Properties | None:
    """Properties of a publication, where the broker speaks them."""
    if protocol is not Protocol.MQTT_5 or expires_after_s is None:
        return None
    properties = _properties(PacketTypes.PUBLISH)
    properties.MessageExpiryInterval = expires_after_s
    return properties


def discard_client(client: paho.Client) -> None:
    """End a client and its thread. May block for some seconds; raises nothing.

    ``disconnect`` comes first: without it the network thread would stay until every message on
    its way is acknowledged, which a dead broker never does.
    """
    try:
        client.disconnect()
        client.loop_stop()
        # The network thread may have been dead already; now its socket is closed from here.
        client.disconnect()
    except Exception:  # noqa: BLE001 - the client is thrown away whatever it says
        _LOG.exception("mqtt_client_discard_failed")


def _properties(packet: int) -> Properties:
    """Empty properties for one kind of packet."""
    return Properties(packet)  # type: ignore[no-untyped-call]  # paho leaves it untyped


def _will_properties(settings: SessionSettings, protocol: Protocol) -> Properties | None:
    """Will delay, where the broker speaks it."""
    if protocol is not Protocol.MQTT_5 or settings.will is None or not settings.will.delay_s:
        return None
    properties = _properties(PacketTypes.WILLMESSAGE)
    properties.WillDelayInterval = settings.will.delay_s
    return properties


def _set_callbacks(client: paho.Client, hand_over: Callable[[ClientEvent], None]) -> None:
    """Turn paho's callbacks into events."""

    def safely(make: Callable[..., ClientEvent | None]) -> Callable[..., None]:
        def callback(*arguments: Any) -> None:
            try:
                event = make(*arguments)
                if event is not None:
                    hand_over(event)
            except Exception:  # noqa: BLE001 - nothing may escape into the network thread
                _LOG.exception("mqtt_callback_failed", callback=make.__name__)

        return callback

    client.on_connect = safely(_connected)
    client.on_disconnect = safely(_disconnected)
    client.on_message = safely(_message)
    client.on_publish = safely(_published)
    client.on_subscribe = safely(_subscribed)
    client.on_pre_connect = safely(_attempting)
    client.on_connect_fail = safely(_failed)
    client.on_log = safely(_logged)
    client.on_socket_open = safely(_opened)


def _opened(_client: Any, _data: Any, opened: socket.socket) -> None:
    """Send every packet at once.

    Otherwise the kernel keeps a packet back until the broker has acknowledged the one before,
    and after our acknowledgements of QoS 1, which nothing answers, brokers take 40 ms for that.
    """
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _connected(
    _client: Any, _data: Any, flags: Any, reason: Any, _properties: Any
) -> ClientConnected | ClientRefused:
    """CONNACK, good or bad."""
    if reason.is_failure:
        return ClientRefused(str(reason), is_version=reason.value == _UNSUPPORTED_VERSION)
    return ClientConnected(is_resumed=bool(flags.session_present))


def _disconnected(
    _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any
) -> ClientDisconnected:
    """The end of a connection."""
    return ClientDisconnected(str(reason))


def _message(_client: Any, _data: Any, message: Any) -> ClientMessage:
    """A publication from the broker."""
    try:
        topic = message.topic
    except UnicodeDecodeError:
        # Handed on as a topic outside the contract, so that it is reported and acknowledged.
        topic = "�"
    return ClientMessage(
        topic, bytes(message.payload), message.retain, message.dup, message.qos, message.mid
    )


def _published(
    _client: Any, _data: Any, mid: int, reason: Any, _properties: Any
) -> ClientPublished:
    """PUBACK."""
    return ClientPublished(mid, str(reason) if reason.is_failure else "")


def _subscribed(
    _client: Any, _data: Any, mid: int, reasons: Any, _properties: Any
) -> ClientSubscribed:
    """SUBACK."""
    return ClientSubscribed(mid, tuple(str(r) if r.is_failure else "" for r in reasons))


def _attempting(_client: Any, _data: Any) -> ClientActive:
    """The network thread tries to connect."""
    return ClientActive(is_heard=False)


def _failed(_client: Any, _data: Any) -> ClientFailed:
    """An attempt ended before any word was exchanged."""
    return ClientFailed()


def _logged(_client: Any, _data: Any, _level: Any, text: str) -> ClientActive | None:
    """A packet from the broker."""
    # paho tells of every packet here and only here; a ping's answer is not told anywhere else.
    return ClientActive(is_heard=True) if text.startswith("Received ") else None
