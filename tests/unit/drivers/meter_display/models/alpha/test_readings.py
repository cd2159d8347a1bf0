"""What a sign says of itself, read with no doubt left or not at all."""

import pytest

from drivers.link.errors import ProtocolError
from drivers.meter_display.models.alpha.readings import (
    FileEntry,
    FileType,
    GeneralInformation,
    SignError,
    encode_memory_table,
    holds,
    parse_memory_table,
    parse_register,
    register_text,
)

NEEDED = (FileEntry.text("A", 0x40), FileEntry.string("a", 0x20))


@pytest.mark.parametrize(
    ("data", "revision", "firmware"),
    [
        (b"1044-160B01931433M004000,0BB8", "B", "1044-160B"),
        (b"1044-16001931433M004000,0BB8", "", "1044-160"),
    ],
)
def test_general_information_of_both_lengths(data, revision, firmware):
    found = GeneralInformation.parse(data)
    assert found == GeneralInformation(
        "1044-160",
        revision,
        "01/93",
        "14:33",
        has_24_hours=True,
        is_speaker_on=True,
        memory_bytes=0x4000,
        memory_free_bytes=0x0BB8,
    )
    assert found.firmware == firmware
    assert found.to_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        b"", b"1044-160B01931433M004000", b"1044-160B01931433X004000,0BB8",
        b"1044-160B01931433M014000,0BB8", b"1044-160B0193143xM004000,0BB8",
        b"1044-160B01931433M004000,0BB8\xff", b"1044-160BC01931433M004000,0BB8",
    ],
)  # fmt: skip
def test_general_information_in_doubt_is_refused(data):
    with pytest.raises(ProtocolError):
        GeneralInformation.parse(data)


def test_memory_table_there_and_back():
    data = b"AAU0040FFFFaBL00200000"
    assert encode_memory_table(NEEDED) == data
    assert parse_memory_table(data) == NEEDED
    assert parse_memory_table(b"") == ()
    assert parse_memory_table(b"DDL08202000") == (
        FileEntry("D", FileType.PICTURE, 0x820, is_locked=True, times="2000"),
    )
    assert parse_memory_table(b"aBL00ff0000")[0].size == 0xFF


@pytest.mark.parametrize(
    "data", [b"AAU0040FFF", b"AXU0040FFFF", b"AAX0040FFFF", b"AAU004GFFFF", b"AAU0040FFFFaBL"]
)
def test_memory_table_in_doubt_is_refused(data):
    with pytest.raises(ProtocolError):
        parse_memory_table(data)


@pytest.mark.parametrize("size", [0, 0x1_0000])
def test_file_of_no_size_is_refused(size):
    with pytest.raises(ProtocolError):
        FileEntry.text("A", size).to_bytes()


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (b"AAU0040FFFFaBL00200000", True),
        (b"aBL00200000AAU0040FFFF", True),
        (b"AAU4000FFFFaBL00200000", True),  # the sign gave the rest of its memory to the first
        (b"AAU0040FFFFaBL00200000BAU0100FFFF", True),
        (b"", False),
        (b"AAU0040FFFF", False),
        (b"aBL00200000", False),
        (b"AAU003FFFFFaBL00200000", False),
        (b"AAU0040FFFFaBL001F0000", False),
        (b"AAU0040FFFFaBL00210000", False),
        (b"ABL00400000aBL00200000", False),
        (b"AAU0040FFFFaAU0020FFFF", False),
    ],
)
def test_only_a_table_without_our_files_is_written_anew(table, expected):
    assert holds(parse_memory_table(table), NEEDED) is expected


@pytest.mark.parametrize("bit_6", [0x40, 0])
@pytest.mark.parametrize(
    ("bits", "expected", "text"),
    [
        (0, SignError(0), ""),
        (0b010000, SignError.CHECKSUM_WRONG, "checksum wrong"),
        (0b100101, SignError.ILLEGAL | SignError.TIMED_OUT | SignError.PARITY,
         "parity, timed out, illegal"),
    ],
)  # fmt: skip
def test_error_register_with_and_without_bit_6(bit_6, bits, expected, text):
    assert parse_register(bytes((bit_6 | bits,))) == expected
    assert register_text(expected) == text


@pytest.mark.parametrize("data", [b"", b"\x40\x40", b"\x80"])
def test_error_register_in_doubt_is_refused(data):
    with pytest.raises(ProtocolError):
        parse_register(data)
