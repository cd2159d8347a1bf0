"""The simulated sign does what real ones were measured to do."""

import pytest

from drivers.meter_display.models.alpha import instructions as tell
from drivers.meter_display.models.alpha.codec import Frame, Instruction, reply
from drivers.meter_display.models.alpha.instructions import Special
from drivers.meter_display.models.alpha.readings import FileEntry, SignError, encode_memory_table
from drivers.meter_display.simulated_sign import Make, SimulatedSign

TABLE = encode_memory_table((FileEntry.text("A", 64), FileEntry.string("a", 12)))
CLEAR = tell.write_special(Special.MEMORY)
ALLOCATE = tell.write_special(Special.MEMORY, TABLE)
HOLD = tell.write_text("A", b"\x1b b\x10a")


class Bench:
    def __init__(self, **make):
        self.sign = SimulatedSign(Make(**({"reset_ms": 100, "busy_ms": 0} | make)))
        self.now_ms = 0

    def say(self, *instructions, sign_type="Z", address="00", wait_ms=10):
        self.now_ms += wait_ms
        self.sign.tick(self.now_ms)
        frame = Frame(sign_type, address, instructions)
        return self.sign.received(frame, self.now_ms, self.now_ms)

    def ask(self, instruction):
        return self.say(instruction)[0].instructions[0].data

    def errors(self):
        return SignError(self.ask(tell.read_special(Special.ERRORS))[1] & 0x3F)

    @property
    def visible(self):
        return self.sign.view(self.now_ms).visible

    @property
    def flickers(self):
        return self.sign.view(self.now_ms).flickers

    def set_up(self):
        self.say(CLEAR)
        self.say(ALLOCATE, wait_ms=200)
        self.say(HOLD, tell.write_string("a", b"1.00"), tell.run_sequence("A"))
        return self


@pytest.fixture
def bench():
    return Bench().set_up()


def test_string_stands_in_the_text_that_calls_it(bench):
    assert bench.visible == "1.00"
    before = bench.flickers
    bench.say(tell.write_string("a", b"2.00"))
    assert (bench.visible, bench.flickers) == ("2.00", before)


def test_equal_string_flickers(bench):
    before = bench.flickers
    bench.say(tell.write_string("a", b"1.00"))
    assert (bench.visible, bench.flickers) == ("1.00", before + 1)


def test_string_that_is_too_long_is_emptied(bench):
    bench.say(tell.write_string("a", b"1234567890123"))
    assert bench.visible == ""
    assert bench.ask(tell.read_string("a")) == b"a"


def test_reading_a_string_blinks(bench):
    assert bench.ask(tell.read_string("a")) == b"a1.00"
    assert bench.sign.view(bench.now_ms).blinks == 1
    assert bench.ask(tell.read_string("z")) == b"z"


def test_text_and_run_sequence_that_stand_flicker_when_written(bench):
    before = bench.flickers
    bench.say(HOLD)
    bench.say(tell.run_sequence("A"))
    assert bench.flickers == before + 2


def test_memory_table_plays_only_after_a_clear():
    bench = Bench()
    bench.say(ALLOCATE)
    bench.say(HOLD, tell.write_string("a", b"1.00"), tell.run_sequence("A"))
    assert bench.visible == ""
    assert bench.ask(tell.read_string("a")) == b"a1.00"
    bench.set_up()
    assert bench.visible == "1.00"
    assert Bench(needs_clear=False).say(ALLOCATE) == []


def test_table_is_told_back_with_the_rest_of_the_memory_in_its_first_file(bench):
    told = bench.ask(tell.read_special(Special.MEMORY))
    rest = 0x4000 - (64 + 13) - (12 + 13) - 6
    assert told == b"$AAU%04XFFFFaBL000C0000" % (64 + rest)
    assert bench.sign.allocations == 1


def test_a_resetting_sign_is_deaf_but_keeps_a_table_for_later():
    bench = Bench(reset_ms=100)
    bench.say(CLEAR)
    assert bench.visible == "self test"
    assert bench.say(tell.read_special(Special.MEMORY)) == []
    assert bench.say(ALLOCATE) == []
    bench.say(HOLD)
    assert bench.sign.frames_lost == 2
    bench.now_ms += 200
    bench.sign.tick(bench.now_ms)
    assert bench.sign.allocations == 1


@pytest.mark.parametrize(
    "table",
    [
        b"AAU0040FFFFaBU000C0000", b"AAU0040FFFFaBL000CFFFF", b"AAU7FFFFFFF", b"AAU0040FFFFaBL",
    ],
)  # fmt: skip
def test_table_that_no_sign_takes_is_an_error(table):
    bench = Bench()
    bench.say(tell.write_special(Special.MEMORY, table))
    assert bench.sign.allocations == 0
    assert bench.errors() == SignError.ILLEGAL


def test_message_stands_over_everything_until_it_is_released(bench):
    bench.say(tell.write_text("0", b"\x1b bWIN\x1b b\x10a"))
    assert bench.visible == "WIN"
    assert bench.sign.next_change_ms(bench.now_ms) == bench.now_ms + 3_000
    bench.now_ms += 3_000
    assert bench.visible == "1.00"
    bench.say(tell.write_string("a", b"2.00"))
    assert bench.visible == "2.00"
    assert bench.ask(tell.read_text("0")) == b"0\x1b bWIN\x1b b\x10a"
    bench.say(tell.write_text("0", b""))
    assert bench.visible == "2.00"
    assert bench.sign.next_change_ms(bench.now_ms) is None


def test_empty_formatted_message_blanks_the_sign(bench):
    bench.say(tell.write_text("0", b"\x1b b"))
    assert bench.visible == ""


def test_power_and_memory_come_and_go(bench):
    bench.sign.lose_power()
    assert bench.visible == ""
    assert bench.say(tell.read_string("a")) == []
    bench.sign.get_power(bench.now_ms, keeps_memory=True)
    assert bench.visible == "self test"
    assert bench.sign.next_change_ms(bench.now_ms) == bench.now_ms + 100
    bench.now_ms += 200
    assert bench.visible == "1.00"
    bench.sign.lose_power()
    bench.sign.get_power(bench.now_ms, keeps_memory=False)
    bench.now_ms += 200
    assert bench.visible == ""
    assert bench.ask(tell.read_special(Special.MEMORY)) == b"$AAU3FEDFFFF"


def test_soft_reset_keeps_the_memory(bench):
    bench.say(tell.write_special(Special.SOFT_RESET))
    assert bench.visible == "self test"
    bench.now_ms += 200
    assert bench.visible == "1.00"


@pytest.mark.parametrize(
    ("sign_type", "address", "is_heard"),
    [
        ("Z", "00", True), ("^", "01", True), ("^", "0?", True), ("^", "??", True),
        ("f", "00", False), ("^", "02", False),
    ],
)  # fmt: skip
def test_frames_for_others_are_passed_over(bench, sign_type, address, is_heard):
    told = bench.say(tell.read_string("a"), sign_type=sign_type, address=address)
    assert bool(told) is is_heard


def test_sign_is_deaf_for_a_moment_after_a_write():
    bench = Bench(busy_ms=100).set_up()
    bench.say(tell.write_string("a", b"2.00"), wait_ms=200)
    assert bench.say(tell.read_string("a"), wait_ms=50) == []
    assert bench.sign.frames_lost >= 1
    assert bench.say(tell.read_string("a"), wait_ms=60) != []


def test_errors_are_kept_until_they_are_cleared(bench):
    assert bench.errors() == SignError(0)
    bench.sign.garbled()
    bench.sign.rushed()
    bench.say(tell.write_string("z", b"1"))
    bench.say(Instruction("Q", b""))
    bench.say(tell.read_special(Special.ACKNOWLEDGE))
    assert bench.errors() == SignError.CHECKSUM_WRONG | SignError.TIMED_OUT | SignError.ILLEGAL
    bench.say(tell.write_special(Special.CLEAR_ERRORS))
    assert bench.errors() == SignError(0)


def test_what_does_not_fit_is_an_error(bench):
    bench.say(tell.write_text("B", b"x"))
    assert bench.errors() == SignError.ILLEGAL
    bench.say(tell.write_special(Special.CLEAR_ERRORS))
    bench.say(Instruction("A", b"0" + b"x" * 126))
    assert bench.errors() == SignError.ILLEGAL


def test_only_newer_signs_acknowledge():
    bench = Bench()
    bench.say(tell.write_special(Special.ACKNOWLEDGE, b"1"))
    assert bench.errors() == SignError.ILLEGAL
    bench = Bench(is_acknowledging_kind=True).set_up()
    bench.say(tell.write_special(Special.ACKNOWLEDGE, b"1"))
    assert bench.say(tell.write_string("a", b"3.00")) == [reply("\x06", b"\x40")]
    assert bench.say(tell.write_string("z", b"3.00")) == [reply("\x15", b"\x60")]
    assert bench.say(tell.read_string("a")) == [reply("G", b"a3.00")]


def test_information_tells_what_the_sign_is(bench):
    told = bench.ask(tell.read_special(Special.GENERAL_INFORMATION))
    assert told == b'"1044-160B01931433M004000,0000'
    assert bench.ask(tell.read_special(Special.RUN_SEQUENCE)) == b".SUA"
    assert Bench().ask(tell.read_special(Special.RUN_SEQUENCE)) == b".TU"
