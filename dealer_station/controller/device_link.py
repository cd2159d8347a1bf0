"""The station's end of MQTT: devices' messages in, in order; the tables' public views out.

That the whole of it may be lost is watched beside it (`link_watch`).
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from queue import Empty, SimpleQueue

from dealer_station.clock import Clock
from dealer_station.controller.device_desk import DeviceDesk, ReceivedPlaces
from dealer_station.controller.fault_clearing import FaultClearing
from dealer_station.controller.link_watch import TICK_MS, LinkWatch
from dealer_station.controller.sign_watch import SignWatch
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.errors import LogClosed, LogUnavailable, StaleEpoch
from dealer_station.messages.bet_acceptor import LAMP, WINDOW, Lamp, Window
from dealer_station.messages.device import Reply
from dealer_station.messages.table import ALIVE_EVERY_MS, Alive, TableView
from dealer_station.messages.topics import (
    BadTopic,
    DeviceAddress,
    DeviceKind,
    DeviceLeaf,
    DeviceTopic,
    DriverTopic,
    Topics,
    parse,
)
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.inbox import Inbox
from dealer_station.mqtt.intake import Intake
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.publisher import LowerEpoch, Publisher
from dealer_station.mqtt.session import MqttSession, SessionStopped
from dealer_station.mqtt.session_events import (
    Connected,
    Disconnected,
    Incoming,
    SessionEvent,
    SessionSettings,
)
from dealer_station.observability import Metrics, get_logger
from dealer_station.settings import StationSettings

_log = get_logger(__name__)
_RETRY_S = 0.25
# What the intake may make of a message that ends a device's trouble; not that more is missing.
_TAKEN = frozenset({"recorded", "refused", "observed"})


class DeviceLink:
    """Runs one MQTT session.

    An intake thread for facts, one that publishes views, and one that watches the link itself.
    """

    def __init__(
        self,
        settings: StationSettings,
        controllers: Mapping[str, TableController],
        epochs: Mapping[str, int],
        places: ReceivedPlaces,
        metrics: Metrics,
        clock: Clock,
    ) -> None:
        self._controllers = controllers
        self._epochs = epochs
        self._metrics = metrics
        self._clock = clock
        # What was wished last and under which number; the views thread alone uses these.
        self._wishes: dict[tuple[DeviceAddress, str], tuple[object, int]] = {}
        self._wish_count = 0
        self._alive_count = 0
        self._said_alive_ms = 0
        self._events: SimpleQueue[SessionEvent] = SimpleQueue()
        self._dirty: SimpleQueue[str] = SimpleQueue()
        self._stopping = threading.Event()
        # Replaced as a whole by the thread that owns it: the health check reads from another one.
        self._not_taken: frozenset[str] = frozenset()
        self._not_shown: frozenset[str] = frozenset()
        self.signs = SignWatch(clock)
        topics = Topics(settings.site)
        self._publisher = Publisher(topics, self._publish)
        self.session = MqttSession(
            SessionSettings(
                url=BrokerUrl.parse(settings.mqtt.url.get_secret_value()),
                client_id=f"station-{settings.station}",
                subscriptions=topics.station_filters(),
                keepalive_s=settings.mqtt.keepalive_s,
            ),
            deliver=self._events.put,
            monotonic_ms=clock.monotonic_ms,
            birth=self._publisher.births,
        )
        self._clearing = FaultClearing(controllers, epochs, self._publisher.command, clock)
        self.links = LinkWatch(self.session, controllers, epochs, self._publisher.command, clock)
        self._intake = Intake(
            DeviceDesk(controllers, epochs, metrics, clock, self._replied, self.signs),
            Inbox(places),
            self._publisher,
            acknowledge=self.session.acknowledge,
            ask_anew=self.session.ask_anew,
            now=clock.now,
            new_id=clock.new_id,
        )
        self._threads = [
            threading.Thread(target=self._take_in, name="intake", daemon=True),
            threading.Thread(target=self._publish_views, name="views", daemon=True),
            threading.Thread(target=self._watch_links, name="links", daemon=True),
        ]

    @property
    def is_working(self) -> bool:
        """Whether all threads live: one that an error of ours has ended is not started again."""
        return all(thread.is_alive() for thread in self._threads)

    @property
    def publisher(self) -> Publisher:
        """What this station says by MQTT, for others that have something to say."""
        return self._publisher

    @property
    def trouble(self) -> str:
        """What of which table a fault of ours keeps out, for the health page; empty if nothing."""
        troubles = {"not taken": self._not_taken, "view not published": self._not_shown}
        return "; ".join(
            f"{what}: {', '.join(sorted(whose))}" for what, whose in troubles.items() if whose
        )

    def _publish(self, item: Outgoing) -> None:
        self.session.publish(item)

    def _mark(self, table_id: str, _version: int) -> None:
        """Note that a table's view has changed."""
        self._dirty.put(table_id)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run until the block ends."""
        stops = [
            controller.subscribe(partial(self._mark, table_id))
            for table_id, controller in self._controllers.items()
        ]
        for table_id in self._controllers:
            self._dirty.put(table_id)
        self.session.start()
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            for stop in stops:
                stop()
            self._stopping.set()
            for thread in self._threads:
                thread.join()
            self.session.stop()

    def _take_in(self) -> None:
        """Take messages in order; one that cannot be recorded now is tried again."""
        while not self._stopping.is_set():
            try:
                event = self._events.get(timeout=_RETRY_S)
            except Empty:
                self._ask_devices()
                continue
            if isinstance(event, Incoming):
                self._take_until_done(event)
            else:
                self._note_connection(event)
            self._ask_devices()

    def _replied(self, device: DeviceAddress, reply: Reply) -> None:
        """Pass an answer on to whoever has asked."""
        self._clearing.replied(device, reply)
        self.links.replied(device, reply)

    def _watch_links(self) -> None:
        """Suspend progressives whose devices cannot be reached; resume them."""
        while not self._stopping.wait(TICK_MS / 1_000):
            self.links.tick()

    def _ask_devices(self) -> None:
        """Send the commands that are due: what is missing, what has been cleared."""
        self._intake.tick()
        self._clearing.tick()

    def _give_up_lost(self) -> None:
        """Say nothing more of tables that another station has taken over."""
        for table_id, controller in self._controllers.items():
            if controller.is_taken_over:
                self._publisher.give_up(table_id)

    def _note_connection(self, event: SessionEvent) -> None:
        """Log what became of the connection, and show it in the metrics."""
        _log.info("mqtt_event", what=str(event))
        if isinstance(event, Connected | Disconnected):
            self._metrics.broker_connected.set(int(isinstance(event, Connected)))

    def _take_until_done(self, incoming: Incoming) -> None:
        while not self._stopping.is_set():
            before = asdict(self._intake.counts)
            try:
                self._intake.take(incoming)
            except StaleEpoch as error:
                # Another station takes this fact: not ours to keep, and no reason to stop.
                _log.error("lease_lost", topic=incoming.topic, reason=str(error))
                self.session.acknowledge(incoming)
                self._give_up_lost()
                return
            except (LogUnavailable, LogClosed) as error:
                _log.error("fact_waits", reason=str(error))
                self._stopping.wait(_RETRY_S)
            except SessionStopped:
                return
            except Exception:  # noqa: BLE001 - one table's fault must not stop the others' cards
                _log.exception("fact_not_taken", topic=incoming.topic)
                self._not_taken |= {_whose(incoming.topic)}
                # Kept at the broker it would hold a place of the window that all tables share. The
                # fact is with its driver, whose `acknowledged` stands still, and comes by replay.
                self.session.acknowledge(incoming)
                return
            else:
                if self._count(before) & _TAKEN:
                    self._not_taken -= {_whose(incoming.topic)}
                return

    def _count(self, before: Mapping[str, int]) -> set[str]:
        """Count and return what the intake made of a message."""
        results = {
            result: count - before[result]
            for result, count in asdict(self._intake.counts).items()
            if count > before[result]
        }
        for result, count in results.items():
            self._metrics.messages_received.labels(result).inc(count)
        return set(results)

    def _publish_views(self) -> None:
        """Publish the newest public view of every table that has changed."""
        while not self._stopping.is_set():
            changed = sorted(self._changed())
            self._say_alive()
            for table_id in changed:
                try:
                    self._publish_view(table_id)
                except Exception:  # noqa: BLE001 - one table's fault must not hide the others
                    if table_id not in self._not_shown:
                        _log.exception("view_not_published", table=table_id)
                    self._not_shown |= {table_id}
                else:
                    self._not_shown -= {table_id}

    def _changed(self) -> set[str]:
        """Wait a moment for a change, then take all that is waiting and what failed before."""
        changed = set(self._not_shown)
        try:
            changed.add(self._dirty.get(timeout=_RETRY_S))
            while True:
                changed.add(self._dirty.get_nowait())
        except Empty:
            return changed

    def _publish_view(self, table_id: str) -> None:
        """Say what devices should be, then what everybody may see."""
        if self._controllers[table_id].is_taken_over:
            return
        self._publish_wishes(table_id)
        view = self._controllers[table_id].public_view()
        message = TableView(
            epoch=self._epochs[table_id], table=table_id, version=view["version"], view=view
        )
        try:
            self._publisher.view(message)
        except LowerEpoch as error:
            _log.error("lease_lost", table=table_id, reason=str(error))
        except SessionStopped:
            return

    def _publish_wishes(self, table_id: str) -> None:
        """Tell every acceptor and lamp of a table what it should be; nothing where it was told."""
        epoch = self._epochs[table_id]
        for wish in self._controllers[table_id].acceptor_wishes():
            device = DeviceAddress(table_id, DeviceKind.BET_ACCEPTOR, wish.device_id)
            lamp = Lamp(
                epoch=epoch,
                device=wish.device_id,
                sequence=self._number_of((device, LAMP), wish.is_lit),
                is_lit=wish.is_lit,
            )
            window = Window(
                epoch=epoch,
                device=wish.device_id,
                sequence=self._number_of((device, WINDOW), (wish.is_open, wish.order)),
                is_open=wish.is_open,
                order=wish.order,
            )
            try:
                self._publisher.desired(device, LAMP, lamp)
                self._publisher.desired(device, WINDOW, window)
            except LowerEpoch as error:
                _log.error("lease_lost", table=table_id, reason=str(error))
            except SessionStopped:
                return

    def _number_of(self, wish: tuple[DeviceAddress, str], content: object) -> int:
        """Return the number of a wish: a new one whenever it says something else."""
        known = self._wishes.get(wish)
        if known is None or known[0] != content:
            self._wish_count += 1
            self._wishes[wish] = (content, self._wish_count)
        return self._wishes[wish][1]

    def _say_alive(self) -> None:
        """Say for every table of ours that its facts are taken, if they are."""
        now_ms = self._clock.monotonic_ms()
        if now_ms - self._said_alive_ms < ALIVE_EVERY_MS or not self.is_working:
            return
        self._said_alive_ms = now_ms
        self._alive_count += 1
        for table_id, controller in self._controllers.items():
            if controller.is_taken_over:
                continue
            message = Alive(
                epoch=self._epochs[table_id],
                table=table_id,
                sequence=self._alive_count,
                sent_at=self._clock.now(),
            )
            with suppress(LowerEpoch, SessionStopped):
                self.publisher.alive(message)


def _whose(topic: str) -> str:
    """Name what a message belongs to: a device's facts are one sequence on several topics."""
    try:
        parsed = parse(topic)
    except BadTopic:
        return topic
    match parsed:
        case DeviceTopic(address=address, leaf=DeviceLeaf.EVENT):
            return f"facts of {address}"
        case DeviceTopic(address=address, leaf=leaf):
            return f"{leaf} of {address}"
        case DriverTopic(table=table, driver=driver):
            return f"state of {table}/driver/{driver}"
        case _:
            return topic
