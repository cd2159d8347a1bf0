"""Commands of the host to a scanner: one at a time, repeated until answered.

Knows time-outs, the retransmit bit and what a refusal means. Does not know what is asked.

Rules (README.md, "Link rules"): no answer within the response time-out: send again with the
retransmit bit, at most twice; NAK RESEND: the same; NAK DENIED or BAD_CONTEXT: never again.
"""

from collections import deque
from dataclasses import dataclass, replace
from enum import StrEnum

from drivers.card_shoe.models.ssi.codec import RETRANSMIT, Frame, NakCause, Opcode, Source


class Purpose(StrEnum):
    """Why a command is sent, so that its end can be understood."""

    REVISION = "revision"
    PARAMETERS = "parameters"
    ENABLE = "enable"
    DISABLE = "disable"
    HEARTBEAT = "heartbeat"
    SIGNAL = "signal"
    SIGNAL_OFF = "signal_off"
    SELF_TEST = "self_test"


@dataclass(frozen=True, slots=True)
class Request:
    """One command to the scanner. `tries` counts the copies that may still be sent."""

    purpose: Purpose
    frame: Frame
    reply: int = Opcode.CMD_ACK
    tries: int = 3
    command_id: str | None = None


class End(StrEnum):
    """How a request ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Ended:
    """A request that is over, and what the scanner answered."""

    request: Request
    end: End
    answer: Frame | None = None


def host_frame(opcode: Opcode, data: bytes = b"", status: int = 0) -> Frame:
    """Return a packet as the host sends it."""
    return Frame(opcode, Source.HOST, status, data)


class RequestQueue:
    """Requests in order; the first is on the wire, the others wait for its end."""

    def __init__(self, response_timeout_ms: int) -> None:
        self._timeout_ms = response_timeout_ms
        self._waiting: deque[Request] = deque()
        self._current: Request | None = None
        self._deadline_ms = 0
        self._quiet_until_ms = 0

    @property
    def current(self) -> Request | None:
        """The request that waits for its answer."""
        return self._current

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked and nothing waits to be."""
        return self._current is None and not self._waiting

    def open_requests(self) -> tuple[Request, ...]:
        """Every request that has not ended, the current one first."""
        current = () if self._current is None else (self._current,)
        return (*current, *self._waiting)

    def clear(self) -> None:
        """Forget everything: the line was closed."""
        self._waiting.clear()
        self._current = None
        self._quiet_until_ms = 0

    def add(self, *requests: Request) -> None:
        """Put requests at the end."""
        self._waiting.extend(requests)

    def next_frame(self, now_ms: int) -> Frame | None:
        """Return what is to be sent now: the next request, if none is on the wire."""
        if self._current is not None or not self._waiting or now_ms < self._quiet_until_ms:
            return None
        self._current = self._waiting.popleft()
        return self._send(self._current, now_ms)

    def timed_out(self, now_ms: int) -> Frame | Ended | None:
        """Return a repeat to send, or the end of the request, if its time is over."""
        if self._current is None or now_ms < self._deadline_ms:
            return None
        return self._repeat(self._current, now_ms)

    def answered(self, frame: Frame, now_ms: int) -> Frame | Ended | None:
        """Take an answer. Returns a repeat to send, the end of the request, or None if unasked."""
        request = self._current
        if request is None:
            return None
        if frame.opcode == Opcode.CMD_NAK:
            cause = frame.data[0] if frame.data else NakCause.BAD_CONTEXT
            if cause == NakCause.RESEND:
                return self._repeat(request, now_ms)
            return self._end(request, End.REFUSED, frame, now_ms)
        if frame.opcode != request.reply:
            return None
        return self._end(request, End.ANSWERED, frame, now_ms)

    def _end(self, request: Request, end: End, frame: Frame, now_ms: int) -> Ended:
        """End a request. After a repeated one a second, late answer is let pass first.

        An acknowledgement does not say what it acknowledges: a late one would be taken for the
        answer to the next request.
        """
        self._current = None
        if request.frame.is_retransmit:
            self._quiet_until_ms = now_ms + self._timeout_ms // 4
        return Ended(request, end, frame)

    def _repeat(self, request: Request, now_ms: int) -> Frame | Ended:
        """Return the request once more, marked as a repeat, or its end."""
        if request.tries <= 0:
            self._current = None
            return Ended(request, End.UNANSWERED)
        frame = replace(request.frame, status=request.frame.status | RETRANSMIT)
        self._current = replace(request, frame=frame)
        return self._send(self._current, now_ms)

    def _send(self, request: Request, now_ms: int) -> Frame:
        self._current = replace(request, tries=request.tries - 1)
        self._deadline_ms = now_ms + self._timeout_ms
        return request.frame
