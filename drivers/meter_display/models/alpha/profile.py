"""What differs between signs of one protocol: names, sizes, times, whether they can be asked."""

from dataclasses import dataclass, field
from typing import Final

from drivers.meter_display.models.alpha.instructions import Look

_BITS_OF_A_BYTE: Final = 10  # start, seven, parity, stop
_AROUND_FILES: Final = 64
"""Bytes of the longest frame beside the two files in it, and more."""
_PAUSES_MS: Final = 300
"""The pauses within the longest frame: three instructions, 100 ms each."""


@dataclass(frozen=True, slots=True)
class SignProfile:
    """Settings of one sign model. Durations in milliseconds.

    `read_back_every`: read a value back after every so many writes; 0: the sign cannot be asked.
    For a sign that cannot be asked: `repeat_ms`, `repeat_amount_ms`: time between two writes of
    dashes, of an amount that stays; `renew_ms`: time of dashes after which its memory is written
    anew.
    `write_gap_ms`: least time from the end of a write to whatever follows it.
    `reply_timeout_ms`: how long an answer may take after the question has left.
    `check_ms`, `register_ms`: time between two looks at the memory table, at the error register.
    `has_clear`: a bare clear goes before a memory table; `clear_ms`, `settle_ms`: how long the sign
    is deaf after the clear, after the table. `value_size`, `text_size`: bytes of the two files.
    `baud` 0: no serial line. `pauses_always`: a pause after each STX, not only in nested frames.
    """

    sign_type: str = "Z"
    address: str = "00"
    look: Look = field(default_factory=Look)
    hit_look: Look = field(default_factory=Look)
    read_back_every: int = 1
    repeat_ms: int = 3_000
    repeat_amount_ms: int = 10_000
    renew_ms: int = 300_000
    write_gap_ms: int = 250
    reply_timeout_ms: int = 500
    check_ms: int = 5_000
    register_ms: int = 60_000
    has_clear: bool = True
    clear_ms: int = 10_000
    settle_ms: int = 2_000
    value_size: int = 32
    text_size: int = 64
    baud: int = 9_600
    pauses_always: bool = False

    @property
    def can_be_asked(self) -> bool:
        """Whether the sign answers questions; else nobody knows what it shows."""
        return self.read_back_every > 0

    @property
    def on_its_way_ms(self) -> int:
        """How long the longest frame takes from its first byte to the glass, and more."""
        return self.wire_ms(self.value_size + self.text_size + _AROUND_FILES) + _PAUSES_MS

    def wire_ms(self, length: int) -> int:
        """Return how long so many bytes take on the line, rounded up."""
        return -(-length * _BITS_OF_A_BYTE * 1_000 // self.baud) if self.baud else 0
