"""A seat's window: master inhibit and inhibit mask, set, acknowledged and read back.

Knows what the device was told in this conversation and what it says it has. Does not know why a
window should be open, or what is reported of it. A device that forgot what it was told has been
without power, whatever its counter says: also one that forgot it between two conversations.
"""

from enum import Enum, auto
from typing import Final

from drivers.bet_acceptor.models.cctalk.commands import (
    INHIBIT_MASK,
    MASTER_INHIBIT,
    SET_INHIBIT_MASK,
    SET_MASTER_INHIBIT,
)
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Request, Urgency

_SHUT: Final = b"\x00"
_OPEN: Final = b"\x01"
_MISMATCHES_MAX: Final = 3
_HOLD_MS: Final = 1_000


class GateNews(Enum):
    """What an answer showed."""

    NONE = auto()
    MASK_LEARNT = auto()
    SETTINGS_LOST = auto()
    INHIBIT_FAILED = auto()


class WindowGate:
    """Inhibit and mask of one device."""

    def __init__(self, profile: LineProfile, notes: SeatNotes) -> None:
        self._profile = profile
        self._notes = notes
        self.begin(0)

    def begin(self, now_ms: int) -> None:
        """Begin on a device that was just found, or that was without power."""
        self._is_open: bool | None = None
        self._was_shut = False
        self._is_checked = self._was_checked = False
        self._is_mask_set = self._is_mask_checked = self._was_mask_checked = False
        self._can_check = self._can_check_mask = True
        # What it was taught in an earlier conversation is looked at before it is taught anew.
        self._is_mask_expected = True
        self._mismatches = 0
        self._hold_until_ms = 0
        self._check_at_ms = now_ms + self._profile.check_ms
        self._is_mask_next = True
        self.is_counted = False
        """Whether the event buffer was read, and believed, since the window was last moved."""
        # Nobody talked to it: it may have counted up to where it was, with its power gone between.
        self._is_power_doubtful = self._was_reported_open

    @property
    def is_shut(self) -> bool:
        """Whether the device has acknowledged that it is shut."""
        return self._is_open is False

    @property
    def is_open(self) -> bool:
        """Whether the device has acknowledged that it is open, and said so when asked."""
        return self._is_open is True and self._is_checked

    @property
    def is_power_sure(self) -> bool:
        """Whether the device is known to have had power as long as its window was open.

        Its counter tells that of a device that has counted something; one at 0 that restarts is
        at 0 again, and only the mask that it was taught tells.
        """
        is_telling = self._can_check_mask and self._notes.memory.mask is not None
        return not (self._is_power_doubtful and is_telling)

    @property
    def _was_reported_open(self) -> bool:
        reported = self._notes.memory.reported
        return reported is not None and reported.is_open

    @property
    def is_set_up(self) -> bool:
        """Whether the device was shut and knows which tokens to take."""
        return self._is_open is not None and self._is_mask_checked

    def renew(self) -> None:
        """Move the window again whatever it is: the station waits for an answer."""
        self._was_shut = self._is_open is False
        self._is_open = None
        self._is_checked = self._was_checked = False
        self.is_counted = False

    def turn(self) -> None:
        """Take note that the window is to be moved the other way."""
        self.is_counted = False
        if self._was_reported_open and self._notes.memory.counter == 0:
            self._is_power_doubtful = True

    def counted(self) -> None:
        """Take note that the event buffer was read."""
        self.is_counted = True

    def request_shut(
        self, now_ms: int, mask: bytes | None, *, is_waited_for: bool
    ) -> Request | None:
        """Return what is to be asked of a device that should be shut.

        `mask` is None as long as its tokens are not known. One that was shut before is shut again
        with less haste, and with none where nobody waits for it.
        """
        if now_ms < self._hold_until_ms:
            return None
        if self._is_open is not False:
            urgency = Urgency.SHUT
            if self._was_shut:
                urgency = Urgency.READ if is_waited_for else Urgency.LATER
            return Request(Purpose.SHUT, SET_MASTER_INHIBIT, _SHUT, urgency)
        if mask is not None and self.is_counted and not self.is_power_sure:
            return self._check_mask(mask, Urgency.READ)
        return self._check(mask, Urgency.LATER)

    def request_open(self, now_ms: int, mask: bytes) -> Request | None:
        """Return what is to be asked of a device that should be open.

        Its events must have been read before: a token from before the opening is none of it.
        """
        if now_ms < self._hold_until_ms:
            return None
        if not self._is_mask_checked:
            return self._check_mask(mask, Urgency.OPEN)
        if not self._is_open and self.is_counted:
            return Request(Purpose.OPEN, SET_MASTER_INHIBIT, _OPEN, Urgency.OPEN)
        return self._check(mask, Urgency.OPEN) if self._is_open else None

    def _check(self, mask: bytes | None, urgency: Urgency) -> Request | None:
        """Return the check that is due: of what was just set, or of what should still stand."""
        if not self._is_checked:
            return Request(Purpose.INHIBIT_CHECK, MASTER_INHIBIT, urgency=urgency)
        if not self._is_mask_checked:
            return None if mask is None else self._check_mask(mask, urgency)
        if self._is_mask_next and self._can_check_mask:
            return Request(Purpose.MASK_CHECK, INHIBIT_MASK, due_ms=self._check_at_ms)
        if self._can_check:
            return Request(Purpose.INHIBIT_CHECK, MASTER_INHIBIT, due_ms=self._check_at_ms)
        return None

    @property
    def _expected_mask(self) -> bytes | None:
        """What the device should still know from an earlier conversation."""
        is_expected = self._is_mask_expected and self._can_check_mask
        return self._notes.memory.mask if is_expected else None

    def _check_mask(self, mask: bytes, urgency: Urgency) -> Request:
        if not self._is_mask_set and self._expected_mask is None:
            return Request(Purpose.MASK, SET_INHIBIT_MASK, mask, urgency)
        return Request(Purpose.MASK_CHECK, INHIBIT_MASK, urgency=urgency)

    def answered(self, purpose: Purpose, data: bytes, mask: bytes, now_ms: int) -> GateNews:
        """Take the answer to a request of that purpose."""
        match purpose:
            case Purpose.SHUT | Purpose.OPEN:
                self._is_open = purpose is Purpose.OPEN
                self._is_checked = not self._can_check
                self._was_checked = False
                # An opening was counted before it; a shutting must be counted after it.
                self.is_counted = self._is_open
            case Purpose.MASK:
                self._is_mask_set = True
                self._is_mask_checked = not self._can_check_mask
            case Purpose.INHIBIT_CHECK:
                return self._inhibit_is(bool(data[0] & 1), now_ms)
            case Purpose.MASK_CHECK if not self._is_mask_set:
                return self._remembers(data, mask, now_ms)
            case Purpose.MASK_CHECK:
                return self._mask_is(data, mask, now_ms)
            case _:
                raise AssertionError(f"{purpose} is not asked here")
        return GateNews.NONE

    def refused(self, purpose: Purpose, now_ms: int) -> GateNews:
        """Take note that the device does not know a request."""
        match purpose:
            case Purpose.INHIBIT_CHECK:
                self._can_check = False
                self._is_checked = True
            case Purpose.MASK_CHECK:
                self._can_check_mask = False
                self._is_mask_checked = self._is_mask_set
            case _:
                self._hold_until_ms = now_ms + _HOLD_MS
                return GateNews.INHIBIT_FAILED
        return GateNews.NONE

    def _inhibit_is(self, is_open: bool, now_ms: int) -> GateNews:  # noqa: FBT001 - the answer
        if self._is_open is None:
            return GateNews.NONE  # the window is to be moved anew since this was asked
        if is_open is self._is_open:
            self._is_checked = self._was_checked = True
            return self._is_right(now_ms, is_mask_next=True)
        news = self._is_wrong(now_ms, was_right=self._was_checked)
        if news is GateNews.NONE and not self._was_checked:
            self._is_open = None
        self._is_checked = False
        return news

    def _remembers(self, data: bytes, mask: bytes, now_ms: int) -> GateNews:
        """Take what the device still knows; one answer that differs may be garbled."""
        if data == self._expected_mask:
            self._is_mask_expected = self._is_power_doubtful = False
            self._is_mask_set = data == mask
            self._mismatches = 0
            return self._mask_is(data, mask, now_ms) if self._is_mask_set else GateNews.NONE
        return self._is_wrong(now_ms, was_right=True)

    def _mask_is(self, data: bytes, mask: bytes, now_ms: int) -> GateNews:
        if data == mask:
            self._is_mask_checked = self._was_mask_checked = True
            self._is_power_doubtful = False
            self._is_right(now_ms, is_mask_next=False)
            if self._notes.memory.mask == mask:
                return GateNews.NONE
            self._notes.change(mask=mask)
            return GateNews.MASK_LEARNT
        news = self._is_wrong(now_ms, was_right=self._was_mask_checked)
        self._is_mask_set = self._was_mask_checked
        self._is_mask_checked = False
        return news

    def _is_right(self, now_ms: int, *, is_mask_next: bool) -> GateNews:
        self._mismatches = 0
        self._check_at_ms = now_ms + self._profile.check_ms
        self._is_mask_next = is_mask_next
        return GateNews.NONE

    def _is_wrong(self, now_ms: int, *, was_right: bool) -> GateNews:
        """Say what an answer means that is not what was set; a single one may be garbled."""
        self._mismatches += 1
        if was_right:
            return GateNews.NONE if self._mismatches == 1 else GateNews.SETTINGS_LOST
        if self._mismatches < _MISMATCHES_MAX:
            return GateNews.NONE
        self._mismatches = 0
        self._is_power_doubtful = False
        self._hold_until_ms = now_ms + _HOLD_MS
        return GateNews.INHIBIT_FAILED
