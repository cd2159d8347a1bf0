"""Batches of bettors for the book: wagers, stakes taken back, decisions.

Each entry has its own answer, and a bad one is refused alone: the batch stands in the record with
all of them. A batch as a whole is refused for what concerns the table, like any other command.
"""

from dealer_station.bettors.batches import BatchKind
from dealer_station.bettors.book import BatchTurnedAwayError, BettorsBook
from dealer_station.bettors.encoding import content_hash, encode_recorded
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.draft import Draft
from dealer_station.table.house.betting import refuse_unless_betting, suspended_spot
from dealer_station.table.house.deciding import refuse_unless
from dealer_station.table.house.progress import move_on
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason, RefusedError


def place_wagers(draft: Draft, command: c.PlaceWagers) -> None:
    """Put bettors' stakes on their spots."""
    assert command.batch.kind is BatchKind.WAGERS, "a batch of wagers"
    refuse_unless_betting(draft)
    _take(draft, command)


def withdraw_wagers(draft: Draft, command: c.WithdrawWagers) -> None:
    """Take bettors' stakes back; with a base stake goes all that its bettor has."""
    assert command.batch.kind is BatchKind.WITHDRAWALS, "a batch of withdrawals"
    refuse_unless_betting(draft)
    _take(draft, command)


def take_decisions(draft: Draft, command: c.TakeDecisions) -> None:
    """Take bettors' decisions; once everybody has decided the round goes on."""
    assert command.batch.kind is BatchKind.DECISIONS, "a batch of decisions"
    draft.refuse_if_held()
    refuse_unless(draft, Phase.DECIDING)
    _take(draft, command)
    move_on(draft)


def _take(draft: Draft, command: c.PlaceWagers | c.WithdrawWagers | c.TakeDecisions) -> None:
    """Answer every entry and write the batch down with the answers; a known one changes nothing."""
    batch = command.batch
    assert batch.batch_id == command.command_id, "a batch is known by its command's id"
    if draft.round.book is None:
        raise RefusedError(RefusalReason.NOT_OFFERED)
    before: BettorsBook = draft.bettors
    suspended = suspended_spot(draft.state, draft.rules)
    try:
        book, answers = before.with_batch(batch, suspended=suspended)
    except BatchTurnedAwayError as turned:
        raise RefusedError(RefusalReason(turned.reason), batch=batch.batch_id) from turned
    if book is before:
        return
    draft.packed = PackedBook(book)
    spots = (spot.name for spot in book.terms.spots)
    draft.emit(
        e.BatchTaken(
            at=draft.at,
            batch_id=batch.batch_id,
            kind=batch.kind.name.lower(),
            entries=len(batch),
            accepted=answers.accepted,
            refused=answers.refused_by_reason(),
            moved_minor={
                spot: moved for spot, moved in zip(spots, answers.moved_minor, strict=True) if moved
            },
            totals=book.totals,
            accepted_in_all=book.accepted,
            content_hash=content_hash(batch).hex(),
            chain=book.chain.hex(),
            content=encode_recorded(batch, answers.codes),
            person_id=command.actor.person_id,
        )
    )
