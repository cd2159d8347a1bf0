"""What a sign says of itself: its memory table, its make, its errors.

Knows the layout of these replies' data, both ways. Does not know frames or files' contents.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag, StrEnum
from typing import Final

from drivers.link.errors import ProtocolError

_ENTRY_LENGTH: Final = 11
_ENTRY: Final = re.compile(rb"([ -~])([ABD])([UL])([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})")
_SIZE_MAX: Final = 0xFFFF

# The revision letter stands in the middle and may be missing: 28 or 29 characters.
_INFORMATION: Final = re.compile(
    r"(.{8})(.?)(\d\d)(\d\d)(\d{4})([SM])(00|FF)([0-9A-F]{4}),([0-9A-F]{4})", re.IGNORECASE
)


class FileType(StrEnum):
    """What a file holds."""

    TEXT = "A"
    STRING = "B"
    PICTURE = "D"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of the memory table. `times` are hours of showing; FFFF is always."""

    label: str
    file_type: FileType
    size: int
    is_locked: bool = False
    times: str = "FFFF"

    @classmethod
    def text(cls, label: str, size: int) -> "FileEntry":
        """Return a TEXT file that is always shown when it is called."""
        return cls(label, FileType.TEXT, size)

    @classmethod
    def string(cls, label: str, size: int) -> "FileEntry":
        """Return a STRING file: locked, and without hours, or the sign would refuse it."""
        return cls(label, FileType.STRING, size, is_locked=True, times="0000")

    def to_bytes(self) -> bytes:
        """Return the entry's eleven characters. Raises ProtocolError for a size of none."""
        if not 0 < self.size <= _SIZE_MAX:
            raise ProtocolError(f"a file of {self.size} bytes")
        lock = "L" if self.is_locked else "U"
        return f"{self.label}{self.file_type}{lock}{self.size:04X}{self.times}".encode("ascii")


def encode_memory_table(entries: Iterable[FileEntry]) -> bytes:
    """Return a memory table as MEMORY carries it. Writing it empties every file."""
    return b"".join(entry.to_bytes() for entry in entries)


def parse_memory_table(data: bytes) -> tuple[FileEntry, ...]:
    """Read a memory table; empty data is an empty one. Raises ProtocolError for any doubt."""
    if len(data) % _ENTRY_LENGTH:
        raise ProtocolError(f"a memory table of {len(data)} characters", frame=data)
    entries = []
    for start in range(0, len(data), _ENTRY_LENGTH):
        match = _ENTRY.fullmatch(data[start : start + _ENTRY_LENGTH])
        if match is None:
            raise ProtocolError("an entry of the memory table is unreadable", frame=data)
        label, file_type, lock, size, times = (group.decode("ascii") for group in match.groups())
        entries.append(
            FileEntry(label, FileType(file_type), int(size, 16), lock == "L", times.upper())
        )
    return tuple(entries)


def holds(table: Iterable[FileEntry], needed: Iterable[FileEntry]) -> bool:
    """Whether a sign's table has every needed file.

    A TEXT file may be larger: signs give the rest of their memory to the first file. Files of
    others do not matter, since the run sequence does not name them.
    """
    by_label = {entry.label: entry for entry in table}
    return all(_suits(by_label.get(entry.label), entry) for entry in needed)


def _suits(found: FileEntry | None, needed: FileEntry) -> bool:
    if found is None or found.file_type is not needed.file_type:
        return False
    if needed.file_type is FileType.TEXT:
        return found.size >= needed.size
    return found.size == needed.size


@dataclass(frozen=True, slots=True)
class GeneralInformation:
    """What a sign is. `released` is month and year, `clock` its own time; memory in bytes."""

    version: str
    revision: str
    released: str
    clock: str
    has_24_hours: bool
    is_speaker_on: bool
    memory_bytes: int
    memory_free_bytes: int

    @property
    def firmware(self) -> str:
        """Version and revision in one, as the birth carries them."""
        return self.version + self.revision

    @classmethod
    def parse(cls, data: bytes) -> "GeneralInformation":
        """Read a sign's general information. Raises ProtocolError for any doubt."""
        match = _INFORMATION.fullmatch(data.decode("ascii", "replace"))
        if match is None:
            raise ProtocolError("the general information is unreadable", frame=data)
        version, revision, month, year, clock, hours, speaker, memory, free = match.groups()
        return cls(
            version.strip(),
            revision.strip(),
            f"{month}/{year}",
            f"{clock[:2]}:{clock[2:]}",
            hours.upper() == "M",
            speaker == "00",
            int(memory, 16),
            int(free, 16),
        )

    def to_bytes(self) -> bytes:
        """Return the 28 or 29 characters, as a sign sends them."""
        hours, speaker = "M" if self.has_24_hours else "S", "00" if self.is_speaker_on else "FF"
        return (
            f"{self.version:8}{self.revision}{self.released.replace('/', '')}"
            f"{self.clock.replace(':', '')}{hours}{speaker}"
            f"{self.memory_bytes:04X},{self.memory_free_bytes:04X}"
        ).encode("ascii")


class SignError(IntFlag):
    """Bits of the serial error register; it also comes with every ACK and NAK."""

    PARITY = 0b000001
    FRAMING = 0b000010
    TIMED_OUT = 0b000100
    OVERFLOWED = 0b001000
    CHECKSUM_WRONG = 0b010000
    ILLEGAL = 0b100000


REGISTER_IDLE: Final = 0x40
"""The register without an error: bit 6 is always set, though some signs leave it out."""


def parse_register(data: bytes) -> SignError:
    """Read the error register: with bit 6, or without. Raises ProtocolError for any doubt."""
    if len(data) != 1 or data[0] & ~(REGISTER_IDLE | 0x3F):
        raise ProtocolError("the error register is unreadable", frame=data)
    return SignError(data[0] & 0x3F)


def register_text(errors: SignError) -> str:
    """Return the names of errors in the order of their bits, for a technician."""
    return ", ".join(
        str(each.name).lower().replace("_", " ") for each in SignError if each in errors
    )
