"""Joins a line's devices to the station: transport, protocol logic, journals and MQTT, in one loop.

Knows the order in which things must happen: store, then publish and acknowledge to the device;
forget only what the station has committed. Does not know any protocol or card.

One thread does all of it and alone touches the port and the journals. The MQTT session's threads
only put what happened into this thread's queue.
"""

import queue
import random
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from dealer_station.clock import Clock
from dealer_station.messages import contract
from dealer_station.messages.bet_acceptor import Lamp, Window
from dealer_station.messages.device import Acknowledged, Command, Life
from dealer_station.messages.envelope import BadMessage, Position
from dealer_station.messages.meter_display import AnyMeter, Meter, MeterV1
from dealer_station.messages.table import STATION_LATE_MS, Alive
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import (
    Connected,
    ConnectRefused,
    Disconnected,
    Incoming,
    PublishRefused,
    SessionEvent,
    SessionSettings,
    SubscriptionRefused,
    Unreachable,
)
from dealer_station.observability import get_logger
from drivers.link.announcer import DriverAnnouncer
from drivers.link.device_post import DevicePost, PostSettings
from drivers.link.identity import DeviceIdentity, DriverIdentity
from drivers.link.journal import Journal
from drivers.link.line import Broken, Data, Line, LineEvent, LineTimes, Opened, Paused
from drivers.link.steps import At, Become, Drop, LineLogic, LineStep, Pause, Wish, Write
from drivers.link.transport import Opener

REPORT_MS: Final = 10_000
_WAIT_MS_MAX: Final = 50
_FLUSH_S: Final = 2.0
# How long a broker may take to bring a retained message after the connection.
_RETAINED_WAIT_MS: Final = 1_500
_GREETINGS: Final = 2
_WORKING: Final = frozenset({Life.READY, Life.DEGRADED})


@dataclass(frozen=True, slots=True)
class Sent:
    """The broker has one more event; `generation` counts the MQTT sessions of this driver."""

    device: str
    generation: int


@dataclass(frozen=True, slots=True)
class RunnerSettings:
    """How the runner works with broker, line and journals. Durations in milliseconds."""

    url: BrokerUrl
    keepalive_s: int = 5
    times: LineTimes = field(default_factory=LineTimes)
    events_max: int = 10_000
    resend_after_ms: int = 30_000


class Runner:
    """Runs the devices of one line until `stop`. Construct and `run` in one thread.

    `journals` holds each device's journal by its name; they belong to the runner from here on,
    and `run` closes them.
    """

    def __init__(
        self,
        identity: DriverIdentity,
        settings: RunnerSettings,
        *,
        opener: Opener,
        journals: Mapping[str, Journal],
        logic: LineLogic,
        clock: Clock,
    ) -> None:
        self._identity = identity
        self._settings = settings
        self._logic = logic
        self._clock = clock
        self._log = get_logger("drivers.link").bind(driver=identity.driver)
        self._topics = identity.topics
        self._inputs: queue.SimpleQueue[SessionEvent | Sent] = queue.SimpleQueue()
        # Spreads reconnects in time; it guards nothing.
        self._line = Line(opener, settings.times, random.Random())  # noqa: S311 - see above
        self._announcer = DriverAnnouncer(identity, now=clock.now, publish=self._publish)
        self._posts = {
            device.name: self._make_post(device, journals[device.name])
            for device in identity.devices
        }
        self._mqtt: MqttSession | None = None
        # When the station last said that it lives; None while it is taken for dead.
        self._alive_ms: int | None = None
        self._greetings = 0
        # The newest wish of each device and kind that was heard in this connection.
        self._wishes: dict[tuple[str, type[Wish]], Wish] = {}
        self._generation = 0
        self._report_at_ms = 0
        self._is_stopping = False

    def _make_post(self, device: DeviceIdentity, journal: Journal) -> DevicePost:
        return DevicePost(
            device,
            self._topics,
            journal,
            PostSettings(self._settings.events_max, self._settings.resend_after_ms),
            clock=self._clock,
            publish=self._publish,
            on_sent=partial(self._enqueue_sent, device.name),
        )

    def stop(self) -> None:
        """Let `run` end soon. Safe in a signal handler."""
        self._is_stopping = True

    def run(self) -> None:
        """Serve the devices until `stop`. Raises JournalError when a journal fails."""
        try:
            acknowledged = self._retained_positions()
            if acknowledged is not None:
                self._begin_session(acknowledged)
                while not self._is_stopping:
                    self._turn()
                self._leave()
        finally:
            self._line.close()
            if self._mqtt is not None:
                self._mqtt.stop(flush_s=_FLUSH_S)
            for post in self._posts.values():
                post.journal.close()

    # ------------------------------------------------------------------ sessions

    def _retained_positions(self) -> list[Position] | None:
        """Ask the broker what the station acknowledged; None if stopped before it answered.

        Only devices without a journal need it: the disk was wiped, or they are new here. They must
        not begin at session 1 again if the station knows later ones, so they wait for the broker.
        """
        fresh = {
            self._topics.acknowledged(post.identity.address)
            for post in self._posts.values()
            if post.journal.is_fresh
        }
        if not fresh:
            return []
        self._log.info("no journal: asking the broker for the newest acknowledged events")
        session = self._make_session(tuple(sorted(fresh)), is_probe=True)
        session.start()
        try:
            return self._hear_positions(fresh)
        finally:
            session.stop(flush_s=0)
            self._inputs = queue.SimpleQueue()

    def _hear_positions(self, topics: set[str]) -> list[Position] | None:
        """Wait for one retained message on each topic, or for the time in which they come."""
        heard: dict[str, Position] = {}
        give_up_at_ms = None
        while not self._is_stopping:
            event = self._next_input(_WAIT_MS_MAX)
            if isinstance(event, Connected):
                give_up_at_ms = self._clock.monotonic_ms() + _RETAINED_WAIT_MS
            elif isinstance(event, Incoming):
                position = self._position_of(event)
                if position is not None:
                    heard[event.topic] = position
            elif event is not None:
                self._log.warning("waiting for the broker", event_kind=type(event).__name__)
            is_over = give_up_at_ms is not None and self._clock.monotonic_ms() >= give_up_at_ms
            if is_over or heard.keys() >= topics:
                return list(heard.values())
        return None

    def _position_of(self, incoming: Incoming) -> Position | None:
        try:
            message = Acknowledged.from_bytes(incoming.payload, incoming.topic)
        except BadMessage as error:
            self._log.warning("unreadable message", error=str(error))
            return None
        return message.position

    def _begin_session(self, acknowledged: Iterable[Position]) -> None:
        """Begin a session above all that any disk or the station knows; its will says so.

        All devices of the driver share it: the driver's one word counts for all of them.
        """
        known = [post.journal.session for post in self._posts.values()]
        number = max(*known, 0, *(position.session for position in acknowledged)) + 1
        for post in self._posts.values():
            post.begin_session(number)
        stored = sum(post.journal.count_stored for post in self._posts.values())
        self._log.info("session begins", session=number, unacknowledged=stored)
        self._announcer.begin_session(number)
        filters = (
            topic
            for device in self._identity.devices
            for topic in self._topics.driver_filters(device.address)
        )
        self._mqtt = self._make_session(tuple(dict.fromkeys(filters)), is_probe=False)
        self._mqtt.start()

    def _make_session(self, filters: tuple[str, ...], *, is_probe: bool) -> MqttSession:
        self._generation += 1
        inputs = self._inputs
        return MqttSession(
            SessionSettings(
                url=self._settings.url,
                client_id=self._identity.client_id,
                subscriptions=filters,
                will=None if is_probe else self._announcer.will(),
                session_expiry_s=0,
                keepalive_s=self._settings.keepalive_s,
            ),
            deliver=inputs.put,
            monotonic_ms=self._clock.monotonic_ms,
            birth=tuple if is_probe else self._births,
        )

    def _births(self) -> tuple[Outgoing, ...]:
        """Return what goes out first at every connection. Any thread."""
        devices = (item for post in self._posts.values() for item in post.announcer.births())
        return (*self._announcer.births(), *devices)

    def _restart_session(self, acknowledged: Position) -> None:
        """Begin again above what the station knows: this disk was restored from an older copy."""
        self._log.error("the station knows a later session", acknowledged=tuple(acknowledged))
        if self._mqtt is not None:
            self._mqtt.stop(flush_s=0)
        self._inputs = queue.SimpleQueue()
        self._begin_session((acknowledged,))

    def _leave(self) -> None:
        """Say good-bye to devices and station."""
        self._perform(self._logic.closing())
        self._line.close()
        for post in self._posts.values():
            post.announcer.leave("stopped by the operator")
        self._announcer.leave("stopped by the operator")

    # ------------------------------------------------------------------ the loop

    def _turn(self) -> None:
        """Serve the broker, then the line, then the time."""
        now_ms = self._clock.monotonic_ms()
        event = self._next_input(min(self._line.wait_ms(now_ms), _WAIT_MS_MAX))
        while event is not None:
            self._from_broker(event)
            event = self._next_input(0)
        line_event = self._line.poll(self._clock.monotonic_ms())
        if line_event is not None:
            self._from_line(line_event)
        now_ms = self._clock.monotonic_ms()
        if self._alive_ms is not None and now_ms - self._alive_ms > STATION_LATE_MS:
            self._log.error("no sign of life of the station")
            self._lose_station(now_ms)
        self._perform(self._logic.tick(now_ms, self._clock.now()))
        for name, post in self._posts.items():
            news = post.news_of_bound()
            if news is not None:
                self._perform(self._logic.refuse_input(name, news[0], now_ms, self._clock.now()))
            post.sender.tick(now_ms)
        if now_ms >= self._report_at_ms:
            self._report_at_ms = now_ms + REPORT_MS
            for name, post in self._posts.items():
                post.report(self._logic.counts(name), max(0, self._line.openings - 1))

    def _next_input(self, wait_ms: int) -> SessionEvent | Sent | None:
        try:
            return (
                self._inputs.get(timeout=wait_ms / 1000) if wait_ms else self._inputs.get_nowait()
            )
        except queue.Empty:
            return None

    # ------------------------------------------------------------------ the line

    def _from_line(self, event: LineEvent) -> None:
        now_ms, now_at = self._clock.monotonic_ms(), self._clock.now()
        match event:
            case Opened():
                self._log.info("line opened", port=event.name)
                self._perform(self._logic.opened(now_ms))
            case Data():
                self._perform(self._logic.received(event.data, now_ms, now_at))
            case Paused():
                self._perform(self._logic.paused(now_ms, now_at))
            case Broken():
                self._perform(self._logic.lost(event.reason, now_ms, now_at))

    def _perform(self, steps: Iterable[LineStep]) -> None:
        """Carry out what the logic asks for, in order; see `steps` for what a failure means."""
        broken: Broken | None = None
        for step in steps:
            match step:
                case Write():
                    if broken is None:
                        broken = self._line.write(step.data, self._clock.monotonic_ms())
                case Pause():
                    if broken is None:
                        time.sleep(step.duration_ms / 1000)
                case Drop():
                    broken = broken or self._line.drop(step.reason, self._clock.monotonic_ms())
                case At():
                    works = isinstance(step.step, Become) and step.step.life in _WORKING
                    if works:
                        self._line.succeed()
                    self._posts[step.device].perform(step.step)
        if broken is not None:
            self._from_line(broken)

    # ------------------------------------------------------------------ the broker

    def _from_broker(self, event: SessionEvent | Sent) -> None:
        now_ms = self._clock.monotonic_ms()
        match event:
            case Sent():
                if event.generation == self._generation:
                    self._posts[event.device].sender.sent()
            case Connected():
                self._wishes.clear()
                for post in self._posts.values():
                    post.sender.connected(now_ms)
            case Disconnected():
                for post in self._posts.values():
                    post.sender.disconnected()
                self._lose_station(now_ms)
            case Incoming():
                self._take(event)
            case SubscriptionRefused() | PublishRefused() | ConnectRefused() | Unreachable():
                self._log.error("broker trouble", trouble=type(event).__name__, reason=event.reason)

    def _take(self, incoming: Incoming) -> None:
        """Read one message of the station and act on it."""
        session = self._mqtt
        now_ms = self._clock.monotonic_ms()
        try:
            message = contract.read(incoming.topic, incoming.payload).message
        except BadMessage as error:
            self._log.warning("unreadable message", error=str(error))
        else:
            match message:
                case Acknowledged():
                    self._acknowledged(message, now_ms)
                case Command():
                    post = self._posts[message.device]
                    if post.judge(message, retained=incoming.retained, now_ms=now_ms):
                        self._perform(self._logic.command(message.device, message, now_ms))
                case Window() | Lamp():
                    self._desired(message, now_ms)
                case Meter() | MeterV1():
                    self._meter(message, incoming, now_ms)
                case Alive():
                    self._alive(message, now_ms, is_fresh=not incoming.retained)
                case _:
                    self._log.warning("message not for a driver", topic=incoming.topic)
        if session is not None and session is self._mqtt:
            session.acknowledge(incoming)

    def _acknowledged(self, message: Acknowledged, now_ms: int) -> None:
        """Forget what the station has committed."""
        post = self._posts[message.device]
        if post.is_of_former_owner(message.epoch):
            return
        if message.session > post.journal.session:
            self._restart_session(message.position)
        else:
            post.committed(message.position, now_ms)

    def _desired(self, wish: Wish, now_ms: int) -> None:
        """Hand on what the table's owner wants of a device; a broker may bring an old wish late."""
        if self._posts[wish.device].is_of_former_owner(wish.epoch):
            return
        key, number = (wish.device, type(wish)), (wish.epoch, wish.sequence)
        known = self._wishes.get(key)
        if known is not None and number < (known.epoch, known.sequence):
            self._log.warning("old wish ignored", device=wish.device, number=number)
            return
        self._wishes[key] = wish
        self._perform(self._logic.desired(wish.device, wish, now_ms, self._clock.now()))

    def _alive(self, message: Alive, now_ms: int, *, is_fresh: bool) -> None:
        """Take note that the table's owner lives.

        The first word after a silence may overtake what the broker still has to bring, such as the
        newest wishes: the second one counts.
        """
        posts = self._posts.values()
        if not is_fresh or any(post.is_of_former_owner(message.epoch) for post in posts):
            return
        self._greetings += 1
        if self._greetings < _GREETINGS:
            return
        is_news, self._alive_ms = self._alive_ms is None, now_ms
        if is_news:
            now_at = self._clock.now()
            self._perform(self._logic.station(is_there=True, now_ms=now_ms, now_at=now_at))
            for wish in tuple(self._wishes.values()):
                self._perform(self._logic.desired(wish.device, wish, now_ms, now_at))

    def _lose_station(self, now_ms: int) -> None:
        """Take note that the station is not to be reached, or not there."""
        self._greetings = 0
        if self._alive_ms is None:
            return
        self._alive_ms = None
        now_at = self._clock.now()
        self._perform(self._logic.station(is_there=False, now_ms=now_ms, now_at=now_at))

    def _meter(self, meter: AnyMeter, incoming: Incoming, now_ms: int) -> None:
        """Hand on a meter; whether it is to be believed is the logic's business."""
        steps = self._logic.meter(
            meter, is_fresh=not incoming.retained, now_ms=now_ms, now_at=self._clock.now()
        )
        self._perform(steps)

    def _publish(self, item: Outgoing) -> None:
        assert self._mqtt is not None, "a session is begun before anything is said"
        self._mqtt.publish(item)

    def _enqueue_sent(self, device: str) -> None:
        self._inputs.put(Sent(device, self._generation))
