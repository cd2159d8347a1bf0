"""What the host must still know after a crash: the last packet, a symbol begun, what is in doubt.

Without it a packet that was stored, and whose acknowledgement the crash swallowed, would count
as a second card when the scanner repeats it; a doubt that no person has cleared would end with the
process; and a card that came while nothing could be stored would be forgotten.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from dealer_station.messages.device import FAULTS_MAX
from drivers.card_shoe.models.ssi.assembly import Assembly
from drivers.card_shoe.models.ssi.codec import Frame
from drivers.link.errors import JournalError


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A card's packet that was not acknowledged, because nothing could be stored.

    `packet` is the newest one, which the scanner may still repeat; `is_only`: it gave up no other
    before it.
    """

    packet: bytes
    is_only: bool = True

    @property
    def lost_count(self) -> int | None:
        """How many cards are lost if no repeat comes; None where nobody can know."""
        return 1 if self.is_only else None


@dataclass(frozen=True, slots=True)
class LinkMemory:
    """`last` is opcode, source, continuation and data of the last accepted packet.

    `is_acknowledged`: its acknowledgement was written to the line, or the scanner went on without
    it. If not, the scanner still waits, and its next packet can only be a repeat of this one.
    `is_in_use`: the scanner was set up and may read cards; whoever finds this at his start has died
    without a good-bye. `doubts` are faults that wait for a person, oldest first: code and detail.
    `unanswered` will be one more of them unless the scanner repeats it.
    """

    last: bytes | None = None
    assembly: Assembly | None = None
    is_acknowledged: bool = False
    is_in_use: bool = False
    doubts: tuple[tuple[str, str], ...] = ()
    unanswered: Unanswered | None = None

    def after(self, packet: bytes, assembly: Assembly | None = None) -> "LinkMemory":
        """Return the memory with another last packet, not acknowledged yet."""
        return replace(self, last=packet, assembly=assembly, is_acknowledged=False)

    def doubting(self, code: str, detail: str) -> "LinkMemory":
        """Return the memory with one more doubt; of too many the newest are kept."""
        return replace(self, doubts=(*self.doubts, (code, detail))[-FAULTS_MAX:])

    def cleared(self, codes: Iterable[str]) -> "LinkMemory":
        """Return the memory without the oldest doubt of each code, for as often as it is named."""
        left = list(self.doubts)
        for code in codes:
            oldest = next((doubt for doubt in left if doubt[0] == code), None)
            if oldest is not None:
                left.remove(oldest)
        return replace(self, doubts=tuple(left))

    def to_bytes(self) -> bytes:
        """Return the memory as it stands in the journal."""
        part, card = self.assembly, self.unanswered
        return json.dumps(
            {
                "last": None if self.last is None else self.last.hex(),
                "is_acknowledged": self.is_acknowledged,
                "is_in_use": self.is_in_use,
                "doubts": [list(doubt) for doubt in self.doubts],
                "unanswered": None if card is None else [card.packet.hex(), card.is_only],
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
            card = content.get("unanswered")
            return cls(
                None if last is None else bytes.fromhex(last),
                None if part is None else Assembly(part[0], bytes.fromhex(part[1]), *part[2:]),
                bool(content["is_acknowledged"]),
                # Not in the notes of the first drivers.
                bool(content.get("is_in_use", False)),
                tuple((str(code), str(detail)) for code, detail in content.get("doubts", ())),
                None if card is None else Unanswered(bytes.fromhex(card[0]), bool(card[1])),
            )
        except (AttributeError, ValueError, KeyError, TypeError, IndexError) as error:
            raise JournalError(f"the stored link memory is unreadable: {error}") from error


def fingerprint(frame: Frame) -> bytes:
    """Return what two copies of one packet have in common: everything but the status."""
    return bytes((frame.opcode, frame.source, int(frame.is_continued))) + frame.data
