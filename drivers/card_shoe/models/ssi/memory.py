"""What the host must still know after a crash: the last accepted packet and a symbol begun.

Without it a packet that was stored, and whose acknowledgement the crash swallowed, would count
as a second card when the scanner repeats it.
"""

import json
from dataclasses import dataclass

from drivers.card_shoe.models.ssi.assembly import Assembly
from drivers.card_shoe.models.ssi.codec import Frame
from drivers.link.errors import JournalError


@dataclass(frozen=True, slots=True)
class LinkMemory:
    """`last` is opcode, source, continuation and data of the last accepted packet.

    `is_acknowledged`: its acknowledgement was written to the line. If not, the scanner still
    waits, and its next packet can only be a repeat of this one.
    """

    last: bytes | None = None
    assembly: Assembly | None = None
    is_acknowledged: bool = False

    def to_bytes(self) -> bytes:
        """Return the memory as it stands in the journal."""
        part = self.assembly
        return json.dumps(
            {
                "last": None if self.last is None else self.last.hex(),
                "is_acknowledged": self.is_acknowledged,
                "assembly": None
                if part is None
                else [part.symbology, part.text.hex(), part.next_segment, part.total],
            }
        ).encode()

    @classmethod
    def from_bytes(cls, note: bytes | None) -> "LinkMemory":
        """Read a memory back; a fresh one for None. Raises JournalError for what is none."""
        if note is None:
            return cls()
        try:
            content = json.loads(note)
            last, part = content["last"], content["assembly"]
            return cls(
                None if last is None else bytes.fromhex(last),
                None if part is None else Assembly(part[0], bytes.fromhex(part[1]), *part[2:]),
                bool(content["is_acknowledged"]),
            )
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise JournalError(f"the stored link memory is unreadable: {error}") from error


def fingerprint(frame: Frame) -> bytes:
    """Return what two copies of one packet have in common: everything but the status."""
    return bytes((frame.opcode, frame.source, int(frame.is_continued))) + frame.data
