"""The device's own count of bad messages (headers 2 and 3), read from time to time.

Knows that the three counters are single bytes, so they are cleared once they were read. Does not
know what else the line does.
"""

from typing import Final

from drivers.bet_acceptor.models.cctalk.commands import CLEAR_COMMS_STATUS, COMMS_STATUS
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Request

QUALITY_MS: Final = 10_000
_TRIES: Final = 2
_BAD_CHECKSUMS: Final = 2


class LineQuality:
    """What one device counts. `bad` is how many messages it received garbled or in part."""

    def __init__(self) -> None:
        self.bad = 0
        self.begin(0)

    def begin(self, now_ms: int) -> None:
        """Begin on a device that was just found."""
        self._is_known = True
        self._is_clearing = False
        self._due_ms = now_ms + QUALITY_MS

    def request(self) -> Request | None:
        """Return the next request."""
        if not self._is_known:
            return None
        if self._is_clearing:
            return Request(Purpose.QUALITY, CLEAR_COMMS_STATUS, due_ms=self._due_ms, tries=_TRIES)
        return Request(Purpose.QUALITY, COMMS_STATUS, due_ms=self._due_ms, tries=_TRIES)

    def answered(self, data: bytes, now_ms: int) -> None:
        """Take receive time-outs, ignored bytes and bad checksums; or the acknowledgement."""
        if self._is_clearing:
            self._is_clearing = False
            self._due_ms = now_ms + QUALITY_MS
            return
        # Ignored bytes are those for other devices on the line: no fault.
        self.bad += data[0] + data[_BAD_CHECKSUMS]
        self._is_clearing = True

    def refused(self) -> None:
        """Take note that the device does not count, or cannot be told to begin anew."""
        self._is_known = False
