"""Folds every bettors' book of a record again, and finds the first thing in it that differs.

Digests of rows prove that nobody changed what was written; this proves that what was written fits
together: every batch with its answers, totals and chain, every closing and every settlement with
its digest. Reads the few kinds of events that a book is folded from.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from sqlalchemy import select

from dealer_station.event_log import tables
from dealer_station.event_log.errors import CodecError, LogUnavailable
from dealer_station.event_log.findings import Finding, FindingKind
from dealer_station.event_log.record import StoredEvent
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.store import EventLog
from dealer_station.table.book_fold import BookDiffersError, PackedBook, fold_book

BOOK_EVENTS: Final = (
    "book_opened",
    "batch_taken",
    "book_wagers_closed",
    "book_decisions_closed",
    "book_settled",
)
"""The events that a book is folded from."""

_ROWS_A_READ: Final = 50
_EVENT: Final = tables.event_log.c
_COLUMNS: Final = [_EVENT[one.name] for one in fields(StoredEvent)]


def check_books(log: EventLog, registry: EventRegistry) -> list[Finding]:
    """Return the first fault of every table's books, in order of position; none: all fold.

    After a fault a table's books are looked at again from the next one that is opened.
    """
    books: dict[str, PackedBook | None] = {}
    findings = []
    for row in _rows(log):
        is_opening = row.name == BOOK_EVENTS[0]
        if not is_opening and row.stream in books and books[row.stream] is None:
            continue
        try:
            books[row.stream] = fold_book(books.get(row.stream), registry.decode(row))
        except (BookDiffersError, CodecError) as error:
            books[row.stream] = None
            kind, place = FindingKind.WRONG_BOOK, (row.position, row.stream, row.version)
            findings.append(Finding(kind, *place, str(error)))
    return findings


def _rows(log: EventLog) -> Iterator[StoredEvent]:
    """Give the events of all books; what cannot be read was found before, row by row."""
    after = 0
    while True:
        statement = (
            select(*_COLUMNS)
            .where(_EVENT.position > after, _EVENT.name.in_(BOOK_EVENTS))
            .order_by(_EVENT.position)
            .limit(_ROWS_A_READ)
        )
        try:
            page = [StoredEvent(*row) for row in log.query(statement)]
        except LogUnavailable:
            return
        yield from page
        if len(page) < _ROWS_A_READ:
            return
        after = page[-1].position
