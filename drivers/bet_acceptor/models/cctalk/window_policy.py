"""When a seat's window should be open, and what the station must hear of it.

Knows the newest wish, whether anybody stands behind it, and what forbids an open window. Does not
know how a device is told. A window is open only while the newest wish of a station that lives says
so and nothing is in doubt; one token shuts it until it is wished shut, or open for another opening
of betting.
"""

from drivers.bet_acceptor.models.cctalk.memory import WindowState
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.steps import Move


class WindowPolicy:
    """The wishes for one window. Times are monotonic milliseconds."""

    def __init__(self, station_patience_ms: int, notes: SeatNotes) -> None:
        self._patience_ms = station_patience_ms
        self._notes = notes
        # A wish that an earlier driver heard may have been taken back since.
        self._is_heard = False
        self.is_station_there = False
        """Whether the station lives: a broker keeps the wishes of a dead one; they open nothing."""
        self._left_at_ms: int | None = None
        self.refuse_reason: str | None = None
        """Why no facts can be taken now (the journal is full), or None."""

    def station(self, *, is_there: bool, now_ms: int) -> None:
        """Take note that the station gave a sign of life, or is not to be reached."""
        if is_there:
            self.is_station_there = True
            self._left_at_ms = None
        elif self._left_at_ms is None:
            self._left_at_ms = now_ms

    def is_patience_over(self, now_ms: int) -> bool:
        """Go by no wish any more where the station has been away for too long; True: just now.

        When it is back, its newest wish counts again: the broker brings what changed meanwhile
        before a window can be opened, since its events are read first.
        """
        if not self.is_station_there or self._left_at_ms is None:
            return False
        self.is_station_there = now_ms - self._left_at_ms < self._patience_ms
        return not self.is_station_there

    def desire(self, wish: WindowState) -> bool:
        """Take the newest wish; returns whether it is another.

        It is stored with the next fact: the broker brings it again after a crash.
        """
        self._is_heard = True
        if wish == self._notes.memory.wish:
            return False
        self._notes.memory = self._notes.memory.wishing(wish)
        return True

    @property
    def is_open_wanted(self) -> bool:
        """Whether the window of a device that works should be open now."""
        wish = self._notes.memory.wish
        is_wished = self._is_heard and wish is not None and wish.is_open
        return is_wished and self.is_station_there and not self._is_forbidden

    @property
    def is_report_due(self) -> bool:
        """Whether the station must hear that the window is shut.

        It must where it believes it open, and where it waits for an answer to its newest wish:
        also to one for an open window that cannot be fulfilled.
        """
        reported, wish = self._notes.memory.reported, self._notes.memory.wish
        if reported is None or reported.is_open:
            return True
        if wish is None or wish.order == reported.order:
            return False
        return not wish.is_open or self._is_forbidden

    @property
    def may_be_open(self) -> bool:
        """Whether the station believes the window open."""
        reported = self._notes.memory.reported
        return reported is not None and reported.is_open

    def report(self, *, is_open: bool) -> list[Move]:
        """Return the window as a fact, now that it is so, where the station must hear of it."""
        memory = self._notes.memory
        state = WindowState(is_open, memory.order)
        is_due = memory.reported != state if is_open else self.is_report_due
        if not is_due:
            return []
        return [Move(is_open, state.order, memory.counter, self._notes.change(reported=state))]

    @property
    def _is_forbidden(self) -> bool:
        """Whether something forbids an open window until a person or the station ends it."""
        is_spent = self._notes.memory.is_spent
        return is_spent or self.refuse_reason is not None or self._notes.is_shutting
