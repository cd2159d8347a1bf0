"""A seat's lamp: set, confirmed, set again from time to time, and blinked to find the seat.

Knows what the lamp should be and what the device last confirmed: by its acknowledgement, or by an
input that senses the lamp where there is one. Does not know why a lamp burns. Blinking is no
signal of the game: it is never reported, and a wish ends it.
"""

from typing import Final

from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LampProfile
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Request, Urgency
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Light, SeatStep

BLINK_MS: Final = 300
BLINKS: Final = 5
_MISMATCHES_MAX: Final = 3
_HOLD_MS: Final = 5_000


class SeatLamp:
    """The lamp of one device."""

    def __init__(self, profile: LampProfile, notes: SeatNotes) -> None:
        self._profile = profile
        self._notes = notes
        self.is_trusted = False
        """Whether the wish was heard from a station that is there: without it none is lit.

        The wager may be settled long since. A lamp that burns is left alone.
        """
        self.begin()

    def begin(self) -> None:
        """Begin on a device that was just found: what its lamp is, is not known."""
        self._set: bool | None = None
        self._confirmed: bool | None = None
        # Whatever the lamp became meanwhile is sensed before it is set.
        self._is_sense_due = self._has_sense
        self._mismatches = 0
        self._hold_until_ms = 0
        self._refresh_at_ms: int | None = None
        self._blinks_left = 0
        self._blink_at_ms = 0

    @property
    def _has_sense(self) -> bool:
        return self._profile.sense.command is not None

    @property
    def is_blinking(self) -> bool:
        """Whether the lamp is showing somebody where the seat is."""
        return self._blinks_left > 0

    def wished(self) -> None:
        """Take note of a new wish: it ends blinking and is tried at once."""
        self._end_blinking()
        self._hold_until_ms = 0

    def blink(self, now_ms: int) -> None:
        """Begin to blink."""
        self._blinks_left = 2 * BLINKS
        self._blink_at_ms = now_ms

    def went_dark(self) -> list[SeatStep]:
        """Take note that the device was without power, and the lamp with it."""
        if not self._notes.memory.is_lit:
            return []
        return [Light(is_lit=False, memory=self._notes.change(is_lit=False))]

    def request(self, now_ms: int) -> Request | None:
        """Return what is to be asked of the device for its lamp."""
        if self._blinks_left:
            return self._switch(is_lit=self._blinks_left % 2 == 0, due_ms=self._blink_at_ms)
        return None if now_ms < self._hold_until_ms else self._steady()

    def _steady(self) -> Request | None:
        """Return the request that brings the lamp to what it should be, or keeps it there."""
        sense, wish = self._profile.sense.command, self._notes.memory.lamp_wish
        if self._is_sense_due and sense is not None:
            return Request(Purpose.LAMP_SENSE, sense, urgency=Urgency.LAMP)
        if wish is None or (wish and not self.is_trusted and not self._confirmed):
            return None
        if wish is not self._confirmed:
            return self._switch(is_lit=wish)
        if self._refresh_at_ms is None:
            return None
        return self._switch(is_lit=wish, urgency=Urgency.LATER, due_ms=self._refresh_at_ms)

    def answered(self, purpose: Purpose, asked: bytes, data: bytes, now_ms: int) -> list[SeatStep]:
        """Take the answer to a request; `asked` are the data bytes that it sent."""
        if purpose is Purpose.LAMP_SENSE:
            return self._sensed(self._profile.is_sensed(data), now_ms)
        is_lit = asked == self._profile.output(is_lit=True)
        if purpose is Purpose.BLINK:
            self._blinked(now_ms)
            return []
        self._set = is_lit
        if self._has_sense:
            self._is_sense_due = True
            return []
        return self._confirm(is_lit=is_lit, now_ms=now_ms)

    def refused(self, now_ms: int) -> list[SeatStep]:
        """Take note that the device does not know a request for its lamp."""
        self._end_blinking()
        return self._fail("the acceptor does not take the lamp's command", now_ms)

    def _switch(self, *, is_lit: bool, urgency: Urgency = Urgency.LAMP, due_ms: int = 0) -> Request:
        profile = self._profile
        data = profile.output(is_lit=is_lit)
        purpose = Purpose.BLINK if self._blinks_left else Purpose.LAMP
        return Request(purpose, profile.command.command, data, urgency, due_ms)

    def _blinked(self, now_ms: int) -> None:
        """Take note of one change of a blinking lamp."""
        self._confirmed = None
        if not self._blinks_left:
            return  # a wish has ended it meanwhile
        self._blinks_left -= 1
        self._blink_at_ms = now_ms + BLINK_MS

    def _sensed(self, is_lit: bool, now_ms: int) -> list[SeatStep]:  # noqa: FBT001 - the answer
        """Take what the lamp is; believe that it is wrong only after several tries."""
        self._is_sense_due = False
        if self._set is None:
            # It was not set in this conversation: this is what it became while nobody looked.
            return [] if self._notes.memory.is_lit is None else self._report(is_lit=is_lit)
        if is_lit is self._set:
            return self._confirm(is_lit=is_lit, now_ms=now_ms)
        self._confirmed = None
        self._mismatches += 1
        if self._mismatches < _MISMATCHES_MAX:
            return []
        said = "dark" if self._set else "lit"
        return [*self._report(is_lit=is_lit), *self._fail(f"the lamp stays {said}", now_ms)]

    def _confirm(self, *, is_lit: bool, now_ms: int) -> list[SeatStep]:
        self._confirmed = is_lit
        self._mismatches = 0
        refresh_ms = self._profile.refresh_ms
        self._refresh_at_ms = now_ms + refresh_ms if refresh_ms else None
        return self._report(is_lit=is_lit)

    def _report(self, *, is_lit: bool) -> list[SeatStep]:
        """Report the lamp if that is a change."""
        if self._notes.memory.is_lit is is_lit:
            return []
        return [Light(is_lit, self._notes.change(is_lit=is_lit))]

    def _fail(self, detail: str, now_ms: int) -> list[SeatStep]:
        self._mismatches = 0
        self._confirmed = None
        self._hold_until_ms = now_ms + _HOLD_MS
        return list(self._notes.doubt_once(FaultCode.LAMP_FAILED, detail))

    def _end_blinking(self) -> None:
        """Let the lamp be what it is wished to be again; dark where nothing is wished."""
        self._blinks_left = 0
        self._confirmed = None
