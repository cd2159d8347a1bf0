"""The intake: acknowledged after the commit, nothing dropped in silence, only our tables."""

import pytest
from message_samples import DRIVER, NOW, SHOE, SIGN, TABLE, TOPICS, card_drawn, samples
from record_in_memory import RecordInMemory

from dealer_station.messages.device import (
    Acknowledged,
    Birth,
    Command,
    DeviceState,
    DriverState,
    Head,
    Life,
    LinkReport,
    Replayed,
)
from dealer_station.messages.envelope import Position
from dealer_station.messages.meter_display import SHOWN, Shown
from dealer_station.messages.topics import DeviceAddress, DeviceKind, EventKind
from dealer_station.mqtt.inbox import Inbox, OrderFaultKind
from dealer_station.mqtt.intake import Intake
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.mqtt.publisher import Publisher
from dealer_station.mqtt.session_events import Incoming


class Station:
    """Everything around an intake, written down in the order in which it happens."""

    def __init__(self):
        self.log = []
        self.store = RecordInMemory()
        self.sent = []
        self.error = None
        self.fault_error = None
        self.full = False
        self.now = NOW
        self.intake = Intake(
            self,
            Inbox(self.store),
            Publisher(TOPICS, self.publish),
            acknowledge=lambda incoming: self.log.append(("acknowledged", incoming.mid)),
            ask_anew=lambda topic: self.log.append(("asked anew", topic)),
            now=lambda: self.now,
            new_id=lambda: "c-1",
        )

    def publish(self, item):
        if self.full:
            raise OutboxFull("full")
        self.sent.append(item)
        self.log.append(("published", item.topic))

    def epoch(self, table):
        return 7 if table == TABLE else None

    def record(self, device, event):
        if self.error:
            raise self.error
        self.store.commit(device, event)
        self.log.append(("recorded", event.position))

    def observe(self, received, *, is_retained):
        self.log.append(("observed", type(received.message).__name__, is_retained))

    def fault(self, fault):
        if self.fault_error:
            raise self.fault_error
        self.log.append(("fault", fault.kind))

    def bad_message(self, error):
        self.log.append(("bad", error.topic))

    def take(self, topic, message, *, mid=1, retained=False, duplicate=False):
        payload = message if isinstance(message, bytes) else message.to_bytes()
        self.intake.take(
            Incoming(
                topic, payload, retained=retained, duplicate=duplicate, qos=1, mid=mid, connection=1
            )
        )

    def card(self, *arguments, mid=1, **changes):
        self.take(TOPICS.event(SHOE, EventKind.CARD), card_drawn(*arguments, **changes), mid=mid)


def head(sequence):
    return Head(device=SHOE.device, session=1, sequence=sequence, previous=None, device_time=NOW)


@pytest.fixture
def station():
    return Station()


def test_fact_is_recorded_then_told_then_acknowledged(station):
    station.card(1, 1, mid=5)
    assert station.log == [
        ("recorded", Position(1, 1)),
        ("published", TOPICS.acknowledged(SHOE)),
        ("acknowledged", 5),
    ]
    told = Acknowledged.from_bytes(station.sent[0].payload)
    assert (told.epoch, told.position) == (7, (1, 1))


def test_fact_that_was_not_committed_is_not_acknowledged_and_counts_later(station):
    station.error = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        station.card(1, 1)
    assert station.log == []
    station.error = None
    station.card(1, 1)
    assert station.log[0] == ("recorded", Position(1, 1))


def test_repeat_is_acknowledged_and_its_driver_told_again(station):
    station.card(1, 1, mid=1)
    station.log.clear()
    station.card(1, 1, mid=2)
    assert station.log == [("published", TOPICS.acknowledged(SHOE)), ("acknowledged", 2)]
    assert station.intake.counts.repeated == 1


def test_gap_sends_a_replay_request_that_expires(station):
    station.card(1, 1)
    station.card(1, 4)
    (item,) = (i for i in station.sent if "/command/" in i.topic)
    command = Command.from_bytes(item.payload)
    assert command.replay_after == (1, 1)
    assert (command.epoch, command.expires_at) == (7, NOW + 2_000)
    assert station.intake.counts.ahead == 1


def test_request_that_found_no_room_is_sent_later(station):
    station.card(1, 1)
    station.full = True
    station.card(1, 4)
    station.full = False
    station.intake.tick()
    assert any("/command/" in item.topic for item in station.sent)


def test_refused_fact_is_told_once_and_leaves_the_broker(station):
    station.card(1, 1)
    station.log.clear()
    station.card(1, 1, "Kd", mid=8)
    station.card(1, 1, "Kd", mid=9)
    assert [entry for entry in station.log if entry[0] != "published"] == [
        ("fault", OrderFaultKind.IDENTITY_REUSED),
        ("acknowledged", 8),
        ("acknowledged", 9),
    ]


def test_fault_of_a_refused_fact_that_was_not_committed_is_told_again(station):
    station.card(1, 1)
    station.log.clear()
    station.fault_error = OSError("database is locked")
    for _ in range(2):
        with pytest.raises(OSError, match="locked"):
            station.card(1, 1, "Kd", mid=8)
    assert station.log == []
    station.fault_error = None
    station.card(1, 1, "Kd", mid=8)
    assert station.log[0] == ("fault", OrderFaultKind.IDENTITY_REUSED)
    assert station.log[-1] == ("acknowledged", 8)


def test_fault_of_a_driver_that_has_nothing_left_is_told_again_until_committed(station):
    station.card(1, 1)
    station.card(1, 4)
    station.take(TOPICS.head(SHOE), head(4))
    nothing = samples()[TOPICS.reply(SHOE)].model_copy(
        update={"command_id": "c-1", "replayed": Replayed(first=None, count=0)}
    )
    station.log.clear()
    station.fault_error = OSError("database is locked")
    with pytest.raises(OSError, match="locked"):
        station.take(TOPICS.reply(SHOE), nothing)
    station.fault_error = None
    for _ in range(2):
        station.take(TOPICS.reply(SHOE), nothing)
    assert station.log.count(("fault", OrderFaultKind.FACTS_LOST)) == 1


def test_fault_is_told_before_the_fact_that_shows_it(station):
    station.card(1, 1)
    station.log.clear()
    station.card(2, 1, previous=None)
    assert station.log[:2] == [
        ("fault", OrderFaultKind.JOURNAL_LOST),
        ("recorded", Position(2, 1)),
    ]


def test_message_that_is_not_understood_is_told_and_leaves_the_broker(station):
    topic = TOPICS.event(SHOE, EventKind.CARD)
    station.take(topic, b"{", mid=3)
    station.take("�", b"", mid=4)
    assert station.log == [
        ("bad", topic), ("acknowledged", 3), ("bad", "�"), ("acknowledged", 4),
    ]  # fmt: skip
    assert station.intake.counts.bad == 2


def test_table_of_another_station_is_left_alone(station):
    elsewhere = DeviceAddress("CS-9", DeviceKind.CARD_SHOE, SHOE.device)
    station.take(TOPICS.event(elsewhere, EventKind.CARD), card_drawn(), mid=2)
    assert station.log == [("acknowledged", 2)]
    assert station.intake.counts.foreign == 1


def test_own_view_coming_back_is_left_alone(station):
    station.take(TOPICS.view(TABLE), samples()[TOPICS.view(TABLE)])
    assert station.log == [("acknowledged", 1)]


@pytest.mark.parametrize(
    "topic",
    [
        TOPICS.driver_state(TABLE, DRIVER),
        TOPICS.device_state(SHOE),
        TOPICS.head(SHOE),
        TOPICS.reply(SHOE),
        TOPICS.reported(SHOE, "link"),
        TOPICS.reported(SIGN, SHOWN),
    ],
)
def test_what_drivers_say_of_themselves_is_handed_on(station, topic):
    station.take(topic, samples()[topic], retained=True)
    name = type(samples()[topic]).__name__
    assert ("observed", name, True) in station.log


def test_birth_is_answered_with_what_is_committed(station):
    station.take(TOPICS.birth(SHOE), samples()[TOPICS.birth(SHOE)])
    assert Acknowledged.from_bytes(station.sent[0].payload).position == (0, 0)


def test_state_of_an_older_session_does_not_count(station):
    birth = samples()[TOPICS.birth(SHOE)]
    assert isinstance(birth, Birth)
    station.take(TOPICS.birth(SHOE), birth)
    station.log.clear()
    old = DeviceState(device=SHOE.device, session=birth.session - 1, state=Life.LOST, since=NOW)
    station.take(TOPICS.device_state(SHOE), old)
    assert station.log == [("acknowledged", 1)]
    assert station.intake.counts.outdated == 1


def test_old_will_after_the_new_birth_does_not_count(station):
    birth = samples()[TOPICS.birth(SHOE)]
    topic = TOPICS.driver_state(TABLE, DRIVER)
    will = samples()[topic].model_copy(update={"session": birth.session, "since": None})
    station.take(TOPICS.birth(SHOE), birth)
    station.take(topic, will)
    assert station.log[-2] == ("observed", "DriverState", False)
    station.log.clear()
    station.take(topic, will.model_copy(update={"session": birth.session - 1}))
    assert station.log == [("acknowledged", 1)]
    assert station.intake.counts.outdated == 1


def test_birth_behind_is_told_and_does_not_count(station):
    birth = samples()[TOPICS.birth(SHOE)]
    station.take(TOPICS.birth(SHOE), birth)
    station.log.clear()
    station.take(TOPICS.birth(SHOE), birth.model_copy(update={"session": 1}))
    assert station.log == [("fault", OrderFaultKind.BIRTH_BEHIND), ("acknowledged", 1)]


@pytest.mark.parametrize("how", ["retained", "duplicate"])
def test_old_birth_that_the_broker_brings_once_more_is_no_fault(station, how):
    """NATS does so with what a station that died had not acknowledged, after newer ones."""
    birth = samples()[TOPICS.birth(SHOE)]
    station.take(TOPICS.birth(SHOE), birth)
    station.log.clear()
    station.take(TOPICS.birth(SHOE), birth.model_copy(update={"session": 1}), **{how: True})
    assert station.log == [("acknowledged", 1)]
    assert station.intake.counts.outdated == 1


def samples_of(message):
    return [(topic, each) for topic, each in samples().items() if isinstance(each, message)]


@pytest.mark.parametrize("message", [DeviceState, DriverState, Head, LinkReport, Shown])
def test_state_that_the_broker_brings_once_more_says_nothing_new(station, message):
    ((topic, said),) = samples_of(message)
    station.take(topic, said)
    station.log.clear()
    station.take(topic, said, duplicate=True)
    assert station.log == [("acknowledged", 1)]
    assert station.intake.counts.outdated == 1


@pytest.mark.parametrize("message", [DeviceState, DriverState, Head, LinkReport, Shown])
def test_state_that_never_arrived_and_is_called_a_repeat_is_asked_for(station, message):
    """NATS does so with what found the window full; it may be older than the last one."""
    ((topic, said),) = samples_of(message)
    station.take(topic, said, duplicate=True)
    assert station.log == [("asked anew", topic), ("acknowledged", 1)]
    assert station.intake.counts.outdated == 1
    station.log.clear()
    station.take(topic, said, retained=True)
    assert station.log == [("observed", message.__name__, True), ("acknowledged", 1)]


def test_start_tells_every_known_device(station):
    station.card(1, 1)
    station.sent.clear()
    other = Station()
    other.store.events = station.store.events
    elsewhere = DeviceAddress("CS-9", DeviceKind.CARD_SHOE, "x")
    other.intake.acknowledge_all((SHOE, elsewhere))
    assert [item.topic for item in other.sent] == [TOPICS.acknowledged(SHOE)]
