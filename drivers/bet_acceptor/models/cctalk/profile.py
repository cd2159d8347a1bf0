"""What differs between lines and acceptors of one protocol: times, wiring, the lamp, the tokens."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.commands import (
    INPUT_LINES,
    LATCH_OUTPUT_LINES,
    OPTO_STATES,
    TEST_OUTPUT_LINES,
    Command,
)

# Start bit, eight data bits, stop bit.
_BITS_OF_A_BYTE: Final = 10


class EchoSetting(StrEnum):
    """Whether the adapter brings back what was sent; AUTO finds out at the start."""

    AUTO = "auto"
    PRESENT = "present"
    ABSENT = "absent"


class ChecksumSetting(StrEnum):
    """Which checksum the acceptors use; AUTO tries both on each of them."""

    AUTO = "auto"
    SIMPLE = "simple"
    CRC16 = "crc16"

    @property
    def tried(self) -> tuple[Checksum, ...]:
        """The checksums that are tried, in this order."""
        return tuple(Checksum) if self is ChecksumSetting.AUTO else (Checksum(self.value),)


class LampCommand(StrEnum):
    """The command that switches the output line of the lamp."""

    LATCH = "latch"
    TEST = "test"

    @property
    def command(self) -> Command:
        """Header 233 or 238."""
        return LATCH_OUTPUT_LINES if self is LampCommand.LATCH else TEST_OUTPUT_LINES


class LampSense(StrEnum):
    """What tells whether the lamp really burns."""

    NONE = "none"
    INPUT_LINES = "input_lines"
    OPTO_STATES = "opto_states"

    @property
    def command(self) -> Command | None:
        """Header 237 or 236; None where nothing tells."""
        if self is LampSense.NONE:
            return None
        return INPUT_LINES if self is LampSense.INPUT_LINES else OPTO_STATES


@dataclass(frozen=True, slots=True)
class LampProfile:
    """The lamp's output line, and the input that senses it where there is one.

    Bits count from 0. `refresh_ms` is how often the output is set again (0: only when it should
    change), for outputs that fall back by themselves and lamps that lost their power.
    """

    command: LampCommand = LampCommand.LATCH
    bit: int = 0
    sense: LampSense = LampSense.NONE
    sense_bit: int = 0
    sense_is_inverted: bool = False
    refresh_ms: int = 5_000

    def output(self, *, is_lit: bool) -> bytes:
        """Return the data byte that lights the lamp or lets it go dark."""
        return bytes((1 << self.bit if is_lit else 0,))

    def is_sensed(self, data: bytes) -> bool:
        """Return whether the sensed byte says that the lamp burns."""
        return bool(data[0] >> self.sense_bit & 1) is not self.sense_is_inverted


@dataclass(frozen=True, slots=True)
class Token:
    """One kind of token: its position in the device, its worth, and the coin id expected there."""

    position: int
    value_minor: int
    coin_id: str | None = None


@dataclass(frozen=True, slots=True)
class LineProfile:
    """Times and settings of one line. Durations in milliseconds; README.md says where from.

    `quiet_ms` is the silence after a request that got no good answer: late bytes pass in it and
    every device forgets what it half heard. `station_patience_ms` is how long windows stay open
    once the station is missed.
    """

    baud: int = 9_600
    checksum: ChecksumSetting = ChecksumSetting.AUTO
    echo: EchoSetting = EchoSetting.AUTO
    has_leading_nul: bool = False
    start_after_ms: int = 250
    reply_timeout_ms: int = 100
    echo_timeout_ms: int = 60
    quiet_ms: int = 60
    tries: int = 3
    poll_ms: int = 250
    probe_ms: int = 1_000
    check_ms: int = 5_000
    self_check_timeout_ms: int = 2_500
    station_patience_ms: int = 1_000
    lamp: LampProfile = LampProfile()
    tokens: tuple[Token, ...] = field(default=())

    def wire_ms(self, count: int) -> int:
        """Return how long `count` bytes take on the wire, rounded up."""
        return -(-count * _BITS_OF_A_BYTE * 1_000 // self.baud)
