"""Bytes of the Simple Serial Interface (SSI) to frames and back.

Knows the packet: length, opcode, source, status, data, checksum; and how to find the next packet
after noise. Does not know time, ports, what a command asks for or what a card is.

Sources: packet and status bits from the SE-923 manual, opcodes from the Zebra scanners' SSI
command table (README.md has the addresses). Real scanners set status bits that no document
names, so only bits 0 and 1 are ever looked at.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from drivers.link.errors import ProtocolError

HEADER_LENGTH: Final = 4
CHECKSUM_LENGTH: Final = 2
# The length byte counts header and data but not the checksum.
LENGTH_MAX: Final = 0xFF
DATA_LENGTH_MAX: Final = LENGTH_MAX - HEADER_LENGTH
PACKET_LENGTH_MAX: Final = LENGTH_MAX + CHECKSUM_LENGTH

RETRANSMIT: Final = 0b01
CONTINUED: Final = 0b10


class Opcode(IntEnum):
    """The opcodes of the protocol, also some that only other hosts use."""

    MULTIPACKET_SEGMENT = 0x73
    MULTIPACKET_ACK = 0x74
    RSM_MANAGEMENT = 0x80
    REQUEST_REVISION = 0xA3
    REPLY_REVISION = 0xA4
    PARAM_SEND = 0xC6
    PARAM_REQUEST = 0xC7
    PARAM_DEFAULTS = 0xC8
    CMD_ACK = 0xD0
    CMD_NAK = 0xD1
    FLUSH_QUEUE = 0xD2
    CAPABILITIES_REQUEST = 0xD3
    CAPABILITIES_REPLY = 0xD4
    START_SESSION = 0xE4
    STOP_SESSION = 0xE5
    BEEP = 0xE6
    LED_ON = 0xE7
    LED_OFF = 0xE8
    SCAN_ENABLE = 0xE9
    SCAN_DISABLE = 0xEA
    DECODE_DATA = 0xF3
    EVENT = 0xF6


class Source(IntEnum):
    """Who sent a packet. The first segment of a long symbol carries a 2 here instead."""

    DECODER = 0
    FIRST_SEGMENT = 2
    HOST = 4


class NakCause(IntEnum):
    """Why a packet was refused."""

    RESEND = 1
    BAD_CONTEXT = 2
    DENIED = 6


class EventCode(IntEnum):
    """What an EVENT packet reports."""

    DECODE = 0x01
    BOOT_UP = 0x03
    PARAMETER_ERROR = 0x07
    PARAMETERS_STORED = 0x08
    DEFAULTS_SET = 0x0A
    NUMBER_EXPECTED = 0x0F


# Packets that a scanner sends unasked and repeats until the host acknowledges them.
UNASKED: Final = frozenset({Opcode.DECODE_DATA, Opcode.EVENT, Opcode.MULTIPACKET_SEGMENT})

_SOURCES: Final = frozenset(Source)
_SOURCE_OFFSET: Final = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """One packet without its length and checksum. `status` is kept whole, for the capture."""

    opcode: int
    source: int
    status: int = 0
    data: bytes = b""

    @property
    def is_retransmit(self) -> bool:
        """Whether the sender says that it sent this packet before (status bit 0)."""
        return bool(self.status & RETRANSMIT)

    @property
    def is_continued(self) -> bool:
        """Whether more packets of the same message follow (status bit 1)."""
        return bool(self.status & CONTINUED)


def checksum(body: bytes | bytearray | memoryview) -> int:
    """Return the two's complement, in 16 bits, of the sum of all bytes before the checksum."""
    return -sum(body) & 0xFFFF


def encode(frame: Frame) -> bytes:
    """Return a frame as bytes on the wire. Raises ProtocolError for what no packet can hold."""
    if len(frame.data) > DATA_LENGTH_MAX:
        raise ProtocolError(f"{len(frame.data)} data bytes; a packet holds 251", frame=frame)
    length = HEADER_LENGTH + len(frame.data)
    try:
        body = bytes((length, frame.opcode, frame.source, frame.status)) + frame.data
    except ValueError as error:
        raise ProtocolError("a header field is not a byte", frame=frame) from error
    return body + checksum(body).to_bytes(CHECKSUM_LENGTH, "big")


class SsiCodec:
    """Finds frames in a stream of bytes, for host and scanner alike.

    A wrong checksum drops one byte and looks again from the next, so one bad byte costs no
    later frame. An announced length is waited for until the line pauses (`idle`) or 257 bytes
    have come, whichever is first.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._garbage = 0
        self.bytes_dropped = 0

    def receive(self, data: bytes) -> list[Frame]:
        """Take bytes in any split; return the frames that are now complete."""
        self._buffer += data
        return self._scan(is_paused=False)

    def idle(self) -> list[Frame]:
        """Take note that the line paused: what is incomplete now will never be completed.

        Returns the frames that hid behind a false length.
        """
        return self._scan(is_paused=True)

    def take_garbage(self) -> int:
        """Return how many bytes were dropped after the last unasked packet; then forget them.

        Answers of the scanner do not hide garbage before them: it may have been a card.
        """
        count, self._garbage = self._garbage, 0
        return count

    @property
    def is_waiting(self) -> bool:
        """Whether bytes are held back that may become a frame."""
        return bool(self._buffer)

    def encode(self, frame: Frame) -> bytes:
        """Return a frame as bytes on the wire."""
        return encode(frame)

    def _scan(self, *, is_paused: bool) -> list[Frame]:
        """Cut frames off the front of the buffer, dropping single bytes that start none."""
        frames: list[Frame] = []
        start = 0
        view = bytes(self._buffer)
        while start < len(view):
            size = _frame_size(view, start)
            if size is None and not is_paused:
                break
            if size:
                frame = _frame(view[start : start + size])
                frames.append(frame)
                if frame.opcode in UNASKED:
                    self._garbage = 0
                start += size
            else:
                self.bytes_dropped += 1
                self._garbage += 1
                start += 1
        del self._buffer[:start]
        return frames


def _frame_size(view: bytes, start: int) -> int | None:
    """Return the bytes of the valid frame at `start`, 0 if there is none, None if it may come."""
    length = view[start]
    if length < HEADER_LENGTH:
        return 0
    # The source byte tells noise from a header before the whole length is waited for.
    if start + _SOURCE_OFFSET < len(view) and view[start + _SOURCE_OFFSET] not in _SOURCES:
        return 0
    end = start + length + CHECKSUM_LENGTH
    if end > len(view):
        return None
    body = memoryview(view)[start : start + length]
    is_valid = checksum(body) == int.from_bytes(view[start + length : end], "big")
    return length + CHECKSUM_LENGTH if is_valid else 0


def _frame(packet: bytes) -> Frame:
    """Return a packet with a valid checksum as a frame."""
    return Frame(packet[1], packet[2], packet[3], packet[HEADER_LENGTH:-CHECKSUM_LENGTH])
