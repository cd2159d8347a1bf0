"""The ear of a simulated sign: the pace of the line and the pauses in it."""

from drivers.meter_display.models.alpha.codec import Frame, encode, pieces
from drivers.meter_display.models.alpha.instructions import (
    read_string,
    run_sequence,
    write_string,
)
from drivers.meter_display.simulated_receiver import SignReceiver

ONE = Frame("Z", "00", (read_string("a"),))
TWO = Frame("Z", "00", (write_string("a", b"1.00"), run_sequence("A")))


def hear(receiver, frame, *, pause_ms=100, pauses_always=False):
    """Say a frame with pauses of this length; returns what was heard and when the last was said."""
    heard, now_ms = [], 1_000
    for number, piece in enumerate(pieces(frame, pauses_always=pauses_always)):
        now_ms += pause_ms if number else 0
        receiver.take(piece.data, now_ms)
        while receiver.due_ms is not None:
            now_ms = receiver.due_ms
            heard += receiver.work(now_ms)[0]
    return heard, now_ms


def test_bytes_come_at_the_pace_of_the_line():
    receiver = SignReceiver(baud=9_600)
    data = encode(ONE)
    receiver.take(data, 1_000)
    assert receiver.work(1_000 + 10) == ([], 0)
    due_ms = receiver.due_ms
    assert due_ms == 1_000 + int(len(data) * 10_000 / 9_600) + 1
    (heard,), garbage = receiver.work(due_ms)
    assert (heard.frame, heard.is_rushed, garbage) == (ONE, False, 0)
    assert heard.started_ms < heard.ended_ms <= due_ms
    assert receiver.due_ms is None


def test_without_a_line_bytes_are_there_at_once():
    receiver = SignReceiver(baud=0)
    receiver.take(encode(ONE), 5)
    assert receiver.work(5)[0][0].frame == ONE


def test_second_burst_waits_for_the_first():
    receiver = SignReceiver(baud=9_600)
    receiver.take(encode(ONE), 0)
    receiver.take(encode(ONE), 0)
    heard, _ = receiver.work(1_000)
    assert heard[1].ended_ms - heard[0].ended_ms >= len(encode(ONE))


def test_nested_instructions_need_their_pauses():
    assert hear(SignReceiver(baud=9_600), TWO)[0][0].is_rushed is False
    assert hear(SignReceiver(baud=9_600), TWO, pause_ms=50)[0][0].is_rushed is True
    assert hear(SignReceiver(baud=0), TWO, pause_ms=0)[0][0].is_rushed is True
    receiver = SignReceiver(baud=9_600)
    receiver.take(encode(TWO), 0)
    assert receiver.work(1_000)[0][0].is_rushed is True


def test_some_signs_need_a_pause_in_every_frame():
    receiver = SignReceiver(baud=0, pauses_always=True)
    assert hear(receiver, ONE)[0][0].is_rushed is True
    assert hear(receiver, ONE, pauses_always=True)[0][0].is_rushed is False


def test_gap_of_a_second_within_a_frame_forgets_it():
    receiver = SignReceiver(baud=0)
    receiver.take(encode(ONE)[:-3], 0)
    assert receiver.work(0) == ([], 0)
    receiver.take(encode(ONE)[-3:], 1_000)
    heard, garbage = receiver.work(1_000)
    assert heard == []
    assert garbage > 0
    receiver.take(encode(ONE)[:-3], 2_000)
    receiver.work(2_000)
    assert receiver.work(3_000)[1] > 0


def test_what_was_under_way_is_lost_with_the_cable():
    receiver = SignReceiver(baud=9_600)
    receiver.take(encode(ONE), 0)
    receiver.forget()
    assert receiver.work(1_000) == ([], 0)
    receiver.take(encode(ONE), 1_000)
    assert len(receiver.work(1_100)[0]) == 1
