"""One connection to the broker, kept for ever: the only way station and drivers speak MQTT.

A session owns a thread. All calls of paho are made there; paho's own network thread only puts
events into its queue, and so do the callers. Knows delivery: an own bounded outbox, at most 20
messages on their way, acknowledgement by the owner's word, resubscription, a watch over the
network thread. Knows no topic's meaning.

Guarantees: what ``publish`` took is sent at least once, in order, while the process lives; an
incoming message stays with the broker until ``acknowledge``.
"""

import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from paho.mqtt.client import MQTT_ERR_SUCCESS, Client, topic_matches_sub
from paho.mqtt.subscribeoptions import SubscribeOptions

from dealer_station.mqtt.broker_url import why_unreachable
from dealer_station.mqtt.outbox import Outbox, Outgoing
from dealer_station.mqtt.paho_client import (
    ClientActive,
    ClientConnected,
    ClientDisconnected,
    ClientEvent,
    ClientFailed,
    ClientMessage,
    ClientPublished,
    ClientRefused,
    ClientSubscribed,
    build_client,
    discard_client,
    publish_properties,
    start_client,
)
from dealer_station.mqtt.session_events import (
    CONNECT_TIMEOUT_S,
    Connected,
    ConnectRefused,
    Disconnected,
    Incoming,
    Protocol,
    PublishRefused,
    SessionEvent,
    SessionHealth,
    SessionSettings,
    SubscriptionRefused,
    Unreachable,
)
from dealer_station.observability import get_logger

_LOG: Final = get_logger("mqtt.session")
_TICK_S: Final = 0.25
_SILENT_REFUSALS_MAX: Final = 2


class SessionStopped(RuntimeError):  # noqa: N818 - says what happened
    """The session was stopped; nothing is published any more."""


@dataclass(frozen=True, slots=True)
class _FromClient:
    """An event of one client; events of clients since thrown away are ignored."""

    client_number: int
    event: ClientEvent


@dataclass(frozen=True, slots=True)
class _Acknowledge:
    """The owner is done with a message."""

    incoming: Incoming


@dataclass(frozen=True, slots=True)
class _AskAnew:
    """The owner wants what the broker keeps of a topic."""

    topic: str


class _Wake:
    """Something was put into the outbox."""


class _Stop:
    """The session shall end."""


_Input = _FromClient | _Acknowledge | _AskAnew | _Wake


class MqttSession:
    """Keeps one connection to a broker; see the module for what it promises.

    ``deliver`` gets every event, in order, from the client's network thread: it must only enqueue
    (``loop.call_soon_threadsafe(queue.put_nowait, event)`` in asyncio). ``birth`` is asked at
    every connection for messages that go out before anything else. ``monotonic_ms`` is a clock
    that never goes back. TLS files are read here, before any thread runs.

    Raises OSError or ssl.SSLError if a TLS file cannot be used.
    """

    def __init__(
        self,
        settings: SessionSettings,
        *,
        deliver: Callable[[SessionEvent], None],
        monotonic_ms: Callable[[], int],
        birth: Callable[[], Iterable[Outgoing]] = tuple,
    ) -> None:
        self._settings = settings
        self._deliver_raw = deliver
        self._birth = birth
        self._monotonic_ms = monotonic_ms
        self._tls = settings.url.tls_context()
        self._inputs: queue.SimpleQueue[_Input | _Stop] = queue.SimpleQueue()
        self._lock = threading.Lock()  # around the outbox only, never around a call of paho
        self._outbox = Outbox(
            waiting_max=settings.waiting_max, in_flight_max=settings.in_flight_max
        )
        self._thread = threading.Thread(
            target=self._run, name=f"mqtt-session-{settings.client_id}", daemon=True
        )
        self._reapers: list[threading.Thread] = []
        self._idle = threading.Event()
        self._idle.set()
        self._is_stopping = False
        # Owned by the session's thread, except that the network thread counts connections.
        self._protocol = Protocol.MQTT_5
        self._client: Client
        self._client_number = 0
        self._connection = 0
        self._live_connection = 0
        self._last_heard_ms = 0
        self._last_active_ms = 0
        self._silent_refusals = 0
        self._is_subscribed = False
        self._asked_anew: set[str] = set()
        self._is_unreachable = False
        self._subscribing: dict[int, tuple[str, ...]] = {}
        self._renewals = 0

    # For the owner; any thread

    def start(self) -> None:
        """Begin to connect; returns at once, whether the broker is there or not."""
        self._thread.start()

    def publish(self, item: Outgoing) -> None:
        """Take a message; it is sent as soon as the broker is there.

        Raises:
            OutboxFull: as many wait as may; nothing was taken.
            SessionStopped: the session was stopped.
            ValueError: the payload is too long.
        """
        if self._is_stopping:
            raise SessionStopped(self._settings.client_id)
        with self._lock:
            replaced = self._outbox.add(item)
            self._idle.clear()
        self._inputs.put(_Wake())
        if replaced is not None:
            self._finish(replaced, is_delivered=False)

    def acknowledge(self, incoming: Incoming) -> None:
        """Tell the broker that this message is done with; call it after the commit.

        Ignored if the connection ended since: the broker will send it again.
        """
        self._inputs.put(_Acknowledge(incoming))

    def ask_anew(self, topic: str) -> None:
        """Have the broker bring once more what it keeps of a subscribed topic, retained.

        What else matches the same subscription comes with it. Without a connection this does
        nothing: all of it comes with the next one.
        """
        self._inputs.put(_AskAnew(topic))

    def silence_ms(self) -> int | None:
        """How long nothing was heard from the broker; None while not connected."""
        return self._monotonic_ms() - self._last_heard_ms if self._live_connection else None

    def health(self) -> SessionHealth:
        """State of the session at this moment."""
        silence_ms = self.silence_ms()
        with self._lock:
            waiting, in_flight = self._outbox.waiting, self._outbox.in_flight
        return SessionHealth(
            is_connected=silence_ms is not None,
            protocol=self._protocol,
            silence_ms=silence_ms,
            waiting=waiting,
            in_flight=in_flight,
            connections=self._connection,
            renewals=self._renewals,
        )

    def flush(self, timeout_s: float) -> bool:
        """Wait until the broker has everything that was published; False if time runs out."""
        return self._idle.wait(timeout_s)

    def stop(self, flush_s: float = 2.0) -> bool:
        """Send what waits, say goodbye (the will is not published), end all threads.

        Returns whether everything was delivered.
        """
        is_flushed = self.flush(flush_s) if self._live_connection else self._idle.is_set()
        self._is_stopping = True
        if self._thread.is_alive():
            self._inputs.put(_Stop())
            self._thread.join()
        for reaper in self._reapers:
            reaper.join(timeout=10)
        return is_flushed

    # The client's network thread

    def _from_client(self, number: int, event: ClientEvent) -> None:
        """Note what must be noted at once, deliver, and pass on to the session's thread."""
        if number != self._client_number:
            return
        self._last_active_ms = now = self._monotonic_ms()
        match event:
            case ClientActive(is_heard=is_heard):
                if is_heard:
                    self._last_heard_ms = now
                return
            case ClientMessage():
                self._deliver(
                    Incoming(
                        event.topic,
                        event.payload,
                        event.retained,
                        event.duplicate,
                        event.qos,
                        event.mid,
                        self._live_connection,
                    )
                )
                return
            case ClientConnected():
                self._last_heard_ms = now
                self._connection += 1
                self._live_connection = self._connection
                self._deliver(Connected(self._protocol, event.is_resumed))
            case ClientDisconnected():
                was_live, self._live_connection = self._live_connection, 0
                if was_live:
                    self._deliver(Disconnected(event.reason))
            case ClientRefused() if not event.is_version or self._protocol is not Protocol.MQTT_5:
                self._deliver(ConnectRefused(event.reason))
            case _:
                pass
        self._inputs.put(_FromClient(number, event))

    def _deliver(self, event: SessionEvent) -> None:
        """Hand an event to the owner, whose fault must not become ours."""
        try:
            self._deliver_raw(event)
        except Exception:  # noqa: BLE001 - a message not taken stays unacknowledged and comes again
            _LOG.exception("mqtt_event_not_taken", kind=type(event).__name__)

    def _finish(self, item: Outgoing, *, is_delivered: bool) -> None:
        """Tell a publisher how it ended; its fault must not become ours either."""
        try:
            item.finish(is_delivered=is_delivered)
        except Exception:  # noqa: BLE001 - the message itself is done with
            _LOG.exception("mqtt_outcome_not_taken", topic=item.topic)

    # The session's own thread

    def _run(self) -> None:
        """Serve the queue and watch the client until told to stop."""
        self._start_client(self._protocol)
        next_watch_ms = 0
        while True:
            try:
                given = self._inputs.get(timeout=_TICK_S)
            except queue.Empty:
                given = None
            if isinstance(given, _Stop):
                break
            try:
                self._take(given)
                if (now := self._monotonic_ms()) >= next_watch_ms:
                    next_watch_ms = now + int(_TICK_S * 1_000)
                    self._watch(now)
                self._send_waiting()
            except Exception:  # noqa: BLE001 - delivery goes on with a new client, come what may
                _LOG.exception("mqtt_session_failed")
                self._renewals += 1
                self._renew(self._protocol)
        self._discard_client()

    def _take(self, given: _Input | None) -> None:
        """Do what one entry of the queue asks for."""
        match given:
            case _Acknowledge(incoming=incoming):
                if incoming.connection == self._live_connection:
                    self._client.ack(incoming.mid, incoming.qos)
            case _AskAnew(topic=topic):
                self._subscribe_anew(topic)
            case _FromClient(client_number=number, event=event):
                if number == self._client_number:
                    self._serve(event)
            case _:
                pass

    def _serve(self, event: ClientEvent) -> None:
        """Answer one event of the client."""
        match event:
            case ClientConnected(is_resumed=is_resumed):
                self._silent_refusals = 0
                self._is_unreachable = False
                self._greet(is_resumed=is_resumed)
            case ClientRefused(reason=reason, is_version=is_version):
                self._silent_refusals = 0
                if is_version and self._protocol is Protocol.MQTT_5:
                    _LOG.info("mqtt_version_not_spoken", protocol=self._protocol)
                    self._renew(Protocol.MQTT_3_1_1)
                else:
                    _LOG.error("mqtt_refused", reason=reason)
            case ClientFailed():
                self._tell_unreachable()
            case ClientDisconnected(reason=reason):
                self._subscribing.clear()
                self._count_silent_refusal(reason)
            case ClientPublished(mid=mid, refusal=refusal):
                self._published(mid, refusal)
            case ClientSubscribed(mid=mid, refusals=refusals):
                self._subscribed(self._subscribing.pop(mid, ()), refusals)
            case _:
                raise AssertionError(f"{event} is not for this thread")

    def _greet(self, *, is_resumed: bool) -> None:
        """Subscribe where the broker does not remember, and send births first."""
        _LOG.info("mqtt_connected", protocol=self._protocol, resumed=is_resumed)
        # Once a process even if the broker remembers: retained messages come with it.
        if self._settings.subscriptions and not (is_resumed and self._is_subscribed):
            # NATS reads the retained messages before a new subscription is live; one that is
            # published in between is in neither. Asking twice closes the gap: the first
            # subscription is live when the second reads.
            is_twice = self._protocol is Protocol.MQTT_3_1_1
            self._asked_anew = set(self._settings.subscriptions) if is_twice else set()
            self._subscribe(self._settings.subscriptions)
        try:
            births = tuple(self._birth())
        except Exception:  # noqa: BLE001 - the owner's fault; the connection is worth having
            _LOG.exception("mqtt_birth_failed")
            births = ()
        with self._lock:
            dropped = (*self._outbox.drop_momentary(), *self._outbox.put_first(births))
            if births:
                self._idle.clear()
        for item in dropped:
            self._finish(item, is_delivered=False)

    def _tell_unreachable(self) -> None:
        """Find out why no connection opens and say it once."""
        if self._is_unreachable:
            return
        reason = why_unreachable(self._settings.url, self._tls, CONNECT_TIMEOUT_S)
        if reason is not None:
            self._is_unreachable = True
            _LOG.warning("mqtt_unreachable", broker=str(self._settings.url), reason=reason)
            self._deliver(Unreachable(reason))

    def _subscribe(self, filters: tuple[str, ...]) -> None:
        """Ask for every filter in one packet; the answer says which are refused."""
        self._is_subscribed = False
        if self._protocol is Protocol.MQTT_5:
            code, mid = self._client.subscribe([(f, SubscribeOptions(qos=1)) for f in filters])
        else:
            code, mid = self._client.subscribe([(f, 1) for f in filters])
        if code == MQTT_ERR_SUCCESS and mid is not None:
            self._subscribing[mid] = filters

    def _subscribe_anew(self, topic: str) -> None:
        """Subscribe once more, at once or after the answer that is awaited."""
        filters = tuple(f for f in self._settings.subscriptions if topic_matches_sub(f, topic))
        if self._subscribing:
            self._asked_anew.update(filters)
        elif self._live_connection and filters:
            self._subscribe(filters)

    def _subscribed(self, filters: tuple[str, ...], refusals: tuple[str, ...]) -> None:
        """Note that the broker answered; only now is a resumed session known to hold them."""
        again, self._asked_anew = self._asked_anew, set()
        if filters and again:
            self._subscribe(tuple(f for f in self._settings.subscriptions if f in again))
        else:
            self._is_subscribed = bool(filters)
        for wanted, refusal in zip(filters, refusals, strict=False):
            if refusal and wanted not in again:
                _LOG.error("mqtt_subscription_refused", topic=wanted, reason=refusal)
                self._deliver(SubscriptionRefused(wanted, refusal))

    def _count_silent_refusal(self, reason: str) -> None:
        """Some brokers answer an unknown version by hanging up: then try the other one."""
        _LOG.info("mqtt_disconnected", reason=reason)
        self._silent_refusals += 1
        if self._silent_refusals > _SILENT_REFUSALS_MAX:
            self._silent_refusals = 0
            other = Protocol.MQTT_3_1_1 if self._protocol is Protocol.MQTT_5 else Protocol.MQTT_5
            self._renew(other)

    def _published(self, mid: int, refusal: str) -> None:
        """Free the place of a message that the broker answered for."""
        with self._lock:
            item = self._outbox.done(mid)
            if not self._outbox.waiting and not self._outbox.in_flight:
                self._idle.set()
        if item is None:
            return
        if refusal:
            _LOG.error("mqtt_publish_refused", topic=item.topic, reason=refusal)
            self._deliver(PublishRefused(item.topic, refusal))
        self._finish(item, is_delivered=not refusal)

    def _send_waiting(self) -> None:
        """Hand messages to the client as long as it is connected and places are free."""
        while self._live_connection:
            with self._lock:
                item = self._outbox.next()
            if item is None:
                return
            info = self._client.publish(
                item.topic,
                item.payload,
                qos=1,
                retain=item.retain,
                properties=publish_properties(self._protocol, item.expires_after_s),
            )
            # Whatever the code (paho queues and sends later what it calls failed): its place is
            # freed by the broker's answer alone.
            with self._lock:
                self._outbox.sent(info.mid, item)

    def _watch(self, now: int) -> None:
        """Throw away a client that is stuck: silent though connected, or not even trying."""
        if self._live_connection:
            if now - self._last_heard_ms > self._settings.silence_ms_max:
                _LOG.error("mqtt_silent", silence_ms=now - self._last_heard_ms)
                self._renewals += 1
                self._renew(self._protocol)
        elif now - self._last_active_ms > self._settings.idle_ms_max:
            _LOG.error("mqtt_client_stuck", idle_ms=now - self._last_active_ms)
            self._renewals += 1
            self._renew(self._protocol)

    def _start_client(self, protocol: Protocol) -> None:
        """Build and start a client; its events carry its number."""
        self._protocol = protocol
        self._client_number += 1
        number = self._client_number
        self._last_active_ms = self._monotonic_ms()
        self._client = build_client(
            self._settings, protocol, self._tls, lambda event: self._from_client(number, event)
        )
        start_client(self._client, self._settings, protocol)

    def _discard_client(self) -> None:
        """End the client aside: a stuck one may take seconds to go."""
        self._client_number += 1
        reaper = threading.Thread(
            target=discard_client, args=(self._client,), name="mqtt-reaper", daemon=True
        )
        reaper.start()
        self._reapers = [*(r for r in self._reapers if r.is_alive()), reaper]

    def _renew(self, protocol: Protocol) -> None:
        """Go on with a new client; what was on its way is sent again."""
        was_live, self._live_connection = self._live_connection, 0
        self._discard_client()
        self._subscribing.clear()
        with self._lock:
            outdated = self._outbox.take_back()
        for item in outdated:
            self._finish(item, is_delivered=False)
        if was_live:
            self._deliver(Disconnected("no sign of life"))
        self._start_client(protocol)
