"""What comes in: batches of wagers, of withdrawals and of decisions, in columns.

A batch has an id that its sender chose, and a content whose SHA-256 says whether it is the same
batch when the id comes again. Entries are kept in their order. What is said here about an entry is
only its form: whether it is accepted is the book's answer, entry by entry.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from dealer_station.bettors.columns import Amounts, Bettors, Codes, Index, frozen

ENTRIES_MAX = 100_000
"""A batch has at most so many entries: more is no batch but a flood."""
ENTRIES_A_BETTOR_MAX = 64
"""So many entries a batch may have of one bettor; who collects them puts the rest into the next.

Entries of one bettor are judged one after the other, so this bounds the time that a batch takes.
"""
BATCH_ID_BYTES_MAX = 64
NAME_BYTES_MAX = 255
NAMES_MAX = 255
BETTOR_MAX = 2**64 - 1
NOT_SAID = -1
"""The amount of a decision that named none."""


class BatchError(ValueError):
    """Content that is no batch at all: an id, a bettor's number or an amount of no possible form.

    Such a batch is refused whole, before the book sees it.
    """


class BatchKind(IntEnum):
    """What the entries of a batch ask for."""

    WAGERS = 1
    WITHDRAWALS = 2
    DECISIONS = 3


class WagerEntry(NamedTuple):
    """A bettor puts an amount (smallest units) on a spot, on top of what lies there."""

    bettor: int
    spot: str
    amount_minor: int


class WithdrawalEntry(NamedTuple):
    """A bettor takes back what lies on a spot; with the base stake goes everything."""

    bettor: int
    spot: str


class DecisionEntry(NamedTuple):
    """A bettor decides; an amount need not be said, but if it is, it must be right (CH-D03)."""

    bettor: int
    action: str
    amount_minor: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Entries in columns: bettor, name (an index into `names`) and amount.

    `names` are the spots or actions in question, rising and each used, so that equal entries are
    equal columns. `amounts` is `NOT_SAID` where none was said. `distinct` are the bettors, rising
    and each once, and `places` say for every entry which of them it is of. Raises BatchError.
    """

    kind: BatchKind
    batch_id: str
    names: tuple[str, ...]
    bettors: Bettors
    name_index: Codes
    amounts: Amounts
    distinct: Bettors = field(init=False)
    places: Index = field(init=False)

    def __post_init__(self) -> None:
        _check_text("batch id", self.batch_id, 1, BATCH_ID_BYTES_MAX)
        if not 1 <= len(self.bettors) <= ENTRIES_MAX:
            raise BatchError(f"{len(self.bettors)} entries; a batch has 1 to {ENTRIES_MAX}")
        if not len(self.bettors) == len(self.name_index) == len(self.amounts):
            raise BatchError("columns of different lengths")
        self._check_names()
        self._find_bettors()
        if self.kind is BatchKind.WITHDRAWALS and (self.amounts != NOT_SAID).any():
            raise BatchError("a withdrawal names no amount")
        if self.kind is BatchKind.DECISIONS and (self.amounts < NOT_SAID).any():
            raise BatchError("a decision names a negative amount")
        for column in (self.bettors, self.name_index, self.amounts, self.distinct, self.places):
            frozen(column)

    def _find_bettors(self) -> None:
        distinct, places = np.unique(self.bettors, return_inverse=True)
        if int(np.bincount(places).max()) > ENTRIES_A_BETTOR_MAX:
            raise BatchError(f"more than {ENTRIES_A_BETTOR_MAX} entries of one bettor")
        object.__setattr__(self, "distinct", distinct)
        object.__setattr__(self, "places", places.astype(np.intp, copy=False))

    def _check_names(self) -> None:
        for name in self.names:
            _check_text("name", name, 0, NAME_BYTES_MAX)
        if list(self.names) != sorted(set(self.names), key=str.encode):
            raise BatchError("names are not rising")
        used = np.flatnonzero(np.bincount(self.name_index)).tolist()
        if used != list(range(len(self.names))) or len(self.names) > NAMES_MAX:
            raise BatchError("names and entries do not fit together")

    def __len__(self) -> int:
        return len(self.bettors)


def _check_text(what: str, text: str, least: int, most: int) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise BatchError(f"{what} is no text") from error
    if not least <= size <= most:
        raise BatchError(f"{what} has {size} bytes; {least} to {most} are possible")


def wager_batch(batch_id: str, entries: Iterable[WagerEntry | tuple[int, str, int]]) -> Batch:
    """Return a batch of wagers. Raises BatchError."""
    rows = list(entries)
    amounts = [amount for _, _, amount in rows]
    return _packed(BatchKind.WAGERS, batch_id, [row[:2] for row in rows], amounts)


def withdrawal_batch(batch_id: str, entries: Iterable[WithdrawalEntry | tuple[int, str]]) -> Batch:
    """Return a batch of withdrawals. Raises BatchError."""
    rows = [(bettor, spot) for bettor, spot in entries]
    return _packed(BatchKind.WITHDRAWALS, batch_id, rows, [NOT_SAID] * len(rows))


def decision_batch(
    batch_id: str, entries: Iterable[DecisionEntry | tuple[int, str, int | None]]
) -> Batch:
    """Return a batch of decisions. Raises BatchError."""
    rows = list(entries)
    if any(amount is not None and amount < 0 for _, _, amount in rows):
        raise BatchError("a decision names a negative amount")
    amounts = [NOT_SAID if amount is None else amount for _, _, amount in rows]
    return _packed(BatchKind.DECISIONS, batch_id, [row[:2] for row in rows], amounts)


def _packed(
    kind: BatchKind, batch_id: str, rows: Sequence[tuple[int, str]], amounts: Sequence[int]
) -> Batch:
    try:
        names = sorted({name for _, name in rows}, key=str.encode)
    except UnicodeEncodeError as error:
        raise BatchError("name is no text") from error
    if len(names) > NAMES_MAX:
        raise BatchError(f"{len(names)} different names; at most {NAMES_MAX} are possible")
    index = {name: number for number, name in enumerate(names)}
    if any(not isinstance(number, int) for number in (*(row[0] for row in rows), *amounts)):
        raise BatchError("a bettor's number or an amount is no integer")
    try:
        bettors = np.array([bettor for bettor, _ in rows], np.uint64)
        packed = np.array(amounts, np.int64)
    except OverflowError as error:
        raise BatchError("a bettor's number or an amount is too large, or negative") from error
    chosen = np.array([index[name] for _, name in rows], np.uint8)
    return Batch(kind, batch_id, tuple(names), bettors, chosen, packed)
