"""One request and its answer on the wire, and the silence that must follow a bad one.

Knows echo, time-outs, and what makes an answer belong to the question: it starts at the first
byte after the echo, is addressed to the host, comes from the device that was asked (CRC-16 does
not tell), and has a length that the command can have. Never more than one request is outstanding.
Does not know seats, or why anything is asked. Times are monotonic milliseconds.

After an exchange that went wrong nothing is sent until the line was silent for a while, and what
comes meanwhile is thrown away: a late answer is never taken for the next one, and a device that
half heard a request has forgotten it (README.md, "Bus rules").
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.bet_acceptor.models.cctalk.codec import HOST, CctalkCodec, Checksum, Frame, encode
from drivers.bet_acceptor.models.cctalk.commands import ACK, BUSY, NAK, Command
from drivers.bet_acceptor.models.cctalk.echo import Collision, LocalEcho
from drivers.bet_acceptor.models.cctalk.profile import LineProfile

# Longest pause between two bytes of a message; devices forget half a message after it.
BYTE_GAP_MS: Final = 50
# A late answer of this age still makes a single reading doubtful.
TROUBLE_MS: Final = 2_000
_OVERHEAD: Final = 5
_ANSWER_DATA_MAX: Final = 64
_SHOWN_BYTES: Final = 16
_NUL: Final = b"\x00"


@dataclass(frozen=True, slots=True)
class Call:
    """One request as it goes to the wire. `timeout_ms` None: the line's reply time-out."""

    address: int
    command: Command
    data: bytes
    checksum: Checksum
    timeout_ms: int | None = None

    def to_bytes(self) -> bytes:
        """Return the request as bytes."""
        source = HOST if self.checksum is Checksum.SIMPLE else None
        frame = Frame(self.address, self.command.header, self.data, source)
        return encode(frame, self.checksum)


class Ending(StrEnum):
    """How an exchange ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    BUSY = "busy"
    SILENT = "silent"
    GARBLED = "garbled"
    COLLISION = "collision"
    NO_ECHO = "no_echo"


@dataclass(frozen=True, slots=True)
class Ended:
    """An exchange that is over: its answer's data, or what went wrong for a technician."""

    call: Call
    ending: Ending
    data: bytes = b""
    detail: str = ""


class Exchange:
    """The wire of one line: at most one request on it."""

    def __init__(self, profile: LineProfile) -> None:
        self._profile = profile
        self.echo = LocalEcho(profile.echo, has_leading_nul=profile.has_leading_nul)
        self._call: Call | None = None
        self._codec = CctalkCodec(Checksum.SIMPLE, _ANSWER_DATA_MAX)
        self._answer = b""
        self._is_nul_taken = False
        self._echo_until_ms = self._answer_until_ms = 0
        self._quiet_until_ms = 0
        self._trouble_at_ms: int | None = None
        self.stray_bytes = 0

    def opened(self, now_ms: int) -> None:
        """Begin on a fresh line; devices that just got power need a moment."""
        self.echo.opened()
        self._call = None
        self._quiet_until_ms = now_ms + self._profile.start_after_ms
        self._trouble_at_ms = now_ms

    @property
    def is_asking(self) -> bool:
        """Whether a request waits for its answer."""
        return self._call is not None

    def is_free(self, now_ms: int) -> bool:
        """Whether a request may be sent now."""
        return self._call is None and now_ms >= self._quiet_until_ms

    def is_clean(self, now_ms: int) -> bool:
        """Whether nothing went wrong lately, so that no late answer can be on its way."""
        return self._trouble_at_ms is None or now_ms - self._trouble_at_ms >= TROUBLE_MS

    def begin(self, call: Call, now_ms: int) -> bytes:
        """Begin an exchange; return the bytes to send."""
        assert self.is_free(now_ms), "never two requests at once"
        data = call.to_bytes()
        profile = self._profile
        self._call = call
        self._codec = CctalkCodec(call.checksum, _ANSWER_DATA_MAX)
        self._answer = b""
        self._is_nul_taken = not profile.has_leading_nul
        self.echo.sent(data)
        sent_at_ms = now_ms + profile.wire_ms(len(data))
        timeout_ms = profile.reply_timeout_ms if call.timeout_ms is None else call.timeout_ms
        answer_ms = profile.wire_ms(call.command.answer_max + _OVERHEAD)
        self._echo_until_ms = sent_at_ms + profile.echo_timeout_ms
        self._answer_until_ms = sent_at_ms + timeout_ms + answer_ms
        return data

    def received(self, data: bytes, now_ms: int) -> Ended | None:
        """Take bytes; return the end of the exchange if they bring it."""
        if self._call is None:
            self.stray_bytes += len(data)
            self._trouble(now_ms)
            return None
        rest = self.echo.receive(data)
        if isinstance(rest, Collision):
            detail = f"sent {_shown(rest.sent)}, heard {_shown(rest.heard)}"
            return self._fail(self._call, Ending.COLLISION, detail, now_ms)
        return self._take(self._call, rest, now_ms) if rest else None

    def paused(self, now_ms: int) -> Ended | None:
        """Take note of a pause: half an answer will not be completed."""
        if self._call is None or not self._answer:
            return None
        return self._fail(self._call, Ending.GARBLED, f"half an answer: {self._heard}", now_ms)

    def tick(self, now_ms: int) -> Ended | None:
        """Let time-outs happen."""
        call = self._call
        if call is None:
            return None
        if self.echo.is_awaited and now_ms >= self._echo_until_ms:
            ending = Ending.COLLISION if self.echo.has_begun else Ending.NO_ECHO
            return self._fail(call, ending, "what was sent did not come back", now_ms)
        if now_ms < self._answer_until_ms:
            return None
        if self.echo.has_begun:
            return self._fail(call, Ending.COLLISION, "a part of what was sent came back", now_ms)
        if self._answer:
            return self._fail(call, Ending.GARBLED, f"half an answer: {self._heard}", now_ms)
        return self._fail(call, Ending.SILENT, "no answer", now_ms)

    def clear(self) -> Call | None:
        """Forget what is on the wire, for the line is gone; return the request that was."""
        call, self._call = self._call, None
        return call

    def _take(self, call: Call, data: bytes, now_ms: int) -> Ended | None:
        """Take bytes that stand behind the echo."""
        if not self._is_nul_taken:
            self._is_nul_taken = True
            data = data.removeprefix(_NUL)
        if not self._answer:
            rest_ms = self._profile.wire_ms(call.command.answer_max + _OVERHEAD)
            self._answer_until_ms = max(self._answer_until_ms, now_ms + rest_ms + BYTE_GAP_MS)
        self._answer += data
        frames = self._codec.receive(data)
        if self._codec.bytes_dropped:
            return self._fail(call, Ending.GARBLED, f"no answer: {self._heard}", now_ms)
        if not frames:
            return None
        if len(frames) > 1 or self._codec.is_waiting:
            # Somebody says more than he was asked: let it pass before the next request.
            self._trouble(now_ms)
        return self._judge(call, frames[0], now_ms)

    def _judge(self, call: Call, frame: Frame, now_ms: int) -> Ended:
        """Say whether a valid frame is the answer to what was asked."""
        is_ours = frame.destination == HOST and frame.source in (None, call.address)
        if is_ours and frame.header == ACK and call.command.fits(frame.data):
            return self._end(call, Ending.ANSWERED, frame.data)
        if is_ours and frame.header in (NAK, BUSY) and not frame.data:
            ending = Ending.REFUSED if frame.header == NAK else Ending.BUSY
            return self._end(call, ending, b"")
        detail = f"an answer to something else: {self._heard}"
        return self._fail(call, Ending.GARBLED, detail, now_ms)

    def _end(self, call: Call, ending: Ending, data: bytes) -> Ended:
        self._call = None
        return Ended(call, ending, data)

    def _fail(self, call: Call, ending: Ending, detail: str, now_ms: int) -> Ended:
        self._call = None
        self._trouble(now_ms)
        return Ended(call, ending, b"", detail)

    def _trouble(self, now_ms: int) -> None:
        """Ask for silence: long enough for what is late, and for every device to forget."""
        self._trouble_at_ms = now_ms
        self._quiet_until_ms = now_ms + max(self._profile.quiet_ms, BYTE_GAP_MS)

    @property
    def _heard(self) -> str:
        return _shown(self._answer)


def _shown(data: bytes) -> str:
    more = " …" if len(data) > _SHOWN_BYTES else ""
    return data[:_SHOWN_BYTES].hex(" ") + more
