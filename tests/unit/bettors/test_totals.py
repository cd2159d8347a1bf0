from bettors_builders import SHARED_HAND, betting, closed, deciding, placed

from dealer_station.bettors.batches import decision_batch, withdrawal_batch
from dealer_station.bettors.totals import BookTotals, totals_of

WAGERS = [(1, "ante", 1000), (2, "ante", 500), (3, "ante", 700), (2, "bonus", 300)]


def test_an_empty_book_has_nothing() -> None:
    assert betting().totals == BookTotals(0, (0,) * 4, (0,) * 4, (0, 0), 0)
    assert betting().totals.undecided == 0


def test_totals_follow_the_wagers() -> None:
    book = betting(*WAGERS)
    assert book.totals == BookTotals(3, (3, 0, 1, 0), (2200, 0, 300, 0), (0, 0), 0)
    book = placed(book, withdrawal_batch("w", [(2, "ante")]))
    assert book.totals == BookTotals(2, (2, 0, 0, 0), (1700, 0, 0, 0), (0, 0), 0)


def test_totals_follow_decisions_and_the_closing() -> None:
    book = placed(deciding(*WAGERS), decision_batch("d", [(1, "call", None)]))
    assert book.totals == BookTotals(3, (3, 1, 1, 0), (2200, 2000, 300, 0), (1, 0), 0)
    assert book.totals.undecided == 2
    book = book.close_decisions()
    assert book.totals == BookTotals(3, (3, 1, 1, 0), (2200, 2000, 300, 0), (1, 2), 2)
    assert book.totals.undecided == 0


def test_kept_totals_are_those_of_the_rows() -> None:
    book = closed(WAGERS, [(3, "call"), (2, "fold")])
    assert totals_of(SHARED_HAND, book.rows()) == book.totals


def test_totals_move_by_the_rows_that_changed() -> None:
    before = BookTotals(1, (1, 0), (500, 0), (0, 0), 0)
    now = BookTotals(2, (2, 1), (1500, 1000), (1, 1), 1)
    assert BookTotals(7, (7, 3), (9000, 3000), (2, 1), 4).after(before, now) == BookTotals(
        8, (8, 4), (10_000, 4000), (3, 2), 5
    )
