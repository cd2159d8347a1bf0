"""The memory table of a sign: written only where the sign has not what it needs, and with a proof.

Knows that a sign of some makes stores a table which no clear went before, tells it back, and shows
nothing of it (measured on a BetaBrite Classic). No sign tells whether it heard a clear; a sign that
restarts just then has not. So the clear is proved: a table with a file of no use is written first,
and when the sign tells its table without that file, it was cleared. Wherever this is broken off, it
begins anew: the file of no use is none of those that are needed. A sign that lost its power and its
memory tells a table without that file as well, so a question without an answer breaks it off too.
What nothing on the line can tell is a sign that restarts while it is deaf from the clear.

Does not know lines or times. Signs that cannot be asked are cleared twice and hoped for.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from drivers.meter_display.models.alpha import instructions as sign
from drivers.meter_display.models.alpha.exchange import Purpose, Request
from drivers.meter_display.models.alpha.files import TEXT_LABEL, VALUE_LABEL
from drivers.meter_display.models.alpha.instructions import Special
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.models.alpha.readings import (
    FileEntry,
    encode_memory_table,
    holds,
)

_WRITES_MAX: Final = 8
"""Three are needed; a sign that takes nothing after so many refuses."""

_MARK: Final = (FileEntry.string("z", 8),)
_BLIND_CLEARS: Final = 2


class _Next(StrEnum):
    """What is to be written."""

    MARK = "mark"
    CLEAR = "clear"
    TABLE = "table"


class SignMemory:
    """What is known of a sign's memory. `is_there` None: nobody knows; False: it lacks files."""

    def __init__(self, profile: SignProfile) -> None:
        self._profile = profile
        self._needed = (
            FileEntry.text(TEXT_LABEL, profile.text_size),
            FileEntry.string(VALUE_LABEL, profile.value_size),
        )
        self.is_there: bool | None = None
        self._last: _Next | None = None
        self._next = _Next.TABLE
        self._clears = self._writes = 0

    def opened(self) -> None:
        """Begin on a fresh line: nobody knows what the sign has."""
        self.is_there = None if self._profile.can_be_asked else False
        self._last = None
        self._clears = self._writes = 0
        self._next = _Next.CLEAR if self._profile.has_clear else _Next.TABLE

    def renew(self) -> None:
        """Take note that a sign that cannot be asked may have lost its memory by now."""
        self.opened()

    def doubt(self) -> None:
        """Take note that the sign must be asked again."""
        if self._profile.can_be_asked:
            self.is_there = None

    def unanswered(self) -> None:
        """Take note that the sign did not tell its table: it may have restarted since the clear."""
        self._last = None

    def told(self, table: Iterable[FileEntry]) -> bool:
        """Take the table that the sign has told; returns False if it takes none from us."""
        found = tuple(table)
        self.is_there = holds(found, self._needed)
        if self.is_there:
            self._last, self._writes = None, 0
            return True
        is_marked = holds(found, _MARK)
        if not self._profile.has_clear or (self._last is _Next.CLEAR and not is_marked):
            self._next = _Next.TABLE
        else:
            self._next = _Next.CLEAR if is_marked else _Next.MARK
        return self._writes < _WRITES_MAX

    def next_write(self) -> Request | None:
        """Return what is to be written to the sign's memory; None where nothing is."""
        if self.is_there is not False:
            return None
        reason = f"the sign has not the files that it needs: {self._next}"
        settle_ms = self._profile.settle_ms
        match self._next:
            case _Next.MARK:
                purpose, data = Purpose.ALLOCATE, encode_memory_table(_MARK)
            case _Next.CLEAR:
                purpose, data, settle_ms = Purpose.CLEAR, b"", self._profile.clear_ms
            case _Next.TABLE:
                purpose, data = Purpose.ALLOCATE, encode_memory_table(self._needed)
        instruction = sign.write_special(Special.MEMORY, data)
        return Request(purpose, (instruction,), reason, settle_ms=settle_ms)

    def written(self) -> None:
        """Take note that what was next has left; a sign that can be asked is asked about it."""
        self._last = self._next
        self._writes += 1
        if self._profile.can_be_asked:
            self.is_there = None
        elif self._last is _Next.TABLE:
            self.is_there = True
        else:
            self._clears += 1
            self._next = _Next.TABLE if self._clears >= _BLIND_CLEARS else _Next.CLEAR
