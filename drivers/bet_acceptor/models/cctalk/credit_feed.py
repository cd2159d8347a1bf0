"""The readings of a seat's event buffer: when to read, and when to believe what was read.

Knows polling and belief. An 8-bit sum passes one garbled answer in 256, so a reading that brings
news is believed when a second one is equal; under CRC-16 at once, unless something went wrong on
the line lately and a late answer may be about. Does not know what an event means.
"""

from typing import Final

from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.commands import READ_CREDITS
from drivers.bet_acceptor.models.cctalk.credit_buffer import Reading, Same, Verdict, judge
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Request, Urgency

# No device is asked more often than this, whatever it wishes: others are on the line too.
_POLL_MS_MIN: Final = 50


class CreditFeed:
    """The event buffer of one device, read again and again."""

    def __init__(self, profile: LineProfile, notes: SeatNotes) -> None:
        self._profile = profile
        self._notes = notes
        self.begin(0)

    def begin(self, now_ms: int) -> None:
        """Begin on a device that was just found."""
        self._candidate: bytes | None = None
        self._due_ms = now_ms
        self.is_read = False
        """Whether a reading was believed since the device was found."""

    def request(self, *, is_wanted: bool) -> Request:
        """Return the next reading; `is_wanted`: somebody waits for it."""
        is_urgent = is_wanted or self._candidate is not None
        return Request(
            Purpose.READ,
            READ_CREDITS,
            urgency=Urgency.READ if is_urgent else Urgency.LATER,
            due_ms=0 if is_urgent else self._due_ms,
        )

    def answered(
        self,
        data: bytes,
        now_ms: int,
        *,
        checksum: Checksum,
        is_clean: bool,
        is_wanted: bool,
        polling_ms: int | None,
    ) -> Verdict | None:
        """Take a reading; return what is new in it, or None if it must be read again first."""
        verdict = judge(self._notes.memory.known, Reading.from_bytes(data))
        if isinstance(verdict, Same):
            needs_second = is_wanted and not is_clean
        else:
            needs_second = checksum is Checksum.SIMPLE or not is_clean
        if needs_second and self._candidate != data:
            self._candidate = data
            return None
        self._candidate = None
        self.is_read = True
        wanted_ms = max(_POLL_MS_MIN, polling_ms or self._profile.poll_ms)
        self._due_ms = now_ms + min(self._profile.poll_ms, wanted_ms)
        return verdict
