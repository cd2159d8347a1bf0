import pytest

from drivers.card_shoe.models.ssi.assembly import SYMBOL_LENGTH_MAX, Assembly, Symbol, add
from drivers.card_shoe.models.ssi.codec import Frame, SsiCodec
from drivers.link.errors import ProtocolError

SEGMENTS = (
    bytes.fromhex("FF 73 02 00 00 F3 00 00 01 F7 1C 01 01 F4") + b"\x5a" * 241 + b"\xa6\xd5",
    bytes.fromhex("FF 73 00 00 01") + b"\x5a" * 250 + b"\xa6\xa9",
    bytes.fromhex("0E 73 00 00 02") + b"\x5a" * 9 + b"\xfc\x53",
)


def frames(*packets):
    return [frame for packet in packets for frame in SsiCodec().receive(packet)]


def test_single_packet_is_a_symbol():
    assert add(None, Frame(0xF3, 0, 0, b"\x03KH")) == Symbol(3, b"KH")
    assert add(None, Frame(0xF3, 0, 0, b"\x03")) == Symbol(3, b"")


def test_published_symbol_of_500_bytes_in_three_segments():
    first, second, third = frames(*SEGMENTS)
    assembly = add(add(None, first), second)
    assert isinstance(assembly, Assembly)
    assert (assembly.total, assembly.next_segment) == (500, 2)
    assert add(assembly, third) == Symbol(0x1C, b"Z" * 500)


def test_continued_decode_packets_are_joined_with_every_byte():
    part = add(None, Frame(0xF3, 0, 2, b"\x03AB"))
    part = add(part, Frame(0xF3, 0, 2, b"\x03CD"))
    assert add(part, Frame(0xF3, 0, 0, b"\x03EF")) == Symbol(3, b"AB\x03CD\x03EF")


def test_first_segment_again_starts_anew():
    first, second, third = frames(*SEGMENTS)
    assembly = add(add(None, first), second)
    assert add(add(add(assembly, first), second), third) == Symbol(0x1C, b"Z" * 500)


@pytest.mark.parametrize(
    ("assembly", "frame"),
    [
        (None, Frame(0xF3, 0, 0, b"")),
        (None, Frame(0x73, 0, 0, b"\x01ZZ")),
        (Assembly(3, b"", 1, 9), Frame(0x73, 0, 0, b"\x02ZZ")),
        (Assembly(3, b"", 1, 9), Frame(0x73, 0, 0, b"")),
        (None, Frame(0x73, 2, 0, b"\x00\xf3")),
        (None, Frame(0x73, 2, 0, b"\x00\xa4" + b"x" * 20)),
        (Assembly(3, b"x" * SYMBOL_LENGTH_MAX), Frame(0xF3, 0, 2, b"y")),
        (Assembly(3, b"x" * SYMBOL_LENGTH_MAX, 1, 9_000), Frame(0x73, 0, 0, b"\x01y")),
    ],
)
def test_what_makes_no_symbol_is_refused_with_its_frame(assembly, frame):
    with pytest.raises(ProtocolError) as caught:
        add(assembly, frame)
    assert caught.value.frame is frame


def test_segment_of_nothing_begun_is_refused():
    with pytest.raises(ProtocolError):
        add(Assembly(3, b"AB"), Frame(0x73, 0, 0, b"\x01Z"))
