"""The whole simulator on a pseudo-terminal, with a host played by hand."""

import os
import threading
import time
from contextlib import suppress

import pytest

from dealer_station.clock import SystemClock
from drivers.link.simulator_control import ControlClient, ControlError
from drivers.meter_display.glass_ledger import read_ledger, seen
from drivers.meter_display.models.alpha.codec import AlphaCodec, Frame, encode
from drivers.meter_display.models.alpha.instructions import (
    Special,
    read_special,
    write_text,
)
from drivers.meter_display.simulator import SignSimulator, SimulatorSettings

ASK = encode(Frame("Z", "00", (read_special(Special.GENERAL_INFORMATION),)))
MESSAGE = encode(Frame("Z", "00", (write_text("0", b"\x1b bWIN"),)))


class Running:
    def __init__(self, folder, **fields):
        given = {
            "link": folder / "port", "ledger": folder / "glass", "control": folder / "control",
            "reset_ms": 50,
        }  # fmt: skip
        self.settings = SimulatorSettings(**(given | fields))
        self.simulator = SignSimulator(self.settings, SystemClock())
        ready = threading.Event()
        self.thread = threading.Thread(
            target=self.simulator.run, args=(lambda _path: ready.set(),), daemon=True
        )
        self.thread.start()
        assert ready.wait(5)
        self.control = ControlClient(self.settings.control)
        self.host = -1
        self.open()

    def open(self):
        deadline = time.monotonic() + 10
        while not self.settings.link.exists():
            assert time.monotonic() < deadline
            time.sleep(0.005)
        self.host = os.open(self.settings.link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def say(self, data):
        os.write(self.host, data)

    def hear(self, timeout_s=10.0):
        """The next frame of the sign; None where none comes in time."""
        codec = AlphaCodec(needs_checksum=True)
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            with suppress(BlockingIOError):
                for frame in codec.receive(os.read(self.host, 1_000)):
                    return frame
            time.sleep(0.001)
        return None

    def shows(self, text):
        deadline = time.monotonic() + 10
        while self.control.ask("status")["visible"] != text:
            assert time.monotonic() < deadline
            time.sleep(0.005)

    def stop(self):
        self.control.close()
        self.simulator.stop()
        self.thread.join(5)
        assert not self.thread.is_alive()
        os.close(self.host)


@pytest.fixture
def start(tmp_path):
    running = []

    def start_with(**fields):
        running.append(Running(tmp_path, **fields))
        return running[-1]

    yield start_with
    for each in running:
        each.stop()


def test_question_is_answered_and_a_message_stands(start):
    bench = start()
    bench.say(ASK)
    assert bench.hear().instructions[0].data.startswith(b'"1044-160B')
    bench.say(MESSAGE)
    bench.shows("WIN")
    assert bench.control.ask("status")["is_host_present"] is True
    assert seen(read_ledger(bench.settings.ledger)) == ("", "WIN")


def test_bytes_take_their_time_both_ways(start):
    bench = start(baud=2_400)
    begin = time.monotonic()
    bench.say(ASK)
    assert bench.hear() is not None
    assert time.monotonic() - begin >= (len(ASK) + 60) * 10 / 2_400


def test_faults_and_troubles_at_the_word_of_a_client(start):
    bench = start(faults=("1:drop",))
    bench.say(ASK)
    assert bench.hear(0.3) is None
    bench.control.ask("fault corrupt")
    bench.say(ASK)
    assert bench.hear(0.3) is None
    bench.control.ask("mute 200")
    bench.say(ASK)
    assert bench.hear(0.15) is None
    time.sleep(0.2)
    bench.control.ask("noise 20")
    bench.say(ASK)
    assert bench.hear() is not None


@pytest.mark.parametrize("trouble", ["power_loss 100", "power_cut 100"])
def test_power_goes_and_comes(start, trouble):
    bench = start()
    bench.say(MESSAGE)
    bench.shows("WIN")
    bench.control.ask(trouble)
    bench.shows("")
    bench.shows("WIN" if trouble.startswith("power_cut") else "")


@pytest.mark.parametrize("by_fault", [True, False])
def test_cable_is_pulled_and_comes_back(start, by_fault):
    bench = start()
    if by_fault:
        bench.control.ask("fault unplug=100")
        bench.say(MESSAGE)
    else:
        bench.say(MESSAGE)
        bench.shows("WIN")
        bench.control.ask("unplug 100")
    deadline = time.monotonic() + 10
    while bench.settings.link.exists():
        assert time.monotonic() < deadline
        time.sleep(0.002)
    os.close(bench.host)
    bench.open()
    bench.shows("WIN")
    bench.say(ASK)
    assert bench.hear() is not None


@pytest.mark.parametrize(
    "command", ["", "dance", "fault", "fault fire", "unplug x", "noise 1234567890"]
)
def test_commands_that_are_none_are_refused(start, command):
    with pytest.raises(ControlError):
        start().control.ask(command)
