import pytest

from drivers.card_shoe.models.ssi.codec import Frame, NakCause, Opcode, Source
from drivers.card_shoe.models.ssi.requests import (
    End,
    Ended,
    Purpose,
    Request,
    RequestQueue,
    host_frame,
)

ACK = Frame(Opcode.CMD_ACK, Source.DECODER)
ENABLE = Request(Purpose.ENABLE, host_frame(Opcode.SCAN_ENABLE))
LIGHT = Request(Purpose.SIGNAL, host_frame(Opcode.LED_ON, b"\x01"), command_id="c1")


def nak(*cause):
    return Frame(Opcode.CMD_NAK, Source.DECODER, 0, bytes(cause))


@pytest.fixture
def queue():
    made = RequestQueue(100)
    made.add(ENABLE, LIGHT)
    return made


def test_one_at_a_time_in_order(queue):
    assert queue.next_frame(0) == ENABLE.frame
    assert queue.next_frame(1) is None
    assert [request.purpose for request in queue.open_requests()] == [
        Purpose.ENABLE,
        Purpose.SIGNAL,
    ]
    ended = queue.answered(ACK, 2)
    assert (ended.request.purpose, ended.end, ended.answer) == (Purpose.ENABLE, End.ANSWERED, ACK)
    assert queue.next_frame(2) == LIGHT.frame
    queue.answered(ACK, 3)
    assert queue.is_empty
    assert queue.answered(ACK, 4) is None


def test_three_copies_then_the_end(queue):
    first = queue.next_frame(0)
    assert not first.is_retransmit
    assert queue.timed_out(99) is None
    for now in (100, 200):
        copy = queue.timed_out(now)
        assert copy.is_retransmit
        assert copy.opcode == first.opcode
    assert queue.timed_out(300).end is End.UNANSWERED
    assert queue.current is None


def test_nak_resend_costs_a_copy(queue):
    queue.next_frame(0)
    assert queue.answered(nak(NakCause.RESEND), 1).is_retransmit
    assert queue.answered(nak(NakCause.RESEND), 2).is_retransmit
    assert queue.answered(nak(NakCause.RESEND), 3).end is End.UNANSWERED


@pytest.mark.parametrize("answer", [nak(NakCause.DENIED), nak(NakCause.BAD_CONTEXT), nak()])
def test_other_refusals_end_it(queue, answer):
    queue.next_frame(0)
    ended = queue.answered(answer, 1)
    assert isinstance(ended, Ended)
    assert ended.end is End.REFUSED


def test_wrong_kind_of_answer_is_none(queue):
    queue.next_frame(0)
    assert queue.answered(Frame(Opcode.REPLY_REVISION, Source.DECODER), 1) is None
    assert queue.current is not None


def test_quiet_time_after_a_repeat_only(queue):
    queue.next_frame(0)
    queue.timed_out(100)
    queue.answered(ACK, 110)
    assert queue.next_frame(134) is None
    assert queue.next_frame(135) == LIGHT.frame


def test_clear_forgets_all(queue):
    queue.next_frame(0)
    assert [request.command_id for request in queue.open_requests()] == [None, "c1"]
    queue.clear()
    assert queue.is_empty
    assert queue.timed_out(1_000) is None
