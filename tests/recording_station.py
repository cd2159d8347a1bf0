"""A station reduced to its intake: session, inbox, record; lives until it is told to die."""

import itertools
import queue
import threading
import time
from typing import Any

from brokers import Peer
from message_samples import TOPICS
from record_in_memory import RecordInMemory

from dealer_station.mqtt.inbox import Inbox
from dealer_station.mqtt.intake import Intake
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.publisher import Publisher
from dealer_station.mqtt.session_events import Incoming, SessionEvent

_IDS = itertools.count()


class RecordingStation:
    """Takes messages in on a thread of its own, as the real one does."""

    def __init__(self, url: str, store: RecordInMemory, client_id: str = "station-1") -> None:
        self.store = store
        self.faults: list[Any] = []
        self.bad: list[Any] = []
        self.seen: list[Any] = []
        self._events: queue.SimpleQueue[SessionEvent | None] = queue.SimpleQueue()
        publisher = Publisher(TOPICS, self._publish)
        self.intake = Intake(
            self,
            Inbox(store),
            publisher,
            acknowledge=self._acknowledge,
            ask_anew=self._ask_anew,
            now=lambda: time.time_ns() // 1_000_000,
            new_id=lambda: f"c-{next(_IDS)}",
        )
        self.peer = Peer(
            url,
            client_id,
            *TOPICS.station_filters(),
            acknowledges=False,
            birth=publisher.births,
            on_event=self._events.put,
        )
        self._is_dead = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def __enter__(self) -> "RecordingStation":  # noqa: PYI034 - a test's helper
        return self

    def __exit__(self, *_error: object) -> None:
        self.die()

    def die(self) -> None:
        """Stop at once; what is in the queue is not taken and not acknowledged."""
        self._is_dead = True
        self._events.put(None)
        self._thread.join()
        self.peer.session.stop(flush_s=0)

    def _publish(self, item: Outgoing) -> None:
        self.peer.session.publish(item)

    def _ask_anew(self, topic: str) -> None:
        self.peer.session.ask_anew(topic)

    def _acknowledge(self, incoming: Incoming) -> None:
        self.peer.session.acknowledge(incoming)

    def _run(self) -> None:
        while True:
            try:
                event = self._events.get(timeout=0.1)
            except queue.Empty:
                self.intake.tick()
                continue
            if self._is_dead:
                return
            if isinstance(event, Incoming):
                self.intake.take(event)

    # TableOwner

    def epoch(self, _table: str) -> int | None:
        return 1

    def record(self, device: Any, event: Any) -> None:
        self.store.commit(device, event)

    def observe(self, received: Any, *, is_retained: bool) -> None:
        self.seen.append((received, is_retained))

    def fault(self, fault: Any) -> None:
        self.faults.append(fault)

    def bad_message(self, error: Any) -> None:
        self.bad.append(error)
