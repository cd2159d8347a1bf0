"""Who a device is and which tokens it knows, asked in order; a fault only after two answers."""

import pytest

from drivers.bet_acceptor.models.cctalk.credit_buffer import Known
from drivers.bet_acceptor.models.cctalk.introduction import Introduction
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile, Token
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Keep, Trouble
from drivers.link.steps import Describe

TOKENS = (Token(1, 100, "TK100A"), Token(9, 500))
SERIAL = bytes((1, 0, 0))
RIGHT = {
    245: b"Coin Acceptor",
    242: SERIAL,
    184: b"TK100A",
    246: b"Maker",
    244: b"Product",
    241: b"1.0",
    192: b"B",
    4: bytes((1, 4, 7)),
    249: bytes((2, 20)),
}


def introduction(memory=None, tokens=TOKENS):
    notes = SeatNotes(memory or SeatMemory())
    return Introduction(LineProfile(tokens=tokens), notes), notes


def answer(made, **others):
    """Answer every question rightly, but for those headers that are given; return the steps."""
    steps = []
    answers = RIGHT | {int(header[1:]): data for header, data in others.items()}
    for _ in range(40):
        request = made.request()
        if request is None:
            return steps
        data = answers[request.command.header]
        steps += made.refused() if data is None else made.answered(data)
    raise AssertionError("it asks without end")


def asked(made):
    headers = []
    while (request := made.request()) is not None:
        headers.append((request.command.header, request.data))
        made.answered(RIGHT[request.command.header])
    return headers


def test_questions_in_order():
    made, _ = introduction()
    assert asked(made) == [
        (245, b""), (242, b""), (184, b"\x01"), (184, b"\x09"),
        (246, b""), (244, b""), (241, b""), (192, b""), (4, b""), (249, b""),
    ]  # fmt: skip


def test_the_token_table_is_known_before_the_courtesies():
    made, _ = introduction()
    for _ in range(4):
        assert not made.is_table_known
        made.answered(RIGHT[made.request().command.header])
    assert made.is_table_known
    assert made.request().tries == 2


def test_what_is_known_at_the_end():
    made, notes = introduction()
    steps = answer(made)
    assert steps == [
        Keep(notes.memory),
        Describe("Maker Product 1.0 B ccTalk 1.4.7", "1"),
    ]
    assert notes.memory.serial_number == "1"
    assert made.polling_ms == 200
    assert made.token_facts(1) == ("TK100A", 100)
    assert made.token_facts(9) == ("TK100A", 500)
    assert made.token_facts(2) == (None, None)
    assert made.mask == bytes((0b0000_0001, 0b0000_0001))


def test_a_device_that_does_not_know_the_courtesies():
    made, _ = introduction(tokens=(Token(1, 100),))
    steps = answer(made, _242=None, _246=None, _244=None, _241=None, _192=None, _4=None, _249=None)
    assert steps[-1] == Describe(None, None)
    assert made.polling_ms is None


def test_another_kind_of_device_is_believed_after_two_answers():
    made, _ = introduction()
    made.answered(b"Payout")
    assert made.wrong_category is None
    assert not made.is_acceptor
    made.answered(b"Payout")
    assert made.wrong_category == "'Payout'"


def test_one_garbled_category_is_asked_again():
    made, _ = introduction()
    made.answered(b"Coin Acceptoz")
    made.answered(b"Coin Acceptor")
    assert made.wrong_category is None
    assert made.is_acceptor


def test_a_device_without_a_category_is_none_of_ours():
    made, _ = introduction()
    made.refused()
    assert made.wrong_category == "a device without a category"


def test_another_serial_number_is_another_device():
    memory = SeatMemory(known=Known(7), serial_number="99", is_lit=True)
    made, notes = introduction(memory)
    steps = answer(made)
    (trouble,) = [step for step in steps if isinstance(step, Trouble)]
    assert trouble.code is FaultCode.DEVICE_REPLACED
    assert trouble.lost_count is None
    assert trouble.memory.known is None
    assert notes.memory.serial_number == "1"
    assert notes.memory.is_lit is None


def test_one_garbled_serial_number_is_asked_again():
    memory = SeatMemory(known=Known(7), serial_number="1")
    made, notes = introduction(memory)
    made.answered(b"Coin Acceptor")
    assert made.answered(bytes((2, 0, 0))) == []
    assert made.answered(SERIAL) == []
    assert notes.memory.known == Known(7)


@pytest.mark.parametrize("found", [b"TK200A", b"......", None])
def test_a_token_that_is_not_what_it_should_be_is_refused_and_said_once(found):
    made, notes = introduction(tokens=(Token(1, 100, "TK100A"),))
    steps = answer(made, _184=found)
    (trouble,) = [step for step in steps if isinstance(step, Trouble)]
    assert trouble.code is FaultCode.TOKEN_TABLE_DIFFERS
    assert made.mask == b"\x00\x00"
    assert made.token_facts(1) == (None, None)
    made.begin()
    assert not [s for s in answer(made, _184=found) if isinstance(s, Trouble)]
    assert len(notes.memory.doubts) == 1


def test_a_token_without_an_expected_name_is_taken_as_it_is_told():
    made, _ = introduction(tokens=(Token(1, 100),))
    answer(made, _184=None)
    assert made.token_facts(1) == (None, 100)
    assert made.mask == b"\x01\x00"
    made.begin()
    assert not made.is_acceptor
    answer(made, _184=b"......")
    assert made.mask == b"\x00\x00"
