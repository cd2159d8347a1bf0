"""The codec against every vector of the public sources, and its ways out of noise."""

import pytest

from drivers.bet_acceptor.models.cctalk.codec import (
    DATA_LENGTH_MAX,
    FRAME_LENGTH_MAX,
    CctalkCodec,
    Checksum,
    Frame,
    encode,
)
from drivers.link.errors import ProtocolError

SIMPLE, CRC16 = Checksum.SIMPLE, Checksum.CRC16

# Decimal, as the sources print them: the frame; destination, source, header; its data.
SIMPLE_VECTORS = [
    ("2 0 1 245 8", 2, 1, 245, ""),
    ("1 13 2 0 67 111 105 110 32 65 99 99 101 112 116 111 114 22",
     1, 2, 0, "67 111 105 110 32 65 99 99 101 112 116 111 114"),
    ("1 0 2 0 253", 1, 2, 0, ""),
    ("2 0 1 242 11", 2, 1, 242, ""),
    ("1 3 2 0 78 97 188 143", 1, 2, 0, "78 97 188"),
    ("2 0 1 249 4", 2, 1, 249, ""),
    ("1 2 2 0 2 20 229", 1, 2, 0, "2 20"),
    ("2 1 1 228 0 24", 2, 1, 228, "0"),
    ("2 1 1 228 1 23", 2, 1, 228, "1"),
    ("2 2 1 231 255 0 21", 2, 1, 231, "255 0"),
    ("2 0 1 230 23", 2, 1, 230, ""),
    ("1 2 2 0 255 0 252", 1, 2, 0, "255 0"),
    ("2 1 1 184 1 67", 2, 1, 184, "1"),
    ("1 6 2 0 69 85 48 50 48 65 138", 1, 2, 0, "69 85 48 50 48 65"),
    ("1 6 2 0 46 46 46 46 46 46 227", 1, 2, 0, "46 46 46 46 46 46"),
    ("2 0 1 229 24", 2, 1, 229, ""),
    ("1 11 2 0 0 0 0 0 0 0 0 0 0 0 0 242", 1, 2, 0, "0 0 0 0 0 0 0 0 0 0 0"),
    ("1 11 2 0 1 3 2 0 0 0 0 0 0 0 0 236", 1, 2, 0, "1 3 2 0 0 0 0 0 0 0 0"),
    ("1 11 2 0 6 1 3 2 1 3 2 3 2 2 1 216", 1, 2, 0, "6 1 3 2 1 3 2 3 2 2 1"),
    ("1 11 2 0 1 3 0 2 0 1 0 3 0 2 0 230", 1, 2, 0, "1 3 0 2 0 1 0 3 0 2 0"),
    ("0 0 1 253 2", 0, 1, 253, ""),
    ("3 1 1 251 13 243", 3, 1, 251, "13"),
    ("1 0 3 0 252", 1, 3, 0, ""),
    ("2 1 1 240 3 9", 2, 1, 240, "3"),
    ("2 0 1 236 17", 2, 1, 236, ""),
    ("1 1 2 0 12 240", 1, 2, 0, "12"),
    ("40 0 1 254 217", 40, 1, 254, ""),
]  # fmt: skip
# Hexadecimal, likewise.
HEX_VECTORS = [
    ("03 00 01 02 FA", 3, 1, 2, ""),
    ("01 03 03 00 00 00 00 F9", 1, 3, 0, "00 00 00"),
    ("03 00 01 01 FB", 3, 1, 1, ""),
    ("01 00 03 00 FC", 1, 3, 0, ""),
    ("03 00 01 F6 06", 3, 1, 246, ""),
    ("01 09 03 00 53 75 7A 6F 2D 48 61 70 70 8C", 1, 3, 0, "53 75 7A 6F 2D 48 61 70 70"),
    ("0B 01 01 E9 01 09", 11, 1, 233, "01"),
    ("0B 01 01 E9 00 0A", 11, 1, 233, "00"),
]
CRC_VECTORS = [
    (bytes((40, 0, 182, 254, 33)), Frame(40, 254)),
    (bytes.fromhex("02 00 B1 FE 60"), Frame(2, 254)),
    (bytes.fromhex("02 00 EB E5 C3"), Frame(2, 229)),
    (bytes.fromhex("01 00 30 00 37"), Frame(1, 0)),
]


def decimal(text):
    return bytes(int(word) for word in text.split())


VECTORS = [
    *(
        (decimal(packet), Frame(to, header, decimal(data), source), SIMPLE)
        for packet, to, source, header, data in SIMPLE_VECTORS
    ),
    *(
        (bytes.fromhex(packet), Frame(to, header, bytes.fromhex(data), source), SIMPLE)
        for packet, to, source, header, data in HEX_VECTORS
    ),
    *((packet, frame, CRC16) for packet, frame in CRC_VECTORS),
]
# A maker's manual prints this answer with a checksum that is wrong by nine.
MISPRINTED = decimal("1 1 2 0 12 249")
ACK = decimal("1 0 2 0 253")
ACK_FRAME = Frame(1, 0, b"", 2)


@pytest.mark.parametrize(("packet", "frame", "checksum"), VECTORS)
def test_vector_is_read(packet, frame, checksum):
    codec = CctalkCodec(checksum)
    assert codec.receive(packet) == [frame]
    assert codec.bytes_dropped == 0


@pytest.mark.parametrize(("packet", "frame", "checksum"), VECTORS)
def test_vector_is_written(packet, frame, checksum):
    assert encode(frame, checksum) == packet
    assert CctalkCodec(checksum).encode(frame) == packet


@pytest.mark.parametrize(("packet", "frame", "checksum"), VECTORS)
def test_vector_is_read_byte_by_byte_with_the_next_behind_it(packet, frame, checksum):
    codec = CctalkCodec(checksum)
    found = [found for byte in packet + packet for found in codec.receive(bytes((byte,)))]
    assert found == [frame, frame]


@pytest.mark.parametrize(("packet", "_frame", "checksum"), VECTORS)
def test_the_other_checksum_finds_nothing_for_that_address_in_it(packet, _frame, checksum):
    codec = CctalkCodec(CRC16 if checksum is SIMPLE else SIMPLE)
    found = codec.receive(packet) + codec.idle()
    # Five zeros in a row are a valid frame to nobody, with either checksum.
    assert [frame for frame in found if frame != Frame(0, 0, b"", frame.source)] == []


def test_misprinted_checksum_of_a_manual_is_refused():
    codec = CctalkCodec(SIMPLE)
    assert codec.receive(MISPRINTED) + codec.idle() == []
    assert codec.bytes_dropped == len(MISPRINTED)
    assert codec.receive(decimal("1 1 2 0 12 240")) == [Frame(1, 0, b"\x0c", 2)]


@pytest.mark.parametrize("checksum", Checksum)
def test_crc_covers_all_but_its_own_bytes(checksum):
    frame = Frame(11, 233, b"\x01", 1 if checksum is SIMPLE else None)
    packet = encode(frame, checksum)
    for place in range(len(packet)):
        changed = packet[:place] + bytes((packet[place] ^ 1,)) + packet[place + 1 :]
        codec = CctalkCodec(checksum)
        assert codec.receive(changed) + codec.idle() == []


def test_a_wrong_checksum_drops_one_byte_and_looks_again():
    codec = CctalkCodec(SIMPLE)
    # Noise that looks like a head with a length; the frame stands inside what it would cover.
    assert codec.receive(b"\x07\x02" + ACK[:4]) == []
    assert codec.receive(ACK[4:]) == [ACK_FRAME]
    assert codec.bytes_dropped == 2


def test_a_false_length_is_given_up_at_the_pause():
    codec = CctalkCodec(SIMPLE)
    assert codec.receive(b"\x01\x40\x02" + ACK) == []
    assert codec.is_waiting
    assert codec.idle() == [ACK_FRAME]
    assert not codec.is_waiting


def test_a_length_beyond_the_cap_is_not_waited_for():
    codec = CctalkCodec(SIMPLE, data_length_max=64)
    assert codec.receive(b"\x01\x41" + ACK) == [ACK_FRAME]


def test_a_leading_nul_before_an_acknowledgement_makes_another_valid_frame():
    """Why a host must look at what a frame is addressed to, and strip a NUL if it expects one."""
    assert CctalkCodec(SIMPLE).receive(b"\x00" + ACK) == [Frame(0, 2, b"\x00", 0)]


def test_half_a_frame_can_be_forgotten():
    codec = CctalkCodec(SIMPLE)
    codec.receive(ACK[:3])
    codec.forget()
    assert codec.receive(ACK) == [ACK_FRAME]
    assert codec.bytes_dropped == 0


def test_longest_frame_goes_both_ways():
    frame = Frame(2, 229, bytes(DATA_LENGTH_MAX), 1)
    packet = encode(frame, SIMPLE)
    assert len(packet) == FRAME_LENGTH_MAX
    assert CctalkCodec(SIMPLE).receive(packet) == [frame]


@pytest.mark.parametrize(
    ("frame", "checksum"),
    [
        (Frame(2, 229, bytes(256), 1), SIMPLE),
        (Frame(256, 229, b"", 1), SIMPLE),
        (Frame(2, 229), SIMPLE),
        (Frame(2, 229, b"", 1), CRC16),
        (Frame(2, -1), CRC16),
    ],
)
def test_what_no_frame_can_hold_is_refused(frame, checksum):
    with pytest.raises(ProtocolError) as raised:
        encode(frame, checksum)
    assert raised.value.frame is frame
