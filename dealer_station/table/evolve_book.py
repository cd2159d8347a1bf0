"""How events change the sums of the bettors' book in the table's state."""

from collections.abc import Callable

from dealer_station.bettors.book import Stage, open_book
from dealer_station.games.rules import SettledWager, SpotsInPlay
from dealer_station.table import book_events as b
from dealer_station.table.book_state import BOOK_SEAT, BookSums
from dealer_station.table.copying import replace
from dealer_station.table.state import Payment, TableState


def book_opened(state: TableState, event: b.BookOpened) -> TableState:
    """The round has a book, and nothing lies in it."""
    sums = BookSums(event.terms, open_book(event.terms).totals)
    assert state.round is not None, "a book belongs to a round"
    return replace(state, round=replace(state.round, book=sums))


def batch_taken(state: TableState, event: b.BatchTaken) -> TableState:
    """The sums are what the event says they are; the fold of the book has checked them."""
    return _with(
        state,
        lambda sums: replace(
            sums,
            totals=event.totals,
            batches=sums.batches + 1,
            accepted=event.accepted_in_all,
            chain=event.chain,
        ),
    )


def wagers_closed(state: TableState, event: b.BookWagersClosed) -> TableState:
    """Decisions may follow."""
    return _with(state, lambda sums: replace(sums, totals=event.totals, stage=Stage.DECIDING))


def decisions_closed(state: TableState, event: b.BookDecisionsClosed) -> TableState:
    """Who plays on is settled."""
    in_play = SpotsInPlay(frozenset(event.playing), frozenset(event.folded))
    return _with(
        state,
        lambda sums: replace(sums, totals=event.totals, stage=Stage.CLOSED, in_play=in_play),
    )


def settled(state: TableState, event: b.BookSettled) -> TableState:
    """The book's turn is over; its payment stands beside those of seats."""
    changed = _with(
        state,
        lambda sums: replace(
            sums, outcomes=event.outcomes, is_settled=True, house_minor=event.house_minor
        ),
    )
    current = changed.round
    assert current is not None, "a book belongs to a round"
    payment = Payment(BOOK_SEAT, tuple(_paid(outcome) for outcome in event.outcomes))
    return replace(changed, round=replace(current, payments=(*current.payments, payment)))


def _paid(outcome: b.BookOutcome) -> SettledWager:
    return SettledWager(
        outcome.spot,
        outcome.staked_minor,
        outcome.outcome,
        outcome.net_minor,
        f"{outcome.odds_to_one}:1" if outcome.odds_to_one else "",
        outcome.rule,
    )


def _with(state: TableState, change: Callable[[BookSums], BookSums]) -> TableState:
    current = state.round
    assert current is not None, "a book belongs to a round"
    assert current.book is not None, "the round has a book"
    return replace(state, round=replace(current, book=change(current.book)))
