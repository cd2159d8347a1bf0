"""The commands of ccTalk that a bet acceptor needs, as data.

Knows header numbers, names and how many bytes go out and come back. Does not know when to ask or
what an answer means for the game. Numbers and lengths: ccTalk generic specification, Part 2, and
the makers' tables named in README.md.
"""

from dataclasses import dataclass
from typing import Final

# Headers of answers. Data comes under the header of an acknowledgement.
ACK: Final = 0
NAK: Final = 5
BUSY: Final = 6

CATEGORY_OF_ACCEPTORS: Final = b"Coin Acceptor"
POSITIONS: Final = 16
"""Kinds of token that one acceptor can tell apart."""

COIN_ID_LENGTH: Final = 6
NO_COIN: Final = b"......"
"""Coin id of a position that is not programmed."""

_TEXT_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `sends` data bytes go out, `answer_min` to `answer_max` come back.

    Both are 0 where the answer is a bare acknowledgement.
    """

    header: int
    name: str
    sends: int = 0
    answer_min: int = 0
    answer_max: int = 0

    def fits(self, data: bytes) -> bool:
        """Whether `data` can be the answer to this command, by its length."""
        return self.answer_min <= len(data) <= self.answer_max


SIMPLE_POLL: Final = Command(254, "simple poll")
POLLING_PRIORITY: Final = Command(249, "request polling priority", 0, 2, 2)
MAKER: Final = Command(246, "request manufacturer id", 0, 1, _TEXT_MAX)
CATEGORY: Final = Command(245, "request equipment category id", 0, 1, _TEXT_MAX)
PRODUCT: Final = Command(244, "request product code", 0, 1, _TEXT_MAX)
SERIAL_NUMBER: Final = Command(242, "request serial number", 0, 3, 4)
SOFTWARE: Final = Command(241, "request software revision", 0, 1, _TEXT_MAX)
TEST_SOLENOIDS: Final = Command(240, "test solenoids", 1)
TEST_OUTPUT_LINES: Final = Command(238, "test output lines", 1)
INPUT_LINES: Final = Command(237, "read input lines", 0, 1, 2)
OPTO_STATES: Final = Command(236, "read opto states", 0, 1, 2)
LATCH_OUTPUT_LINES: Final = Command(233, "latch output lines", 1)
SELF_CHECK: Final = Command(232, "perform self-check", 0, 1, 3)
SET_INHIBIT_MASK: Final = Command(231, "modify inhibit status", 2)
INHIBIT_MASK: Final = Command(230, "request inhibit status", 0, 2, 2)
READ_CREDITS: Final = Command(229, "read buffered credit or error codes", 0, 11, 11)
SET_MASTER_INHIBIT: Final = Command(228, "modify master inhibit status", 1)
MASTER_INHIBIT: Final = Command(227, "request master inhibit status", 0, 1, 1)
BUILD: Final = Command(192, "request build code", 0, 1, _TEXT_MAX)
COIN_ID: Final = Command(184, "request coin id", 1, COIN_ID_LENGTH, COIN_ID_LENGTH)
COMMS_REVISION: Final = Command(4, "request comms revision", 0, 3, 3)
CLEAR_COMMS_STATUS: Final = Command(3, "clear comms status variables")
COMMS_STATUS: Final = Command(2, "request comms status variables", 0, 3, 3)
SOFT_RESET: Final = Command(1, "reset device")

COMMANDS: Final[dict[int, Command]] = {
    command.header: command
    for command in (
        SIMPLE_POLL,
        POLLING_PRIORITY,
        MAKER,
        CATEGORY,
        PRODUCT,
        SERIAL_NUMBER,
        SOFTWARE,
        TEST_SOLENOIDS,
        TEST_OUTPUT_LINES,
        INPUT_LINES,
        OPTO_STATES,
        LATCH_OUTPUT_LINES,
        SELF_CHECK,
        SET_INHIBIT_MASK,
        INHIBIT_MASK,
        READ_CREDITS,
        SET_MASTER_INHIBIT,
        MASTER_INHIBIT,
        BUILD,
        COIN_ID,
        COMMS_REVISION,
        CLEAR_COMMS_STATUS,
        COMMS_STATUS,
        SOFT_RESET,
    )
}
"""Every command by its header."""

# Unit byte of the polling priority -> milliseconds.
_UNITS_MS: Final = {1: 1, 2: 10, 3: 1_000, 4: 60_000, 5: 3_600_000}


def polling_priority_ms(data: bytes) -> int | None:
    """Return how often a device wants to be polled; None where it does not say (unit 0, days)."""
    unit_ms = _UNITS_MS.get(data[0])
    return None if unit_ms is None or data[1] == 0 else unit_ms * data[1]


def serial_number(data: bytes) -> str:
    """Return a serial number, which comes with its lowest byte first, as text."""
    return str(int.from_bytes(data, "little"))


def printable(data: bytes) -> str:
    """Return the printable text of an answer."""
    return "".join(chr(byte) for byte in data if " " <= chr(byte) <= "~").strip()
