"""The wire of the Alpha protocol: every public vector, both ways; noise; pauses; bounds."""

import pytest

from drivers.link.errors import ProtocolError
from drivers.meter_display.models.alpha import instructions as sign
from drivers.meter_display.models.alpha.codec import (
    FRAME_LENGTH_MAX,
    AlphaCodec,
    Frame,
    Instruction,
    Piece,
    checksum,
    encode,
    pieces,
    reply,
)
from drivers.meter_display.models.alpha.instructions import Special
from drivers.meter_display.models.alpha.readings import FileEntry, encode_memory_table

AMOUNT = bytes.fromhex("47 61 24 31 32 2C 33 34 35 2E 36 37")


def plain(instruction):
    return Instruction(instruction.code, instruction.data, has_checksum=False)


def heard(data, **fields):
    return AlphaCodec(**({"needs_checksum": False} | fields)).receive(data)


# Bytes as public sources give them (README.md names them) -> what they say, NULs before them.
CHECKED = [
    ("5A", "02 47 61 24 31 32 2C 33 34 35 2E 36 37 03 30 32 39 37 04",
     sign.write_string("a", b"$12,345.67")),
    ("5A", "02 45 2C 03 30 30 37 36 04", sign.write_special(Special.SOFT_RESET)),
    ("5A", "02 45 73 31 03 30 30 45 45 04", sign.write_special(Special.ACKNOWLEDGE, b"1")),
    ("5A", "02 45 34 03 30 30 37 45 04", sign.write_special(Special.CLEAR_ERRORS)),
    ("5A", "02 46 2A 03 30 30 37 35 04", sign.read_special(Special.ERRORS)),
    ("5A", "02 46 22 03 30 30 36 44 04", sign.read_special(Special.GENERAL_INFORMATION)),
    ("5A", "02 46 24 03 30 30 36 46 04", sign.read_special(Special.MEMORY)),
    ("5A", "02 48 61 03 30 30 41 45 04", sign.read_string("a")),
    ("5A", "02 45 2E 53 55 41 03 30 31 36 31 04", sign.run_sequence("A")),
]  # fmt: skip
UNCHECKED = [
    ("5E", "02 47 61 31 32 33 34 35 36 37 04", sign.write_string("a", b"1234567")),
    ("5E", "02 41 30 04", sign.write_text("0", b"")),
    ("5E", "02 45 24 41 41 55 30 31 30 30 46 46 46 46 61 42 4C 30 30 32 30 30 30 30 30 04",
     sign.write_special(Special.MEMORY, encode_memory_table(
         (FileEntry.text("A", 256), FileEntry.string("a", 32))))),
    ("5A", "02 41 41 1B 20 62 4D 65 73 73 61 67 65 04",
     sign.write_text("A", b"\x1b\x20bMessage")),
]  # fmt: skip


@pytest.mark.parametrize(("sign_type", "rest", "instruction"), CHECKED)
def test_public_vector_with_checksum_is_written_and_read(sign_type, rest, instruction):
    frame = Frame(bytes.fromhex(sign_type).decode(), "00", (instruction,))
    wire = bytes(5) + bytes.fromhex(f"01 {sign_type} 30 30 {rest}")
    assert encode(frame, sync=5) == wire
    assert heard(wire) == [frame]
    assert heard(wire, needs_checksum=True) == [frame]


@pytest.mark.parametrize(("sign_type", "rest", "instruction"), UNCHECKED)
def test_public_vector_without_checksum_is_written_and_read(sign_type, rest, instruction):
    frame = Frame(bytes.fromhex(sign_type).decode(), "00", (plain(instruction),))
    wire = bytes(6) + bytes.fromhex(f"01 {sign_type} 30 30 {rest}")
    assert encode(frame) == wire
    assert heard(wire) == [frame]
    assert heard(wire, needs_checksum=True) == []


def test_checksum_is_the_sum_from_stx_to_etx():
    assert checksum(b"\x02" + AMOUNT + b"\x03") == "0297"
    assert checksum(b"\x7f" * 600) == f"{0x7F * 600 & 0xFFFF:04X}"


def test_measured_reply_of_a_string():
    # Sum 027B was reckoned by hand from a real sign's answer (README.md).
    wire = bytes(20) + b"\x01000\x02GaREAD ME\x03027B\x04"
    assert heard(wire, needs_checksum=True) == [reply("G", b"aREAD ME")]
    assert encode(reply("G", b"aREAD ME"), sync=20) == wire


def test_single_instruction_is_one_piece_unless_the_sign_wants_its_pause():
    frame = Frame("^", "00", (sign.read_string("a"),))
    assert pieces(frame) == (Piece(0, encode(frame)),)
    head, body = pieces(frame, pauses_always=True)
    assert head == Piece(0, bytes(6) + b"\x01^00\x02")
    assert body == Piece(100, b"Ha\x0300AE\x04")


def test_nested_instructions_pause_after_each_stx():
    frame = Frame("^", "00", (sign.read_string("a"), plain(sign.run_sequence("A"))))
    first, second, third = pieces(frame)
    assert (first.pause_ms, second.pause_ms, third.pause_ms) == (0, 100, 100)
    assert first.data == bytes(6) + b"\x01^00\x02"
    assert second.data == b"Ha\x0300AE\x02"
    assert third.data == b"E.SUA\x04"
    assert heard(encode(frame)) == [frame]


def test_no_piece_holds_a_byte_above_seven_bits():
    for data in (b"a\xff", b"a\x80", b"a\x04", b"a\x00", b"a\x01", b"a\x02", b"a\x03"):
        with pytest.raises(ProtocolError):
            encode(Frame("Z", "00", (Instruction("G", data),)))


@pytest.mark.parametrize(
    ("sign_type", "address"), [("", "00"), ("ZZ", "00"), ("Z", "0"), ("Z", "XY"), ("é", "00")]
)
def test_head_that_no_sign_has_is_refused(sign_type, address):
    with pytest.raises(ProtocolError, match="no type and address"):
        encode(Frame(sign_type, address, (Instruction("H", b"a"),)))


def test_empty_and_overlong_frames_are_refused():
    with pytest.raises(ProtocolError, match="at least one"):
        encode(Frame("Z", "00", ()))
    with pytest.raises(ProtocolError, match="4096"):
        encode(Frame("Z", "00", (Instruction("A", b"x" * FRAME_LENGTH_MAX),)))
    with pytest.raises(ProtocolError, match="none may hold"):
        encode(Frame("Z", "00", (Instruction("", b"a"),)))


def test_wildcard_address_is_an_address():
    frame = Frame("Z", "??", (sign.read_string("a"),))
    assert heard(encode(frame)) == [frame]


def test_frame_in_single_bytes():
    codec = AlphaCodec(needs_checksum=True)
    wire = encode(reply("G", b"a54,312.07"), sync=20)
    found = [frame for byte in wire for frame in codec.receive(bytes((byte,)))]
    assert found == [reply("G", b"a54,312.07")]
    assert not codec.is_waiting
    assert codec.take_garbage() == 0


def test_wrong_checksum_is_dropped_and_counted_and_the_next_frame_found():
    good = encode(reply("G", b"a1"), sync=20)
    bad = bytearray(good)
    bad[26] ^= 1
    codec = AlphaCodec(needs_checksum=True)
    assert codec.receive(bytes(bad) + good) == [reply("G", b"a1")]
    assert codec.take_garbage() == len(bad) - 20
    assert codec.take_garbage() == 0


def test_truncated_frame_does_not_hide_the_next():
    codec = AlphaCodec(needs_checksum=True)
    assert codec.receive(encode(reply("G", b"a54,312.07"), sync=20)[:-4]) == []
    assert codec.is_waiting
    assert codec.receive(encode(reply("G", b"a9"), sync=0)) == [reply("G", b"a9")]


def test_half_a_frame_is_given_up_at_a_pause():
    codec = AlphaCodec(needs_checksum=True)
    codec.receive(b"\x00\x00\x01000\x02Ga12")
    assert codec.idle() == []
    assert not codec.is_waiting
    assert codec.take_garbage() == len(b"\x01000\x02Ga12")


def test_instruction_longer_than_any_is_not_waited_for():
    codec = AlphaCodec(needs_checksum=True)
    assert codec.receive(b"\x01000\x02" + b"x" * (FRAME_LENGTH_MAX - 1)) == []
    assert not codec.is_waiting
    assert codec.receive(encode(reply("G", b"a9"))) == [reply("G", b"a9")]
    assert not codec.is_waiting


def test_own_words_that_come_back_are_frames_of_another_type():
    echoed = Frame("Z", "00", (sign.read_string("a"),))
    assert heard(encode(echoed), needs_checksum=True) == [echoed]


@pytest.mark.parametrize(
    ("data", "code", "register"),
    [
        (b"\x06\x40", "\x06", b"\x40"),
        (b"\x15\x50", "\x15", b"\x50"),
        (b"\x15\x10", "\x15", b"\x10"),
    ],
)
def test_bare_words_of_a_sign_that_acknowledges(data, code, register):
    assert heard(data) == []
    assert heard(data, takes_bare_words=True) == [reply(code, register)]
    codec = AlphaCodec(needs_checksum=True, takes_bare_words=True)
    assert codec.receive(data[:1]) == []
    assert codec.receive(data[1:]) == [reply(code, register)]
    assert heard(encode(reply(code, register))) == [reply(code, register)]


def test_bare_word_is_no_excuse_to_lose_a_frame():
    wire = b"\x06" + encode(reply("G", b"a9"), sync=0)
    assert heard(wire, takes_bare_words=True) == [reply("G", b"a9")]
