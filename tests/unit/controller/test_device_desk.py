"""Devices' messages at the tables: facts become commands, states and faults become events."""

from dataclasses import replace

import pytest
from log_capture import captured_log
from message_samples import NOW, SHOE, SIGN, TABLE, TOPICS, card_drawn, samples
from table_play import TablePlay

from dealer_station.controller.device_desk import DeviceDesk, ReceivedPlaces
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.sign_watch import SignWatch
from dealer_station.event_log.errors import AlreadyReceived, CommandConflict, LogUnavailable
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog
from dealer_station.messages.contract import Received
from dealer_station.messages.device import (
    DeviceFault,
    DeviceState,
    DriverLife,
    DriverState,
    FaultClass,
    Life,
    OwnedDevice,
)
from dealer_station.messages.envelope import BadMessage, Position
from dealer_station.messages.meter_display import SHOWN
from dealer_station.messages.topics import DeviceAddress, DeviceKind, parse
from dealer_station.mqtt.inbox import Accept, Duplicate, Inbox, OrderFault, OrderFaultKind, Recorded
from dealer_station.mqtt.inbox import Refused as RefusedFact
from dealer_station.observability import Metrics
from dealer_station.table.events import DeviceFaultReported, DeviceReported


class Station:
    """A desk with one open table in betting, and what it logs and measures."""

    def __init__(self, **options):
        self.play = TablePlay(table_id=TABLE, **options).run("open_betting")
        self.metrics = Metrics()
        self.answers = []
        self.signs = SignWatch(self.play.clock)
        self.desk = DeviceDesk(
            {TABLE: self.play.controller},
            {TABLE: 3},
            self.metrics,
            self.play.clock,
            lambda device, reply: self.answers.append((device, reply.command_id)),
            self.signs,
        )
        self.log = captured_log()

    def devices(self):
        return {one.device_id: (one.device_state, one.reason) for one in self.play.state.devices}

    def logged(self, what):
        return [line for line in self.log.lines() if line["event"] == what]

    def say(self, topic, message):
        self.desk.observe(Received(parse(topic), message), is_retained=False)


@pytest.fixture
def station():
    return Station()


def no_reply(device, _reply):
    raise AssertionError(f"{device} was asked nothing")


def device_state(life, session=3, reason=None):
    return DeviceState(device=SHOE.device, session=session, state=life, since=NOW, reason=reason)


def driver_state(life, *devices):
    owned = tuple(OwnedDevice(kind=DeviceKind.CARD_SHOE, device=name) for name in devices)
    return DriverState(driver="shoe-driver", session=3, state=life, since=NOW, devices=owned)


# ---------------------------------------------------------------------------------- facts


def test_an_epoch_says_whose_table_it_is(station):
    assert station.desk.epoch(TABLE) == 3
    assert station.desk.epoch("CS-9") is None


def test_a_card_is_recorded_at_its_table_with_its_place(station):
    station.play.run("wager: 1 ante 10", "close_betting")
    station.desk.record(SHOE, card_drawn(1, 1, "As"))
    station.desk.record(SHOE, card_drawn(1, 2, "As"))
    assert station.play.view["cards"]["1"] == "As"
    assert station.play.state.round.draws == ("As", "As")
    assert station.play.record._snapshot.received == {str(SHOE): (1, 2)}
    count = station.metrics.registry.get_sample_value("ds_card_to_commit_seconds_count")
    assert count == 2


def test_a_cards_event_names_its_fact(station):
    station.desk.record(SHOE, card_drawn(2, 7, "Td"))
    names = [row.command_id for row in station.play.record.read(f"table/{TABLE}")]
    assert names[-1] == f"{TABLE}/card_shoe/shoe-1/2/7"


def test_a_fault_of_a_device_is_an_event_for_people(station):
    fault = DeviceFault(
        device=SHOE.device,
        session=1,
        sequence=1,
        previous=None,
        device_time=NOW,
        code="scanner_gave_up",
        fault_class=FaultClass.FACTS_LOST,
        lost_count=1,
    )
    station.desk.record(SHOE, fault)
    (event,) = station.play.events(DeviceFaultReported)
    assert (event.code, event.lost_count, event.device_kind) == ("scanner_gave_up", 1, "card_shoe")
    seconds = station.metrics.registry.get_sample_value("ds_card_to_commit_seconds_count")
    assert seconds == 0


def test_a_fact_that_the_table_refuses_is_received_and_logged(station):
    """The contract's pattern lets no such card in; whatever did must not stop the shoe."""
    odd = card_drawn(1, 1).model_copy(update={"card": "1x"})
    history = station.play.history()
    station.desk.record(SHOE, odd)
    assert station.play.history() == history
    assert station.play.record._snapshot.received == {str(SHOE): (1, 1)}
    (line,) = station.logged("fact_refused")
    assert (line["table"], line["device"], line["reason"]) == (TABLE, "shoe-1", "not_applicable")
    assert line["level"] == "error"


def test_a_fact_that_comes_twice_is_one_event(station):
    station.desk.record(SHOE, card_drawn(1, 1, "As"))
    history = station.play.history()
    station.desk.record(SHOE, card_drawn(1, 1, "As", retransmitted=True))
    assert station.play.history() == history


def test_another_card_under_the_same_identity_is_never_taken(station):
    station.desk.record(SHOE, card_drawn(2, 1, "As"))
    history = station.play.history()
    with pytest.raises(CommandConflict):
        station.desk.record(SHOE, card_drawn(2, 1, "Ks"))
    with pytest.raises(AlreadyReceived):
        station.desk.record(SHOE, card_drawn(1, 9, "Ks"))
    assert station.play.history() == history


# --------------------------------------------------------------------- states of devices


def test_a_device_tells_its_state(station):
    topic = TOPICS.device_state(SHOE)
    station.say(topic, device_state(Life.READY))
    assert station.devices() == {"shoe-1": ("ready", "")}
    station.say(topic, device_state(Life.DEGRADED, reason="slow"))
    assert station.devices() == {"shoe-1": ("degraded", "slow")}


def test_a_device_tells_the_faults_that_a_person_has_to_clear(station):
    said = device_state(Life.DEGRADED).model_copy(update={"faults": ("device_lost",)})
    station.say(TOPICS.device_state(SHOE), said)
    station.say(TOPICS.device_state(SHOE), device_state(Life.DEGRADED))
    told = [event.faults for event in station.play.events(DeviceReported)]
    assert told == [("device_lost",), ()]


def test_an_answer_of_a_device_is_handed_on(station):
    topic = TOPICS.reply(SHOE)
    station.say(topic, samples()[topic])
    assert station.answers == [(SHOE, "c-1")]


def test_a_state_said_again_is_no_event(station):
    for _ in range(3):
        station.say(TOPICS.device_state(SHOE), device_state(Life.READY))
    assert len(station.play.events(DeviceReported)) == 1


@pytest.mark.parametrize("is_retained", [True, False])
def test_a_retained_state_counts_like_any_other(station, is_retained):
    received = Received(parse(TOPICS.device_state(SHOE)), device_state(Life.READY))
    station.desk.observe(received, is_retained=is_retained)
    assert station.devices() == {"shoe-1": ("ready", "")}


def test_a_dead_driver_takes_its_devices_with_it(station):
    station.say(TOPICS.device_state(SHOE), device_state(Life.READY))
    topic = TOPICS.driver_state(TABLE, "shoe-driver")
    station.say(topic, driver_state(DriverLife.LOST, "shoe-1", "shoe-2"))
    assert station.devices() == {
        "shoe-1": ("lost", "driver lost"),
        "shoe-2": ("lost", "driver lost"),
    }


def test_what_a_device_said_before_its_driver_died_does_not_bring_it_back(station):
    doubtful = device_state(Life.DEGRADED).model_copy(update={"faults": ("device_lost",)})
    topic = TOPICS.driver_state(TABLE, "shoe-driver")
    station.say(topic, driver_state(DriverLife.LOST, "shoe-1"))
    station.say(TOPICS.device_state(SHOE), doubtful)
    assert station.devices() == {"shoe-1": ("lost", "driver lost")}
    assert station.play.state.device("shoe-1").faults == ("device_lost",)
    station.say(topic, driver_state(DriverLife.READY, "shoe-1"))
    assert station.devices() == {"shoe-1": ("degraded", "")}


def test_a_living_driver_says_nothing_of_its_devices(station):
    station.say(TOPICS.device_state(SHOE), device_state(Life.DISCONNECTED, reason="unplugged"))
    station.say(TOPICS.driver_state(TABLE, "shoe-driver"), driver_state(DriverLife.READY, "shoe-1"))
    assert station.devices() == {"shoe-1": ("disconnected", "unplugged")}


def test_what_says_nothing_of_a_state_changes_nothing(station):
    history = station.play.history()
    for topic, message in samples().items():
        if not isinstance(message, DeviceState | DriverState):
            station.say(topic, message)
    assert station.play.history() == history


def test_a_device_is_noted_while_the_table_is_held_and_while_it_is_closed():
    station = Station()
    station.desk.record(SHOE, card_drawn(1, 1, "As"))
    station.desk.record(SHOE, card_drawn(1, 2, "??"))
    station.say(TOPICS.device_state(SHOE), device_state(Life.LOST))
    assert station.devices() == {"shoe-1": ("lost", "")}
    closed = TablePlay(table_id=TABLE, is_open=False)
    desk = DeviceDesk(
        {TABLE: closed.controller},
        {TABLE: 1},
        Metrics(),
        closed.clock,
        no_reply,
        SignWatch(closed.clock),
    )
    desk.observe(
        Received(parse(TOPICS.device_state(SHOE)), device_state(Life.READY)), is_retained=True
    )
    assert closed.state.devices[0].device_state == "ready"


# ----------------------------------------------------------------------- faults of order


@pytest.mark.parametrize("kind", OrderFaultKind)
def test_a_fault_of_order_is_logged_and_recorded(station, kind):
    station.desk.fault(OrderFault(kind, SHOE, Position(1, 4), Position(1, 9)))
    (event,) = station.play.events(DeviceFaultReported)
    assert event.code == kind.value
    assert event.detail == "committed 1/4, found 1/9 (session/sequence)"
    (line,) = station.logged("facts_out_of_order")
    assert (line["fault"], line["table"], line["device"]) == (kind.value, TABLE, "shoe-1")


def test_a_fault_of_order_that_is_told_again_is_one_event(station):
    """Its fact could not be committed after it, and came again."""
    told = OrderFault(OrderFaultKind.JOURNAL_LOST, SHOE, Position(1, 4), Position(2, 1))
    station.desk.fault(told)
    station.play.clock.advance(250)
    station.desk.fault(told)
    assert len(station.play.events(DeviceFaultReported)) == 1
    station.desk.fault(replace(told, committed=Position(1, 5)))
    assert len(station.play.events(DeviceFaultReported)) == 2


def test_a_message_that_is_not_understood_is_logged_with_its_topic(station):
    station.desk.bad_message(BadMessage("ds/v1/gardens/x", "no such topic", "x"))
    (line,) = station.logged("bad_message")
    assert (line["topic"], line["what"], line["where"]) == ("ds/v1/gardens/x", "no such topic", "x")


def test_a_database_that_is_away_leaves_the_fact_unread(station, monkeypatch):
    def gone(*_args, **_fields):
        raise LogUnavailable("gone")

    monkeypatch.setattr(station.play.record, "append", gone)
    with pytest.raises(LogUnavailable):
        station.desk.record(SHOE, card_drawn(1, 1))
    monkeypatch.undo()
    station.desk.record(SHOE, card_drawn(1, 1))
    assert station.play.record._snapshot.received == {str(SHOE): (1, 1)}


# ------------------------------------------------------------- the record as the inbox asks


class Disk:
    """A desk on a log on disk, and the inbox that asks it."""

    def __init__(self, log, writer):
        record = LogRecord(log, writer, Metrics(), TablePlay().clock)
        self.play = TablePlay(table_id=TABLE, record=record).run("open_betting")
        self.desk = DeviceDesk(
            {TABLE: self.play.controller},
            {TABLE: 0},
            Metrics(),
            self.play.clock,
            no_reply,
            SignWatch(self.play.clock),
        )
        self.places = ReceivedPlaces(record, log.acknowledged)
        self.inbox = Inbox(self.places)

    def offer(self, event):
        verdict = self.inbox.judge(SHOE, event, NOW)
        if isinstance(verdict, Accept):
            self.desk.record(SHOE, event)
            self.inbox.committed(SHOE, event.position, NOW)
        return verdict


@pytest.fixture
def disk(tmp_path):
    with EventLog(str(tmp_path / "log.db")) as log, GroupWriter(log) as writer:
        yield Disk(log, writer)


def test_places_know_the_newest_fact_of_each_device(disk):
    other = DeviceAddress(TABLE, DeviceKind.CARD_SHOE, "shoe-2")
    assert disk.places.acknowledged(SHOE) is None
    disk.desk.record(SHOE, card_drawn(1, 1))
    disk.desk.record(SHOE, card_drawn(2, 1, previous=Position(1, 1)))
    assert disk.places.acknowledged(SHOE) == Position(2, 1)
    assert disk.places.acknowledged(other) is None


def test_places_know_whether_a_fact_is_recorded_and_as_the_same(disk):
    disk.desk.record(SHOE, card_drawn(1, 1, "As"))
    assert disk.places.recorded(SHOE, card_drawn(1, 1, "As")) is Recorded.SAME
    assert disk.places.recorded(SHOE, card_drawn(1, 1, "As", retransmitted=True)) is Recorded.SAME
    assert disk.places.recorded(SHOE, card_drawn(1, 1, "Ks")) is Recorded.OTHER
    assert disk.places.recorded(SHOE, card_drawn(1, 2, "As")) is Recorded.NONE


def test_a_restarted_inbox_judges_by_the_record(disk):
    for sequence, card in enumerate(("As", "Kd", "??"), start=1):
        assert disk.offer(card_drawn(2, sequence, card)) == Accept()
    disk.inbox = Inbox(disk.places)
    assert disk.offer(card_drawn(2, 2, "Kd")) == Duplicate()
    reused = disk.offer(card_drawn(2, 2, "Qd"))
    assert isinstance(reused, RefusedFact)
    assert reused.fault.kind is OrderFaultKind.IDENTITY_REUSED
    stale = disk.offer(card_drawn(1, 5, "Qd"))
    assert isinstance(stale, RefusedFact)
    assert stale.fault.kind is OrderFaultKind.STALE_SESSION
    assert disk.offer(card_drawn(2, 4, "2c")) == Accept()


def test_what_a_sign_shows_is_kept_for_the_console(station):
    topic = TOPICS.reported(SIGN, SHOWN)
    shown = samples()[topic]
    station.say(topic, shown)
    assert station.signs.seen()[SIGN].shown == shown
    assert station.devices() == {}
