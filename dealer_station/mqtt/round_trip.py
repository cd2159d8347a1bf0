"""Proof that a broker delivers: a message to oneself, with QoS 1, there and back.

Used before anything relies on a broker, and by health checks. An open port proves nothing.
"""

import secrets
import threading
from collections.abc import Callable
from typing import Final

from dealer_station.messages.topics import Topics
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import (
    ConnectRefused,
    Incoming,
    Protocol,
    PublishRefused,
    SessionEvent,
    SessionSettings,
    SubscriptionRefused,
    Unreachable,
)

_RETRY_S: Final = 0.05


class BrokerUnusable(RuntimeError):  # noqa: N818 - says what it is
    """The broker did not bring a message back; the text says why and names no password."""


class _Probe:
    """A message to oneself: what is heard of it, and why it did not come."""

    def __init__(self, topic: str, nonce: bytes) -> None:
        self.is_done = threading.Event()
        self._topic = topic
        self._nonce = nonce
        self._refused = ""
        self._unreachable = ""

    def deliver(self, event: SessionEvent) -> None:
        """Take note of one event of the session."""
        match event:
            case Incoming(payload=payload) if payload == self._nonce:
                self.is_done.set()
            case ConnectRefused(reason=reason) | PublishRefused(reason=reason):
                self._refuse(reason)
            case Unreachable(reason=reason):
                self._unreachable = reason
            case SubscriptionRefused(reason=reason):
                self._refuse(f"may not subscribe to {self._topic}: {reason}")
            case _:
                pass

    def _refuse(self, reason: str) -> None:
        self._refused = self._refused or reason
        self.is_done.set()

    def failure(self, timeout_s: float) -> str:
        """Say what went wrong; empty when the message came back."""
        if self._refused or self.is_done.is_set():
            return self._refused
        return f"{self._unreachable or 'no message came back'} (waited {timeout_s:g} s)"


def prove_round_trip(
    url: BrokerUrl,
    topics: Topics,
    *,
    timeout_s: float,
    monotonic_ms: Callable[[], int],
    give_up: Callable[[], bool] = lambda: False,
) -> Protocol:
    """Send a message to oneself and wait for it; returns the protocol the broker speaks.

    Needs a user who may publish and subscribe to the site's probe topics (a station). ``give_up``
    is asked while waiting: True ends the wait.

    Raises:
        BrokerUnusable: it did not come back in time, or the broker refused something.
    """
    nonce = secrets.token_hex(8)
    topic = topics.probe(f"probe-{nonce}")
    probe = _Probe(topic, nonce.encode())
    session = MqttSession(
        SessionSettings(
            url=url,
            client_id=f"probe-{nonce}",
            subscriptions=(topic,),
            session_expiry_s=0,
            reconnect_after_s=_RETRY_S,
            reconnect_after_s_max=_RETRY_S * 4,
        ),
        deliver=probe.deliver,
        monotonic_ms=monotonic_ms,
        # SUBSCRIBE goes out before it and brokers answer in order.
        birth=lambda: (Outgoing(topic, nonce.encode(), latest_wins=True),),
    )
    session.start()
    try:
        deadline = monotonic_ms() + int(timeout_s * 1_000)
        while not probe.is_done.wait(_RETRY_S) and monotonic_ms() < deadline and not give_up():
            pass
        protocol = session.health().protocol
    finally:
        session.stop(flush_s=0)
    if failure := probe.failure(timeout_s):
        raise BrokerUnusable(f"{url}: {failure}")
    return protocol
