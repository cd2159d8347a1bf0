"""A driver reduced to its promise: stored first, sent until acknowledged, replayed on request.

The journal lives in memory and outlives the driver object, as a file outlives a process.
"""

import threading
from dataclasses import dataclass, field
from typing import Any

from brokers import Peer
from message_samples import DRIVER, NOW, SHOE, TABLE, TOPICS, card_drawn, samples

from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.contract import read
from dealer_station.messages.device import (
    Acknowledged,
    Birth,
    Command,
    Head,
    Replayed,
    Reply,
    ReplyResult,
)
from dealer_station.messages.envelope import Position
from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session_events import Connected, Incoming, SessionEvent


@dataclass
class Journal:
    """What is on the driver's disk."""

    session: int = 0
    newest: Position | None = None
    stored: list[CardDrawn] = field(default_factory=list)
    drawn: list[CardDrawn] = field(default_factory=list)


class JournalledDriver:
    """Sends its journal at every connection; forgets what is acknowledged."""

    def __init__(self, url: str, journal: Journal, client_id: str = DRIVER) -> None:
        self._lock = threading.RLock()
        self.journal = journal
        journal.session += 1
        self._sequence = 0
        self.peer = Peer(
            url,
            client_id,
            *TOPICS.driver_filters(SHOE),
            birth=self._birth,
            on_event=self._hear,
            session_expiry_s=0,
        )

    def __enter__(self) -> "JournalledDriver":  # noqa: PYI034 - a test's helper
        return self

    def __exit__(self, *_error: object) -> None:
        self.die()

    def die(self) -> None:
        """End without sending what waits."""
        self.peer.session.stop(flush_s=0)

    def draw(self, card: str) -> None:
        with self._lock:
            self._sequence += 1
            event = card_drawn(
                self.journal.session, self._sequence, card, previous=self.journal.newest
            )
            self.journal.newest = event.position
            self.journal.stored.append(event)
            self.journal.drawn.append(event)
            self._send(event)
            self.peer.session.publish(self._head())

    def _send(self, event: CardDrawn) -> None:
        self.peer.session.publish(Outgoing(TOPICS.event(SHOE, EventKind.CARD), event.to_bytes()))

    def _head(self) -> Outgoing:
        head = Head(
            device=SHOE.device,
            session=self.journal.session,
            sequence=self._sequence,
            previous=None if self._sequence else self.journal.newest,
            device_time=NOW if self._sequence else None,
        )
        return Outgoing(TOPICS.head(SHOE), head.to_bytes(), retain=True, latest_wins=True)

    def _birth(self) -> tuple[Outgoing, ...]:
        birth = samples()[TOPICS.birth(SHOE)]
        assert isinstance(birth, Birth)
        mine = birth.model_copy(update={"session": self.journal.session})
        state = samples()[TOPICS.driver_state(TABLE, DRIVER)]
        with self._lock:
            return (
                Outgoing(TOPICS.driver_state(TABLE, DRIVER), state.to_bytes(), retain=True,
                         latest_wins=True),
                Outgoing(TOPICS.birth(SHOE), mine.to_bytes(), retain=True, latest_wins=True),
                self._head(),
            )  # fmt: skip

    def _hear(self, event: SessionEvent) -> None:
        if isinstance(event, Connected):
            with self._lock:
                for stored in self.journal.stored:
                    self._send(stored)
        elif isinstance(event, Incoming):
            message: Any = read(event.topic, event.payload).message
            with self._lock:
                if isinstance(message, Acknowledged):
                    self.journal.stored = [
                        e for e in self.journal.stored if e.position > message.position
                    ]
                elif isinstance(message, Command) and message.replay_after is not None:
                    self._replay(message)

    def _replay(self, command: Command) -> None:
        assert command.replay_after is not None
        left = [e for e in self.journal.stored if e.position > command.replay_after]
        reply = Reply(
            device=SHOE.device,
            session=self.journal.session,
            command_id=command.command_id,
            result=ReplyResult.DONE,
            replayed=Replayed(first=left[0].position if left else None, count=len(left)),
        )
        self.peer.session.publish(Outgoing(TOPICS.reply(SHOE), reply.to_bytes()))
        for event in left:
            self._send(event)
