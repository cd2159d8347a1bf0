"""A card from the simulated shoe's bytes to MQTT: real pseudo-terminal, real brokers."""

import pytest
from brokers import eventually
from card_shoe_rig import SHOE, TOPICS, StationEar, rig

from dealer_station.clock import SystemClock
from dealer_station.messages.device import (
    Birth,
    DeviceState,
    DriverState,
    FaultClass,
    Head,
    LinkReport,
    ReplyResult,
)
from dealer_station.messages.envelope import Position
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.outbox import Outgoing
from drivers.card_shoe.models.ssi.codec import Opcode
from drivers.link.serial_port import SerialOpener


@pytest.fixture(params=[BrokerKind.NATS, BrokerKind.MOSQUITTO])
def bench(request, tmp_path):
    with rig(tmp_path, request.param) as made:
        yield made


@pytest.fixture
def one_broker(tmp_path):
    """For what does not depend on the broker."""
    with rig(tmp_path, BrokerKind.MOSQUITTO) as made:
        yield made


def listen(bench, **fields):
    ear = StationEar(bench.broker.station_url(), **fields)
    bench.stack.callback(ear.close)
    return ear


def start(bench, **simulator):
    """Simulator, ear and driver, ready; returns ear and control."""
    bench.stack.callback(bench.start_simulator(**simulator).stop)
    ear = listen(bench)
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    eventually(lambda: ear.state() == "ready")
    return ear, bench.control()


def test_cards_arrive_once_and_in_order_and_are_forgotten(bench):
    ear, control = start(bench)
    for _ in range(20):
        control.ask("next")
    control.ask("draw ??")
    control.ask("draw Jo")
    control.ask("draw CUT")
    eventually(lambda: len(ear.cards) == 23)
    assert ear.cards == bench.reads_as()
    assert ear.cards[20:] == ["??", "Jo", "CUT"]
    assert ear.fault_codes == ["symbol_unreadable"]
    assert "4 characters" in ear.faults[0].detail
    ear.check_chain()
    birth = ear.last[Birth]
    assert (birth.protocol, birth.firmware) == ("ssi", "SIMULATED SHOE 1")
    eventually(lambda: ear.last[Head].position == ear.events[-1].position)
    assert ear.last[DriverState].state == "ready"
    assert ear.states[-1] == "ready"


def test_clean_stop_says_disconnected_and_switches_the_scanner_off(bench):
    bench.stack.callback(bench.start_simulator().stop)
    ear = listen(bench)
    driver = bench.start_driver()
    eventually(lambda: ear.state() == "ready")
    driver.stop()
    eventually(lambda: ear.state() == "disconnected")
    eventually(lambda: ear.last[DriverState].state == "lost")
    status = eventually(
        lambda: (s := bench.control().ask("status"))["is_host_present"] is False and s
    )
    assert status["is_enabled"] is False


def test_next_session_begins_above_the_station_even_with_a_wiped_disk(bench):
    bench.stack.callback(bench.start_simulator().stop)
    ear = listen(bench)
    ear.acknowledge(Position(41, 3))
    assert ear.session.flush(5)
    driver = bench.start_driver()
    eventually(lambda: ear.state() == "ready")
    assert ear.last[Birth].session == 42
    driver.stop()
    (bench.folder / "data" / "rig.t1.card_shoe.shoe-1.journal").unlink()
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    bench.control().ask("next")
    card = eventually(lambda: ear.events and ear.events[0])
    assert card.position == Position(42, 1)  # session 42 had no event that needed a higher one
    assert card.previous is None


def test_disk_restored_from_an_older_copy_begins_above_what_the_station_knows(one_broker):
    bench = one_broker
    ear, control = start(bench)
    control.ask("next")
    eventually(lambda: len(ear.cards) == 1)
    ear.acknowledges = False
    ear.acknowledge(Position(9, 4))
    eventually(lambda: ear.last[Birth].session == 10)
    control.ask("next")
    eventually(lambda: len(ear.cards) == 2)
    assert ear.events[-1].position == Position(10, 1)
    assert ear.state() == "ready"


def test_driver_starts_and_keeps_cards_while_the_broker_is_away(bench):
    bench.stack.callback(bench.start_simulator().stop)
    ear = listen(bench)
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    control = bench.control()
    eventually(lambda: ear.state() == "ready")
    control.ask("next")
    eventually(lambda: len(ear.cards) == 1)
    process = bench.broker._process
    process.kill()
    for _ in range(10):
        control.ask("next")
    eventually(lambda: len(ear.cards) == 11, 30)
    assert ear.cards == bench.reads_as()
    ear.check_chain()


def test_more_events_than_the_window_arrive_after_a_silent_station(one_broker):
    bench = one_broker
    bench.stack.callback(bench.start_simulator(decks=3).stop)
    ear = listen(bench, acknowledges=False)
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    control = bench.control()
    for _ in range(120):
        control.ask("next")
    eventually(lambda: len(ear.cards) == 120)
    copies = ear.copies
    ear.command(CommandVerb.REPLAY, "again", replay_after=Position(1, 20))
    reply = ear.reply_to("again")
    assert reply.replayed is not None
    assert (reply.replayed.first, reply.replayed.count) == (Position(1, 21), 100)
    eventually(lambda: ear.copies == copies + 100)
    ear.acknowledge_all()
    assert ear.session.flush(5)
    ear.command(CommandVerb.REPLAY, "empty", replay_after=Position(0, 0))
    assert ear.reply_to("empty").replayed.first is None
    ear.check_chain()


def test_unacknowledged_events_are_sent_again_by_themselves(one_broker):
    bench = one_broker
    bench.driver_overrides = {"journal": {"resend_after_s": 1}}
    bench.stack.callback(bench.start_simulator().stop)
    ear = listen(bench, acknowledges=False)
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    bench.control().ask("next")
    eventually(lambda: ear.copies >= 3)
    assert len(ear.cards) == 1
    ear.acknowledge_all()
    eventually(lambda: ear.session.flush(1))


def test_commands_are_obeyed_once_in_time_and_from_the_owner_only(one_broker):
    bench = one_broker
    ear, _ = start(bench)
    ear.epoch = 5
    ear.command(CommandVerb.IDENTIFY, "look")
    assert ear.reply_to("look").result is ReplyResult.DONE
    ear.command(CommandVerb.SELF_TEST, "test")
    assert ear.reply_to("test").result is ReplyResult.DONE
    ear.command(CommandVerb.SELF_TEST, "test")
    eventually(lambda: [r.command_id for r in ear.replies].count("test") == 2)
    now = SystemClock().now()
    ear.command(CommandVerb.SELF_TEST, "late", sent_at=now - 9_000, expires_at=now - 7_000)
    late = ear.reply_to("late")
    assert (late.result, late.error) == (ReplyResult.REFUSED, "expired")
    ear.command(CommandVerb.SELF_TEST, "former-owner", epoch=4)
    ear.command(CommandVerb.CLEAR_FAULT, "after", faults=())
    assert ear.reply_to("after").result is ReplyResult.DONE
    assert "former-owner" not in [reply.command_id for reply in ear.replies]


def test_acknowledgement_of_a_former_owner_forgets_nothing(one_broker):
    bench = one_broker
    bench.stack.callback(bench.start_simulator().stop)
    ear = listen(bench, acknowledges=False, epoch=7)
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    bench.control().ask("next")
    eventually(lambda: len(ear.cards) == 1)
    ear.command(CommandVerb.SELF_TEST, "epoch-7")
    ear.reply_to("epoch-7")
    ear.epoch = 6
    ear.acknowledge_all()
    ear.epoch = 7
    ear.command(CommandVerb.REPLAY, "still-there", replay_after=Position(0, 0))
    assert ear.reply_to("still-there").replayed.count == 1


def test_nonsense_from_the_broker_changes_nothing(one_broker):
    bench = one_broker
    ear, control = start(bench)
    for payload in (b"", b"{", b"[]", b'{"schema_version":1}', b"\xff" * 100):
        ear.session.publish(Outgoing(TOPICS.acknowledged(SHOE), payload))
        ear.session.publish(Outgoing(TOPICS.command(SHOE, CommandVerb.REPLAY), payload))
        ear.session.publish(Outgoing(TOPICS.desired(SHOE, "lamp"), payload))
    control.ask("next")
    eventually(lambda: len(ear.cards) == 1)
    assert ear.state() == "ready"


def test_full_journal_switches_the_scanner_off_and_on_again(one_broker):
    bench = one_broker
    bench.driver_overrides = {"journal": {"events_max": 10}}
    bench.stack.callback(bench.start_simulator(gate_wait_ms=300).stop)
    ear = listen(bench, acknowledges=False)
    driver = bench.start_driver()
    bench.stack.callback(driver.stop)
    control = bench.control()
    eventually(lambda: ear.state() == "ready")
    for _ in range(10):
        control.ask("next")
    eventually(lambda: ear.state() == "degraded")
    assert ear.fault_codes == ["journal_full"]
    eventually(lambda: control.ask("status")["is_enabled"] is False)
    ear.acknowledge_all()
    eventually(lambda: ear.state() == "ready")
    eventually(lambda: control.ask("status")["is_enabled"])
    control.ask("next")
    eventually(lambda: len(ear.cards) == 11)
    assert ear.cards == bench.reads_as()


class DeafToDisable:
    """A port whose scanner does not hear the first two copies of SCAN_DISABLE."""

    def __init__(self, transport):
        self._transport = transport
        self.name, self.read, self.close = transport.name, transport.read, transport.close
        self._swallowed = 0

    def write(self, data):
        if data[1] == Opcode.SCAN_DISABLE and self._swallowed < 2:
            self._swallowed += 1
        else:
            self._transport.write(data)


def test_card_that_came_while_the_journal_was_full_is_reported_until_a_person_clears_it(one_broker):
    bench = one_broker
    bench.driver_overrides = {"journal": {"events_max": 10}}
    bench.stack.callback(bench.start_simulator(has_gate=False).stop)
    ear = listen(bench, acknowledges=False)
    port = SerialOpener(bench.settings().line)
    bench.stack.callback(bench.start_driver(lambda: DeafToDisable(port())).stop)
    control = bench.control()
    eventually(lambda: ear.state() == "ready")
    for _ in range(11):
        control.ask("next")
    eventually(lambda: ear.last[DeviceState].faults == ("journal_full", "packet_lost"))
    eventually(lambda: control.ask("ledger")["delivered"] == 11)  # given up
    ear.states.clear()
    ear.acknowledges = True
    ear.acknowledge_all()
    fault = eventually(lambda: next((f for f in ear.faults if f.code == "packet_lost"), None))
    assert (fault.fault_class, fault.lost_count) == (FaultClass.FACTS_LOST, 1)
    assert ear.cards == bench.reads_as()[:10]
    assert set(ear.states) <= {"degraded"}
    ear.command(CommandVerb.CLEAR_FAULT, "seen", faults=("packet_lost",))
    assert ear.reply_to("seen").result is ReplyResult.DONE
    eventually(lambda: ear.state() == "ready")


def test_link_report_tells_what_the_line_did(one_broker):
    bench = one_broker
    ear, control = start(bench, faults=("2:corrupt", "3:duplicate"))
    for _ in range(4):
        control.ask("next")
    eventually(lambda: len(ear.cards) == 4)
    bench.drivers[0].program._report_at_ms = 0
    report = eventually(
        lambda: (r := ear.last.get(LinkReport)) and r.frames_repeated >= 2 and r, 20
    )
    assert report.frames_bad >= 1
    assert report.frames_refused >= 1
    assert report.reconnects == 0
