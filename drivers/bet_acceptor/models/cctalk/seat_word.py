"""What is said of a seat: its life-cycle word, and the ends of commands asked of it.

Knows what was said already. Does not know why.
"""

from dealer_station.messages.device import FAULTS_MAX, Life, ReplyResult
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.steps import FaultCode
from drivers.link.steps import Answer, Become


class SeatWord:
    """The newest word of one device."""

    def __init__(self, notes: SeatNotes) -> None:
        self._notes = notes
        self._word = Become(Life.INIT)

    def say(self, life: Life, reason: str | None, full: str | None) -> list[Become]:
        """Return the word, with every fault that stands, if it is news.

        `full` says why no facts can be taken, if they cannot.
        """
        faults = [code for code, _ in self._notes.memory.doubts]
        if full is not None:
            faults.insert(0, FaultCode.JOURNAL_FULL.value)
        word = Become(life, reason, tuple(faults[:FAULTS_MAX]))
        if word == self._word:
            return []
        self._word = word
        return [word]

    def say_works(self, full: str | None) -> list[Become]:
        """Return the word for a device that works: ready, or degraded with every doubt."""
        reasons = [detail for _, detail in self._notes.memory.doubts]
        if full is not None:
            reasons.insert(0, full)
        life = Life.DEGRADED if reasons else Life.READY
        return self.say(life, "; ".join(reasons) or None, full)

    def say_again(self, full: str | None) -> list[Become]:
        """Return the same word with the faults that stand now, if they are others."""
        return self.say(self._word.life, self._word.reason, full)


class SeatCommand:
    """One kind of command that a device carries out, one at a time."""

    def __init__(self) -> None:
        self._command_id: str | None = None

    @property
    def is_asked(self) -> bool:
        """Whether it is being carried out."""
        return self._command_id is not None

    def begin(self, command_id: str) -> None:
        """Begin to carry it out."""
        self._command_id = command_id

    def end(self, result: ReplyResult, error: str | None = None) -> list[Answer]:
        """Return its answer, if it was being carried out."""
        command_id, self._command_id = self._command_id, None
        return [] if command_id is None else [Answer(command_id, result, error)]
