"""Local echo: found out at the start, demanded afterwards, taken off exactly."""

import pytest

from drivers.bet_acceptor.models.cctalk.echo import Collision, LocalEcho
from drivers.bet_acceptor.models.cctalk.profile import EchoSetting

POLL = bytes((2, 0, 1, 254, 255))
ACK = bytes((1, 0, 2, 0, 253))


def echo(setting=EchoSetting.AUTO, **fields):
    made = LocalEcho(setting, **fields)
    made.sent(POLL)
    return made


def test_echo_before_the_answer_is_taken_off_and_known_from_then_on():
    made = echo()
    assert made.is_present is None
    assert made.receive(POLL + ACK) == ACK
    assert made.is_present is True


def test_answer_without_echo_is_known_by_its_first_byte():
    made = echo()
    assert made.receive(ACK[:1]) == ACK[:1]
    assert made.is_present is False
    assert made.receive(ACK[1:]) == ACK[1:]


def test_echo_in_pieces():
    made = echo()
    for byte in POLL:
        assert made.receive(bytes((byte,))) == b""
    assert made.is_present is True
    assert not made.is_awaited
    assert made.receive(ACK) == ACK


def test_silence_says_nothing_about_the_echo():
    assert echo().is_present is None
    assert not echo().is_awaited


def test_once_present_it_is_demanded():
    made = echo()
    made.receive(POLL)
    made.sent(POLL)
    assert made.is_awaited
    made.receive(POLL[:2])
    assert made.is_awaited
    assert made.has_begun
    # An answer in the echo's place is no answer.
    made.sent(POLL)
    assert made.receive(ACK) == Collision(POLL, ACK)
    assert made.is_present is True


@pytest.mark.parametrize("setting", [EchoSetting.AUTO, EchoSetting.PRESENT])
def test_an_echo_that_differs_is_a_collision(setting):
    made = echo(setting)
    heard = bytes((2, 0, 1, 252, 255))
    assert made.receive(heard) == Collision(POLL, heard)


def test_a_collision_at_the_start_leaves_the_question_open():
    made = echo()
    assert isinstance(made.receive(b"\x02\x55"), Collision)
    assert made.is_present is None


def test_an_echo_that_seemed_absent_may_come_back():
    made = echo()
    made.receive(ACK)
    made.sent(POLL)
    assert made.receive(POLL + ACK) == ACK
    assert made.is_present is True


def test_what_is_configured_is_not_found_out():
    made = echo(EchoSetting.ABSENT)
    assert made.receive(POLL) == POLL
    assert made.is_present is False
    assert echo(EchoSetting.PRESENT).is_awaited


def test_a_leading_nul_does_not_hide_that_there_is_no_echo():
    made = echo(has_leading_nul=True)
    assert made.receive(b"\x00" + ACK) == b"\x00" + ACK
    assert made.is_present is False
    assert isinstance(echo().receive(b"\x00" + ACK), Collision)


def test_another_adapter_may_be_in_a_fresh_line():
    made = echo()
    made.receive(POLL)
    made.opened()
    assert made.is_present is None
