"""The packed book is folded from the record and compared with it: a difference names its place."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from book_play import BookPlay
from table_play import SUPERVISOR

from dealer_station.bettors.batches import wager_batch
from dealer_station.bettors.book import Stage
from dealer_station.bettors.encoding import encode_recorded
from dealer_station.controller.streams import table_stream
from dealer_station.table import events as e
from dealer_station.table.book_fold import BookDiffersError, PackedBook, fold_book


@pytest.fixture(scope="module")
def events() -> list[e.TableEvent]:
    """A round with two batches of wagers and one of decisions."""
    play = BookPlay(contribution="0.5").bet((1, "ante", 1000), (1, "bonus", 500))
    play.bet_more((2, "ante", 700), (2, "jumbo7", 300))
    play.deal().decide((1, "call")).time_out().finish()
    stored = play.record.read(table_stream("t1"))
    return [play.registry.decode(row) for row in stored]


def folded(events: list[e.TableEvent]) -> PackedBook:
    packed = None
    for event in events:
        packed = fold_book(packed, event)
    assert packed is not None
    return packed


def changed(
    events: list[e.TableEvent], kind: type[e.TableEvent], said: dict[str, Any]
) -> list[e.TableEvent]:
    """The events with the first of a kind saying something else."""
    place = next(number for number, event in enumerate(events) if isinstance(event, kind))
    return [*events[:place], replace(events[place], **said), *events[place + 1 :]]


def test_the_record_gives_the_book_and_what_became_of_it(events: list[e.TableEvent]) -> None:
    packed = folded(events)
    assert packed.book.stage is Stage.CLOSED
    assert packed.book.totals.bettors == 2
    assert packed.settlement is not None
    assert packed.settlement.digest().hex() == events[-2].digest  # type: ignore[attr-defined] # BookSettled


ZEROS = "0" * 64


@pytest.mark.parametrize(
    ("kind", "said", "named"),
    [
        (e.BatchTaken, {"chain": ZEROS}, "its chain is"),
        (e.BatchTaken, {"content_hash": ZEROS}, "its content_hash is"),
        (e.BatchTaken, {"content": b"DSBB"}, "ends after 4 bytes"),
        (e.BatchTaken, {"kind": "decisions"}, "its kind is wagers"),
        (e.BatchTaken, {"entries": 3}, "its entries is 2"),
        (e.BatchTaken, {"accepted": 1}, "its accepted is 2"),
        (e.BatchTaken, {"accepted_in_all": 9}, "its accepted_in_all is 2"),
        (e.BatchTaken, {"batch_id": "other"}, "batch 'other': its id is"),
        (e.BookWagersClosed, {"digest": ZEROS}, "the closing of wagers: its digest is"),
        (e.BookDecisionsClosed, {"digest": ZEROS}, "the closing of decisions: its digest is"),
        (e.BookSettled, {"digest": ZEROS}, "the settlement of round 1: its digest is"),
        (e.BookSettled, {"book_digest": ZEROS}, "its book_digest is"),
        (e.BookSettled, {"house_minor": 1}, "its house is"),
        (e.BookSettled, {"bettors_minor": 1}, "its bettors is"),
        (e.BookSettled, {"outcomes": ()}, "nothing is said for"),
    ],
)
def test_a_record_that_says_something_else_is_found_with_its_place(
    events: list[e.TableEvent], kind: type[e.TableEvent], said: dict[str, Any], named: str
) -> None:
    with pytest.raises(BookDiffersError, match=named):
        folded(changed(events, kind, said))


def test_a_batch_is_named_by_its_id(events: list[e.TableEvent]) -> None:
    first = next(event for event in events if isinstance(event, e.BatchTaken))
    other = wager_batch(first.batch_id, [(1, "ante", 1001), (1, "bonus", 500)])
    content = encode_recorded(other, np.zeros(2, np.uint8))
    with pytest.raises(BookDiffersError, match=f"batch '{first.batch_id}'"):
        folded(changed(events, e.BatchTaken, {"content": content}))


def test_a_batch_that_is_gone_or_there_twice_is_found(events: list[e.TableEvent]) -> None:
    batches = [event for event in events if isinstance(event, e.BatchTaken)]
    without = [event for event in events if event is not batches[0]]
    with pytest.raises(BookDiffersError, match=f"batch '{batches[1].batch_id}'"):
        folded(without)
    twice = [*events[: events.index(batches[1])], batches[0], *events[events.index(batches[1]) :]]
    with pytest.raises(BookDiffersError, match="is in the record twice"):
        folded(twice)


def test_what_comes_at_another_moment_is_found(events: list[e.TableEvent]) -> None:
    closing = next(event for event in events if isinstance(event, e.BookWagersClosed))
    settled = next(event for event in events if isinstance(event, e.BookSettled))
    with pytest.raises(BookDiffersError, match="there is no open book"):
        fold_book(None, closing)
    with pytest.raises(BookDiffersError, match="the book is closed already"):
        folded([*events[: events.index(settled)], closing])
    with pytest.raises(BookDiffersError, match="there is no open book"):
        fold_book(folded(events), settled)


def test_a_book_stays_until_the_next_one_is_opened(events: list[e.TableEvent]) -> None:
    packed = folded(events)
    assert fold_book(packed, e.SupervisorCalled(at=1, person_id=SUPERVISOR.person_id)) is packed
    opened = next(event for event in events if isinstance(event, e.BookOpened))
    fresh = fold_book(packed, opened)
    assert fresh is not None
    assert (fresh.book.totals.bettors, fresh.settlement) == (0, None)
