"""One thing at a time on the line, with its pauses, gaps and time-outs."""

import pytest

from drivers.meter_display.models.alpha.codec import Frame, encode, reply
from drivers.meter_display.models.alpha.exchange import Exchange, Purpose, Request, is_reply
from drivers.meter_display.models.alpha.instructions import (
    read_string,
    run_sequence,
    write_string,
    write_text,
)
from drivers.meter_display.models.alpha.profile import SignProfile

WRITE = Request(Purpose.WRITE, (write_string("a", b"1.00"),), "it changed")
NESTED = Request(Purpose.WRITE, (write_text("A", b"x"), run_sequence("A")), "it is new")
ASK = Request(Purpose.READ, (read_string("a"),), "it was written", b"Ga")
PROFILE = SignProfile(baud=0)


def ended(exchange, now_ms):
    return exchange.tick(now_ms)[1]


def test_write_is_one_piece_and_over_when_it_has_left():
    exchange = Exchange(SignProfile(baud=9_600))
    (data,) = exchange.begin(WRITE, 1_000)
    assert data == encode(Frame("Z", "00", WRITE.instructions))
    left_ms = 1_000 + SignProfile(baud=9_600).wire_ms(len(data))
    assert ended(exchange, left_ms - 1) is None
    assert not exchange.may_write(left_ms - 1)
    assert ended(exchange, left_ms).answer is None
    assert not exchange.may_write(left_ms + 249)
    assert exchange.may_write(left_ms + 250)
    assert exchange.may_ask(left_ms + 250)


def test_settling_after_a_write_may_be_longer():
    exchange = Exchange(PROFILE)
    exchange.begin(Request(Purpose.CLEAR, WRITE.instructions, "x", settle_ms=2_000), 0)
    ended(exchange, 0)
    assert not exchange.may_write(1_999)
    assert exchange.may_write(2_000)


def test_nested_write_goes_out_in_pieces_with_pauses():
    exchange = Exchange(PROFILE)
    assert len(exchange.begin(NESTED, 0)) == 1
    assert exchange.tick(99) == ([], None)
    assert len(exchange.tick(100)[0]) == 1
    assert exchange.tick(199)[0] == []
    data, end = exchange.tick(200)
    assert (len(data), end.request) == (1, NESTED)


def test_pieces_that_are_late_keep_their_pause():
    exchange = Exchange(PROFILE)
    exchange.begin(NESTED, 0)
    assert len(exchange.tick(170)[0]) == 1
    assert exchange.tick(269)[0] == []
    assert len(exchange.tick(270)[0]) == 1


def test_answer_ends_a_question():
    exchange = Exchange(PROFILE)
    exchange.begin(ASK, 0)
    for frame in (
        reply("G", b"z1.00"),
        reply("E", b"$"),
        Frame("Z", "00", reply("G", b"a1.00").instructions),
        Frame("0", "01", reply("G", b"a1.00").instructions),
        Frame("0", "00", reply("G", b"a1.00").instructions * 2),
    ):
        assert exchange.received(frame) is None
    end = exchange.received(reply("G", b"a1.00"))
    assert (end.request, end.answer) == (ASK, b"1.00")
    assert exchange.received(reply("G", b"a1.00")) is None
    assert exchange.may_write(0)
    assert exchange.may_ask(0)


def test_question_without_an_answer_ends_and_leaves_the_line_quiet_of_questions():
    exchange = Exchange(PROFILE)
    exchange.begin(ASK, 0)
    assert ended(exchange, 499) is None
    end = ended(exchange, 500)
    assert (end.request, end.answer) == (ASK, None)
    assert exchange.may_write(500)
    assert not exchange.may_ask(999)
    assert exchange.may_ask(1_000)
    assert exchange.received(reply("G", b"a0.99")) is None  # too late


def test_write_wants_no_answer():
    exchange = Exchange(PROFILE)
    exchange.begin(WRITE, 0)
    assert exchange.received(reply("G", b"a1.00")) is None
    with pytest.raises(AssertionError, match="one request at a time"):
        exchange.begin(WRITE, 0)


def test_new_line_forgets_everything():
    exchange = Exchange(PROFILE)
    exchange.begin(NESTED, 0)
    exchange.clear()
    assert exchange.current is None
    assert exchange.tick(10_000) == ([], None)
    assert exchange.may_ask(0)


def test_only_signs_reply():
    assert is_reply(reply("G", b"a"))
    assert not is_reply(Frame("Z", "00", ASK.instructions))
