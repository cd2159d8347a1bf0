"""Bytes of ccTalk to frames and back, with either checksum.

Knows the frame: destination, length, source, header, data, checksum; and how to find the next
frame after noise. Does not know time, ports, echo, addresses in use or what a header means.

Source: ccTalk generic specification 4.7, Part 1 (README.md has the addresses). Under CRC-16 the
source byte carries the low byte of the checksum, so such a frame does not say who sent it.
"""

import binascii
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.link.errors import ProtocolError

# Destination, length, source, header, checksum.
OVERHEAD_LENGTH: Final = 5
DATA_LENGTH_MAX: Final = 0xFF
FRAME_LENGTH_MAX: Final = DATA_LENGTH_MAX + OVERHEAD_LENGTH

HOST: Final = 1
BROADCAST: Final = 0

_HEAD_LENGTH: Final = 4
_SOURCE_OFFSET: Final = 2


class Checksum(StrEnum):
    """The two checksums of unencrypted ccTalk."""

    SIMPLE = "simple"
    CRC16 = "crc16"


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame without its length and checksum. `source` is None under CRC-16."""

    destination: int
    header: int
    data: bytes = b""
    source: int | None = None


def encode(frame: Frame, checksum: Checksum) -> bytes:
    """Return a frame as bytes on the wire. Raises ProtocolError for what no frame can hold.

    Under the simple checksum a frame must have a source; under CRC-16 it must have none.
    """
    if len(frame.data) > DATA_LENGTH_MAX:
        raise ProtocolError(f"{len(frame.data)} data bytes; a frame holds 255", frame=frame)
    if (frame.source is None) != (checksum is Checksum.CRC16):
        raise ProtocolError("a source stands in frames with the simple checksum only", frame=frame)
    length = len(frame.data)
    try:
        if frame.source is None:
            covered = bytes((frame.destination, length, frame.header)) + frame.data
            low, high = crc16(covered).to_bytes(2, "little")
            return (
                bytes((frame.destination, length, low, frame.header)) + frame.data + bytes((high,))
            )
        body = bytes((frame.destination, length, frame.source, frame.header)) + frame.data
    except ValueError as error:
        raise ProtocolError("a field of the head is not a byte", frame=frame) from error
    return body + bytes((-sum(body) & 0xFF,))


def crc16(covered: bytes) -> int:
    """Return the CRC-CCITT (polynomial 0x1021, start 0) of destination, length, header and data."""
    return binascii.crc_hqx(covered, 0)


class CctalkCodec:
    """Finds frames in a stream of bytes, for host and device alike.

    A wrong checksum drops one byte and looks again from the next, so one bad byte costs no later
    frame. An announced length is waited for until the line pauses (`idle`) or the bytes have
    come, whichever is first; no frame of more than `data_length_max` data bytes is waited for.
    """

    def __init__(self, checksum: Checksum, data_length_max: int = DATA_LENGTH_MAX) -> None:
        self.checksum = checksum
        self._data_length_max = data_length_max
        self._buffer = bytearray()
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

    def forget(self) -> None:
        """Drop what lies half received: it belongs to an exchange that is over."""
        self._buffer.clear()

    @property
    def is_waiting(self) -> bool:
        """Whether bytes are held back that may become a frame."""
        return bool(self._buffer)

    def encode(self, frame: Frame) -> bytes:
        """Return a frame as bytes on the wire."""
        return encode(frame, self.checksum)

    def _scan(self, *, is_paused: bool) -> list[Frame]:
        """Cut frames off the front of the buffer, dropping single bytes that start none."""
        frames: list[Frame] = []
        start = 0
        view = bytes(self._buffer)
        while start < len(view):
            size = self._frame_size(view, start)
            if size is None and not is_paused:
                break
            if size:
                frames.append(self._frame(view[start : start + size]))
                start += size
            else:
                self.bytes_dropped += 1
                start += 1
        del self._buffer[:start]
        return frames

    def _frame_size(self, view: bytes, start: int) -> int | None:
        """Return the length of the valid frame at `start`, 0 for none, None if it may come."""
        if start + 1 >= len(view):
            return None
        if view[start + 1] > self._data_length_max:
            return 0
        end = start + view[start + 1] + OVERHEAD_LENGTH
        if end > len(view):
            return None
        return end - start if self._is_valid(view[start:end]) else 0

    def _is_valid(self, packet: bytes) -> bool:
        if self.checksum is Checksum.SIMPLE:
            return sum(packet) & 0xFF == 0
        covered = packet[:_SOURCE_OFFSET] + packet[_SOURCE_OFFSET + 1 : -1]
        return crc16(covered) == packet[_SOURCE_OFFSET] | packet[-1] << 8

    def _frame(self, packet: bytes) -> Frame:
        """Return a packet with a valid checksum as a frame."""
        source = packet[_SOURCE_OFFSET] if self.checksum is Checksum.SIMPLE else None
        return Frame(packet[0], packet[_HEAD_LENGTH - 1], packet[_HEAD_LENGTH:-1], source)
