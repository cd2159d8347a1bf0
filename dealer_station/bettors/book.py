"""The book of one round: every bettor's stakes and decision, beside the table's state.

A book never changes: applying a batch gives another one, and the old one stays what it was. It is a
fold of the round's recorded batches and of the two closings, so a recovered book is the same book:
`digest` says so for what lies in it, `chain` for which batches it came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Self

import numpy as np

from dealer_station.bettors.answers import Answer, Answers
from dealer_station.bettors.batches import Batch, BatchKind
from dealer_station.bettors.columns import (
    Codes,
    Rows,
    blank,
    gathered,
    merged,
    with_run,
)
from dealer_station.bettors.encoding import RecordedBatch, content_hash
from dealer_station.bettors.judging import (
    Sheet,
    apply_answered,
    entry_numbers,
    judged,
    number_acceptances,
)
from dealer_station.bettors.terms import BookTerms
from dealer_station.bettors.totals import BookTotals, totals_of

_DIGEST_FORM = b"dealer-station bettors book 1\n"


class Stage(StrEnum):
    """What the book takes now: wagers and withdrawals, decisions, or nothing."""

    BETTING = "betting"
    DECIDING = "deciding"
    CLOSED = "closed"


class Turned(StrEnum):
    """Why a whole batch is turned away; the first two are reasons of the table."""

    NOT_OPEN = "not_open"
    """Wagers and withdrawals are over."""
    WRONG_PHASE = "wrong_phase"
    """Decisions are not open."""
    BATCH_CONFLICT = "batch_conflict"
    """The id belongs to a batch of other content."""


class BatchTurnedAwayError(Exception):
    """A batch was turned away whole; the book is what it was."""

    def __init__(self, reason: Turned, batch_id: str) -> None:
        super().__init__(f"{reason}: batch {batch_id!r}")
        self.reason = reason
        self.batch_id = batch_id


class RecordError(ValueError):
    """A recorded batch that cannot have happened in this book."""


@dataclass(frozen=True, slots=True)
class KnownBatch:
    """A batch that the book has: its content hash and its answers."""

    content_hash: bytes
    answers: Answers


_Ledger = tuple[Mapping[str, KnownBatch], ...]


@dataclass(frozen=True, slots=True, eq=False)
class BettorsBook:
    """A book; `open_book` makes an empty one.

    `accepted` counts the entries accepted so far: their order of acceptance. `chain` is a SHA-256
    over all batches and answers in their order. Runs and ledger are how the book is kept; read it
    through its methods.
    """

    terms: BookTerms
    totals: BookTotals
    stage: Stage = Stage.BETTING
    accepted: int = 0
    chain: bytes = bytes(32)
    runs: tuple[Rows, ...] = ()
    ledger: _Ledger = ()

    # ------------------------------------------------------------------------------- batches

    def with_wagers(self, batch: Batch) -> tuple[Self, Answers]:
        """Return the book with a batch of wagers, and the answer to each entry.

        A batch that the book has already changes nothing and gets the same answers again. Raises
        BatchTurnedAwayError.
        """
        assert batch.kind is BatchKind.WAGERS
        return self.with_batch(batch)

    def with_withdrawals(self, batch: Batch) -> tuple[Self, Answers]:
        """Return the book with stakes taken back; otherwise as `with_wagers`."""
        assert batch.kind is BatchKind.WITHDRAWALS
        return self.with_batch(batch)

    def with_decisions(self, batch: Batch) -> tuple[Self, Answers]:
        """Return the book with a batch of decisions; otherwise as `with_wagers`."""
        assert batch.kind is BatchKind.DECISIONS
        return self.with_batch(batch)

    def with_batch(self, batch: Batch, *, suspended: str | None = None) -> tuple[Self, Answers]:
        """Return the book with a batch of any kind, as `with_wagers` says.

        Stakes on the spot `suspended` are refused one by one.
        """
        content = content_hash(batch)
        known = self.known(batch.batch_id)
        if known is not None:
            if known.content_hash != content:
                raise BatchTurnedAwayError(Turned.BATCH_CONFLICT, batch.batch_id)
            return self, known.answers
        turned = self._turned(batch.kind)
        if turned is not None:
            raise BatchTurnedAwayError(turned, batch.batch_id)
        sheet = self._sheet(batch, suspended)
        before = totals_of(self.terms, sheet.rows)
        codes = judged(sheet)
        return self._entered(sheet, before, codes, content)

    def with_recorded(self, recorded: RecordedBatch) -> Self:
        """Return the book with a batch from the record; its answers stand and are not asked again.

        Raises RecordError when it cannot have happened here.
        """
        batch, codes = recorded.batch, recorded.codes
        if self.known(batch.batch_id) is not None:
            raise RecordError(f"batch {batch.batch_id!r} is in the record twice")
        if self._turned(batch.kind) is not None:
            raise RecordError(f"batch {batch.batch_id!r} came while the book was {self.stage}")
        sheet = self._sheet(batch)
        before = totals_of(self.terms, sheet.rows)
        if not apply_answered(sheet, codes):
            raise RecordError(f"batch {batch.batch_id!r} and its answers cannot be true")
        return self._entered(sheet, before, codes, content_hash(batch))[0]

    def known(self, batch_id: str) -> KnownBatch | None:
        """Return what the book knows of a batch; None when it has none of that id."""
        return next((part[batch_id] for part in self.ledger if batch_id in part), None)

    def _turned(self, kind: BatchKind) -> Turned | None:
        if kind is BatchKind.DECISIONS:
            return None if self.stage is Stage.DECIDING else Turned.WRONG_PHASE
        return None if self.stage is Stage.BETTING else Turned.NOT_OPEN

    def _sheet(self, batch: Batch, suspended: str | None = None) -> Sheet:
        rows = gathered(self.runs, batch.distinct, len(self.terms.spots))
        shut = None if suspended is None else self.terms.spot_number(suspended)
        numbers = entry_numbers(self.terms, batch)
        return Sheet(self.terms, batch, rows, batch.places, numbers, shut)

    def _entered(
        self, sheet: Sheet, before: BookTotals, codes: Codes, content: bytes
    ) -> tuple[Self, Answers]:
        batch, rows = sheet.batch, sheet.rows
        number_acceptances(sheet, codes, self.accepted)
        now = totals_of(self.terms, rows)
        moved = tuple(
            new - old for old, new in zip(before.staked_minor, now.staked_minor, strict=True)
        )
        answers = Answers(codes, moved)
        is_touched = np.zeros(len(rows), np.bool_)
        is_touched[sheet.places[codes == Answer.ACCEPTED]] = True
        touched = np.flatnonzero(is_touched)
        known = {batch.batch_id: KnownBatch(content, answers)}
        book = replace(
            self,
            accepted=self.accepted + answers.accepted,
            chain=sha256(self.chain + content + codes.tobytes()).digest(),
            runs=with_run(self.runs, rows.taken(touched)) if len(touched) else self.runs,
            ledger=_with_known(self.ledger, known),
            totals=self.totals.after(before, now),
        )
        return book, answers

    # ------------------------------------------------------------------------------ closings

    def close_wagers(self) -> Self:
        """Return the book that takes decisions instead of wagers (CH-11)."""
        assert self.stage is Stage.BETTING
        return replace(self, stage=Stage.DECIDING)

    def close_decisions(self) -> Self:
        """Return the closed book: who has not decided is folded, and it says so (CH-14)."""
        assert self.stage is Stage.DECIDING
        rows = self.rows()
        late = self.terms.action_code(self.terms.late_action)
        if late is not None:
            is_late = rows.decisions == 0
            decisions = np.where(is_late, np.uint8(late), rows.decisions)
            rows = replace(rows, decisions=decisions, auto_folded=is_late)
        runs = (rows.sealed(),)
        return replace(self, stage=Stage.CLOSED, runs=runs, totals=totals_of(self.terms, rows))

    # ------------------------------------------------------------------------------- reading

    def rows(self) -> Rows:
        """Return the bettors of the round in rising order: all who have a base stake."""
        if not self.runs:
            return _nobody(self.terms)
        rows = self.runs[-1]
        for run in reversed(self.runs[:-1]):
            rows = merged(run, rows)
        is_in = rows.stakes[self.terms.base] > 0
        return rows if is_in.all() else rows.taken(np.flatnonzero(is_in)).sealed()

    def row(self, bettor: int) -> Rows | None:
        """Return one bettor's row; None when he is not in the round."""
        for run in reversed(self.runs):
            place = run.position(bettor)
            if place is not None:
                row = run.taken(np.array([place], np.intp))
                return row if int(row.stakes[self.terms.base, 0]) else None
        return None

    def digest(self) -> bytes:
        """Return the SHA-256 of what lies in the book; equal books have equal digests.

        It covers, in little-endian columns: the terms, the stage, how many entries were accepted,
        and of the bettors in rising order their numbers, stakes, orders, decisions and flags.
        """
        rows = self.rows()
        digest = sha256(_DIGEST_FORM + self.terms.digest())
        digest.update(f"{self.stage} {self.accepted} {len(rows)}\n".encode())
        digest.update(rows.bettors.astype("<u8", copy=False).tobytes())
        for lines in (rows.stakes, rows.orders):
            for line in lines:
                digest.update(line.astype("<i8", copy=False).tobytes())
        digest.update(rows.decisions.tobytes())
        digest.update(rows.auto_folded.tobytes())
        return digest.digest()


def open_book(terms: BookTerms) -> BettorsBook:
    """Return the empty book of a round that takes wagers."""
    return BettorsBook(terms, totals_of(terms, _nobody(terms)))


def _nobody(terms: BookTerms) -> Rows:
    return blank(np.zeros(0, np.uint64), len(terms.spots)).sealed()


def _with_known(ledger: _Ledger, known: Mapping[str, KnownBatch]) -> _Ledger:
    """Return the ledger with one part more, merged as runs of rows are."""
    while ledger and len(ledger[-1]) < 2 * len(known):
        known = {**ledger[-1], **known}
        ledger = ledger[:-1]
    return (*ledger, known)
