"""Settings of a line and its lamp as the protocol takes them."""

import pytest

from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.profile import (
    ChecksumSetting,
    LampCommand,
    LampProfile,
    LampSense,
    LineProfile,
)


def test_both_checksums_are_tried_where_none_is_configured():
    assert ChecksumSetting.AUTO.tried == (Checksum.SIMPLE, Checksum.CRC16)
    assert ChecksumSetting.CRC16.tried == (Checksum.CRC16,)


def test_headers_of_the_lamp():
    assert LampCommand.LATCH.command.header == 233
    assert LampCommand.TEST.command.header == 238
    assert LampSense.NONE.command is None
    assert LampSense.INPUT_LINES.command.header == 237
    assert LampSense.OPTO_STATES.command.header == 236


@pytest.mark.parametrize(("bit", "lit"), [(0, b"\x01"), (3, b"\x08"), (7, b"\x80")])
def test_output_bit(bit, lit):
    profile = LampProfile(bit=bit)
    assert profile.output(is_lit=True) == lit
    assert profile.output(is_lit=False) == b"\x00"


@pytest.mark.parametrize(
    ("bit", "inverted", "data", "expected"),
    [(0, False, 1, True), (0, False, 2, False), (1, False, 2, True), (1, True, 2, False)],
)
def test_sense_bit(bit, inverted, data, expected):
    profile = LampProfile(sense_bit=bit, sense_is_inverted=inverted)
    assert profile.is_sensed(bytes((data,))) is expected


@pytest.mark.parametrize(
    ("baud", "count", "expected"), [(9_600, 5, 6), (9_600, 16, 17), (4_800, 5, 11), (115_200, 1, 1)]
)
def test_time_on_the_wire_is_rounded_up(baud, count, expected):
    assert LineProfile(baud=baud).wire_ms(count) == expected
