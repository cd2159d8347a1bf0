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
    client_id = f"probe-{nonce}"
    topic = topics.probe(client_id)
    outcome: list[str] = []
    unreachable: list[str] = []
    is_done = threading.Event()

    def deliver(event: SessionEvent) -> None:
        match event:
            case Incoming(payload=payload) if payload == nonce.encode():
                is_done.set()
            case ConnectRefused(reason=reason) | PublishRefused(reason=reason):
                outcome.append(reason)
                is_done.set()
            case Unreachable(reason=reason):
                unreachable.append(reason)
            case SubscriptionRefused(reason=reason):
                outcome.append(f"may not subscribe to {topic}: {reason}")
                is_done.set()
            case _:
                pass

    session = MqttSession(
        SessionSettings(
            url=url,
            client_id=client_id,
            subscriptions=(topic,),
            session_expiry_s=0,
            reconnect_after_s=_RETRY_S,
            reconnect_after_s_max=_RETRY_S * 4,
        ),
        deliver=deliver,
        monotonic_ms=monotonic_ms,
        # SUBSCRIBE goes out before it and brokers answer in order.
        birth=lambda: (Outgoing(topic, nonce.encode(), latest_wins=True),),
    )
    session.start()
    try:
        deadline = monotonic_ms() + int(timeout_s * 1_000)
        while not is_done.wait(_RETRY_S) and monotonic_ms() < deadline and not give_up():
            pass
        protocol = session.health().protocol
    finally:
        session.stop(flush_s=0)
    if outcome:
        raise BrokerUnusable(f"{url}: {outcome[0]}")
    if not is_done.is_set():
        reason = unreachable[-1] if unreachable else "no message came back"
        raise BrokerUnusable(f"{url}: {reason} (waited {timeout_s:g} s)")
    return protocol
