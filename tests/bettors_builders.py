"""The terms of Casino Hold'em's shared hand, and short ways to a book, for tests of the bettors."""

from fractions import Fraction

from dealer_station.bettors.batches import Batch, decision_batch, wager_batch
from dealer_station.bettors.book import BettorsBook, open_book
from dealer_station.bettors.settlement import LOSES, PUSHES, HandPays, wins
from dealer_station.bettors.terms import BookAction, BookSpot, BookTerms

ANTE, CALL, BONUS, JUMBO7 = range(4)
"""Numbers of the spots below."""

SHARED_HAND = BookTerms(
    spots=(
        BookSpot("ante", is_base=True, min_minor=500, max_minor=50_000),
        BookSpot("call", is_decision=True),
        BookSpot("bonus", min_minor=100, max_minor=10_000),
        BookSpot("jumbo7", min_minor=100),
    ),
    actions=(BookAction("call", "call", 2), BookAction("fold")),
)
FIXED_PRICE = BookTerms(
    spots=(*SHARED_HAND.spots[:3], BookSpot("jumbo7", price_minor=250)),
    actions=SHARED_HAND.actions,
)
"""The same with tickets of 2.50."""

WON: HandPays = {
    "ante": {"call": wins(2), "fold": LOSES},
    "call": {"call": wins(1)},
    "bonus": {"call": wins(7), "fold": LOSES},
    "jumbo7": {"call": LOSES, "fold": LOSES},
}
LOST: HandPays = {
    "ante": {"call": LOSES, "fold": LOSES},
    "call": {"call": LOSES},
    "bonus": {"call": LOSES, "fold": LOSES},
    "jumbo7": {"call": wins(Fraction(9)), "fold": wins(9)},
}
PUSHED: HandPays = {
    "ante": {"call": PUSHES, "fold": LOSES},
    "call": {"call": PUSHES},
    "bonus": {"call": wins(7), "fold": wins(7)},
    "jumbo7": {"call": LOSES, "fold": LOSES},
}


def betting(*wagers: tuple[int, str, int], terms: BookTerms = SHARED_HAND) -> BettorsBook:
    """Return a book that takes wagers and has these, all accepted."""
    return placed(open_book(terms), wager_batch("wagers", wagers)) if wagers else open_book(terms)


def deciding(*wagers: tuple[int, str, int], terms: BookTerms = SHARED_HAND) -> BettorsBook:
    """Return a book that takes decisions and has these wagers."""
    return betting(*wagers, terms=terms).close_wagers()


def closed(
    wagers: list[tuple[int, str, int]],
    decisions: list[tuple[int, str]],
    terms: BookTerms = SHARED_HAND,
) -> BettorsBook:
    """Return a closed book with these wagers and decisions, all accepted."""
    book = deciding(*wagers, terms=terms)
    if decisions:
        batch = decision_batch("decisions", [(bettor, name, None) for bettor, name in decisions])
        book = placed(book, batch)
    return book.close_decisions()


def placed(book: BettorsBook, batch: Batch) -> BettorsBook:
    """Return the book with a batch all of whose entries are accepted."""
    book, answers = book.with_batch(batch)
    assert set(answers.reasons()) == {""}, answers.reasons()
    return book
