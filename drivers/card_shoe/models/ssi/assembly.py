"""Joins a symbol that a scanner sends in several packets.

Two forms are public: DECODE_DATA packets with the continuation bit (README.md names the rule),
and MULTIPACKET_SEGMENT packets, known from a public parser's test vector: segment number, then
in segment 0 the inner opcode, source, status, a length of two bytes, type, one more byte and the
symbol's length of two bytes. No card's symbol is that long; a joined symbol is kept as evidence.
"""

from dataclasses import dataclass
from typing import Final

from drivers.card_shoe.models.ssi.codec import Frame, Opcode, Source
from drivers.link.errors import ProtocolError

SYMBOL_LENGTH_MAX: Final = 4096
_SEGMENT_HEAD: Final = 10
_SEGMENT_TYPE: Final = 6
_SEGMENT_TOTAL: Final = slice(8, 10)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A whole symbol: the scanner's code for its type, and its bytes."""

    symbology: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Assembly:
    """The packets of one symbol so far. `total` is its announced length, None if not announced."""

    symbology: int
    text: bytes
    next_segment: int = 0
    total: int | None = None


def add(assembly: Assembly | None, frame: Frame) -> Assembly | Symbol:
    """Add a packet: the whole symbol if it is the last, else the assembly so far.

    Raises ProtocolError for an empty packet, a segment out of order or a symbol over 4096 bytes.
    """
    if frame.opcode == Opcode.MULTIPACKET_SEGMENT:
        return _add_segment(assembly, frame)
    if not frame.data:
        raise ProtocolError("a decode packet without data", frame=frame)
    if assembly is None:
        assembly = Assembly(frame.data[0], frame.data[1:])
    else:
        # Whether a continued packet repeats the type byte is not public: all bytes are kept, so
        # a joined text can only fail to be a card, never become a wrong one.
        assembly = Assembly(assembly.symbology, _limited(assembly.text + frame.data, frame))
    return assembly if frame.is_continued else Symbol(assembly.symbology, assembly.text)


def _add_segment(assembly: Assembly | None, frame: Frame) -> Assembly | Symbol:
    """Add one MULTIPACKET_SEGMENT."""
    data = frame.data
    if frame.source == Source.FIRST_SEGMENT:
        if len(data) < _SEGMENT_HEAD or data[0] != 0 or data[1] != Opcode.DECODE_DATA:
            raise ProtocolError("a first segment that starts no symbol", frame=frame)
        total = int.from_bytes(data[_SEGMENT_TOTAL], "big")
        text = data[_SEGMENT_HEAD:]
        assembly = Assembly(data[_SEGMENT_TYPE], text, 1, total)
    else:
        if assembly is None or not data or data[0] != assembly.next_segment:
            raise ProtocolError("a segment out of order", frame=frame)
        text = _limited(assembly.text + data[1:], frame)
        assembly = Assembly(assembly.symbology, text, assembly.next_segment + 1, assembly.total)
    if assembly.total is None or len(assembly.text) < assembly.total:
        return assembly
    return Symbol(assembly.symbology, assembly.text[: assembly.total])


def _limited(text: bytes, frame: Frame) -> bytes:
    if len(text) > SYMBOL_LENGTH_MAX:
        raise ProtocolError(f"a symbol over {SYMBOL_LENGTH_MAX} bytes", frame=frame)
    return text
