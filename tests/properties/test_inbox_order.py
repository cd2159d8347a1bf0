"""Exactly once from a driver's journal to the record, over a channel that loses and repeats.

A Hypothesis machine plays driver, broker and station: cards are drawn, messages are lost, come
twice, stay in the broker while the station restarts, the driver dies and comes back with its
journal. At every moment the record is a beginning of what was drawn; in quiet it is all of it.
"""

from collections import deque
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from message_samples import NOW, SHOE, TOPICS, card_drawn
from record_in_memory import RecordInMemory

from dealer_station.messages.contract import read
from dealer_station.messages.device import Acknowledged, Command, Head, Replayed, Reply, ReplyResult
from dealer_station.messages.envelope import Position
from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.inbox import Inbox
from dealer_station.mqtt.intake import Intake
from dealer_station.mqtt.publisher import Publisher
from dealer_station.mqtt.session_events import Incoming


class Owner:
    """A station's side of the intake; may fail to commit, as a database does."""

    def __init__(self):
        self.store = RecordInMemory()
        self.faults = []
        self.fails = False

    def epoch(self, _table):
        return 1

    def record(self, device, event):
        if self.fails:
            raise OSError("disk full")
        self.store.commit(device, event)

    def observe(self, received, *, is_retained):
        pass

    def fault(self, fault):
        self.faults.append(fault)

    def bad_message(self, error):
        raise AssertionError(str(error))


class Journal:
    """A driver with its journal: what real drivers promise, in memory."""

    def __init__(self):
        self.session, self.sequence, self.newest = 1, 0, None
        self.stored = []

    def draw(self, card):
        self.sequence += 1
        event = card_drawn(self.session, self.sequence, card, previous=self.newest, device_time=NOW)
        self.newest = event.position
        self.stored.append(event)
        return event

    def restart(self):
        self.session, self.sequence = self.session + 1, 0

    def head(self):
        return Head(
            device=SHOE.device, session=self.session, sequence=self.sequence,
            previous=self.newest if self.sequence == 0 else None, device_time=None,
        )  # fmt: skip

    def forget(self, position):
        self.stored = [event for event in self.stored if event.position > position]


class Delivery(RuleBasedStateMachine):
    """Driver -> broker -> station, and back."""

    def __init__(self):
        super().__init__()
        self.now = NOW
        self.drawn = []
        self.journal = Journal()
        self.owner = Owner()
        self.to_station = deque()
        self.to_driver = deque()
        self.ids = iter(range(10**9))
        self._begin_station()

    def _begin_station(self):
        self.acknowledged = []
        self.intake = Intake(
            self.owner,
            Inbox(self.owner.store),
            Publisher(TOPICS, lambda item: self.to_driver.append((item.topic, item.payload))),
            acknowledge=self.acknowledged.append,
            ask_anew=lambda topic: self._send(topic, self.journal.head()),
            now=lambda: self.now,
            new_id=lambda: f"c-{next(self.ids)}",
        )

    def _send(self, topic, message):
        self.to_station.append(
            Incoming(
                topic,
                message.to_bytes(),
                retained=False,
                duplicate=False,
                qos=1,
                mid=1,
                connection=1,
            )
        )

    def _send_event(self, event):
        self._send(TOPICS.event(SHOE, EventKind.CARD), event)

    def _to_driver(self):
        topic, payload = self.to_driver.popleft()
        match read(topic, payload).message:
            case Acknowledged() as acknowledged:
                self.journal.forget(acknowledged.position)
            case Command(replay_after=Position() as after, command_id=command_id):
                left = [event for event in self.journal.stored if event.position > after]
                replayed = Replayed(first=left[0].position if left else None, count=len(left))
                self._send(
                    TOPICS.reply(SHOE),
                    Reply(
                        device=SHOE.device, session=self.journal.session, command_id=command_id,
                        result=ReplyResult.DONE, replayed=replayed,
                    ),
                )  # fmt: skip
                for event in left:
                    self._send_event(event)

    @rule(card=st.sampled_from(["As", "Kd", "??"]))
    def draw(self, card):
        event = self.journal.draw(card)
        self.drawn.append(event)
        self._send_event(event)
        self._send(TOPICS.head(SHOE), self.journal.head())

    @rule()
    def driver_restarts_and_sends_its_journal(self):
        self.journal.restart()
        self._send(TOPICS.head(SHOE), self.journal.head())
        for event in self.journal.stored:
            self._send_event(event)

    @precondition(lambda self: self.to_station)
    @rule()
    def station_takes_one(self):
        self.intake.take(self.to_station.popleft())

    @precondition(lambda self: self.to_station)
    @rule()
    def commit_fails(self):
        self.owner.fails = True
        before = len(self.acknowledged)
        incoming = self.to_station.popleft()
        try:
            self.intake.take(incoming)
        except OSError:
            assert len(self.acknowledged) == before
        finally:
            self.owner.fails = False

    @precondition(lambda self: self.to_station)
    @rule(data=st.data())
    def message_is_lost(self, data):
        del self.to_station[data.draw(st.integers(0, len(self.to_station) - 1))]

    @precondition(lambda self: self.to_station)
    @rule(data=st.data())
    def message_comes_twice(self, data):
        place = data.draw(st.integers(0, len(self.to_station) - 1))
        self.to_station.append(replace(self.to_station[place], duplicate=data.draw(st.booleans())))

    @precondition(lambda self: self.to_driver)
    @rule()
    def driver_takes_one(self):
        self._to_driver()

    @precondition(lambda self: self.to_driver)
    @rule()
    def word_to_driver_is_lost(self):
        self.to_driver.popleft()

    @rule()
    def station_restarts(self):
        self._begin_station()

    @rule(seconds=st.integers(0, 5))
    def time_passes(self, seconds):
        self.now += seconds * 1_000
        self.intake.tick()

    @invariant()
    def record_is_a_beginning_of_what_was_drawn(self):
        recorded = self.owner.store.events.get(SHOE, [])
        assert recorded == self.drawn[: len(recorded)]

    @invariant()
    def nothing_was_told_as_wrong(self):
        assert self.owner.faults == []

    def teardown(self):
        for _ in range(20):
            self._send(TOPICS.head(SHOE), self.journal.head())
            while self.to_station or self.to_driver:
                if self.to_station:
                    self.intake.take(self.to_station.popleft())
                if self.to_driver:
                    self._to_driver()
            self.now += 31_000
            self.intake.tick()
            if self.owner.store.events.get(SHOE, []) == self.drawn:
                break
        assert self.owner.store.events.get(SHOE, []) == self.drawn
        assert self.owner.faults == []


Delivery.TestCase.settings = settings(max_examples=400, stateful_step_count=40, deadline=None)
TestDelivery = Delivery.TestCase
