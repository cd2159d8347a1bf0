"""What is found wrong with a record (`hash_chain.verify`, `books.check_books`), and the report."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from dealer_station.event_log.seals import SealMark


class FindingKind(StrEnum):
    """What can be wrong with a record."""

    CHANGED_ROW = "changed_row"
    MISSING_ROW = "missing_row"
    BROKEN_CHAIN = "broken_chain"
    CUT_TAIL = "cut_tail"
    UNREADABLE_ROW = "unreadable_row"
    WRONG_HEAD = "wrong_head"
    WRONG_COMMAND = "wrong_command"
    WRONG_SEAL = "wrong_seal"
    UNKNOWN_KEY = "unknown_key"
    UNSEALED = "unsealed"
    LOST_SEAL = "lost_seal"
    MISSING_TRIGGER = "missing_trigger"
    CHANGED_TRIGGER = "changed_trigger"
    UNKNOWN_TRIGGER = "unknown_trigger"
    DAMAGED_FILE = "damaged_file"
    WRONG_BOOK = "wrong_book"
    """A bettors' book that does not fold to what is recorded of it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong: where, as far as that can be said, and what in words."""

    kind: FindingKind
    position: int | None
    stream: str | None
    version: int | None
    what: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was read, and what is wrong, in order of position.

    `kept_position`: of the seal that was kept elsewhere; None when none was, or it is not there.
    """

    rows: int
    streams: int
    seals: int
    sealed_position: int
    last_seal: SealMark | None
    kept_position: int | None
    findings: tuple[Finding, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def with_findings(self, more: Sequence[Finding]) -> "VerifyReport":
        """Return the report with more that is wrong, in order of position."""
        return replace(self, findings=tuple(sorted((*self.findings, *more), key=rank)))

    @property
    def first(self) -> Finding | None:
        """The first thing wrong."""
        return self.findings[0] if self.findings else None


_RANKS: Final = {
    FindingKind.WRONG_COMMAND: 1,
    FindingKind.WRONG_SEAL: 2,
    FindingKind.UNKNOWN_KEY: 2,
    FindingKind.UNSEALED: 2,
    FindingKind.LOST_SEAL: 2,
}


def rank(finding: Finding) -> tuple[bool, int, int]:
    """By position; at one position the row, its command, the seal over it; the rest last."""
    return (finding.position is None, finding.position or 0, _RANKS.get(finding.kind, 0))
