"""The record of a progressive as the first release wrote it, made from one of levels.

The station reads such records for ever and writes none. One event for each wager where there is one
for a round now, no event for a verification, and entries that name no level.
"""

from collections.abc import Iterable, Iterator

from dealer_station.money import whole_minor
from dealer_station.progressive import events as old
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.postings import Entry, Posting


def as_old(events: Iterable[AnyEvent]) -> tuple[old.MoneyEvent, ...]:
    """Return the events that the first release would have written for the same history."""
    return tuple(written for event in events for written in _old(event))


def _plain(event: e.LedgerEvent) -> Entry:
    return tuple(Posting(part.account, part.amount) for part in event.entry)


def _old(event: AnyEvent) -> Iterator[old.MoneyEvent]:
    match event:
        case e.LevelOpened():
            yield old.ProgressiveOpened(
                at=event.at, progressive_id=event.progressive_id, entry=_plain(event)
            )
        case e.WagersCounted():
            yield from _contributions(event)
        case e.CountedWagerReturned():
            amount = sum(part.amount for part in event.entry if part.account == "contributions")
            yield old.ContributionReturned(
                seat=event.seat or 0, amount=amount, entry=_plain(event), **_of_round(event)
            )
        case e.LevelHit():
            yield old.PrizeLocked(
                hand=event.hand,
                amount_minor=event.amount_minor,
                shares=tuple((owed.seat or 0, owed.amount_minor) for owed in event.awards),
                meter_before_minor=whole_minor(event.meter_before),
                meter_after_minor=whole_minor(event.meter_after),
                entry=_plain(event),
                **_of_round(event),
            )
        case e.LevelAwardPaid():
            yield old.AwardPaid(
                seat=event.seat or 0,
                amount_minor=event.amount_minor,
                entry=_plain(event),
                **_of_round(event),
            )
        case e.AwardVoided():
            yield old.ShareReleased(
                seat=event.seat or 0,
                amount_minor=event.amount_minor,
                entry=_plain(event),
                **_of_round(event),
            )
        case e.HitVoided():
            yield old.AwardsReversed(entry=_plain(event), **_of_round(event))
        case _:
            assert isinstance(event, e.AwardVerified), f"{event} was not known then"


def _of_round(event) -> dict:
    return {"at": event.at, "table_id": event.table_id, "round_number": event.round_number}


def _contributions(event: e.WagersCounted) -> Iterator[old.ContributionBooked]:
    staked = sum(wager.amount_minor for wager in event.wagers)
    for wager in event.wagers:
        entry = tuple(
            Posting(part.account, part.amount * wager.amount_minor / staked) for part in event.entry
        )
        amount = sum(part.amount for part in entry if part.account == "meter")
        yield old.ContributionBooked(
            seat=wager.seat or 0, amount=amount, entry=entry, **_of_round(event)
        )
