"""The search for a sign: who asked to see its name, how long it stands, and who is answered when.

Does not know how the name gets onto the sign. Times are monotonic milliseconds.
"""

from typing import Final

from dealer_station.messages.device import ReplyResult
from drivers.link.steps import Answer

IDENTIFY_MS: Final = 5_000
"""How long the name stands after the last command."""


class NameSearch:
    """All `identify` commands that came while the name stands, or is on its way to the sign."""

    def __init__(self) -> None:
        self._until_ms: int | None = None
        self._waiting: list[str] = []

    @property
    def is_on(self) -> bool:
        """Whether the name shall stand on the sign."""
        return self._until_ms is not None

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody has no answer yet."""
        return bool(self._waiting)

    def begin(self, command_id: str, now_ms: int) -> None:
        """Let the name stand from now on; one that comes meanwhile lets it stand longer."""
        self._until_ms = now_ms + IDENTIFY_MS
        self._waiting.append(command_id)

    def shown(self) -> list[Answer]:
        """Answer all: the name stands on the sign."""
        return self._answer(ReplyResult.DONE, None)

    def end(self, reason: str) -> list[Answer]:
        """Take the name off; who has not seen it is told why."""
        self._until_ms = None
        return self._answer(ReplyResult.FAILED, reason)

    def tick(self, now_ms: int) -> list[Answer]:
        """End the search when its time is over."""
        if self._until_ms is None or now_ms < self._until_ms:
            return []
        return self.end("the name did not get onto the sign in time")

    def _answer(self, result: ReplyResult, error: str | None) -> list[Answer]:
        waiting, self._waiting = self._waiting, []
        return [Answer(number, result, error) for number in waiting]
