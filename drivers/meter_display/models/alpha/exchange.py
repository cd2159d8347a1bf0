"""One thing at a time between host and sign: a write, or a question and its answer.

Knows the pauses within a frame, the gap after a write, time-outs, and which reply belongs to which
question. Does not know why anything is written or asked. Times are monotonic milliseconds.
"""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

from drivers.meter_display.models.alpha.codec import (
    REPLY_ADDRESS,
    REPLY_TYPE,
    Frame,
    Instruction,
    Piece,
    pieces,
)
from drivers.meter_display.models.alpha.profile import SignProfile


class Purpose(StrEnum):
    """Why something is written or asked, so that its end can be understood."""

    IDENTITY = "identity"
    MEMORY = "memory"
    CLEAR = "clear"
    ALLOCATE = "allocate"
    WRITE = "write"
    READ = "read"
    ERRORS = "errors"
    CLEAR_ERRORS = "clear_errors"


@dataclass(frozen=True, slots=True)
class Request:
    """What goes to the sign, and why in a technician's words.

    `answer` is how the reply begins (code and label); empty: nothing will be answered. After it
    the sign is deaf for `settle_ms` more than after any write. `subject` is the asker's own.
    """

    purpose: Purpose
    instructions: tuple[Instruction, ...]
    reason: str
    answer: bytes = b""
    settle_ms: int = 0
    subject: object = None


@dataclass(frozen=True, slots=True)
class Ended:
    """A request that is over. `answer` is what came behind the expected start; None: nothing."""

    request: Request
    answer: bytes | None


class Exchange:
    """At most one request is under way; everything else waits."""

    def __init__(self, profile: SignProfile) -> None:
        self._profile = profile
        self._current: Request | None = None
        self._pieces: deque[Piece] = deque()
        self._next_ms = 0
        self._over_ms: int | None = None
        self._quiet_until_ms = 0
        self._no_question_until_ms = 0

    @property
    def current(self) -> Request | None:
        """The request that is under way."""
        return self._current

    def clear(self) -> None:
        """Forget everything: the line was closed."""
        self._current = None
        self._pieces.clear()
        self._over_ms = None
        self._quiet_until_ms = self._no_question_until_ms = 0

    def may_write(self, now_ms: int) -> bool:
        """Whether a write may begin."""
        return self._current is None and now_ms >= self._quiet_until_ms

    def may_ask(self, now_ms: int) -> bool:
        """Whether a question may begin.

        After one without an answer the line stays free of questions for a while: a late answer
        would be taken for that of the next.
        """
        return self.may_write(now_ms) and now_ms >= self._no_question_until_ms

    def begin(self, request: Request, now_ms: int) -> list[bytes]:
        """Start a request; returns the bytes to write now."""
        assert self._current is None, "one request at a time"
        frame = Frame(self._profile.sign_type, self._profile.address, request.instructions)
        self._current = request
        self._pieces.extend(pieces(frame, pauses_always=self._profile.pauses_always))
        self._next_ms = now_ms
        return self._due(now_ms)

    def tick(self, now_ms: int) -> tuple[list[bytes], Ended | None]:
        """Return the bytes whose time has come, and the request whose time is over."""
        data = self._due(now_ms)
        request = self._current
        if request is None or self._over_ms is None or now_ms < self._over_ms:
            return data, None
        if request.answer:
            self._no_question_until_ms = now_ms + self._profile.reply_timeout_ms
        return data, self._end(request, None)

    def received(self, frame: Frame) -> Ended | None:
        """Take a frame; returns the end of the question that it answers."""
        request = self._current
        if request is None or not request.answer or not is_reply(frame):
            return None
        (instruction,) = frame.instructions
        said = instruction.code.encode("ascii") + instruction.data
        if not said.startswith(request.answer):
            return None
        return self._end(request, said[len(request.answer) :])

    def _due(self, now_ms: int) -> list[bytes]:
        data: list[bytes] = []
        while self._pieces and now_ms >= self._next_ms:
            piece = self._pieces.popleft()
            data.append(piece.data)
            left_ms = max(now_ms, self._next_ms) + self._profile.wire_ms(len(piece.data))
            if self._pieces:
                self._next_ms = left_ms + self._pieces[0].pause_ms
            else:
                self._sent(left_ms)
        return data

    def _sent(self, at_ms: int) -> None:
        """Take note of when the last byte will have left."""
        request = self._current
        assert request is not None, "pieces belong to a request"
        if request.answer:
            self._over_ms = at_ms + self._profile.reply_timeout_ms
        else:
            self._over_ms = at_ms
            self._quiet_until_ms = at_ms + max(self._profile.write_gap_ms, request.settle_ms)

    def _end(self, request: Request, answer: bytes | None) -> Ended:
        self._current = None
        self._over_ms = None
        self._pieces.clear()
        return Ended(request, answer)


def is_reply(frame: Frame) -> bool:
    """Whether a frame comes from a sign; the host's own, come back as an echo, do not."""
    return (frame.sign_type, frame.address, len(frame.instructions)) == (
        REPLY_TYPE,
        REPLY_ADDRESS,
        1,
    )
