"""One request and its answer: what belongs together, and the silence after what does not."""

import pytest

from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.commands import (
    MASTER_INHIBIT,
    READ_CREDITS,
    SELF_CHECK,
    SIMPLE_POLL,
)
from drivers.bet_acceptor.models.cctalk.exchange import TROUBLE_MS, Call, Ending, Exchange
from drivers.bet_acceptor.models.cctalk.profile import EchoSetting, LineProfile

PROFILE = LineProfile(start_after_ms=0)
ACK = bytes((1, 0, 2, 0, 253))
CRC_ACK = bytes.fromhex("01 00 30 00 37")
CREDITS = bytes((1, 11, 2, 0, 1, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 236))


def exchange(echo=EchoSetting.ABSENT, **fields):
    made = Exchange(LineProfile(start_after_ms=0, echo=echo, **fields))
    made.opened(0)
    return made


def call(command=SIMPLE_POLL, address=2, checksum=Checksum.SIMPLE, data=b"", timeout_ms=None):
    return Call(address, command, data, checksum, timeout_ms)


def begin(made, one=None, now_ms=1_000):
    return made.begin(one or call(), now_ms)


def test_the_request_is_a_frame_and_its_answer_ends_it():
    made = exchange()
    assert begin(made) == bytes((2, 0, 1, 254, 255))
    assert made.is_asking
    ended = made.received(ACK, 1_010)
    assert (ended.ending, ended.data) == (Ending.ANSWERED, b"")
    assert made.is_free(1_010)


def test_answer_in_pieces_with_its_echo_in_pieces():
    made = exchange(EchoSetting.AUTO)
    sent = begin(made, call(READ_CREDITS))
    for place, byte in enumerate(sent + CREDITS):
        ended = made.received(bytes((byte,)), 1_000 + place)
        assert (ended is None) == (place < len(sent + CREDITS) - 1)
    assert ended.ending is Ending.ANSWERED
    assert ended.data == CREDITS[4:-1]
    assert made.echo.is_present is True


def test_an_answer_under_crc16_names_no_device():
    made = exchange()
    begin(made, call(checksum=Checksum.CRC16))
    assert made.received(CRC_ACK, 1_010).ending is Ending.ANSWERED


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        (bytes((1, 0, 2, 5, 248)), Ending.REFUSED),
        (bytes((1, 0, 2, 6, 247)), Ending.BUSY),
    ],
)
def test_refusals_and_busy_devices(answer, ending):
    made = exchange()
    begin(made)
    assert made.received(answer, 1_010).ending is ending
    assert made.is_free(1_010)


@pytest.mark.parametrize(
    "answer",
    [
        bytes((1, 0, 11, 0, 244)),  # of a neighbour
        bytes((3, 0, 2, 0, 251)),  # to another master
        bytes((1, 1, 2, 0, 1, 251)),  # of a length that this command does not have
        bytes((1, 0, 2, 7, 246)),  # a header that no answer has
        bytes((1, 0, 2, 0, 252)),  # a wrong checksum
        b"\x00" + ACK,  # a byte in front of it
        b"\x55" + ACK,
    ],
)
def test_what_does_not_belong_to_the_question_is_no_answer(answer):
    made = exchange()
    begin(made)
    ended = made.received(answer, 1_010)
    ended = ended or made.paused(1_070)
    assert ended.ending is Ending.GARBLED
    assert not made.is_free(1_020)
    assert made.is_free(1_070 + PROFILE.quiet_ms)


def test_a_leading_nul_is_taken_off_once_where_it_is_configured():
    made = exchange(has_leading_nul=True)
    begin(made)
    assert made.received(b"\x00" + ACK, 1_010).ending is Ending.ANSWERED
    begin(made)
    assert made.received(b"\x00\x00" + ACK, 1_010).ending is Ending.GARBLED


def test_silence_ends_after_the_time_out_and_the_wire_rests():
    made = exchange()
    begin(made, call(READ_CREDITS))
    # 5 bytes out, 16 back: 22 ms at 9600 baud, on top of the reply time-out.
    assert made.tick(1_122) is None
    ended = made.tick(1_124)
    assert ended.ending is Ending.SILENT
    assert not made.is_free(1_124 + PROFILE.quiet_ms - 1)
    assert made.is_free(1_124 + PROFILE.quiet_ms)


def test_a_self_check_may_take_its_own_time():
    made = exchange()
    begin(made, call(SELF_CHECK, timeout_ms=2_500))
    assert made.tick(3_400) is None
    assert made.tick(3_600).ending is Ending.SILENT


def test_an_answer_that_began_in_time_may_end_after_it():
    made = exchange()
    begin(made, call(READ_CREDITS))
    made.received(CREDITS[:1], 1_120)
    assert made.tick(1_140) is None
    assert made.received(CREDITS[1:], 1_150).ending is Ending.ANSWERED


def test_half_an_answer_is_garbled_at_the_pause():
    made = exchange()
    begin(made, call(READ_CREDITS))
    made.received(CREDITS[:9], 1_030)
    ended = made.paused(1_080)
    assert ended.ending is Ending.GARBLED
    assert "half an answer" in ended.detail


def test_a_pause_between_echo_and_answer_means_nothing():
    made = exchange(EchoSetting.AUTO)
    made.received(begin(made), 1_005)
    assert made.paused(1_055) is None
    assert made.received(ACK, 1_060).ending is Ending.ANSWERED


def test_a_false_length_is_not_waited_for_longer_than_an_answer_takes():
    made = exchange()
    begin(made)
    made.received(bytes((1, 60, 2)), 1_010)
    assert made.tick(1_200).ending is Ending.GARBLED


def test_a_late_answer_falls_into_the_silence_and_prolongs_it():
    made = exchange()
    begin(made)
    assert made.tick(1_200).ending is Ending.SILENT
    assert made.received(ACK, 1_250) is None
    assert made.stray_bytes == len(ACK)
    assert not made.is_free(1_250 + PROFILE.quiet_ms - 1)
    assert made.is_free(1_250 + PROFILE.quiet_ms)


def test_an_answer_to_the_question_before_is_not_taken_for_this_one():
    made = exchange()
    begin(made, call(MASTER_INHIBIT))
    late = bytes((1, 0, 2, 0, 253))  # an acknowledgement, where a byte of data is asked for
    assert made.received(late, 1_010).ending is Ending.GARBLED


def test_more_than_an_answer_makes_the_wire_rest():
    made = exchange()
    begin(made)
    assert made.received(ACK + ACK, 1_010).ending is Ending.ANSWERED
    assert not made.is_free(1_010)


def test_missing_and_other_echoes():
    made = exchange(EchoSetting.PRESENT)
    begin(made)
    assert made.tick(1_060) is None
    assert made.tick(1_070).ending is Ending.NO_ECHO
    begin(made, now_ms=2_000)
    made.received(b"\x02\x00", 2_005)
    assert made.tick(2_070).ending is Ending.COLLISION
    begin(made, now_ms=3_000)
    ended = made.received(b"\x02\x00\x01\x55", 3_005)
    assert ended.ending is Ending.COLLISION
    assert "sent 02 00 01 fe ff, heard 02 00 01 55" in ended.detail


def test_a_part_of_an_echo_is_a_wiring_fault_also_while_it_is_being_found_out():
    made = exchange(EchoSetting.AUTO)
    begin(made)
    made.received(b"\x02\x00", 1_005)
    assert made.tick(1_200).ending is Ending.COLLISION
    assert made.echo.is_present is None


def test_trouble_is_remembered_for_as_long_as_an_answer_may_be_late():
    made = exchange()
    assert not made.is_clean(1_000)  # the line was just opened
    assert made.is_clean(TROUBLE_MS)
    begin(made, now_ms=TROUBLE_MS)
    made.tick(TROUBLE_MS + 200)
    assert not made.is_clean(TROUBLE_MS + 300)
    assert made.is_clean(2 * TROUBLE_MS + 200)


def test_a_line_that_goes_takes_its_request_with_it():
    made = exchange()
    one = call()
    begin(made, one)
    assert made.clear() == one
    assert not made.is_asking


def test_devices_get_their_moment_after_the_opening():
    made = Exchange(LineProfile(start_after_ms=250))
    made.opened(1_000)
    assert not made.is_free(1_249)
    assert made.is_free(1_250)
