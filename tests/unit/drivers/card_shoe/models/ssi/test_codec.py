"""The codec against every vector of the protocol notes, and its ways out of noise."""

import pytest

from drivers.card_shoe.models.ssi.codec import (
    DATA_LENGTH_MAX,
    PACKET_LENGTH_MAX,
    Frame,
    Opcode,
    Source,
    SsiCodec,
    checksum,
    encode,
)
from drivers.link.errors import ProtocolError

SEGMENTS = (
    bytes.fromhex("FF 73 02 00 00 F3 00 00 01 F7 1C 01 01 F4") + b"\x5a" * 241 + b"\xa6\xd5",
    bytes.fromhex("FF 73 00 00 01") + b"\x5a" * 250 + b"\xa6\xa9",
    bytes.fromhex("0E 73 00 00 02") + b"\x5a" * 9 + b"\xfc\x53",
)
RSM = (
    "21 80 00 00 00 1D 02 00 27 4D 41 01 42 00 0E 00 00 00 00 01 03 02 03 03 03 04 03 05 03 06 03"
    " FF FF FC 15"
)
# Each: the packet in hex; opcode, source and status; the data in hex.
VECTORS = [
    ("07 F3 00 00 01 4E 52 FE 65", 0xF3, 0, 0, "01 4E 52"),
    ("05 00 04 00 00 FF F7", 0x00, 4, 0, "00"),
    ("04 10 04 00 FF E8", 0x10, 4, 0, ""),
    ("05 00 04 00 12 FF E5", 0x00, 4, 0, "12"),
    ("06 00 04 00 12 E3 FF 01", 0x00, 4, 0, "12 E3"),
    ("04 D0 04 00 FF 28", 0xD0, 4, 0, ""),
    ("04 E4 04 00 FF 14", 0xE4, 4, 0, ""),
    ("04 E9 04 08 FF 07", 0xE9, 4, 8, ""),
    ("09 C6 00 00 FF 01 00 9C 07 FD 8E", 0xC6, 0, 0, "FF 01 00 9C 07"),
    ("0A C6 00 00 FF F4 F0 3E 04 FF FB 0C", 0xC6, 0, 0, "FF F4 F0 3E 04 FF"),
    (RSM, 0x80, 0, 0, RSM[12:-6]),
    ("07 F3 00 00 03 4B 48 FE 70", 0xF3, 0, 0, "03 4B 48"),
    ("07 F3 00 01 03 4B 48 FE 6F", 0xF3, 0, 1, "03 4B 48"),
    ("05 F6 00 00 03 FF 02", 0xF6, 0, 0, "03"),
    ("04 EA 04 00 FF 0E", 0xEA, 4, 0, ""),
    ("04 A3 04 00 FF 55", 0xA3, 4, 0, ""),
    ("04 D2 04 00 FF 26", 0xD2, 4, 0, ""),
    ("05 D1 04 00 01 FF 25", 0xD1, 4, 0, "01"),
    ("04 D0 00 00 FF 2C", 0xD0, 0, 0, ""),
    (SEGMENTS[0].hex(), 0x73, 2, 0, SEGMENTS[0][4:-2].hex()),
    (SEGMENTS[1].hex(), 0x73, 0, 0, SEGMENTS[1][4:-2].hex()),
    (SEGMENTS[2].hex(), 0x73, 0, 0, SEGMENTS[2][4:-2].hex()),
]
CARD = bytes.fromhex("07 F3 00 00 03 4B 48 FE 70")
CARD_FRAME = Frame(0xF3, 0, 0, bytes.fromhex("03 4B 48"))
BAD = [
    pytest.param("05 00 04 00 00 FF E7", id="bad checksum"),
    pytest.param("08 F3 00 00 01 4E 52 FE 65", id="length one too long"),
]


@pytest.mark.parametrize(("packet", "opcode", "source", "status", "data"), VECTORS)
def test_vector_is_read(packet, opcode, source, status, data):
    frame = Frame(opcode, source, status, bytes.fromhex(data))
    assert SsiCodec().receive(bytes.fromhex(packet)) == [frame]


@pytest.mark.parametrize(("packet", "opcode", "source", "status", "data"), VECTORS)
def test_vector_is_written(packet, opcode, source, status, data):
    frame = Frame(opcode, source, status, bytes.fromhex(data))
    assert encode(frame) == bytes.fromhex(packet)


@pytest.mark.parametrize("packet", BAD)
def test_bad_frame_is_refused_and_counted(packet):
    codec = SsiCodec()
    data = bytes.fromhex(packet)
    assert codec.receive(data) + codec.idle() == []
    assert codec.bytes_dropped == len(data)
    assert codec.take_garbage() == len(data)


@pytest.mark.parametrize("packet", BAD)
def test_frame_after_a_bad_one_and_a_pause_is_found(packet):
    codec = SsiCodec()
    codec.receive(bytes.fromhex(packet))
    codec.idle()
    assert codec.receive(CARD) == [CARD_FRAME]


def test_frame_right_behind_a_bad_checksum_is_found_without_a_pause():
    codec = SsiCodec()
    assert codec.receive(bytes.fromhex("05 00 04 00 00 FF E7") + CARD) == [CARD_FRAME]


def test_every_split_gives_the_same_frames():
    stream = b"".join(bytes.fromhex(vector[0]) for vector in VECTORS)
    whole = SsiCodec().receive(stream)
    for size in (1, 2, 3, 5, 8, 13, 257):
        codec = SsiCodec()
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [frame for piece in pieces for frame in codec.receive(piece)] == whole
        assert not codec.is_waiting


def test_frame_behind_a_false_length_comes_out_at_the_pause():
    codec = SsiCodec()
    noise = bytes.fromhex("50 00 00")  # announces 82 bytes and has a lawful source
    assert codec.receive(noise + CARD) == []
    assert codec.is_waiting
    assert codec.idle() == [CARD_FRAME]
    assert not codec.is_waiting


def test_frames_behind_a_false_length_come_out_after_the_longest_frame_without_a_pause():
    codec = SsiCodec()
    found = codec.receive(bytes.fromhex("FF 00 00"))
    sent = 0
    while not found:
        found = codec.receive(CARD)
        sent += 1
        assert sent * len(CARD) <= PACKET_LENGTH_MAX + len(CARD)
    assert found == [CARD_FRAME] * sent


def test_header_with_an_impossible_source_does_not_wait():
    codec = SsiCodec()
    assert codec.receive(bytes.fromhex("FF FF FF") + CARD) == [CARD_FRAME]


def test_garbage_before_a_card_is_forgiven_but_not_before_an_answer():
    codec = SsiCodec()
    codec.receive(b"\x00\x01" + CARD)
    assert codec.take_garbage() == 0
    codec.receive(b"\x00\x01" + bytes.fromhex("04 D0 00 00 FF 2C"))
    assert codec.take_garbage() == 2
    assert codec.take_garbage() == 0
    codec.receive(CARD + b"\x00\x01\x02")
    assert codec.take_garbage() == 3
    assert codec.bytes_dropped == 7


def test_only_two_status_bits_count():
    frame = Frame(Opcode.DECODE_DATA, Source.DECODER, 0xFC, b"\x03A")
    assert not frame.is_retransmit
    assert not frame.is_continued
    assert Frame(Opcode.DECODE_DATA, Source.DECODER, 0x21).is_retransmit
    assert Frame(Opcode.DECODE_DATA, Source.DECODER, 0x82).is_continued


def test_longest_packet_goes_both_ways():
    frame = Frame(Opcode.DECODE_DATA, Source.DECODER, 0, b"\xa5" * DATA_LENGTH_MAX)
    packet = encode(frame)
    assert len(packet) == PACKET_LENGTH_MAX
    assert SsiCodec().receive(packet) == [frame]


@pytest.mark.parametrize(
    "frame",
    [
        Frame(0xF3, 0, 0, b"x" * (DATA_LENGTH_MAX + 1)),
        Frame(256, 0),
        Frame(0xF3, -1),
        Frame(0xF3, 0, 300),
    ],
)
def test_what_no_packet_can_hold_is_refused_with_the_frame(frame):
    with pytest.raises(ProtocolError) as caught:
        encode(frame)
    assert caught.value.frame is frame


def test_checksum_is_the_complement_of_the_sum():
    assert checksum(b"\x04\xd0\x04\x00") == 0xFF28
    assert checksum(b"") == 0
