"""The whole simulator on a pseudo-terminal, with a host played by hand."""

import os
import threading
import time
from contextlib import suppress

import pytest

from dealer_station.clock import SystemClock
from drivers.card_shoe.models.ssi.codec import Frame, Opcode, SsiCodec, encode
from drivers.card_shoe.simulated_shoe import read_ledger
from drivers.card_shoe.simulator import ShoeSimulator, SimulatorSettings
from drivers.link.simulator_control import ControlClient, ControlError

ACK = encode(Frame(Opcode.CMD_ACK, 4))
ENABLE = encode(Frame(Opcode.SCAN_ENABLE, 4))


class Running:
    def __init__(self, folder, **fields):
        given = {
            "link": folder / "port",
            "ledger": folder / "ledger",
            "control": folder / "control",
            "response_timeout_ms": 100,
            "gate_wait_ms": 100,
            "seed": 3,
        }
        self.settings = SimulatorSettings(**(given | fields))
        self.simulator = ShoeSimulator(self.settings, SystemClock())
        ready = threading.Event()
        self.thread = threading.Thread(
            target=self.simulator.run, args=(lambda _path: ready.set(),), daemon=True
        )
        self.thread.start()
        assert ready.wait(5)
        self.control = ControlClient(self.settings.control)
        self.codec = SsiCodec()
        self.host = -1

    def open(self):
        deadline = time.monotonic() + 5
        while not self.settings.link.exists():
            assert time.monotonic() < deadline
            time.sleep(0.005)
        self.host = os.open(self.settings.link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def say(self, data):
        os.write(self.host, data)

    def hear(self, count=1):
        """Wait for so many frames of the scanner."""
        frames = []
        deadline = time.monotonic() + 5
        while len(frames) < count:
            assert time.monotonic() < deadline, frames
            with suppress(BlockingIOError):
                frames += self.codec.receive(os.read(self.host, 1_000))
            time.sleep(0.001)
        return frames

    def enable(self):
        self.open()
        self.say(ENABLE)
        self.hear()

    def stop(self):
        if not self.thread.is_alive():
            return
        self.control.close()
        self.simulator.stop()
        self.thread.join(5)
        assert not self.thread.is_alive()
        if self.host >= 0:
            os.close(self.host)
            self.host = -1


@pytest.fixture
def start(tmp_path):
    made = []

    def make(**fields):
        made.append(Running(tmp_path, **fields))
        return made[-1]

    yield make
    for running in made:
        running.stop()
        assert not (tmp_path / "port").is_symlink()
        assert not (tmp_path / "control").exists()


def test_card_leaves_on_demand_and_the_ledger_knows(start):
    running = start()
    running.enable()
    answer = running.control.ask("next")
    (frame,) = running.hear()
    assert frame.data == b"\x03" + answer["symbol"].encode()
    (entry,) = read_ledger(running.settings.ledger)
    assert (entry.number, entry.card) == (1, answer["card"])
    assert running.control.ask("ledger")["delivered"] == 0
    running.say(ACK)
    while running.control.ask("ledger")["delivered"] == 0:
        time.sleep(0.005)


def test_gate_stays_closed_until_enabled_and_acknowledged(start):
    running = start()
    with pytest.raises(ControlError, match="gate is closed"):
        running.control.ask("next")
    running.enable()
    running.control.ask("next")
    with pytest.raises(ControlError, match="gate is closed"):
        running.control.ask("next")
    assert len(read_ledger(running.settings.ledger)) == 1


def test_waiting_client_gets_its_card_when_the_gate_opens(start):
    running = start(gate_wait_ms=5_000)
    running.enable()
    running.control.ask("next")
    running.hear()
    opened = threading.Timer(0.1, running.say, (ACK,))
    opened.start()
    assert running.control.ask("next")["number"] == 2
    opened.join()


def test_numbered_next_is_safe_to_repeat(start):
    running = start()
    running.enable()
    first = running.control.ask("next 1")
    assert running.control.ask("next 1") == first
    for wrong in ("next 3", "next 0", "next x", "next 1234567890", "next 1 2"):
        with pytest.raises(ControlError):
            running.control.ask(wrong)
    assert len(read_ledger(running.settings.ledger)) == 1


def test_bare_scanner_lets_cards_pass_unseen(start):
    running = start(has_gate=False)
    running.open()
    assert running.control.ask("next")["number"] == 1
    assert running.control.ask("next")["number"] == 2
    assert running.control.ask("ledger")["delivered"] == 2


def test_shuffle_status_and_wrong_commands(start):
    running = start()
    assert running.control.ask("shuffle 5 2")["remaining"] == 104
    assert running.control.ask("shuffle 5")["remaining"] == 52
    assert running.control.ask("status")["last"] is None
    for wrong in ("shuffle", "shuffle 1 9", "shuffle 1 0", "draw", "dance", "", "fault x", "mute"):
        with pytest.raises(ControlError):
            running.control.ask(wrong)
    running.enable()
    with pytest.raises(ControlError, match="10h"):
        running.control.ask("draw 10h")


def test_empty_shoe_says_so(start):
    running = start(has_gate=False)
    for _ in range(52):
        running.control.ask("next")
    with pytest.raises(ControlError, match="empty"):
        running.control.ask("next")


def test_half_a_command_of_the_host_is_given_up_at_a_pause(start):
    running = start()
    running.enable()
    running.say(ENABLE[:3])
    time.sleep(0.1)
    running.say(ENABLE)
    assert running.hear()[0].opcode == Opcode.CMD_ACK


def test_trouble_on_demand(start):
    running = start()
    running.enable()
    running.control.ask("boot")
    assert running.hear()[0].opcode == Opcode.EVENT
    assert running.control.ask("status")["is_enabled"] is False
    running.say(ACK + ENABLE)
    running.hear()
    running.control.ask("noise 50")
    got = b""
    while len(got) < 50:
        with suppress(BlockingIOError):
            got += os.read(running.host, 100)
    running.control.ask("unplug 30")
    with pytest.raises(OSError, match="Input/output"):
        running.say(b"x")
    os.close(running.host)
    running.open()
    running.control.ask("mute 1")


def test_fault_words_hit_the_next_card(start):
    running = start()
    running.enable()
    running.control.ask("fault unreadable")
    answer = running.control.ask("next")
    assert answer["reads_as"] == "??"
    assert answer["card"] != "??"
    assert running.hear()[0].data == b"\x03" + answer["symbol"].encode()


def test_fault_before_a_card_delays_it(start):
    running = start(faults=("1:boot", "2:mute=60"), gate_wait_ms=5_000)
    running.enable()

    def serve():
        for _ in range(2):
            running.hear()
            running.say(ACK)
            running.say(ENABLE)
            running.hear()

    served = threading.Thread(target=serve)
    served.start()
    assert running.control.ask("next")["number"] == 1
    served.join()


def test_restarted_simulator_sends_the_card_again_marked(start, tmp_path):
    running = start()
    running.enable()
    running.control.ask("next")
    first = running.hear()[0]
    running.stop()
    again = Running(tmp_path)
    again.enable()
    frames = [frame for frame in again.hear() if frame.opcode == Opcode.DECODE_DATA]
    while not frames:
        frames = [frame for frame in again.hear() if frame.opcode == Opcode.DECODE_DATA]
    assert frames[0].is_retransmit
    assert frames[0].data == first.data
    again.stop()
