"""What differs between scanners of one protocol: times and settings, and what follows from them."""

from dataclasses import dataclass
from typing import Final

# A scanner sends a packet three times in all; then the packet is given up.
COPIES_OF_A_PACKET: Final = 3


@dataclass(frozen=True, slots=True)
class LinkProfile:
    """Times and settings of one scanner model. Durations in milliseconds.

    `parameters` are the bytes of temporary parameters as PARAM_SEND carries them, without the
    beep code; `beep_code` is what `identify` sounds.
    """

    response_timeout_ms: int = 2_000
    heartbeat_ms: int = 5_000
    parameters: bytes = b""
    beep_code: int = 0

    @property
    def repeat_window_ms(self) -> int:
        """Time within which a scanner has sent the last copy of a packet, with a margin."""
        return COPIES_OF_A_PACKET * self.response_timeout_ms + self.response_timeout_ms // 2

    @property
    def certain_repeat_ms(self) -> int:
        """Longest time from one copy of a packet to the next: the time-out and a twentieth.

        No two cards leave a shoe within a twentieth of the time-out (100 ms of 2 s).
        """
        return self.response_timeout_ms + self.response_timeout_ms // 20
