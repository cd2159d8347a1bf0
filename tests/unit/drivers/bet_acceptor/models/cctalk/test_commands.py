"""The commands as data: numbers, lengths, and what answers say."""

import pytest

from drivers.bet_acceptor.models.cctalk import commands
from drivers.bet_acceptor.models.cctalk.commands import (
    COMMANDS,
    polling_priority_ms,
    printable,
    serial_number,
)


def test_every_command_is_listed_once_under_its_header():
    named = {value for value in vars(commands).values() if isinstance(value, commands.Command)}
    assert set(COMMANDS.values()) == named
    assert all(header == command.header for header, command in COMMANDS.items())
    assert len({command.name for command in named}) == len(named)


@pytest.mark.parametrize(
    ("command", "header", "sends", "answers"),
    [
        (commands.SIMPLE_POLL, 254, 0, (0, 0)),
        (commands.COIN_ID, 184, 1, (6, 6)),
        (commands.POLLING_PRIORITY, 249, 0, (2, 2)),
        (commands.SET_INHIBIT_MASK, 231, 2, (0, 0)),
        (commands.INHIBIT_MASK, 230, 0, (2, 2)),
        (commands.SET_MASTER_INHIBIT, 228, 1, (0, 0)),
        (commands.MASTER_INHIBIT, 227, 0, (1, 1)),
        (commands.READ_CREDITS, 229, 0, (11, 11)),
        (commands.LATCH_OUTPUT_LINES, 233, 1, (0, 0)),
        (commands.TEST_OUTPUT_LINES, 238, 1, (0, 0)),
        (commands.COMMS_STATUS, 2, 0, (3, 3)),
        (commands.SOFT_RESET, 1, 0, (0, 0)),
    ],
)
def test_command(command, header, sends, answers):
    assert (command.header, command.sends) == (header, sends)
    assert (command.answer_min, command.answer_max) == answers
    assert command.fits(bytes(answers[0]))
    assert not command.fits(bytes(answers[1] + 1))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ((2, 20), 200),
        ((1, 50), 50),
        ((3, 2), 2_000),
        ((4, 1), 60_000),
        ((5, 1), 3_600_000),
        ((0, 0), None),
        ((0, 255), None),
        ((2, 0), None),
        ((6, 1), None),
    ],
)
def test_polling_priority(data, expected):
    assert polling_priority_ms(bytes(data)) == expected


def test_serial_number_has_its_lowest_byte_first():
    assert serial_number(bytes((78, 97, 188))) == str(78 + 256 * 97 + 65536 * 188)


def test_text_of_an_answer():
    assert printable(b"Coin Acceptor\x00\xff ") == "Coin Acceptor"
