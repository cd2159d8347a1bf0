"""Bytes of a batch, and of a batch with its answers as the record keeps it.

Canonical: one batch has one form, and every other form of it is refused on reading. Numbers are
little-endian; a text is UTF-8 after one byte with its length.

| bytes     | a batch, version 1                                                              |
| --------- | ------------------------------------------------------------------------------- |
| 4         | `DSBB`                                                                          |
| 1         | version: 1                                                                      |
| 1         | kind: 1 wagers, 2 withdrawals, 3 decisions                                      |
| 1 + 1..64 | batch id                                                                        |
| 1         | how many names follow, 1..255                                                   |
| each      | 1 + 0..255: a name of a spot or action; rising by bytes, each used by an entry  |
| 4         | n, how many entries, 1..100000                                                  |
| 1         | width of a bettor's number: 1, 2, 4 or 8, the narrowest that holds all          |
| 1         | width of an amount: 0 when none is said, else 1, 2, 4 or 8, likewise            |
| n * width | bettors, unsigned                                                               |
| n         | names: their places in the list above                                           |
| n * width | amounts in smallest units, signed; -1 with a decision: not said                 |

After the batch the record has its answers:

| bytes | answers                                                       |
| ----- | ------------------------------------------------------------- |
| 4     | r, how many entries are refused, 0..n                         |
| r * 4 | their places among the entries, from 0, rising                |
| r     | why: the number of an `Answer`, 1 or more                     |

The content hash is the SHA-256 of the batch without its answers.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt

from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import ENTRIES_MAX, NOT_SAID, Batch, BatchError, BatchKind
from dealer_station.bettors.columns import Amounts, Bettors, Codes

MAGIC = b"DSBB"
VERSION = 1
_WIDTHS = (1, 2, 4, 8)


class EncodingError(ValueError):
    """Bytes that are no batch, or not in its one form."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordedBatch:
    """A batch with the answers that it got."""

    batch: Batch
    codes: Codes


def encode_batch(batch: Batch) -> bytes:
    """Return the batch as bytes."""
    names = [name.encode() for name in batch.names]
    is_said = bool((batch.amounts != NOT_SAID).any())
    bettor_width = _width(batch.bettors, "u")
    amount_width = _width(batch.amounts, "i") if is_said else 0
    batch_id = batch.batch_id.encode()
    parts = [
        MAGIC,
        bytes((VERSION, batch.kind, len(batch_id))),
        batch_id,
        bytes((len(names),)),
        *(bytes((len(name),)) + name for name in names),
        len(batch).to_bytes(4, "little"),
        bytes((bettor_width, amount_width)),
        batch.bettors.astype(f"<u{bettor_width}").tobytes(),
        batch.name_index.tobytes(),
    ]
    if is_said:
        parts.append(batch.amounts.astype(f"<i{amount_width}").tobytes())
    return b"".join(parts)


def content_hash(batch: Batch) -> bytes:
    """Return the SHA-256 by which a batch is known again."""
    return sha256(encode_batch(batch)).digest()


def decode_batch(content: bytes) -> Batch:
    """Return the batch of which these are the bytes. Raises EncodingError."""
    reader = _Reader(content)
    batch = reader.batch()
    reader.end()
    return batch


def encode_recorded(batch: Batch, codes: Codes) -> bytes:
    """Return the batch and its answers as bytes for the record."""
    refused = np.flatnonzero(codes)
    return b"".join(
        (
            encode_batch(batch),
            len(refused).to_bytes(4, "little"),
            refused.astype("<u4").tobytes(),
            codes[refused].tobytes(),
        )
    )


def decode_recorded(content: bytes) -> RecordedBatch:
    """Return the batch and the answers that the record kept. Raises EncodingError."""
    reader = _Reader(content)
    batch = reader.batch()
    codes = reader.codes(len(batch))
    reader.end()
    return RecordedBatch(batch, codes)


def _width(column: Bettors | Amounts, sort: str) -> int:
    """Return the narrowest width that holds every number of a column."""
    least, most = int(column.min()), int(column.max())
    return next(width for width in _WIDTHS if _fits(least, most, f"{sort}{width}"))


def _fits(least: int, most: int, type_name: str) -> bool:
    info = np.iinfo(type_name)
    return info.min <= least and most <= info.max


class _Reader:
    """Takes fields off the front; every doubt is an EncodingError."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def _take(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._content):
            raise EncodingError(f"ends after {len(self._content)} bytes; {end} were due")
        taken = self._content[self._at : end]
        self._at = end
        return taken

    def _number(self, size: int) -> int:
        return int.from_bytes(self._take(size), "little")

    def _text(self) -> str:
        try:
            return self._take(self._number(1)).decode()
        except UnicodeDecodeError as error:
            raise EncodingError("a text is no UTF-8") from error

    def _column(self, count: int, type_name: str) -> npt.NDArray[Any]:
        kind = np.dtype(type_name)
        return np.frombuffer(self._take(count * kind.itemsize), kind)

    def _width(self) -> int:
        width = self._number(1)
        if width not in {0, *_WIDTHS}:
            raise EncodingError(f"a width of {width} bytes")
        return width

    def batch(self) -> Batch:
        """Take a batch."""
        if self._take(4) != MAGIC or self._number(1) != VERSION:
            raise EncodingError("no batch of this version")
        number = self._number(1)
        if number not in list(BatchKind):
            raise EncodingError(f"a batch of kind {number}")
        batch_id = self._text()
        names = tuple(self._text() for _ in range(self._number(1)))
        count = self._number(4)
        if not 1 <= count <= ENTRIES_MAX:
            raise EncodingError(f"{count} entries")
        return self._entries(BatchKind(number), batch_id, names, count)

    def _entries(self, kind: BatchKind, batch_id: str, names: tuple[str, ...], count: int) -> Batch:
        bettor_width, amount_width = self._width(), self._width()
        if bettor_width == 0:
            raise EncodingError("bettors without numbers")
        bettors = self._column(count, f"<u{bettor_width}").astype(np.uint64)
        chosen = self._column(count, "u1").astype(np.uint8)
        if amount_width:
            amounts = self._column(count, f"<i{amount_width}").astype(np.int64)
        else:
            amounts = np.full(count, NOT_SAID, np.int64)
        is_said = bool((amounts != NOT_SAID).any())
        if bettor_width != _width(bettors, "u") or amount_width != (
            _width(amounts, "i") if is_said else 0
        ):
            raise EncodingError("a column is wider or narrower than it must be")
        try:
            return Batch(kind, batch_id, names, bettors, chosen, amounts)
        except BatchError as error:
            raise EncodingError(str(error)) from error

    def codes(self, count: int) -> Codes:
        """Take the answers to so many entries."""
        refused = self._number(4)
        places = self._column(refused, "<u4").astype(np.int64)
        reasons = self._column(refused, "u1")
        if refused and (places[-1] >= count or (places[1:] <= places[:-1]).any()):
            raise EncodingError("places of refused entries are not rising, or too large")
        if refused and not 1 <= int(reasons.min()) <= int(reasons.max()) <= max(Answer):
            raise EncodingError("an answer of no known number")
        codes = np.zeros(count, np.uint8)
        codes[places] = reasons
        return codes

    def end(self) -> None:
        """Refuse bytes that are left."""
        if self._at != len(self._content):
            raise EncodingError(f"{len(self._content) - self._at} bytes too many")
