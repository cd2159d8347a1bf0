"""The order in which a sign is asked and told."""

import pytest

from drivers.meter_display.models.alpha.codec import AlphaCodec, Frame, reply
from drivers.meter_display.models.alpha.exchange import Purpose
from drivers.meter_display.models.alpha.files import SEQUENCE, File
from drivers.meter_display.models.alpha.host import (
    SILENCES_MAX,
    ErrorsRead,
    ErrorsUnread,
    Failed,
    FileRead,
    MemoryWritten,
    Send,
    SignHost,
    Told,
)
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.models.alpha.readings import SignError

TEXT = b"\x1b b\x10a"
INFORMATION = b'"1044-160B01931433M004000,0BB8'
TABLE = b"$AAU0040FFFFaBL00200000"
ANSWERS = {
    b'F"': ("E", INFORMATION), b"F$": ("E", TABLE), b"Ha": ("G", b"a1.00"), b"B0": ("A", b"0"),
    b"BA": ("A", b"A" + TEXT), b"F.": ("E", b".SUA"), b"F*": ("E", b"*\x40"),
}  # fmt: skip


class Bench:
    def __init__(self, **profile):
        self.host = SignHost(SignProfile(**({"baud": 0} | profile)))
        self.host.files.want(File.TEXT, TEXT)
        self.host.files.want(File.SEQUENCE, SEQUENCE)
        self.host.files.want(File.VALUE, b"1.00")
        self.host.files.want(File.PRIORITY, b"")
        self.now_ms = 0
        self.answers = dict(ANSWERS)
        self.said: list[bytes] = []
        self.found: list[object] = []
        self._codec = AlphaCodec(needs_checksum=True)
        self.host.opened(0)

    def run(self, duration_ms):
        end_ms = self.now_ms + duration_ms
        while self.now_ms < end_ms:
            self.now_ms += 10
            self._take(self.host.tick(self.now_ms))

    def _take(self, steps):
        for step in steps:
            if isinstance(step, Send):
                for frame in self._codec.receive(step.data):
                    self._hear(frame)
            else:
                self.found.append(step)
                if isinstance(step, Failed):
                    self.host.lost()

    def _hear(self, frame):
        for instruction in frame.instructions:
            said = instruction.code.encode() + instruction.data
            self.said.append(said)
            if said in self.answers:
                code, data = self.answers[said]
                self._take(self.host.received(reply(code, data), self.now_ms))


def test_sign_in_order_is_only_asked():
    bench = Bench()
    bench.run(1_000)
    assert bench.said == [b'F"', b"F$", b"Ha", b"B0", b"BA", b"F."]
    assert bench.found[0] == Told("1044-160B")
    assert all(isinstance(x, FileRead) and x.is_right for x in bench.found[1:])
    assert bench.host.is_in_place
    assert bench.host.has_heard


def test_memory_is_marked_cleared_and_written_each_with_its_proof():
    bench = Bench(clear_ms=400, settle_ms=300)
    bench.answers[b"F$"] = ("E", b"$AAU3FEDFFFF")
    bench.run(100)
    assert bench.said == [b'F"', b"F$", b"E$zBL00080000"]
    assert bench.found[-1] == MemoryWritten(was_in_use=False)
    bench.answers[b"F$"] = ("E", b"$zBL00080000")
    bench.run(300)
    assert bench.said[3:] == [b"F$", b"E$"]
    bench.run(400)
    assert bench.said[5:] == [b"F$", b"E$"]  # it still tells the mark: it was not cleared
    bench.answers[b"F$"] = ("E", b"$AAU3FEDFFFF")
    bench.run(400)
    assert bench.said[7:] == [b"F$", b"E" + TABLE]
    bench.said = bench.said[4:]
    bench.answers[b"F$"] = ("E", TABLE)
    for empty in (b"Ha", b"BA"):
        code, data = bench.answers[empty]
        bench.answers[empty] = (code, data[:1])
    bench.run(1_000)
    assert bench.said[5:9] == [b"F$", b"AA" + TEXT, b"Ga1.00", b"E.SUA"]


def test_sign_that_takes_no_table_fails_as_a_refusal():
    bench = Bench(has_clear=False, settle_ms=300)
    bench.answers[b"F$"] = ("E", b"$")
    bench.run(4_000)
    failed = next(x for x in bench.found if isinstance(x, Failed))
    assert failed.is_refusal
    assert bench.said.count(b"E" + TABLE) == 8


def test_silent_sign_fails_with_what_to_look_at():
    bench = Bench()
    bench.answers.clear()
    bench.run(4_000)
    assert bench.said[:SILENCES_MAX] == [b'F"'] * SILENCES_MAX
    assert bench.found[0] == Failed("nothing answers on this line: check cable, power and address")


def test_sign_that_falls_silent_fails():
    bench = Bench()
    bench.run(1_000)
    bench.answers.clear()
    bench.run(5_000 + 3 * 1_000)
    assert Failed("the sign does not answer any more (asked: memory)") in bench.found


def test_sign_with_nothing_to_do_is_looked_at_now_and_then():
    bench = Bench(check_ms=1_000, register_ms=4_500)
    bench.run(500)
    bench.said.clear()
    bench.run(4_200)
    assert bench.said == [b"F$", b"F$", b"F$", b"F$", b"F*", b"Ha"]


def test_errors_are_told_and_cleared():
    bench = Bench(register_ms=600)
    bench.answers[b"F*"] = ("E", b"*\x50")
    bench.run(1_000)
    assert ErrorsRead(SignError.CHECKSUM_WRONG) in bench.found
    assert b"E4" in bench.said


def test_a_person_may_ask_out_of_turn():
    bench = Bench()
    bench.run(500)
    bench.said.clear()
    bench.host.ask(Purpose.IDENTITY, Purpose.ERRORS)
    bench.run(100)
    assert bench.said == [b'F"', b"F*"]


def test_a_person_s_question_is_asked_once_more_where_no_answer_comes():
    bench = Bench(check_ms=100_000)
    bench.run(500)
    bench.said.clear()
    del bench.answers[b"F*"]
    bench.host.ask(Purpose.ERRORS)
    bench.run(2_100)
    assert bench.said == [b"F*", b"F*", b"F$"]
    assert bench.found[-1] == ErrorsUnread()
    bench.answers[b"F*"] = ANSWERS[b"F*"]
    bench.host.ask(Purpose.ERRORS)
    bench.run(1_500)
    assert bench.said[3:] == [b"F*"]


def test_questions_get_their_turn_among_writes():
    bench = Bench(check_ms=100_000)
    bench.run(500)
    bench.said.clear()
    bench.host.ask(Purpose.IDENTITY, Purpose.ERRORS)
    bench.host.ask(Purpose.ERRORS)
    for number in range(400):
        value = b"%d" % number
        bench.host.files.want(File.VALUE, value)
        bench.answers[b"Ha"] = ("G", b"a" + value)
        bench.run(10)
    kinds = [said[:2] for said in bench.said]
    assert kinds[:10] == [b"Ga"] * 3 + [b'F"'] + [b"Ga"] * 3 + [b"F*"] + [b"Ga"] * 2
    assert b"Ha" in kinds
    assert kinds.count(b"F*") == 1


def test_wrong_twice_has_the_memory_looked_at():
    bench = Bench()
    bench.run(500)
    bench.host.files.want(File.VALUE, b"2.00")
    bench.said.clear()
    bench.run(900)
    assert bench.said[:5] == [b"Ga2.00", b"Ha", b"Ga2.00", b"Ha", b"F$"]


def test_text_without_an_answer_twice_is_written_unseen():
    bench = Bench()
    del bench.answers[b"BA"]
    bench.run(4_000)
    assert bench.said.count(b"BA") == 2
    assert bench.said.count(b"AA" + TEXT) == 1
    assert bench.host.is_in_place


def test_sign_that_cannot_be_asked_is_told_everything():
    bench = Bench(read_back_every=0, clear_ms=300, settle_ms=300)
    bench.run(2_500)
    assert bench.said == [
        b"E$", b"E$", b"E" + TABLE, b"AA" + TEXT, b"Ga1.00", b"E.SUA", b"A0",
    ]  # fmt: skip
    assert bench.host.is_in_place


@pytest.mark.parametrize("answer", [("E", b'"nonsense')])
def test_answer_that_makes_no_sense_fails(answer):
    bench = Bench()
    bench.answers[b'F"'] = answer
    bench.run(100)
    assert isinstance(bench.found[0], Failed)
    assert "makes no sense" in bench.found[0].reason


def test_frames_of_hosts_and_refusals_are_no_answers():
    bench = Bench()
    bench.run(500)
    assert bench.host.received(Frame("Z", "00", reply("G", b"a1").instructions), 0) == []
    assert bench.host.received(reply("\x15", b"\x50"), bench.now_ms) == []
    assert bench.host.naks == 1
    bench.said.clear()
    bench.run(200)
    assert b"Ha" in bench.said


def test_lost_line_is_left_alone_and_begun_anew():
    bench = Bench()
    bench.run(500)
    bench.host.lost()
    assert not bench.host.is_in_place
    bench.said.clear()
    bench.run(1_000)
    assert bench.said == []
    assert bench.host.farewell(b"-------") == []
    bench.host.opened(bench.now_ms)
    bench.run(500)
    assert bench.said[0] == b'F"'


def test_farewell_writes_what_does_not_stand_there():
    bench = Bench()
    bench.run(500)
    (only,) = bench.host.farewell(b"-------")
    assert only[0] == 250
    assert b"Ga-------" in only[1]
    assert bench.host.farewell(b"1.00") == []
    bench = Bench(pauses_always=True)
    first, second, third, fourth = bench.host.farewell(b"-------")
    assert [pause for pause, _ in (first, second, third, fourth)] == [250, 100, 250, 100]
    assert b"A0" in fourth[1]
