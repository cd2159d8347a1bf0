"""The simulated line on a real pseudo-terminal and a real control socket."""

import threading
import time

import pytest
import serial
from card_shoe_rig import Background

from dealer_station.clock import SystemClock
from drivers.bet_acceptor.simulator import AcceptorSimulator, SimulatorSettings
from drivers.bet_acceptor.token_ledger import LedgerError, read_lamps, read_tokens
from drivers.link.simulator_control import ControlClient, ControlError

POLL = bytes((2, 0, 1, 254, 255))
ACK = bytes((1, 0, 2, 0, 253))
ACCEPT = bytes((2, 2, 1, 231, 255, 0, 21)), bytes((2, 1, 1, 228, 1, 23))
LAMP_ON = bytes((2, 1, 1, 233, 1, 18))


class Bench:
    def __init__(self, folder):
        self.folder = folder
        self.stopped = []

    def start(self, **fields):
        given = {
            "link": self.folder / "port", "ledger": self.folder / "tokens",
            "lamps": self.folder / "lamps", "control": self.folder / "control",
            "reply_delay_ms": 0, "travel_ms": 30, "return_ms": 10,
        }  # fmt: skip
        ready = threading.Event()
        made = SimulatorSettings(**(given | fields))
        self.simulator = Background(
            lambda: AcceptorSimulator(made, SystemClock()),
            lambda program: program.run(lambda _: ready.set()),
        )
        assert ready.wait(10)
        self.control = ControlClient(self.folder / "control")
        return self.control

    def stop(self):
        self.control.close()
        self.simulator.stop()

    def port(self):
        return serial.Serial(str(self.folder / "port"), 9_600, timeout=0.3)


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path)
    yield made
    if made.simulator.thread.is_alive():
        made.stop()


def ask(port, *requests):
    """Send requests; return all that came, echo included."""
    answers = b""
    for request in requests:
        port.write(request)
        answers += port.read(len(request) + 5)
    return answers


def test_it_answers_on_its_port_with_echo(bench):
    bench.start()
    with bench.port() as port:
        assert ask(port, POLL) == POLL + ACK


def test_the_pace_of_a_line(bench):
    bench.start(baud=1_200, has_echo=False)
    with bench.port() as port:
        port.timeout = 2
        began = time.monotonic()
        port.write(POLL)
        assert port.read(5) == ACK
        # Five bytes there and five back, ten bits each.
        assert time.monotonic() - began > 0.075


def test_tokens_fall_and_stand_in_the_ledger_with_their_fate(bench):
    control = bench.start()
    assert control.ask("drop acceptor-1")["what"] == "rejected"
    with bench.port() as port:
        ask(port, *ACCEPT)
        fallen = control.ask("drop acceptor-1")
        assert (fallen["what"], fallen["number"], fallen["counter"]) == ("accepted", 2, 2)
        assert control.ask("drop acceptor-1 as 7")["what"] == "rejected"
    entries = read_tokens(bench.folder / "tokens")
    assert [(e.device, e.number, e.token, e.what) for e in entries] == [
        ("acceptor-1", 1, 1, "rejected"), ("acceptor-1", 2, 1, "accepted"),
        ("acceptor-1", 3, 7, "rejected"),
    ]  # fmt: skip


def test_a_numbered_drop_may_be_asked_again(bench):
    control = bench.start()
    first = control.ask("drop acceptor-2 1")
    assert control.ask("drop acceptor-2 1") == first
    assert control.ask("drop acceptor-2 2")["number"] == 2
    assert control.ask("drop acceptor-2 1") == first
    for words in ("drop acceptor-2 4", "drop acceptor-2 0", "drop acceptor-2 1 2", "drop nobody"):
        with pytest.raises(ControlError):
            control.ask(words)
    assert len(read_tokens(bench.folder / "tokens")) == 2


def test_a_burst_is_answered_when_the_last_is_settled(bench):
    control = bench.start()
    with bench.port() as port:
        ask(port, *ACCEPT)
    tokens = control.ask("burst acceptor-1 6")["tokens"]
    assert [token["counter"] for token in tokens] == [1, 2, 3, 4, 5, 6]
    assert control.ask("status acceptor-1")["counter"] == 6


def test_lamps_have_a_ledger_on_the_monotonic_clock(bench):
    control = bench.start()
    before = time.monotonic() * 1_000
    with bench.port() as port:
        ask(port, LAMP_ON)
    (entry,) = read_lamps(bench.folder / "lamps")
    assert (entry.device, entry.is_lit) == ("acceptor-1", True)
    assert before - 1 <= entry.at_ms <= time.monotonic() * 1_000
    lamp = control.ask("lamp acceptor-1")
    assert lamp["is_lit"]
    assert len(lamp["changes"]) == 1
    control.ask("break acceptor-1")
    assert not control.ask("lamp acceptor-1")["is_lit"]
    control.ask("mend acceptor-1")
    assert control.ask("lamp acceptor-1")["is_lit"]


def test_trouble_at_the_word_of_a_client(bench):
    control = bench.start(boot_ms=80)
    with bench.port() as port:
        control.ask("fault acceptor-1 drop")
        assert ask(port, POLL) == POLL
        control.ask("fault line no_echo")
        assert ask(port, POLL) == ACK
        control.ask("busy acceptor-1 1")
        assert ask(port, POLL) == POLL + bytes((1, 0, 2, 6, 247))
        control.ask("mute acceptor-1 60000")
        assert ask(port, POLL) == POLL
        control.ask("error acceptor-2 20")
        assert control.ask("status acceptor-2")["counter"] == 1
        control.ask("reset acceptor-2")
        assert control.ask("status acceptor-2")["counter"] == 0
    for words in ("fault acceptor-1 fire", "fault nobody drop", "error acceptor-1 256", "what",
                  "mute acceptor-1 x", "reset nobody"):  # fmt: skip
        with pytest.raises(ControlError):
            control.ask(words)


def test_a_pulled_adapter_breaks_the_port_and_comes_back(bench):
    control = bench.start()
    with bench.port() as port:
        ask(port, POLL)
        control.ask("unplug 200")
        assert not (bench.folder / "port").exists()
        with pytest.raises((OSError, serial.SerialException)):
            port.read(10)
    deadline = time.monotonic() + 5
    while not (bench.folder / "port").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    with bench.port() as port:
        assert ask(port, POLL) == POLL + ACK


def test_power_outlives_the_program(bench):
    control = bench.start()
    with bench.port() as port:
        ask(port, *ACCEPT, LAMP_ON)
    control.ask("drop acceptor-1")
    bench.stop()
    control = bench.start()
    status = control.ask("status acceptor-1")
    assert (status["counter"], status["is_lit"], status["fallen"]) == (1, True, 1)
    assert control.ask("drop acceptor-1 1")["what"] == "accepted"


def test_status_names_every_acceptor_and_the_host(bench):
    control = bench.start()
    assert not control.ask("status")["is_host_present"]
    with bench.port() as port:
        ask(port, POLL)
        status = control.ask("status")
        assert status["is_host_present"]
    assert [one["device"] for one in status["acceptors"]] == [
        f"acceptor-{seat}" for seat in range(1, 9)
    ]


def test_a_state_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "tokens.state").write_text("nonsense")
    settings = SimulatorSettings(link=tmp_path / "p", ledger=tmp_path / "tokens")
    with pytest.raises(LedgerError, match=r"tokens\.state"):
        AcceptorSimulator(settings, SystemClock())


def test_the_control_socket_is_for_its_owner(bench):
    bench.start()
    assert (bench.folder / "control").stat().st_mode & 0o077 == 0
