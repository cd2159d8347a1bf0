"""The closings of the bettors' book: no more wagers, no more decisions."""

from dealer_station.bettors.book import Stage
from dealer_station.bettors.groups import groups_of
from dealer_station.table import events as e
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.draft import Draft


def close_wagers(draft: Draft) -> None:
    """No wager goes into the book any more, where the round has one."""
    if draft.round.book is None:
        return
    book = draft.bettors.close_wagers()
    draft.packed = PackedBook(book)
    draft.emit(e.BookWagersClosed(at=draft.at, totals=book.totals, digest=book.digest().hex()))


def close_decisions(draft: Draft) -> None:
    """Fold every bettor who has not decided (CH-14); nothing where that was done, or no book is."""
    sums = draft.round.book
    if sums is None or sums.stage is not Stage.DECIDING:
        return
    book = draft.bettors.close_decisions()
    draft.packed = PackedBook(book)
    groups = tuple(groups_of(book.terms, book.rows()))
    late = book.terms.late_action
    playing = {group.spot for group in groups if group.action != late}
    folded = {group.spot for group in groups if group.action == late}
    draft.emit(
        e.BookDecisionsClosed(
            at=draft.at,
            totals=book.totals,
            digest=book.digest().hex(),
            playing=tuple(sorted(playing)),
            folded=tuple(sorted(folded)),
        )
    )
