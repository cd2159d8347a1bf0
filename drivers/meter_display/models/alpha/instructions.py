"""What a sign can be told and asked, as instructions; and how a text stands in a file.

Knows the letters of the protocol, the labels of files, and the bytes that place, colour and page a
text. Does not know what the texts say.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.link.errors import ProtocolError
from drivers.meter_display.models.alpha.codec import Instruction


class Code(StrEnum):
    """The letter of an instruction. A reply bears the letter that writes what was read."""

    WRITE_TEXT = "A"
    READ_TEXT = "B"
    WRITE_SPECIAL = "E"
    READ_SPECIAL = "F"
    WRITE_STRING = "G"
    READ_STRING = "H"


class Special(StrEnum):
    """What follows WRITE_SPECIAL and READ_SPECIAL."""

    GENERAL_INFORMATION = '"'
    MEMORY = "$"
    ERRORS = "*"
    SOFT_RESET = ","
    RUN_SEQUENCE = "."
    CLEAR_ERRORS = "4"
    ACKNOWLEDGE = "s"


PRIORITY_LABEL: Final = "0"
"""The file that always exists and, while it holds a text, is shown instead of all others."""

PRIORITY_SIZE: Final = 125
STRING_SIZE_MAX: Final = 125
_NOT_FOR_STRINGS: Final = frozenset("0?")

# Positions (document, table 12): a sign of one line shows all of them alike.
MIDDLE: Final = b"\x20"
TOP: Final = b"\x22"
BOTTOM: Final = b"\x26"
FILL: Final = b"\x30"
HOLD: Final = b"b"
"""Mode in which a text stands still."""

SLOWEST: Final = b"\x15"
_START_OF_PAGE: Final = b"\x1b"
_COLOUR: Final = b"\x1c"
_FIXED_WIDTH: Final = b"\x1e1"
_CALL: Final = b"\x10"


class Colour(StrEnum):
    """Colours that every sign of several colours has (document, control code 1C)."""

    RED = "1"
    GREEN = "2"
    AMBER = "3"
    DIM_RED = "4"
    DIM_GREEN = "5"
    BROWN = "6"
    ORANGE = "7"
    YELLOW = "8"


@dataclass(frozen=True, slots=True)
class Look:
    """How a text stands on the glass: its place and its colour."""

    position: bytes = MIDDLE
    colour: Colour = Colour.RED


def page(look: Look, content: bytes, *, is_slow: bool = False) -> bytes:
    """Return a page that stands still; `is_slow`: as long as the sign lets it, before the next."""
    speed = SLOWEST if is_slow else b""
    colour = _COLOUR + look.colour.encode("ascii")
    return _START_OF_PAGE + look.position + HOLD + speed + colour + content


def call_string(label: str) -> bytes:
    """Return the place in a text where a STRING file is put in, in digits of one width.

    The fixed width keeps a growing amount from moving the text around it.
    """
    return _FIXED_WIDTH + _CALL + label.encode("ascii")


def write_text(label: str, content: bytes) -> Instruction:
    """Fill a TEXT file; empty content in the priority file releases the glass.

    Raises ProtocolError where the priority file cannot hold it: no sign would say so.
    """
    if label == PRIORITY_LABEL and len(content) > PRIORITY_SIZE:
        raise ProtocolError(f"{len(content)} bytes; the priority file holds {PRIORITY_SIZE}")
    return Instruction(Code.WRITE_TEXT, label.encode("ascii") + content)


def read_text(label: str) -> Instruction:
    """Ask what a TEXT file holds."""
    return Instruction(Code.READ_TEXT, label.encode("ascii"))


def write_string(label: str, value: bytes) -> Instruction:
    """Fill a STRING file. Raises ProtocolError for a label or length that no STRING has.

    A value longer than the file's own size would empty it: only the caller knows that size.
    """
    if label in _NOT_FOR_STRINGS or len(value) > STRING_SIZE_MAX:
        raise ProtocolError(f"no STRING file is {label!r} with {len(value)} bytes")
    return Instruction(Code.WRITE_STRING, label.encode("ascii") + value)


def read_string(label: str) -> Instruction:
    """Ask what a STRING file holds; one that does not exist answers like an empty one."""
    return Instruction(Code.READ_STRING, label.encode("ascii"))


def write_special(function: Special, data: bytes = b"") -> Instruction:
    """Set a special function."""
    return Instruction(Code.WRITE_SPECIAL, function.encode("ascii") + data)


def read_special(function: Special) -> Instruction:
    """Ask for a special function."""
    return Instruction(Code.READ_SPECIAL, function.encode("ascii"))


def run_sequence(labels: Iterable[str]) -> Instruction:
    """Show these TEXT files in this order, whatever their hours, unlocked."""
    return write_special(Special.RUN_SEQUENCE, b"SU" + "".join(labels).encode("ascii"))
