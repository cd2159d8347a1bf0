"""The bettors of rounds that are over: a round's book is folded again from its part of the record.

Knows how to find and fold it, and keeps the ones asked for last: who settles accounts asks for many
bettors of one round, and a million of them are folded for some seconds. What a bettor is told of
the common hand is the public view's (seen_book.py).
"""

import threading
from collections import OrderedDict
from typing import Final

from dealer_station.event_log.errors import WrongBook
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.streams import table_stream
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.played import PlayedRound, PlayedRounds
from dealer_station.table import events as e
from dealer_station.table.book_fold import BookDiffersError, PackedBook, fold_book
from dealer_station.table.seen_book import SeenBook, seen_book

KEPT_BOOKS: Final = 2
"""How many folded books stay in memory: each may hold a million bettors."""

_OF_A_BOOK: Final = (
    "book_opened",
    "batch_taken",
    "book_wagers_closed",
    "book_decisions_closed",
    "book_settled",
)


class PastBooks:
    """Folds the books of rounds. Safe to call from any thread; one book is folded at a time."""

    def __init__(
        self, queries: RecordQueries, registry: EventRegistry, rounds: PlayedRounds
    ) -> None:
        self._queries = queries
        self._registry = registry
        self._rounds = rounds
        self._kept: OrderedDict[tuple[str, int], tuple[PlayedRound, SeenBook]] = OrderedDict()
        self._lock = threading.Lock()

    def book(self, table_id: str, number: int) -> SeenBook | None:
        """Return the book of a round as far as it is recorded now; None where there is none.

        Raises WrongBook where what was folded is not what the record says of it.
        """
        played = self._rounds.load(table_id, number) if number else None
        if played is None or played.rules is None or not played.rules.game.has_book:
            return None
        with self._lock:
            kept = self._kept.get((table_id, number))
            if kept is None or kept[0].part != played.part:
                seen = seen_book(self._folded(played), played.state, played.rules)
                assert seen is not None, "a round whose bettors are a book opens it"
                kept = (played, seen)
                self._kept[table_id, number] = kept
            self._kept.move_to_end((table_id, number))
            if len(self._kept) > KEPT_BOOKS:
                self._kept.popitem(last=False)
            return kept[1]

    def _folded(self, played: PlayedRound) -> PackedBook | None:
        stream, part = table_stream(played.table_id), played.part
        packed: PackedBook | None = None
        rows = self._queries.named(stream, part.first_version, part.last_version, _OF_A_BOOK)
        for row in rows:
            event: e.TableEvent = self._registry.decode(row)
            try:
                packed = fold_book(packed, event)
            except BookDiffersError as error:
                raise WrongBook(stream, row.version, str(error)) from error
        return packed
