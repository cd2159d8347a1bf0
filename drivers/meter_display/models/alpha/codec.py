"""Bytes of the Alpha Sign Communications Protocol to frames and back, for host and sign alike.

Knows the frame: sync, header, instructions with or without checksums, end; where a pause must stand
in it; and how to find the next frame after noise. Does not know time, ports or what an instruction
means. (The protocol says "packet" and "command"; in this house a command is the station's.)

Source: Alpha Sign Communications Protocol, 9708-8061F (README.md has the addresses). The line has
seven data bits, so no byte above 0x7F is ever sent or taken.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from drivers.link.errors import ProtocolError


class Control(IntEnum):
    """Bytes that frame what is said. None of the first five may stand in an instruction's data."""

    NUL = 0x00
    SOH = 0x01
    STX = 0x02
    ETX = 0x03
    EOT = 0x04
    ACK = 0x06
    NAK = 0x15


SYNC_LENGTH: Final = 6
"""NULs before a host's frame: a sign measures the baud rate from five or more."""

REPLY_SYNC_LENGTH: Final = 20
"""NULs before a sign's reply."""

PAUSE_MS: Final = 100
"""Pause after each STX where instructions are nested (and at every STX of some signs)."""

FRAME_LENGTH_MAX: Final = 4_096
"""Longest frame that is waited for, sync not counted; longer ones are noise."""

REPLY_TYPE: Final = "0"
REPLY_ADDRESS: Final = "00"
"""Type and address of a reply, whatever sign sent it: a reply does not say whose it is."""

_HEADER_LENGTH: Final = 5  # SOH, type, two characters of address, STX
_CHECKSUM_LENGTH: Final = 4
_LOWEST_OF_DATA: Final = 0x05
_HIGHEST: Final = 0x7F
_HEXADECIMAL: Final = frozenset(b"0123456789ABCDEFabcdef")
_ADDRESS: Final = _HEXADECIMAL | frozenset(b"?")
_PRINTABLE: Final = frozenset(range(0x20, 0x7F))
_HEAD: Final = (_PRINTABLE, _ADDRESS, _ADDRESS, frozenset((Control.STX,)))


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a sign is told or asked, or what it answers, as data: a letter and what follows it.

    `has_checksum` is what was received or is to be sent.
    """

    code: str
    data: bytes = b""
    has_checksum: bool = True


@dataclass(frozen=True, slots=True)
class Frame:
    """One transmission: to which signs, and at least one instruction; more are "nested"."""

    sign_type: str
    address: str
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes to be written at once, `pause_ms` after the piece before them."""

    pause_ms: int
    data: bytes


def checksum(framed: bytes) -> str:
    """Return the sum of all bytes from STX to ETX, both included: four hexadecimal digits."""
    return f"{sum(framed) & 0xFFFF:04X}"


def reply(code: str, data: bytes = b"") -> Frame:
    """Return a sign's reply, which bears the code that writes what was read."""
    return Frame(REPLY_TYPE, REPLY_ADDRESS, (Instruction(code, data),))


def encode(frame: Frame, *, sync: int = SYNC_LENGTH) -> bytes:
    """Return a frame as bytes on the wire. Raises ProtocolError for what no frame can hold."""
    return b"".join(piece.data for piece in pieces(frame, sync=sync))


def pieces(
    frame: Frame, *, sync: int = SYNC_LENGTH, pauses_always: bool = False
) -> tuple[Piece, ...]:
    """Return a frame as the pieces in which it must be written.

    A frame with one instruction is one piece, unless the sign wants its pause always; nested ones
    have a pause after each STX. Raises ProtocolError for what no frame can hold.
    """
    _check(frame)
    head = bytes(sync) + bytes((Control.SOH,)) + (frame.sign_type + frame.address).encode("ascii")
    blocks = [_block(instruction) for instruction in frame.instructions]
    end = bytes((Control.EOT,))
    start = bytes((Control.STX,))
    if len(blocks) == 1 and not pauses_always:
        return (Piece(0, head + start + blocks[0] + end),)
    parts = [head + start, *(block + start for block in blocks[:-1]), blocks[-1] + end]
    return tuple(Piece(PAUSE_MS if number else 0, part) for number, part in enumerate(parts))


def _block(instruction: Instruction) -> bytes:
    """Return an instruction without its STX, with its checksum where it has one."""
    body = instruction.code.encode("ascii") + instruction.data
    if not instruction.has_checksum:
        return body
    ended = body + bytes((Control.ETX,))
    return ended + checksum(bytes((Control.STX,)) + ended).encode("ascii")


def _check(frame: Frame) -> None:
    """Refuse what would be read as something else, or is longer than a sign takes."""
    head = (frame.sign_type + frame.address).encode("ascii", "backslashreplace")
    is_head = len(head) == len(_HEAD) - 1 and all(
        byte in known for byte, known in zip(head, _HEAD, strict=False)
    )
    if not is_head:
        raise ProtocolError(f"{head!r} is no type and address of a sign", frame=frame)
    if not frame.instructions:
        raise ProtocolError("a frame has at least one instruction", frame=frame)
    bodies = [
        each.code.encode("ascii", "backslashreplace") + each.data for each in frame.instructions
    ]
    if any(len(each.code) != 1 for each in frame.instructions) or not all(
        _LOWEST_OF_DATA <= byte <= _HIGHEST for body in bodies for byte in body
    ):
        raise ProtocolError("an instruction holds a byte that none may hold", frame=frame)
    length = _HEADER_LENGTH + sum(len(body) + _CHECKSUM_LENGTH + 2 for body in bodies)
    if length > FRAME_LENGTH_MAX:
        raise ProtocolError(f"{length} bytes; a frame has 4096 at most", frame=frame)


class _NoFrameError(Exception):
    """The bytes begin no frame."""


class _UnfinishedError(Exception):
    """The bytes may become a frame."""


class AlphaCodec:
    """Finds frames in a stream of bytes, for host and sign alike.

    What cannot become a frame costs one byte, and the search goes on behind it. SOH never stands in
    an instruction, so after a truncated frame the very next one is found.

    A host demands checksums (`needs_checksum`): every reply has one. A sign takes frames without.
    `takes_bare_words`: signs that acknowledge may send ACK or NAK and the register without a
    frame around it. Two such bytes prove nothing, so only ask for them where the sign was told to
    acknowledge.
    """

    def __init__(self, *, needs_checksum: bool, takes_bare_words: bool = False) -> None:
        self._needs_checksum = needs_checksum
        self._takes_bare_words = takes_bare_words
        self._buffer = bytearray()
        self._garbage = 0
        self.bytes_dropped = 0

    @property
    def is_waiting(self) -> bool:
        """Whether bytes are held back that may become a frame."""
        return bool(self._buffer)

    def receive(self, data: bytes) -> list[Frame]:
        """Take bytes in any split; return the frames that are now complete."""
        self._buffer += data
        return self._scan(is_paused=False)

    def idle(self) -> list[Frame]:
        """Take note that the line paused: what is incomplete now will never be completed."""
        return self._scan(is_paused=True)

    def take_garbage(self) -> int:
        """Return how many bytes were dropped since the last call; sync NULs do not count."""
        count, self._garbage = self._garbage, 0
        return count

    def _scan(self, *, is_paused: bool) -> list[Frame]:
        """Cut frames off the front of the buffer, dropping single bytes that start none."""
        frames: list[Frame] = []
        view = bytes(self._buffer)
        start = 0
        while start < len(view):
            try:
                frame, start = self._read(view, start)
            except _UnfinishedError:
                if not is_paused:
                    break
                start = self._drop(view, start)
            except _NoFrameError:
                start = self._drop(view, start)
            else:
                frames.append(frame)
        del self._buffer[:start]
        return frames

    def _drop(self, view: bytes, start: int) -> int:
        if view[start] != Control.NUL:
            self._garbage += 1
            self.bytes_dropped += 1
        return start + 1

    def _read(self, view: bytes, start: int) -> tuple[Frame, int]:
        """Return the frame at `start` and where it ends."""
        if self._takes_bare_words and view[start] in (Control.ACK, Control.NAK):
            return _read_bare_word(view, start)
        if view[start] != Control.SOH:
            raise _NoFrameError
        place = start + 1
        for known in _HEAD:
            if _at(view, place) not in known:
                raise _NoFrameError
            place += 1
        instructions: list[Instruction] = []
        follow = int(Control.STX)
        while follow == Control.STX:
            instruction, place = self._read_instruction(view, place, start + FRAME_LENGTH_MAX)
            instructions.append(instruction)
            follow = _at(view, place)
            place += 1
        if follow != Control.EOT:
            raise _NoFrameError
        head = view[start + 1 : start + _HEADER_LENGTH - 1].decode("ascii")
        return Frame(head[0], head[1:], tuple(instructions)), place

    def _read_instruction(self, view: bytes, start: int, limit: int) -> tuple[Instruction, int]:
        """Return the instruction whose code stands at `start`, and where it ends."""
        end = start
        while end < len(view) and _LOWEST_OF_DATA <= view[end] <= _HIGHEST:
            end += 1
        if end == start and end < len(view):
            raise _NoFrameError
        if end >= limit:
            raise _NoFrameError
        code = chr(view[start]) if end > start else ""
        data = view[start + 1 : end]
        if _at(view, end) != Control.ETX:
            if self._needs_checksum:
                raise _NoFrameError
            return Instruction(code, data, has_checksum=False), end
        given = view[end + 1 : end + 1 + _CHECKSUM_LENGTH]
        if any(byte not in _HEXADECIMAL for byte in given):
            raise _NoFrameError
        if len(given) < _CHECKSUM_LENGTH:
            raise _UnfinishedError
        if given.upper() != checksum(view[start - 1 : end + 1]).encode("ascii"):
            raise _NoFrameError
        return Instruction(code, data), end + 1 + _CHECKSUM_LENGTH


def _read_bare_word(view: bytes, start: int) -> tuple[Frame, int]:
    """Return ACK or NAK with the register behind it as the reply that it stands for."""
    if not _LOWEST_OF_DATA <= _at(view, start + 1) <= _HIGHEST:
        raise _NoFrameError
    return reply(chr(view[start]), view[start + 1 : start + 2]), start + 2


def _at(view: bytes, place: int) -> int:
    """Return the byte at `place`; _UnfinishedError where it has not come yet."""
    if place >= len(view):
        raise _UnfinishedError
    return view[place]
