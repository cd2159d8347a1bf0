"""Messages that wait to be sent, and those on their way: bounded, in order, latest wins.

Pure bookkeeping for one session: knows no client and no network. It forgets on a crash; whatever
must survive one is sent again from a journal, a log or the desired state.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final

PAYLOAD_BYTES_MAX: Final = 256 * 1024
"""Longest payload: a broker that refuses a longer one drops the connection, again and again."""


class OutboxFull(RuntimeError):  # noqa: N818 - says what happened
    """No room: the broker has been away too long for what is being published."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message to publish with QoS 1.

    ``latest_wins``: an older one still waiting on the same topic is dropped for this one (states,
    views; never facts). ``is_momentary``: worthless once its connection is over; it waits for no
    other one. ``expires_after_s`` is told to brokers that know it; payloads that expire
    carry their own time as well. ``on_done`` is called once with True when the broker has it, with
    False when it refused it or a newer one took its place; it must not block or raise.
    """

    topic: str
    payload: bytes
    retain: bool = False
    latest_wins: bool = False
    is_momentary: bool = False
    expires_after_s: int | None = None
    on_done: Callable[[bool], None] | None = None

    def finish(self, *, is_delivered: bool) -> None:
        """Tell the publisher how it ended."""
        if self.on_done is not None:
            self.on_done(is_delivered)


class Outbox:
    """First in, first out; at most ``waiting_max`` waiting and ``in_flight_max`` on their way.

    Not thread-safe: its session holds a lock around it.
    """

    def __init__(self, *, waiting_max: int = 10_000, in_flight_max: int = 20) -> None:
        assert waiting_max > 0
        assert in_flight_max > 0
        self._waiting_max = waiting_max
        self._in_flight_max = in_flight_max
        self._ids = count()
        # Ordered by id, so that replacing and taking are O(1) and order is that of arrival.
        self._waiting: OrderedDict[int, Outgoing] = OrderedDict()
        self._replaceable: dict[str, int] = {}
        self._in_flight: dict[int, Outgoing] = {}

    @property
    def waiting(self) -> int:
        """Messages not yet handed to the client."""
        return len(self._waiting)

    @property
    def in_flight(self) -> int:
        """Messages handed to the client and not yet acknowledged by the broker."""
        return len(self._in_flight)

    def add(self, item: Outgoing) -> Outgoing | None:
        """Take a message in; returns the older one that it replaced, if any.

        Raises:
            OutboxFull: as many wait as may.
            ValueError: the payload is longer than any broker here would take.
        """
        if len(item.payload) > PAYLOAD_BYTES_MAX:
            raise ValueError(f"{item.topic}: {len(item.payload)} bytes is too long to publish")
        replaced = self._replace(item)
        if replaced is None and len(self._waiting) >= self._waiting_max:
            raise OutboxFull(f"{len(self._waiting)} messages wait for the broker")
        self._append(item)
        return replaced

    def put_first(self, items: tuple[Outgoing, ...]) -> tuple[Outgoing, ...]:
        """Put messages before all that wait, whatever their number.

        A state that waits on a topic is as new as what is put there now, or newer: it may have
        come while these were gathered. It goes to the front instead. Returns what is dropped for
        one.
        """
        first: list[Outgoing] = []
        dropped: list[Outgoing] = []
        for item in items:
            waiting = self._replace(item)
            first.append(item if waiting is None else waiting)
            if waiting is not None:
                dropped.append(item)
        behind = tuple(self._waiting.values())
        self._waiting.clear()
        self._replaceable.clear()
        for item in (*first, *behind):
            self._append(item)
        return tuple(dropped)

    def drop_momentary(self) -> tuple[Outgoing, ...]:
        """Take out what was worth something at an earlier moment only; returns it."""
        old = {key: item for key, item in self._waiting.items() if item.is_momentary}
        for key, item in old.items():
            del self._waiting[key]
            if self._replaceable.get(item.topic) == key:
                del self._replaceable[item.topic]
        return tuple(old.values())

    def next(self) -> Outgoing | None:
        """Take the next message out, None if none waits or as many as may are on their way."""
        if not self._waiting or len(self._in_flight) >= self._in_flight_max:
            return None
        key, item = self._waiting.popitem(last=False)
        if item.latest_wins and self._replaceable.get(item.topic) == key:
            del self._replaceable[item.topic]
        return item

    def sent(self, mid: int, item: Outgoing) -> None:
        """Note that the client sends ``item`` as message ``mid``."""
        assert mid not in self._in_flight, f"message id {mid} is on its way already"
        self._in_flight[mid] = item

    def done(self, mid: int) -> Outgoing | None:
        """Note the broker's answer for ``mid``; returns its message, None if it is not ours."""
        return self._in_flight.pop(mid, None)

    def take_back(self) -> tuple[Outgoing, ...]:
        """Put what is on its way back to the front, in order: its client is gone.

        Returns those that are dropped because a newer one waits.
        """
        items = tuple(self._in_flight.values())
        self._in_flight.clear()
        outdated = tuple(i for i in items if i.latest_wins and i.topic in self._replaceable)
        self.put_first(tuple(i for i in items if i not in outdated))
        return outdated

    def _replace(self, item: Outgoing) -> Outgoing | None:
        """Take out the waiting message that ``item`` and it cannot both be sent with."""
        if not item.latest_wins:
            return None
        key = self._replaceable.pop(item.topic, None)
        return None if key is None else self._waiting.pop(key)

    def _append(self, item: Outgoing) -> None:
        """Put a message last."""
        key = next(self._ids)
        self._waiting[key] = item
        if item.latest_wins:
            self._replaceable[item.topic] = key
