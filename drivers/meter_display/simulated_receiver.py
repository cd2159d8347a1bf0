"""The ear of a simulated sign: bytes at the pace of the line, with the pauses between them.

Knows when each byte has come, whether the pauses that nested instructions need were there, and that
a gap of a second within a frame makes a sign forget it. Does not know what a frame means.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from drivers.meter_display.models.alpha.codec import PAUSE_MS, AlphaCodec, Control, Frame

_BITS_OF_A_BYTE: Final = 10  # start, seven, parity, stop
_FORGETS_AFTER_MS: Final = 1_000
# Of the pause after STX, so much may be missing: clocks and operating systems round.
_PAUSE_GRACE_MS: Final = 10


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame as it came in: when its first and its last byte were there.

    `is_rushed`: a pause after STX was missing, so a real sign would not have understood it.
    """

    frame: Frame
    started_ms: int
    ended_ms: int
    is_rushed: bool


@dataclass(frozen=True, slots=True)
class _Burst:
    """Bytes that come one behind the other from `start_ms` on."""

    start_ms: float
    data: bytes


class SignReceiver:
    """Puts bytes together to frames. Times are monotonic milliseconds.

    `baud` 0: bytes are there at once (USB). `pauses_always`: the sign needs its pause after STX
    for single instructions too.
    """

    def __init__(self, *, baud: int, pauses_always: bool = False) -> None:
        self._byte_ms = 1_000 * _BITS_OF_A_BYTE / baud if baud else 0.0
        self._pauses_always = pauses_always
        self._codec = AlphaCodec(needs_checksum=False)
        self._coming: deque[_Burst] = deque()
        self._free_at_ms = 0.0
        self._last_ms = 0.0
        self._started_ms = 0.0
        self._stx_ms: float | None = None
        self._shortest_ms: float | None = None

    @property
    def due_ms(self) -> int | None:
        """When `work` has something to do; None if nothing is coming in."""
        if not self._coming:
            return None
        first = self._coming[0]
        return int(first.start_ms + len(first.data) * self._byte_ms) + 1

    def take(self, data: bytes, now_ms: int) -> None:
        """Take bytes that the host has handed to its line now."""
        start = max(float(now_ms), self._free_at_ms)
        self._coming.append(_Burst(start, data))
        self._free_at_ms = start + len(data) * self._byte_ms

    def forget(self) -> None:
        """Lose everything that was under way: the cable was pulled or the power went."""
        self._coming.clear()
        self._free_at_ms = 0.0
        self._codec.idle()
        self._codec.take_garbage()

    def work(self, now_ms: int) -> tuple[list[Heard], int]:
        """Return the frames that are complete by now, and how many bytes made none."""
        heard: list[Heard] = []
        while self._coming:
            burst = self._coming[0]
            if burst.start_ms + len(burst.data) * self._byte_ms > now_ms:
                break
            self._coming.popleft()
            for place, byte in enumerate(burst.data):
                heard += self._byte(byte, burst.start_ms + (place + 1) * self._byte_ms)
        if self._codec.is_waiting and now_ms - self._last_ms >= _FORGETS_AFTER_MS:
            self._codec.idle()
        return heard, self._codec.take_garbage()

    def _byte(self, byte: int, at_ms: float) -> list[Heard]:
        if self._codec.is_waiting and at_ms - self._last_ms >= _FORGETS_AFTER_MS:
            self._codec.idle()
        self._last_ms = at_ms
        if byte == Control.SOH:
            self._started_ms, self._shortest_ms = at_ms, None
        elif self._stx_ms is not None:
            pause_ms = at_ms - self._byte_ms - self._stx_ms
            known = pause_ms if self._shortest_ms is None else self._shortest_ms
            self._shortest_ms = min(pause_ms, known)
        self._stx_ms = at_ms if byte == Control.STX else None
        frames = self._codec.receive(bytes((byte,)))
        return [self._heard(frame, at_ms) for frame in frames]

    def _heard(self, frame: Frame, at_ms: float) -> Heard:
        needs_pause = self._pauses_always or len(frame.instructions) > 1
        shortest_ms = self._shortest_ms or 0.0
        is_rushed = needs_pause and shortest_ms < PAUSE_MS - _PAUSE_GRACE_MS
        return Heard(frame, int(self._started_ms), int(at_ms), is_rushed)
