"""The line of acceptors misbehaves: the simulator's ledger and the station's events still agree."""

import random
import signal
import subprocess
import sys
import time

import pytest
from acceptor_rig import open_windows, rig, shut_windows, start
from brokers import eventually

from dealer_station.messages.bet_acceptor import TokenTaken
from dealer_station.messages.device import DeviceFault, FaultClass, ReplyResult
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.broker_config import BrokerKind
from drivers.link.errors import JournalError

HOLD_A_PORT = """
import serial, sys
port = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=BrokerKind)
def bench(tmp_path, request):
    with rig(tmp_path, request.param) as made:
        yield made


@pytest.fixture
def one_bench(tmp_path):
    """For what does not depend on the broker."""
    with rig(tmp_path, BrokerKind.NATS) as made:
        yield made


def fall(bench, ear, control, device="acceptor-1"):
    """One betting with one token at a device, closed again."""
    order = 2 + max((order for _, order in ear.windows(device)), default=0)
    open_windows(bench, ear, order)
    assert control.ask(f"drop {device}")["what"] == "accepted"
    eventually(lambda: ear.taken(device)[-1:] == bench.accepted(device)[-1:])
    shut_windows(bench, ear, order + 1)


def check_books(bench, ear):
    for device in bench.devices:
        assert ear.taken(device) == bench.accepted(device)


def test_faults_that_asking_again_heals_cost_and_double_nothing(bench):
    ear, control = start(bench)
    for word in (
        "drop*2", "corrupt", "corrupt*2", "truncate", "duplicate", "delay=40", "noise=5",
        "nul", "delay=250",
    ):  # fmt: skip
        control.ask(f"fault acceptor-1 {word}")
        fall(bench, ear, control)
    for word in ("collision", "collision*2", "split=20"):
        control.ask(f"fault line {word}")
        fall(bench, ear, control, "acceptor-2")
    check_books(bench, ear)
    assert ear.codes() == ear.codes("acceptor-2") == []
    assert "lost" not in {state.state for state in ear.seats["acceptor-1"].states}


@pytest.mark.parametrize("has_echo", [True, False])
def test_chance_faults_on_a_paced_line(one_bench, has_echo):
    bench = one_bench
    ear, control = start(bench, has_echo=has_echo, fault_rate=0.05, baud=38_400, seed=3)
    for number in range(6):
        fall(bench, ear, control, bench.devices[number % 2])
    check_books(bench, ear)
    assert set(ear.codes() + ear.codes("acceptor-2")) <= {"device_lost"}


def test_killed_in_the_middle_of_a_token_again_and_again(bench):
    bench.stack.callback(bench.start_simulator(travel_ms=20).stop)
    ear = bench.listen()
    control = bench.control()
    chance = random.Random(8)
    process = bench.spawn_driver()
    for number in range(1, 7):
        order = 10 * number
        ear.wish_window("acceptor-1", is_open=True, order=order)
        eventually(lambda o=order: ear.windows()[-1:] == [(True, o)], 30)
        control.ask(f"drop acceptor-1 {number}")
        time.sleep(chance.random() * 0.12)  # before, while and after it is read and stored
        process.send_signal(signal.SIGKILL)
        process.wait()
        process = bench.spawn_driver()
        eventually(lambda n=number: len(ear.taken()) == n, 30)
        ear.wish_window("acceptor-1", is_open=False, order=order + 1)
        eventually(lambda o=order: ear.windows()[-1] == (False, o + 1), 30)
    assert ear.taken() == bench.accepted()
    assert len(bench.accepted()) == 6
    assert ear.codes() == []


def test_tokens_taken_while_no_driver_lives_are_found_by_the_counter(one_bench):
    bench = one_bench
    bench.stack.callback(bench.start_simulator().stop)
    ear = bench.listen()
    control = bench.control()
    process = bench.spawn_driver()
    ear.wish_window("acceptor-1", is_open=True, order=1)
    eventually(lambda: ear.windows()[-1:] == [(True, 1)], 30)
    process.send_signal(signal.SIGKILL)
    process.wait()
    control.ask("burst acceptor-1 3")  # its window stands open
    bench.spawn_driver()
    eventually(lambda: ear.taken() == [1, 2, 3], 30)
    eventually(lambda: ear.windows()[-1] == (False, 1))
    assert ear.codes() == []


def test_seven_tokens_unread_are_five_tokens_and_two_lost(one_bench):
    bench = one_bench
    bench.stack.callback(bench.start_simulator().stop)
    ear = bench.listen()
    control = bench.control()
    process = bench.spawn_driver()
    ear.wish_window("acceptor-1", is_open=True, order=1)
    eventually(lambda: ear.windows()[-1:] == [(True, 1)], 30)
    process.send_signal(signal.SIGKILL)
    process.wait()
    control.ask("burst acceptor-1 7")
    bench.spawn_driver()
    eventually(lambda: ear.taken() == [3, 4, 5, 6, 7], 30)
    (fault,) = ear.of(DeviceFault)
    assert (fault.code, fault.lost_count) == ("events_lost", 2)
    assert fault.fault_class is FaultClass.FACTS_LOST
    eventually(lambda: ear.state() == "degraded")


def test_power_cut_is_a_fault_that_keeps_the_window_shut_until_it_is_cleared(bench):
    ear, control = start(bench)
    fall(bench, ear, control)
    order = ear.windows()[-1][1] + 1
    control.ask("reset acceptor-1")
    eventually(lambda: ear.codes() == ["device_reset"])
    eventually(lambda: ear.state() == "degraded")
    for device in bench.devices:
        ear.wish_window(device, is_open=True, order=order)
    eventually(lambda: ear.windows("acceptor-2")[-1] == (True, order))
    # The other seat opens; this one says that it does not.
    eventually(lambda: ear.windows()[-1] == (False, order))
    assert control.ask("drop acceptor-1")["what"] == "rejected"
    reply = ear.command("acceptor-1", CommandVerb.CLEAR_FAULT, "looked", faults=("device_reset",))
    assert reply.result is ReplyResult.DONE
    eventually(lambda: ear.windows()[-1] == (True, order))
    assert control.ask("drop acceptor-1")["what"] == "accepted"
    eventually(lambda: len(ear.of(TokenTaken)) == 2)


def test_fault_survives_the_driver_until_a_person_clears_it(one_bench):
    bench = one_bench
    bench.stack.callback(bench.start_simulator().stop)
    ear = bench.listen()
    bench.start_driver()
    control = bench.control()
    eventually(lambda: ear.state() == "ready")
    control.ask("error acceptor-1 36")
    eventually(lambda: ear.codes() == ["token_kept"])
    bench.drivers[0].stop()
    bench.stack.callback(bench.start_driver().stop)
    eventually(lambda: ear.state() == "degraded")
    assert ear.seats["acceptor-1"].states[-1].faults == ("token_kept",)
    ear.command("acceptor-1", CommandVerb.CLEAR_FAULT, "seen", faults=("token_kept",))
    eventually(lambda: ear.state() == "ready")
    assert ear.codes() == ["token_kept"]


def test_unplugged_adapter_loses_all_and_mends_itself(bench):
    ear, control = start(bench)
    fall(bench, ear, control)
    control.ask("unplug 300")
    eventually(lambda: all(ear.state(device) == "lost" for device in bench.devices))
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices))
    fall(bench, ear, control)
    check_books(bench, ear)
    # The counters went on where they were: nothing is in doubt.
    assert ear.codes() == ear.codes("acceptor-2") == ["device_lost"]


def test_cable_pulled_again_and_again_also_during_set_up(one_bench):
    bench = one_bench
    ear, control = start(bench)
    chance = random.Random(5)
    for _ in range(6):
        control.ask(f"unplug {chance.randrange(1, 120)}")
        time.sleep(chance.random() * 0.4)  # somewhere between open, set-up and ready
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices))
    fall(bench, ear, control)
    check_books(bench, ear)


def test_silent_acceptor_is_lost_alone_and_found_with_the_token_it_took(bench):
    ear, control = start(bench)
    open_windows(bench, ear, 3)
    control.ask("mute acceptor-1 1500")
    eventually(lambda: ear.state() == "lost")
    assert ear.state("acceptor-2") == "ready"
    assert "nothing answers at address 2" in ear.reason()
    # The neighbour's betting closes in time.
    ear.wish_window("acceptor-2", is_open=False, order=4)
    ear.wish_window("acceptor-1", is_open=False, order=4)
    began = time.monotonic()
    eventually(lambda: ear.windows("acceptor-2")[-1] == (False, 4))
    assert time.monotonic() - began < 1.0
    eventually(lambda: ear.state() == "ready")
    eventually(lambda: ear.windows()[-1] == (False, 4))
    assert ear.codes() == ["device_lost"]
    assert ear.codes("acceptor-2") == []


def test_line_without_its_echo_is_opened_anew(one_bench):
    bench = one_bench
    ear, control = start(bench)
    control.ask("fault line no_echo*9")
    eventually(lambda: ear.state() == "lost")
    assert "come back" in ear.reason()
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices), 30)
    fall(bench, ear, control)


def test_both_checksums_are_tried_and_named(one_bench):
    bench = one_bench
    bench.cctalk["checksum"] = '"simple"'
    bench.overrides["cctalk"] = bench.cctalk | {"checksum": "simple"}
    bench.stack.callback(bench.start_simulator(checksum="crc16").stop)
    ear = bench.listen()
    driver = bench.start_driver()
    eventually(lambda: ear.state() == "lost")
    assert "9600 baud, checksum simple" in ear.reason()
    driver.stop()
    bench.overrides["cctalk"] = bench.cctalk | {"checksum": "auto"}
    bench.stack.callback(bench.start_driver().stop)
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices))


def test_port_busy_names_the_holder_and_opens_when_it_is_free(one_bench):
    bench = one_bench
    bench.stack.callback(bench.start_simulator().stop)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD_A_PORT, bench.link],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout.readline() == b"held\n"
        ear = bench.listen()
        bench.stack.callback(bench.start_driver().stop)
        eventually(lambda: ear.state() == "lost")
        assert f"in use by process {holder.pid}" in ear.reason()
    finally:
        holder.communicate()
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices))
    assert ear.codes() == []  # it never worked before, so nothing can have been missed


def test_second_driver_on_one_journal_is_refused(one_bench):
    start(one_bench)
    second = one_bench.start_driver()
    with pytest.raises(JournalError, match="another driver uses it"):
        second.stop()


def test_full_journal_keeps_the_window_shut_until_the_station_is_back(one_bench):
    bench = one_bench
    bench.overrides["journal"] = {"events_max": 10, "resend_after_s": 1}
    ear, control = start(bench)
    open_windows(bench, ear, 1)
    ear.acknowledges = False
    for number in range(12):
        ear.wish_lamp("acceptor-1", is_lit=number % 2 == 0)
        eventually(lambda n=number: len(ear.lamps()) == n + 1)
    eventually(lambda: ear.state() == "degraded")
    assert "journal_full" in ear.seats["acceptor-1"].states[-1].faults
    eventually(lambda: ear.windows()[-1] == (False, 1))
    assert control.ask("drop acceptor-1")["what"] == "rejected"
    ear.acknowledges = True
    eventually(lambda: ear.state() == "ready")
    eventually(lambda: ear.windows()[-1] == (True, 1))
