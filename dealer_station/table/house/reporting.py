"""Reports: the dealer says what went wrong; the table checks for a cause and proposes."""

from dealer_station.games.procedure import Position
from dealer_station.irregularities.kinds import (
    Authority,
    CatalogueEntry,
    Correction,
)
from dealer_station.irregularities.rulings import missing_cause, propose
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.corrections import corrected_order
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import may_be_explained, raise_irregularity
from dealer_station.table.house.ruling import carry_out
from dealer_station.table.house.situation import ReportFacts, read_facts, situation_of
from dealer_station.table.lifecycle import Service
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Role

DEALER_REPORT = "dealer"
"""Who reports what a person has seen."""


def report(draft: Draft, command: c.ReportIrregularity) -> None:
    """Write a report down with its proposal; what the dealer decides is carried out at once."""
    entry = _reportable(draft, command)
    read = read_facts(command.facts)
    situation = situation_of(draft.rules, draft.state, command.facts, entry.correction)
    cause = missing_cause(entry, situation)
    if cause is not None:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, irregularity=entry.id, missing=cause)
    options = propose(entry, situation).options
    finding = draft.state.open_irregularity
    item = raise_irregularity(draft, entry.id, command.facts, options, DEALER_REPORT)
    if finding is not None:
        draft.emit(e.IrregularityReplaced(at=draft.at, number=finding.number))
    _book_correction(draft, entry, read)
    if options[0].needs is Authority.DEALER:
        carry_out(draft, item, options[0].option, Role.DEALER)
        move_on(draft)


def _reportable(draft: Draft, command: c.ReportIrregularity) -> CatalogueEntry:
    """Return the catalogue's entry; refuse what is unknown, incomplete or already reported."""
    if draft.state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    item = draft.state.open_irregularity
    if item is not None and not may_be_explained(draft.rules.catalogue, item):
        raise RefusedError(RefusalReason.HELD, irregularity=item.irregularity)
    entry = draft.rules.catalogue.entries.get(command.irregularity)
    if entry is None or not entry.is_reportable:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, irregularity=command.irregularity)
    missing = [fact for fact in entry.facts if fact not in command.facts]
    unknown = [fact for fact in command.facts if fact not in (*entry.facts, *entry.optional)]
    if missing or unknown:
        raise RefusedError(
            RefusalReason.NOT_APPLICABLE,
            irregularity=entry.id,
            **{"missing": missing[0]} if missing else {"unknown": unknown[0]},
        )
    return entry


def _book_correction(draft: Draft, entry: CatalogueEntry, read: ReportFacts) -> None:
    if entry.correction is Correction.COMPENSATION:
        _book_compensation(draft, read)
    elif draft.state.is_round_open:
        _correct_order(draft, entry, read.position, read.count)


def _correct_order(
    draft: Draft, entry: CatalogueEntry, position: Position | None, count: int | None
) -> None:
    order = corrected_order(draft.round, entry.correction, position, count)
    assert order is not None, "the report was checked to add up"
    if order != draft.round.deal_order:
        draft.emit(e.DealOrderCorrected(at=draft.at, deal_order=order, irregularity=entry.id))


def _book_compensation(draft: Draft, read: ReportFacts) -> None:
    """The record counts; what was paid beside it is written down (CS-I21)."""
    assert read.seat is not None, "the report names the seat"
    assert read.amount_minor is not None, "the report names the amount"
    due = sum(w.net_minor for w in draft.round.wagers if w.seat == read.seat)
    draft.emit(
        e.CompensationBooked(
            at=draft.at, seat=read.seat, paid_minor=read.amount_minor, due_minor=due
        )
    )
