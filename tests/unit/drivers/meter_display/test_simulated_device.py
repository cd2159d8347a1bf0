"""A simulated sign with faults and ledger, fed by hand."""

import pytest

from drivers.meter_display.fault_script import FaultScript, parse_fault
from drivers.meter_display.glass_ledger import GlassLedger, seen
from drivers.meter_display.models.alpha.codec import AlphaCodec, Frame, Instruction, encode
from drivers.meter_display.models.alpha.instructions import (
    read_string,
    run_sequence,
    write_string,
    write_text,
)
from drivers.meter_display.simulated_device import SignDevice
from drivers.meter_display.simulated_receiver import SignReceiver
from drivers.meter_display.simulated_sign import Make, SimulatedSign

READ = encode(Frame("Z", "00", (read_string("a"),)))


class Bench:
    def __init__(self, *faults):
        make = Make(reset_ms=0, busy_ms=0, needs_clear=False)
        self.ledger = GlassLedger()
        self.device = SignDevice(
            SimulatedSign(make), SignReceiver(baud=0), FaultScript(faults), self.ledger
        )
        self.now_ms = 0

    def say(self, data, wait_ms=10):
        self.now_ms += wait_ms
        self.device.take(data, self.now_ms)
        return self.device.work(self.now_ms, self.now_ms)

    def tell(self, *instructions):
        for instruction in instructions:
            self.say(encode(Frame("Z", "00", (instruction,))))

    def read(self):
        """What the sign says of its STRING; None where it says nothing that can be understood."""
        data = b"".join(emission.data for emission in self.say(READ).emissions)
        frames = AlphaCodec(needs_checksum=True).receive(data)
        return frames[-1].instructions[0].data if frames else None


@pytest.fixture
def bench():
    made = Bench()
    table = b"$AAU0040FFFFaBL000C0000"
    made.say(encode(Frame("Z", "00", (Instruction("E", table),))))
    made.tell(write_text("A", b"\x1b b\x10a"), write_string("a", b"1.00"), run_sequence("A"))
    return made


def test_what_can_be_seen_stands_in_the_ledger(bench):
    bench.tell(write_string("a", b"2.00"))
    assert seen(bench.ledger.entries) == ("", "1.00", "2.00")
    status = bench.device.status(bench.now_ms)
    assert (status["visible"], status["allocations"], status["frames"]) == ("2.00", 1, 5)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [("drop", None), ("corrupt", None), ("truncate", None), ("lie", b"a88,888.88"),
     ("noise=30", b"a1.00"), ("delay=50", b"a1.00"), ("silent=5", None), ("power_loss=5", None)],
)  # fmt: skip
def test_fault_happens_to_the_next_frame_only(bench, fault, expected):
    bench.device.add_fault(parse_fault(fault))
    assert bench.read() == expected
    if fault != "power_loss=5":
        assert bench.read() == b"a1.00"
        assert bench.device.status(bench.now_ms)["visible"] == "1.00"


def test_a_lie_changes_nothing_but_what_is_said_of_the_value(bench):
    bench.device.add_fault(parse_fault("lie"))
    ask = Frame("Z", "00", (Instruction("F", b"$"),))
    assert b"E$AAU" in bench.say(encode(ask)).emissions[0].data


def test_delay_is_the_emission_s(bench):
    bench.device.add_fault(parse_fault("delay=50"))
    assert bench.say(READ).emissions[0].delay_ms == 50


def test_cable_is_pulled_after_the_frame(bench):
    bench.device.add_fault(parse_fault("unplug=70"))
    assert bench.say(READ).unplug_ms == 70
    assert bench.say(READ).unplug_ms is None


def test_power_comes_back_with_or_without_the_memory(bench):
    bench.device.lose_power(100, bench.now_ms, keeps_memory=True)
    assert bench.device.due_ms(bench.now_ms) == bench.now_ms + 100
    assert bench.read() is None
    bench.now_ms += 200
    bench.device.work(bench.now_ms, 0)
    assert bench.read() == b"a1.00"
    bench.device.lose_power(0, bench.now_ms, keeps_memory=False)
    assert bench.read() is None  # it came while the power did
    assert bench.read() == b"a"


def test_silence_ends(bench):
    bench.device.be_silent(50, bench.now_ms)
    assert bench.read() is None
    bench.now_ms += 100
    assert bench.read() == b"a1.00"


def test_garbage_and_missing_pauses_are_errors_of_the_sign(bench):
    bench.say(b"\x01Z00\x02Xgarbage\x03")
    bench.say(b"0000\x04")
    two = Frame("Z", "00", (write_string("a", b"3.00"), run_sequence("A")))
    bench.say(encode(two))
    status = bench.device.status(bench.now_ms)
    assert (status["visible"], status["frames_lost"]) == ("1.00", 1)
    register = bench.say(encode(Frame("Z", "00", (Instruction("F", b"*"),))))
    assert b"E*\x54" in register.emissions[0].data


def test_cable_that_is_pulled_loses_what_was_under_way(bench):
    bench.device.take(READ[:-2], bench.now_ms)
    bench.device.work(bench.now_ms, 0)
    bench.device.unplugged()
    assert bench.read() == b"a1.00"
