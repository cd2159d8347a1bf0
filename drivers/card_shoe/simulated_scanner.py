"""The scanner's side of the Simple Serial Interface, as a real scanner behaves.

Knows acknowledgements, repeats with the retransmit bit, giving up after two repeats, boot events
and the commands of a host. Does no I/O and reads no clock. Does not know cards: it is handed
packets.

**The gate.** A bare scanner (`has_gate` false) forgets a packet that it gave up: that card is
lost to the host. With the gate the scanner stands for a whole shoe which lets the next card out
only when the last one was acknowledged: the packet stays, and is sent again, marked as a repeat,
as soon as the host speaks again.

**Settling.** An acknowledgement has no number. After a packet that went out more than once the
scanner therefore waits half a response time-out, in which a second acknowledgement of it may
come, before it sends the next. Between cards dealt by hand there is always that much time.
"""

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from drivers.card_shoe.models.ssi.codec import (
    RETRANSMIT,
    EventCode,
    Frame,
    NakCause,
    Opcode,
    Source,
)

COPIES: Final = 3


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet that the host must acknowledge; `number` is the card's, None for an event."""

    frame: Frame
    number: int | None
    was_sent: bool = False


@dataclass(frozen=True, slots=True)
class Transmit:
    """Put a frame on the wire; `copy` counts the copies of `number`'s packet from 0."""

    frame: Frame
    number: int | None = None
    copy: int = 0


@dataclass(frozen=True, slots=True)
class Delivered:
    """The host acknowledged the packet of card `number`."""

    number: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The scanner forgot the packet of card `number`: no acknowledgement came."""

    number: int


Outcome = Transmit | Delivered | GivenUp


class SimulatedScanner:
    """The state of one scanner. Times are monotonic milliseconds."""

    def __init__(
        self, *, response_timeout_ms: int = 2_000, revision: str = "SIM", has_gate: bool = True
    ) -> None:
        self._timeout_ms = response_timeout_ms
        self._revision = revision
        self._has_gate = has_gate
        self._packets: deque[Packet] = deque()
        self._copies: dict[int, int] = {}
        self._copies_left = 0
        self._deadline_ms: int | None = None
        self._settle_until_ms: int | None = None
        self._copies_on_wire = 0
        self.is_enabled = False

    @property
    def is_free(self) -> bool:
        """Whether every packet was acknowledged or given up, and the line has settled."""
        return not self._packets and self._settle_until_ms is None

    @property
    def deadline_ms(self) -> int | None:
        """When `tick` has something to do; None if it waits for the host."""
        return self._deadline_ms if self._settle_until_ms is None else self._settle_until_ms

    def copied(self) -> None:
        """Take note that the wire carried the packet once more than it was sent."""
        self._copies_on_wire += 1

    def present(
        self, number: int, symbology: int, symbol: bytes, now_ms: int, *, was_sent: bool = False
    ) -> list[Outcome]:
        """Scan a card. `was_sent`: an earlier life of this scanner may have sent it."""
        frame = Frame(Opcode.DECODE_DATA, Source.DECODER, 0, bytes((symbology,)) + symbol)
        return self._queue(Packet(frame, number, was_sent), now_ms)

    def boot(self, now_ms: int) -> list[Outcome]:
        """Restart: settings are gone, and a bare scanner forgets what was not acknowledged."""
        self.is_enabled = False
        kept = [packet for packet in self._packets if packet.number is not None]
        lost = [] if self._has_gate else [packet.number for packet in kept]
        self._packets.clear()
        self._deadline_ms = self._settle_until_ms = None
        event = Frame(Opcode.EVENT, Source.DECODER, 0, bytes((EventCode.BOOT_UP,)))
        outcomes: list[Outcome] = [GivenUp(number) for number in lost if number is not None]
        outcomes += self._queue(Packet(event, None), now_ms)
        if self._has_gate:
            self._packets.extend(kept)
        return outcomes

    def received(self, frame: Frame, now_ms: int) -> list[Outcome]:
        """Take a frame from the host."""
        if frame.source != Source.HOST:
            return []
        if frame.opcode == Opcode.CMD_ACK:
            return self._acknowledged(now_ms)
        if frame.opcode == Opcode.CMD_NAK:
            return self._refused(frame, now_ms)
        outcomes = self._obey(frame)
        if self._deadline_ms is None and self._settle_until_ms is None and self._packets:
            # The host is back: begin again with what it has not acknowledged.
            outcomes += self._begin(now_ms)
        return outcomes

    def tick(self, now_ms: int) -> list[Outcome]:
        """Send again, or give up, what was not acknowledged in time."""
        if self._settle_until_ms is not None:
            if now_ms < self._settle_until_ms:
                return []
            self._settle_until_ms = None
            return self._begin(now_ms) if self._packets else []
        if self._deadline_ms is None or now_ms < self._deadline_ms:
            return []
        if self._copies_left > 0:
            return [self._copy(now_ms)]
        return self._give_up(now_ms)

    def _queue(self, packet: Packet, now_ms: int) -> list[Outcome]:
        self._packets.append(packet)
        is_next = len(self._packets) == 1 and self._settle_until_ms is None
        return self._begin(now_ms) if is_next else []

    def _begin(self, now_ms: int) -> list[Outcome]:
        """Start sending the first packet; the first copy is unmarked only if it is the first."""
        self._copies_left = COPIES
        self._copies_on_wire = 0
        return [self._copy(now_ms)]

    def _copy(self, now_ms: int) -> Transmit:
        packet = self._packets[0]
        frame = packet.frame
        if packet.was_sent:
            frame = replace(frame, status=frame.status | RETRANSMIT)
        self._packets[0] = replace(packet, was_sent=True)
        self._copies_left -= 1
        self._copies_on_wire += 1
        self._deadline_ms = now_ms + self._timeout_ms
        if packet.number is None:
            return Transmit(frame)
        copy = self._copies.get(packet.number, 0)
        self._copies[packet.number] = copy + 1
        return Transmit(frame, packet.number, copy)

    def _acknowledged(self, now_ms: int) -> list[Outcome]:
        # Nothing outstanding: an acknowledgement that came twice.
        if self._deadline_ms is None or not self._packets:
            return []
        return self._done(self._packets.popleft(), now_ms, Delivered)

    def _done(
        self, packet: Packet, now_ms: int, outcome: type[Delivered] | type[GivenUp]
    ) -> list[Outcome]:
        """Leave a packet and go on to the next."""
        self._deadline_ms = None
        outcomes: list[Outcome] = []
        if packet.number is not None:
            del self._copies[packet.number]
            outcomes.append(outcome(packet.number))
        if self._copies_on_wire > 1:
            self._settle_until_ms = now_ms + self._timeout_ms // 2
            return outcomes
        return [*outcomes, *(self._begin(now_ms) if self._packets else [])]

    def _refused(self, frame: Frame, now_ms: int) -> list[Outcome]:
        if self._deadline_ms is None or not self._packets:
            return []
        if frame.data == bytes((NakCause.RESEND,)) and self._copies_left > 0:
            return [self._copy(now_ms)]
        return self._give_up(now_ms)

    def _give_up(self, now_ms: int) -> list[Outcome]:
        """Stop sending: for good without the gate, until the host speaks again with it."""
        packet = self._packets[0]
        if self._has_gate and packet.number is not None:
            self._deadline_ms = None
            return []
        self._packets.popleft()
        return self._done(packet, now_ms, GivenUp)

    def _obey(self, frame: Frame) -> list[Outcome]:
        """Carry out a command of the host and answer it."""
        match frame.opcode:
            case Opcode.REQUEST_REVISION:
                return [_answer(Opcode.REPLY_REVISION, self._revision.encode("ascii"))]
            case Opcode.SCAN_ENABLE:
                self.is_enabled = True
            case Opcode.SCAN_DISABLE:
                self.is_enabled = False
            case (
                Opcode.PARAM_SEND
                | Opcode.PARAM_DEFAULTS
                | Opcode.BEEP
                | Opcode.LED_ON
                | Opcode.LED_OFF
                | Opcode.START_SESSION
                | Opcode.STOP_SESSION
                | Opcode.FLUSH_QUEUE
            ):
                pass
            case _:
                return [_answer(Opcode.CMD_NAK, bytes((NakCause.BAD_CONTEXT,)))]
        return [_answer(Opcode.CMD_ACK)]


def _answer(opcode: Opcode, data: bytes = b"") -> Transmit:
    return Transmit(Frame(opcode, Source.DECODER, 0, data))
