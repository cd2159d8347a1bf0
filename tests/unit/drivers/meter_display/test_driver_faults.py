"""What goes wrong on a sign's line, in virtual time: nothing false is shown or told for long."""

import pytest
from sign_bench import SIGN, SignBench, a_hit

from dealer_station.messages.device import FaultClass, Life
from drivers.meter_display.conditions import FAULT_EVERY_MS
from drivers.meter_display.models.alpha.codec import Frame, encode, reply
from drivers.meter_display.models.alpha.instructions import Code, Special, read_string
from drivers.meter_display.models.alpha.readings import FileType
from drivers.meter_display.simulated_device import Outcome
from drivers.meter_display.simulated_sign import Make

DASHES = "-------"


@pytest.fixture
def bench():
    return SignBench().set_up()


def from_sign(bench, data):
    bench.perform(bench.driver.received(data, bench.now_ms, bench.now_at))


# ---------------------------------------------------------------- the line goes


def test_unplugged_line_is_lost_and_what_the_sign_shows_is_unknown(bench):
    bench.unplug()
    bench.run(100)
    assert bench.life is Life.LOST
    assert (bench.newest.what, bench.newest.text, bench.newest.amount_minor) == ("blank", "", None)
    assert not bench.newest.is_read_back
    assert bench.codes == ["device_lost"]
    assert bench.faults_stored[0].fault_class is FaultClass.LINK
    assert bench.visible == "54,312.07"  # nobody can help that


def test_line_that_comes_back_is_read_before_anything_is_written(bench):
    before = bench.flickers
    bench.unplug()
    bench.keep_fresh(5_431_207, 1_000)
    bench.plug()
    start = len(bench.writes)
    bench.keep_fresh(5_431_207, 2_000)
    assert bench.life is Life.READY
    assert (bench.newest.text, bench.newest.is_read_back) == ("54,312.07", True)
    assert bench.flickers == before
    assert bench.sign.allocations == 2
    assert not any(b"\x02G" in data or b"\x02A" in data for _, data in bench.writes[start:])


def test_amount_that_moved_meanwhile_is_put_right_at_once(bench):
    bench.unplug()
    bench.keep_fresh(6_000_000, 1_000)
    bench.plug()
    bench.keep_fresh(6_000_000, 1_500)
    assert bench.visible == "60,000.00"


def test_old_amount_goes_when_the_line_comes_back_without_a_meter(bench):
    bench.unplug()
    bench.run(3_000)
    assert bench.visible == "54,312.07"
    bench.plug()
    bench.run(2_000)
    assert bench.visible == DASHES


def test_line_is_tried_for_ever(bench):
    bench.unplug()
    bench.run(120_000)
    assert bench.life is Life.LOST
    assert len([code for code in bench.codes if code == "device_lost"]) == 1
    bench.plug()
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.life is Life.READY


@pytest.mark.parametrize("after_ms", range(0, 2_000, 90))
def test_line_that_breaks_while_the_sign_is_set_up_comes_back(after_ms):
    bench = SignBench()
    bench.run(after_ms)
    bench.unplug()
    bench.run(700)
    bench.plug()
    bench.set_up()
    assert bench.visible == "54,312.07"


# ---------------------------------------------------------------- the sign goes


def test_power_cut_with_memory_writes_nothing_anew(bench):
    bench.lose_power(3_000, keeps_memory=True)
    bench.keep_fresh(5_431_207, 2_900)
    assert bench.visible == ""
    bench.keep_fresh(5_431_207, 20_000)
    assert (bench.life, bench.visible) == (Life.READY, "54,312.07")
    assert bench.sign.allocations == 2
    assert "memory_lost" not in bench.codes


def test_power_loss_that_takes_the_memory_is_made_good_and_told(bench):
    bench.lose_power(100)
    bench.keep_fresh(5_431_207, 20_000)
    assert (bench.life, bench.visible) == (Life.READY, "54,312.07")
    assert bench.sign.allocations == 4
    assert "memory_lost" in bench.codes
    assert bench.newest.is_read_back


def test_sign_shows_nothing_while_its_memory_is_written(bench):
    bench.lose_power(0)
    bench.run_until(lambda: bench.visible == "")
    words, shown = len(bench.words), len(bench.shown)
    for _ in range(30):
        bench.keep_fresh(5_431_207, 500)
    lives = [word.life for word in bench.words[words:]]
    assert lives[-2:] == [Life.INIT, Life.READY]
    assert Life.READY not in lives[lives.index(Life.INIT) : -1]
    assert ("blank", "") in [(s.what, s.text) for s in bench.shown[shown:]]
    assert bench.newest.text == "54,312.07"


def test_lost_memory_is_noticed_by_the_next_change_or_the_next_look(bench):
    bench.lose_power(0)
    bench.run_until(lambda: bench.visible == "")
    took = 0
    while bench.sign.allocations < 4:
        bench.keep_fresh(5_431_207, 500)
        took += 500
    assert took <= bench.profile.check_ms + 3_000


def test_silent_sign_is_lost_and_found_again(bench):
    bench.device.be_silent(20_000, bench.now_ms)
    bench.keep_fresh(6_000_000, 15_000)
    lost = next(word for word in bench.words if word.life is Life.LOST)
    assert "does not answer" in lost.reason
    assert not bench.is_running
    bench.keep_fresh(6_000_000, 10_000)
    assert (bench.life, bench.visible) == (Life.READY, "60,000.00")


def test_sign_that_hears_but_cannot_answer_is_left_with_dashes(bench):
    """A broken wire back: the driver cannot know what stands there, but it can take it off."""
    bench.keep_fresh(1_000_000, 600, hit=a_hit())
    work = bench.device.work

    def dumb(now_ms, now_at):
        work(now_ms, now_at)
        return Outcome()

    bench.device.work = dumb
    bench.keep_fresh(6_000_000, 10_000)
    assert bench.dropped
    assert bench.visible == DASHES
    assert (bench.newest.what, bench.newest.text) == ("blank", "")
    bench.device.work = work
    bench.keep_fresh(6_000_000, 4_000)
    assert (bench.visible, bench.life) == ("60,000.00", Life.READY)


def test_line_where_nothing_answers_says_what_to_look_at():
    bench = SignBench(sign_type="f")
    bench.run(5_000)
    assert bench.dropped[0] == "nothing answers on this line: check cable, power and address"
    assert bench.life in (Life.LOST, Life.INIT)


def test_line_where_only_rubbish_comes_says_what_to_look_at():
    bench = SignBench(sign_type="f")
    bench.run(100)
    from_sign(bench, b"\x81\xb0\xb0" * 10)
    bench.run(5_000)
    assert "check baud rate, data bits and parity" in bench.dropped[0]


def test_rubbish_before_the_first_reply_does_no_harm():
    bench = SignBench()
    bench.run(20)
    from_sign(bench, b"AT\r\nAT+GCAP\r\n\x01000\x02G")
    bench.set_up()
    assert bench.dropped == []
    assert bench.driver.counts(SIGN).frames_bad >= 1


def test_own_words_that_come_back_do_no_harm():
    bench = SignBench()
    perform = bench.perform

    def echoing(steps):
        steps = list(steps)
        perform(steps)
        for step in steps:
            if hasattr(step, "data"):
                bench._to_host.append((bench.now_ms, step.data))

    bench.perform = echoing
    bench.set_up()
    assert bench.dropped == []
    assert bench.sign.allocations == 2


# ---------------------------------------------------------------- frames and replies suffer


@pytest.mark.parametrize("fault", ["drop", "corrupt", "truncate", "noise=80", "delay=900", "lie"])
@pytest.mark.parametrize("number", range(1, 15))
def test_any_one_fault_while_the_sign_is_set_up_is_made_good(fault, number):
    bench = SignBench(faults=(f"{number}:{fault}",))
    bench.set_up()
    bench.keep_fresh(5_431_207, 10_000)
    assert (bench.life, bench.visible) == (Life.READY, "54,312.07")
    assert (bench.newest.text, bench.newest.is_read_back) == ("54,312.07", True)
    assert bench.dropped == []


@pytest.mark.parametrize("fault", ["drop", "corrupt", "truncate", "noise=80", "delay=900", "lie"])
@pytest.mark.parametrize("which", [0, 1])
def test_any_one_fault_of_a_change_is_made_good(bench, fault, which):
    """The write itself (0) or its read-back (1) suffers."""
    bench.keep_fresh(5_431_207, 600)
    bench.meter(6_000_000)
    if which:
        bench.run_until(lambda: bench.visible == "60,000.00")
    else:
        bench.writes.clear()
    bench.fault(fault)
    bench.keep_fresh(6_000_000, 6_000)
    assert (bench.life, bench.visible) == (Life.READY, "60,000.00")
    assert (bench.newest.text, bench.newest.is_read_back) == ("60,000.00", True)
    assert bench.codes == []


def test_lost_write_is_noticed_by_reading_back(bench):
    bench.keep_fresh(5_431_207, 600)
    bench.fault("drop")
    bench.meter(6_000_000)
    bench.run_until(lambda: bench.visible == "60,000.00", 2_000)
    assert bench.driver.counts(SIGN).frames_refused == 1


def test_sign_that_says_something_else_is_told_as_what_it_says(bench):
    for _ in range(40):
        bench.fault("lie")
        bench.keep_fresh(6_000_000, 250)
    assert bench.life is Life.DEGRADED
    assert "read_back_wrong" in bench.words[-1].faults
    assert "88,888.88" in bench.words[-1].reason
    assert (bench.newest.text, bench.newest.amount_minor) == ("88,888.88", None)
    assert bench.visible == "60,000.00"
    bench.keep_fresh(6_000_000, 10_000)
    assert bench.life is Life.READY
    assert (bench.newest.text, bench.newest.is_read_back) == ("60,000.00", True)


def test_what_a_lost_sign_said_wrong_is_no_fault_of_its_any_more(bench):
    for _ in range(20):
        bench.fault("lie")
        bench.keep_fresh(6_000_000, 250)
    assert "read_back_wrong" in bench.words[-1].faults
    bench.unplug()
    bench.run(100)
    assert (bench.life, bench.words[-1].faults) == (Life.LOST, ())


def test_lying_sign_is_not_made_to_flicker_all_the_time(bench):
    bench.keep_fresh(6_000_000, 1_000)
    before = bench.flickers
    for _ in range(80):
        bench.fault("lie")
        bench.keep_fresh(6_000_000, 250)
    assert bench.flickers - before <= 8


def test_sign_that_forgot_its_string_gets_it_again(bench):
    bench.keep_fresh(5_431_207, 600)
    bench.sign._contents["a"] = b""
    bench.keep_fresh(5_431_207, 61_000)
    assert bench.visible == "54,312.07"


def test_sign_that_complains_is_read_back(bench):
    start = len(bench.writes)
    bench.keep_fresh(5_431_207, 100)
    from_sign(bench, encode(reply("\x15", b"\x50"), sync=20))
    bench.run(600)
    assert any(b"\x02Ha" in data for _, data in bench.writes[start:])
    assert bench.driver.counts(SIGN).frames_refused == 1
    from_sign(bench, encode(reply("\x06", b"\x40"), sync=20))
    assert bench.driver.counts(SIGN).frames_refused == 1


def test_late_answer_is_not_taken_for_that_of_the_next_question(bench):
    bench.keep_fresh(5_431_207, 1_000)
    before = bench.driver.counts(SIGN).frames_refused
    bench.meter(6_000_000)
    bench.run_until(lambda: bench.visible == "60,000.00")
    bench.fault("delay=700")  # past the time-out: nobody waits for it any more
    bench.run(500)
    bench.meter(7_000_000)
    bench.keep_fresh(7_000_000, 3_000)
    assert bench.visible == "70,000.00"
    assert bench.driver.counts(SIGN).frames_refused == before


def test_answers_of_nobody_and_to_nothing_are_passed_over(bench):
    bench.keep_fresh(5_431_207, 1_000)
    shown = list(bench.shown)
    from_sign(bench, encode(reply("G", b"a99,999.99"), sync=20))
    from_sign(bench, encode(Frame("Z", "00", (read_string("a"),))))
    from_sign(bench, encode(Frame("1", "00", (read_string("a"),))))
    bench.run(100)
    assert bench.shown == shown


def test_answer_that_makes_no_sense_begins_anew():
    bench = SignBench()
    bench.run(10)
    from_sign(bench, encode(reply("E", b'"what?'), sync=20))
    assert "makes no sense" in bench.dropped[0]
    bench.set_up()


# ---------------------------------------------------------------- what the sign tells of itself


def test_error_register_is_looked_at_told_and_cleared(bench):
    bench.sign.garbled()
    bench.keep_fresh(5_431_207, 62_000)
    assert "sign_errors" in bench.codes
    fault = next(f for f in bench.faults_stored if f.code == "sign_errors")
    assert fault.detail == "the sign's error register: checksum wrong"
    assert any(b"\x02E4" in data for _, data in bench.writes)
    assert bench.words[-1].faults == ("sign_errors",)
    bench.keep_fresh(5_431_207, 62_000)
    assert bench.life is Life.READY


def test_sign_that_takes_no_table_is_told_and_tried_again():
    bench = SignBench(make=Make(reset_ms=0, memory_bytes=100))
    bench.run(5_000)
    assert bench.codes == ["memory_refused"]
    assert bench.dropped[0] == "the sign does not take its memory table"
    bench.run(5_000)
    assert set(bench.dropped) == {"the sign does not take its memory table"}
    assert bench.codes == ["memory_refused"]


class Closed:
    """A sign that answers no question about its texts and its run sequence, as old ones may."""

    def __init__(self, bench):
        self._received = bench.sign.received

    def __call__(self, frame, started_ms, now_ms):
        code, data = frame.instructions[0].code, frame.instructions[0].data
        if code == Code.READ_TEXT or (code, data) == (
            Code.READ_SPECIAL,
            Special.RUN_SEQUENCE.encode(),
        ):
            return []
        return self._received(frame, started_ms, now_ms)


def test_files_that_cannot_be_read_are_written_once_unseen():
    bench = SignBench()
    bench.sign.received = Closed(bench)
    bench.set_up()
    bench.keep_fresh(5_431_207, 20_000)
    assert (bench.life, bench.visible) == (Life.READY, "54,312.07")
    assert bench.dropped == []
    assert len([1 for _, data in bench.writes if b"\x02AA" in data or b"AA\x1b" in data]) == 1
    bench.keep_fresh(1_000_000, 1_000, hit=a_hit())
    assert bench.visible == "WIN 6,034.67"
    bench.keep_fresh(1_000_000, 1_000)
    assert bench.visible == "10,000.00"


def test_text_that_a_sign_stores_in_its_own_way_is_not_written_for_ever():
    bench = SignBench()
    received = bench.sign.received

    def in_its_own_way(frame, started_ms, now_ms):
        replies = received(frame, started_ms, now_ms)
        if frame.instructions[0].code == Code.READ_TEXT and frame.instructions[0].data == b"A":
            return [reply("A", b"A\x1b b" + b"own form")]
        return replies

    bench.sign.received = in_its_own_way
    bench.set_up()
    bench.keep_fresh(5_431_207, 30_000)
    assert bench.visible == "54,312.07"
    assert len([1 for _, data in bench.writes if b"AA\x1b" in data]) == 2
    assert bench.words[-1].faults == ("read_back_wrong",)


# ---------------------------------------------------------------- the journal


def test_fault_that_comes_and_goes_does_not_fill_the_journal(bench):
    for cents in range(50):
        bench.take(bench.signer.meter(1, sequence=1))
        bench.meter(5_431_207, sequence=1_000 + cents)
        bench.run(100)
    assert bench.codes == ["meter_untrusted"]
    bench.now_ms += FAULT_EVERY_MS
    bench.take(bench.signer.meter(1, sequence=1))
    assert bench.codes == ["meter_untrusted"] * 2


def test_full_journal_takes_no_more_faults_and_the_sign_goes_on(bench):
    refuse = bench.driver.refuse_input
    bench.perform(refuse(SIGN, "10000 unacknowledged", bench.now_ms, bench.now_at))
    assert bench.codes == ["journal_full"]
    bench.take(bench.signer.meter(1, sequence=1))
    bench.meter(6_000_000, sequence=2_000)
    bench.run(600)
    assert bench.codes == ["journal_full"]
    assert bench.visible == "60,000.00"
    assert bench.words[-1].faults == ("journal_full",)
    bench.perform(refuse(SIGN, None, bench.now_ms, bench.now_at))
    assert bench.life is Life.READY
    bench.take(bench.signer.meter(1, sequence=1))
    assert bench.codes == ["journal_full", "meter_untrusted"]


def test_sign_s_files_are_what_this_test_believes(bench):
    assert [(e.label, e.file_type) for e in bench.sign._table] == [
        ("A", FileType.TEXT),
        ("a", FileType.STRING),
    ]
