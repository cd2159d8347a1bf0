"""Reports: the dealer says what went wrong; the table checks for a cause and proposes."""

from collections.abc import Mapping

from dealer_station.games.procedure import Position, seat_hand
from dealer_station.irregularities.kinds import (
    READ,
    Authority,
    CatalogueEntry,
    Correction,
    Fact,
)
from dealer_station.irregularities.rulings import missing_cause, propose
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.corrections import corrected_order, place_of_report
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import may_be_explained, raise_irregularity
from dealer_station.table.house.ruling import carry_out
from dealer_station.table.house.situation import read_facts, situation_of
from dealer_station.table.lifecycle import Service
from dealer_station.table.refusals import RefusalReason, RefusedError

DEALER_REPORT = "dealer"
"""Who reports what a person has seen."""


def report(draft: Draft, command: c.ReportIrregularity) -> None:
    """Write a report down with its proposal; what the dealer decides is carried out at once."""
    entry = _reportable(draft, command)
    facts = _with_round_paid(draft, entry, _with_place(draft, entry, command.facts))
    read = read_facts(facts)
    situation = situation_of(draft.rules, draft.state, facts, entry.correction)
    cause = missing_cause(entry, situation)
    if cause is not None:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, irregularity=entry.id, missing=cause)
    options = propose(entry, situation).options
    finding = draft.state.open_irregularity
    card_number = 0
    if "card_is_last_read" in entry.requires:
        # What is decided later concerns the card that was the last one now, whatever was named.
        card_number = len(draft.round.draws)
        facts = {**facts, READ: draft.round.draws[-1]}
    item = raise_irregularity(draft, entry.id, facts, options, DEALER_REPORT, card_number)
    if finding is not None:
        draft.emit(e.IrregularityReplaced(at=draft.at, number=finding.number))
    if draft.state.is_round_open:
        _correct_order(draft, entry, read.position, read.count)
    if options[0].needs is Authority.DEALER:
        carry_out(draft, item, options[0].option)
        move_on(draft)


def _with_place(draft: Draft, entry: CatalogueEntry, facts: Mapping[str, str]) -> Mapping[str, str]:
    """Say the place that a report means when it names none: later cards would change it."""
    read = read_facts(facts)
    if read.position is not None or draft.state.round is None:
        return facts
    hand = None if read.seat is None else seat_hand(read.seat)
    place = place_of_report(draft.state.round, entry.correction, hand, read.count)
    return facts if place is None else {**facts, "position": str(place)}


def _with_round_paid(
    draft: Draft, entry: CatalogueEntry, facts: Mapping[str, str]
) -> Mapping[str, str]:
    """Say which round a report of a payment means: this one, else the one before it (BA-I08).

    One that names a round in which the seat was not settled is refused.
    """
    if Fact.ROUND_PAID not in entry.optional:
        return facts
    read, state = read_facts(facts), draft.state
    if read.seat is None or read.amount_minor is None:
        if read.round_paid is None:
            return facts
        missing = Fact.SEAT if read.seat is None else Fact.AMOUNT
        raise RefusedError(
            RefusalReason.NOT_APPLICABLE, irregularity=entry.id, missing=missing.value
        )
    before = () if state.paid_before is None else (state.paid_before.number,)
    rounds = (state.round_number, *before) if read.round_paid is None else (read.round_paid,)
    for number in rounds:
        if state.handed_back_minor(number, read.seat) is not None:
            return {**facts, Fact.ROUND_PAID.value: str(number)}
    if read.round_paid is None:
        return facts
    raise RefusedError(
        RefusalReason.NOT_APPLICABLE, fact=Fact.ROUND_PAID.value, value=str(read.round_paid)
    )


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


def _correct_order(
    draft: Draft, entry: CatalogueEntry, position: Position | None, count: int | None
) -> None:
    order = corrected_order(draft.round, entry.correction, position, count)
    assert order is not None, "the report was checked to add up"
    if order != draft.round.deal_order:
        is_last = entry.correction is Correction.DEALER_CARD_LAST
        draft.emit(
            e.DealOrderCorrected(
                at=draft.at,
                deal_order=order,
                irregularity=entry.id,
                is_dealer_card_last=is_last,
            )
        )
