"""What a supervisor has cleared is told to the device until it answers, and not for ever."""

import pytest
from log_capture import captured_log
from message_samples import SHOE, TABLE
from table_play import SUPERVISOR, TablePlay

from dealer_station.controller.fault_clearing import PATIENCE_MS, FaultClearing
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.messages.device import COMMAND_LIFE_MS, Reply, ReplyResult
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.table import commands as c
from dealer_station.table import events as e

FAULTS = ("device_lost", "packet_lost")
EPOCH = 3


class Floor:
    """One table with a doubtful shoe, and what is sent to it."""

    def __init__(self):
        self.play = TablePlay(table_id=TABLE)
        self.sent = []
        self.is_full = False
        self.clearing = self.new_station()
        self.shoe_says("degraded", FAULTS)

    def new_station(self):
        return FaultClearing(
            {TABLE: self.play.controller}, {TABLE: EPOCH}, self.send, self.play.clock
        )

    def send(self, device, command):
        if self.is_full:
            raise OutboxFull("full")
        assert device == SHOE
        self.sent.append(command)

    def shoe_says(self, state, faults=()):
        self.play.submit(
            c.RecordDevice,
            device_id=SHOE.device,
            device_kind=SHOE.kind.value,
            device_state=state,
            faults=faults,
        )

    @property
    def shoe(self):
        return self.play.state.device(SHOE.device)

    def clear(self):
        self.play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id=SHOE.device, faults=FAULTS)

    def after(self, ms):
        self.play.clock.advance(ms)
        self.clearing.tick()
        return len(self.sent)

    def reply(self, command_id, result=ReplyResult.DONE, error=None):
        said = Reply(
            device=SHOE.device, session=1, command_id=command_id, result=result, error=error
        )
        self.clearing.replied(SHOE, said)


@pytest.fixture
def floor():
    return Floor()


def test_nothing_is_sent_before_a_person_has_cleared(floor):
    assert floor.after(0) == floor.after(PATIENCE_MS) == 0


def test_the_device_is_told_at_once_which_faults_were_seen(floor):
    floor.clear()
    assert floor.after(0) == 1
    (command,) = floor.sent
    assert (command.verb, command.faults) == (CommandVerb.CLEAR_FAULT, FAULTS)
    assert command.epoch == EPOCH
    assert command.expires_at - command.sent_at == COMMAND_LIFE_MS


def test_a_device_is_not_told_of_what_it_does_not_speak_itself(floor):
    floor.play.submit(
        c.RecordDeviceFault,
        device_id=SHOE.device,
        device_kind=SHOE.kind.value,
        code="stale_session",
        fault_class="facts_lost",
    )
    faults = (*FAULTS, "stale_session")
    floor.play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id=SHOE.device, faults=faults)
    assert floor.after(0) == 1
    assert floor.sent[0].faults == FAULTS


def test_a_silent_device_is_told_again_when_the_command_is_dead_and_not_for_ever(floor):
    floor.clear()
    assert floor.after(0) == 1
    assert floor.after(COMMAND_LIFE_MS - 1) == 1
    assert floor.after(1) == 2
    for _ in range(30):
        floor.after(COMMAND_LIFE_MS)
    assert len(floor.sent) == PATIENCE_MS // COMMAND_LIFE_MS
    assert len({command.command_id for command in floor.sent}) == 1
    assert floor.shoe.failure == "the device did not answer"
    floor.clear()
    assert floor.after(0) == PATIENCE_MS // COMMAND_LIFE_MS + 1
    assert floor.sent[-1].command_id != floor.sent[0].command_id


def test_an_answer_ends_it(floor):
    floor.clear()
    floor.after(0)
    floor.after(COMMAND_LIFE_MS)
    floor.reply("another-command")
    assert floor.after(COMMAND_LIFE_MS) == 3
    floor.reply(floor.sent[0].command_id)
    assert floor.after(COMMAND_LIFE_MS) == 3


def test_an_answer_that_nobody_asked_for_is_none_of_ours(floor):
    floor.reply("another-command")
    assert floor.after(0) == 0


def test_a_refusal_is_told_to_an_operator(floor):
    log = captured_log()
    floor.clear()
    floor.after(0)
    floor.reply(floor.sent[0].command_id, ReplyResult.REFUSED, "the journal is full")
    (line,) = (line for line in log.lines() if line["event"] == "faults_not_cleared")
    assert (line["table"], line["device"]) == (TABLE, SHOE.device)
    assert line["reason"] == "the journal is full"
    assert floor.after(COMMAND_LIFE_MS) == 1
    (told,) = floor.play.events(e.DeviceFaultsNotCleared)
    assert (told.device_id, told.reason) == (SHOE.device, "the journal is full")
    assert floor.shoe.is_waiting
    floor.clear()
    assert floor.after(0) == 2
    assert not floor.shoe.is_waiting


def test_a_clearing_that_a_station_died_over_is_given_back(floor):
    floor.clear()
    assert not floor.shoe.is_waiting
    floor.play.restart()
    floor.clearing = floor.new_station()
    assert floor.after(PATIENCE_MS) == 0
    assert floor.shoe.is_waiting
    assert floor.shoe.words == "the device did not answer"
    assert floor.after(PATIENCE_MS) == 0
    assert len(floor.play.events(e.DeviceFaultsNotCleared)) == 1


def test_faults_that_stand_although_they_were_taken_come_back(floor):
    floor.clear()
    floor.after(0)
    floor.reply(floor.sent[0].command_id)
    assert floor.after(PATIENCE_MS - 1) == 1
    assert not floor.shoe.is_waiting
    floor.after(1)
    assert floor.shoe.failure == "the device has taken it, but its faults stand"


def test_a_database_that_is_away_is_waited_for(floor, monkeypatch):
    floor.clear()
    controller = floor.play.controller

    def gone(_command):
        raise LogUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(type(controller), "submit", lambda _self, command: gone(command))
        floor.after(PATIENCE_MS)
    assert not floor.shoe.is_waiting
    floor.after(1)
    assert floor.shoe.is_waiting


def test_the_devices_own_word_ends_it_too(floor):
    floor.clear()
    floor.after(0)
    floor.shoe_says("ready")
    assert floor.after(COMMAND_LIFE_MS) == 1


def test_a_broker_that_is_away_costs_a_moment(floor):
    floor.clear()
    floor.is_full = True
    assert floor.after(0) == 0
    floor.is_full = False
    assert floor.after(250) == 1


def test_a_station_that_starts_again_goes_on(floor):
    floor.clear()
    floor.clearing = floor.new_station()
    assert floor.after(1_000) == 1
    floor.clearing = floor.new_station()
    assert floor.after(PATIENCE_MS) == 1
