"""Acceptors, driver and broker together: tokens, closings, lamps, commands."""

import signal
import time

import pytest
from acceptor_rig import open_windows, rig, shut_windows, start
from brokers import eventually
from tcp_proxy import TcpProxy

from dealer_station.messages.bet_acceptor import TokenTaken, WindowMoved
from dealer_station.messages.device import (
    Assurance,
    Birth,
    Head,
    LinkReport,
    ReplyResult,
)
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.broker_config import BrokerKind


@pytest.fixture(params=BrokerKind)
def bench(tmp_path, request):
    with rig(tmp_path, request.param) as made:
        yield made


@pytest.mark.parametrize("checksum", ["simple", "crc16"])
@pytest.mark.parametrize("has_echo", [True, False])
def test_two_bettings_with_a_token_each(bench, checksum, has_echo):
    ear, control = start(bench, checksum=checksum, has_echo=has_echo)
    for order in (10, 20):
        open_windows(bench, ear, order)
        fallen = control.ask("drop acceptor-1")
        assert fallen["what"] == "accepted"
        eventually(lambda n=fallen["counter"]: ear.taken()[-1:] == [n])
        # One token shuts the window before anybody asks.
        eventually(lambda o=order: ear.windows()[-1] == (False, o))
        assert control.ask("drop acceptor-1")["what"] == "rejected"
        shut_windows(bench, ear, order + 1)
    assert ear.taken() == bench.accepted()
    assert ear.taken("acceptor-2") == []
    first = ear.of(TokenTaken)[0]
    assert (first.token, first.coin_id, first.value_minor) == (1, "TK100A", 100)
    assert first.assurance is Assurance.IDENTIFIED
    answer = ear.of(WindowMoved)[-1]
    assert answer.device_counter == control.ask("status acceptor-1")["counter"]
    assert ear.codes() == []


def test_token_on_its_way_at_the_closing_stands_behind_its_answer(bench):
    ear, control = start(bench, travel_ms=800)
    open_windows(bench, ear, 5)
    # The answer to `drop` would come when the token is counted: somebody else closes meanwhile.
    control._socket.sendall(b"drop acceptor-2\n")
    eventually(lambda: control_fallen(bench, "acceptor-2") == 1)
    shut_windows(bench, ear, 6)
    eventually(lambda: ear.taken("acceptor-2") == [1])
    events = ear.seats["acceptor-2"].events
    closing = next(e for e in events if isinstance(e, WindowMoved) and e.order == 6)
    assert closing.device_counter == 0
    assert events.index(closing) < events.index(ear.of(TokenTaken, "acceptor-2")[0])


def control_fallen(bench, device):
    control = bench.control()
    try:
        return control.ask(f"status {device}")["fallen"]
    finally:
        control.close()


def test_lamp_is_lit_dark_and_lit_again_after_a_power_cut(bench):
    ear, control = start(bench)
    ear.wish_lamp("acceptor-1", is_lit=True)
    eventually(lambda: ear.lamps() == [True])
    assert control.ask("lamp acceptor-1")["is_lit"]
    assert not control.ask("lamp acceptor-2")["is_lit"]
    open_windows(bench, ear, 1)
    control.ask("drop acceptor-1")  # so that the counter can fall back
    eventually(lambda: ear.taken() == [1])
    control.ask("reset acceptor-1")
    eventually(lambda: ear.lamps() == [True, False, True])
    assert control.ask("lamp acceptor-1")["is_lit"]
    ear.wish_lamp("acceptor-1", is_lit=False)
    eventually(lambda: ear.lamps() == [True, False, True, False])
    lit = [entry.is_lit for entry in bench.lamp_changes() if entry.device == "acceptor-1"]
    assert lit == [True, False, True, False]


def test_a_device_says_who_it_is(bench):
    ear, _ = start(bench)
    birth = eventually(lambda: (found := ear.last["acceptor-2", Birth]).serial_number and found)
    assert (birth.protocol, birth.serial_number) == ("cctalk", "2")
    assert birth.firmware.startswith("Simulated SIM-1")
    assert birth.capabilities == (
        "credit", "window", "lamp", "fault", "identify", "self_test", "replay", "clear_fault",
    )  # fmt: skip
    assert ear.last["acceptor-2", Head].device == "acceptor-2"
    report = eventually(lambda: ear.last.get(("acceptor-2", LinkReport)))
    assert report.reconnects == 0


def test_commands(bench):
    ear, control = start(bench)
    assert ear.command("acceptor-1", CommandVerb.SELF_TEST, "test-1").result is ReplyResult.DONE
    assert ear.command("acceptor-1", CommandVerb.IDENTIFY, "blink-1").result is ReplyResult.DONE
    eventually(lambda: len(control.ask("lamp acceptor-1")["changes"]) >= 4)
    open_windows(bench, ear, 3)
    refused = ear.command("acceptor-2", CommandVerb.SELF_TEST, "test-2")
    assert refused.result is ReplyResult.REFUSED
    assert ear.lamps() == []  # blinking is no signal


def test_a_driver_that_is_stopped_shuts_the_windows_and_says_good_bye(bench):
    bench.stack.callback(bench.start_simulator().stop)
    ear = bench.listen()
    process = bench.spawn_driver()
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices))
    control = bench.control()
    ear.wish_window("acceptor-1", is_open=True, order=1)
    eventually(lambda: ear.windows()[-1:] == [(True, 1)])
    process.send_signal(signal.SIGTERM)
    assert process.wait(15) == 0
    eventually(lambda: ear.state() == "disconnected")
    eventually(lambda: not control.ask("status acceptor-1")["is_accepting"])
    assert control.ask("drop acceptor-1")["what"] == "rejected"


def test_windows_shut_when_the_station_is_dead_and_its_broker_lives(bench):
    bench.cctalk["station_patience_ms"] = 300
    ear, control = start(bench)
    open_windows(bench, ear, 4)
    ear.hush()
    eventually(lambda: not control.ask("status acceptor-1")["is_accepting"])
    assert control.ask("drop acceptor-1")["what"] == "rejected"
    # Another station is there: what is wished, and kept by the broker, counts again.
    second = bench.listen("second-ear")
    eventually(lambda: control.ask("status acceptor-1")["is_accepting"])
    assert control.ask("drop acceptor-1")["what"] == "accepted"
    eventually(lambda: len(second.taken()) == 1 or len(ear.taken()) == 1)


def test_windows_shut_when_the_broker_is_away_and_lamps_stay(bench):
    bench.cctalk["station_patience_ms"] = 300
    proxy = bench.stack.enter_context(TcpProxy(bench.broker.port))
    bench.driver_url = proxy.url(bench.driver_url)
    ear, control = start(bench)
    open_windows(bench, ear, 4)
    ear.wish_lamp("acceptor-1", is_lit=True)
    eventually(lambda: ear.lamps() == [True])
    proxy.is_refusing = True
    proxy.cut()
    eventually(lambda: not control.ask("status acceptor-1")["is_accepting"])
    assert control.ask("drop acceptor-1")["what"] == "rejected"
    # Meanwhile the station wants another lamp, and still the window.
    ear.wish_lamp("acceptor-2", is_lit=True)
    time.sleep(0.3)
    assert control.ask("lamp acceptor-1")["is_lit"]
    assert not control.ask("lamp acceptor-2")["is_lit"]
    proxy.is_refusing = False
    eventually(lambda: ear.windows() == [(False, 0), (True, 4), (False, 4), (True, 4)])
    eventually(lambda: ear.lamps("acceptor-2") == [True])
    assert control.ask("drop acceptor-1")["what"] == "accepted"
    eventually(lambda: len(ear.taken()) == 1)
