"""The packed book beside the table's state: folded from the record, and checked with every event.

Live play, recovery and the check of a record fold by this one function. Each event says what the
book must be after it; a book that is another one is an error that names the batch or the closing.
"""

from dataclasses import dataclass
from typing import Final

from dealer_station.bettors.book import BettorsBook, RecordError, Stage, open_book
from dealer_station.bettors.encoding import EncodingError, content_hash, decode_recorded
from dealer_station.bettors.settlement import (
    HandPays,
    Pay,
    PayKind,
    PoolHit,
    Settlement,
    SettlementError,
    settle,
)
from dealer_station.games.rules import Outcome
from dealer_station.table import book_events as b
from dealer_station.table.device_events import TableEvent

_KIND_OF: Final = {
    Outcome.WIN: PayKind.ODDS,
    Outcome.LOSE: PayKind.LOSE,
    Outcome.PUSH: PayKind.PUSH,
    Outcome.VOID: PayKind.VOID,
}


class BookDiffersError(ValueError):
    """A book that was folded again is not the one that the record says it was."""


@dataclass(frozen=True, slots=True, eq=False)
class PackedBook:
    """All bettors of a round, and what became of each once that is settled."""

    book: BettorsBook
    settlement: Settlement | None = None


def fold_book(packed: PackedBook | None, event: TableEvent) -> PackedBook | None:
    """Return the book after an event of the table; None before the first one is opened.

    A round's book stays until the next is opened. Raises BookDiffersError.
    """
    match event:
        case b.BookOpened():
            return PackedBook(open_book(event.terms))
        case b.BatchTaken():
            return PackedBook(_with_batch(_open(packed, f"batch {event.batch_id!r}"), event))
        case b.BookWagersClosed():
            what = "the closing of wagers"
            book = _open(packed, what, Stage.BETTING).close_wagers()
            return PackedBook(_closed(book, event, what))
        case b.BookDecisionsClosed():
            what = "the closing of decisions"
            book = _open(packed, what, Stage.DECIDING).close_decisions()
            return PackedBook(_closed(book, event, what))
        case b.BookSettled():
            book = _open(packed, "the settlement")
            return PackedBook(book, _settled(book, event))
        case _:
            return packed


def _open(packed: PackedBook | None, what: str, stage: Stage | None = None) -> BettorsBook:
    if packed is None or packed.settlement is not None:
        raise BookDiffersError(f"{what}: there is no open book")
    if stage not in {None, packed.book.stage}:
        raise BookDiffersError(f"{what}: the book is {packed.book.stage} already")
    return packed.book


def _with_batch(book: BettorsBook, event: b.BatchTaken) -> BettorsBook:
    what = f"batch {event.batch_id!r}"
    try:
        recorded = decode_recorded(event.content)
        after = book.with_recorded(recorded)
    except (EncodingError, RecordError) as error:
        raise BookDiffersError(f"{what}: {error}") from error
    found = {
        "id": (recorded.batch.batch_id, event.batch_id),
        "kind": (recorded.batch.kind.name.lower(), event.kind),
        "entries": (len(recorded.batch), event.entries),
        "accepted": (after.accepted - book.accepted, event.accepted),
        "content_hash": (content_hash(recorded.batch).hex(), event.content_hash),
        "accepted_in_all": (after.accepted, event.accepted_in_all),
        "chain": (after.chain.hex(), event.chain),
        "totals": (after.totals, event.totals),
    }
    _refuse_difference(what, found)
    return after


def _closed(
    book: BettorsBook, event: b.BookWagersClosed | b.BookDecisionsClosed, what: str
) -> BettorsBook:
    digest = book.digest().hex()
    _refuse_difference(
        what, {"digest": (digest, event.digest), "totals": (book.totals, event.totals)}
    )
    return book


def _settled(book: BettorsBook, event: b.BookSettled) -> Settlement:
    what = f"the settlement of round {event.round_number}"
    pool = PoolHit(event.pool_spot, event.pool_minor) if event.pool_spot else None
    try:
        settlement = settle(book, pays_of(event), pool)
    except SettlementError as error:
        raise BookDiffersError(f"{what}: {error}") from error
    found = {
        "book_digest": (book.digest().hex(), event.book_digest),
        "digest": (settlement.digest().hex(), event.digest),
        "house": (settlement.house_minor, event.house_minor),
        "bettors": (settlement.pool_minor - settlement.house_minor, event.bettors_minor),
    }
    _refuse_difference(what, found)
    return settlement


def pays_of(event: b.BookSettled) -> HandPays:
    """Return what each stake comes to, by spot and action, as the event says."""
    pays: dict[str, dict[str, Pay]] = {}
    for one in event.outcomes:
        if one.spot != event.pool_spot:
            pay = Pay(_KIND_OF[one.outcome], one.odds_to_one)
            pays.setdefault(one.spot, {})[one.action] = pay
    return pays


def _refuse_difference(what: str, found: dict[str, tuple[object, object]]) -> None:
    for name, (folded, recorded) in found.items():
        if folded != recorded:
            raise BookDiffersError(f"{what}: its {name} is {folded}, the record says {recorded}")
