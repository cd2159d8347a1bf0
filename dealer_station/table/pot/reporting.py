"""Reports at a pot game's table: the dealer says what went wrong, the table checks and proposes.

What the dealer settles himself is carried out with the report. A report may replace a finding of
the table on the same cards, as the catalogue says, or close it, where it is the same.
"""

from collections.abc import Mapping
from dataclasses import replace

from dealer_station.irregularities.kinds import (
    READ,
    Authority,
    Catalogue,
    CatalogueEntry,
    RulingOption,
)
from dealer_station.irregularities.rulings import filed_under, missing_cause, propose
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.raising import raise_irregularity
from dealer_station.table.house.situation import read_facts
from dealer_station.table.lifecycle import Service
from dealer_station.table.pot import findings, reopening
from dealer_station.table.pot.case import PotCase
from dealer_station.table.pot.conditions import AskedCase
from dealer_station.table.pot.progress import move_on
from dealer_station.table.pot.ruling import carry_out
from dealer_station.table.pot.stud_effects import UNENTERED
from dealer_station.table.pot.substantial import CHOICE, told
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import TABLE, Irregularity

DEALER_REPORT = "dealer"
"""Who reports what a person has seen."""


def report(draft: Draft, command: c.ReportIrregularity) -> None:
    """Write a report down with its proposal; what the dealer decides is carried out at once."""
    reported = _reportable(draft, command)
    case = _with_cause(
        draft, reported, PotCase(draft.rules, draft.state, read_facts(command.facts))
    )
    asked = AskedCase(case)
    entry = draft.rules.catalogue.entries[filed_under(reported, asked)]
    options = propose(entry, asked).options
    is_dealers = options[0].needs is Authority.DEALER
    if entry.id in UNENTERED:
        UNENTERED[entry.id](draft, case.facts)
        move_on(draft)
        return
    finding = draft.state.open_irregularity
    if finding is not None and finding.irregularity == entry.id and is_dealers:
        item = finding
    else:
        index = _card_of(entry, case)
        facts = _told(case, command.facts, index)
        number = 0 if index is None else index + 1
        item = raise_irregularity(draft, entry.id, facts, options, DEALER_REPORT, number)
        if finding is not None:
            draft.emit(e.IrregularityReplaced(at=draft.at, number=finding.number))
    if is_dealers:
        carry_out(draft, item, options[0].option)
    findings.raise_findings(draft)
    move_on(draft)


def _with_cause(draft: Draft, entry: CatalogueEntry, case: PotCase) -> PotCase:
    """Return the case in which a report has a cause: now, or with a street taken up again."""
    cause = missing_cause(entry, AskedCase(case))
    if cause is None:
        return case
    for state in reopening.earlier_states(draft.state) if entry.reopens else ():
        earlier = replace(case, state=state)
        asked = AskedCase(earlier)
        if missing_cause(entry, asked) is None and _may_reopen(entry, asked):
            hand = earlier.hand
            draft.emit(
                e.StreetReopened(
                    at=draft.at,
                    street=hand.street,
                    deal_order=hand.deal_order,
                    is_burn_out=hand.is_burn_out,
                )
            )
            return PotCase(draft.rules, draft.state, case.facts)
    raise RefusedError(RefusalReason.NOT_APPLICABLE, irregularity=entry.id, missing=cause)


def _may_reopen(entry: CatalogueEntry, asked: AskedCase) -> bool:
    """Whether no card loses its place by it, unless every ruling sends such cards back."""
    hand = asked.case.hand
    return len(hand.draws) <= len(hand.deal_order) or all(
        one.option is RulingOption.RESHUFFLE_STUB for one in propose(entry, asked).options
    )


def may_replace(entry: CatalogueEntry, item: Irregularity) -> bool:
    """Whether a report under this entry may be made while a ruling is open."""
    return item.reported_by == TABLE and item.irregularity in {entry.id, *entry.explains}


def is_reportable_now(
    catalogue: Catalogue, item: Irregularity | None, stage: str, id_: str
) -> bool:
    """Whether a screen should offer a report: it fits the stage, and what is open."""
    entry = catalogue.entries[id_]
    is_late = entry.reopens and item is None and stage in reopening.PHASES
    if not entry.is_reportable or not (stage in entry.stages or is_late):
        return False
    return item is None or may_replace(entry, item)


def _reportable(draft: Draft, command: c.ReportIrregularity) -> CatalogueEntry:
    """Return the catalogue's entry; refuse what is unknown, incomplete or already reported."""
    if draft.state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    entry = draft.rules.catalogue.entries.get(command.irregularity)
    item = draft.state.open_irregularity
    if item is not None and (entry is None or not may_replace(entry, item)):
        raise RefusedError(RefusalReason.HELD, irregularity=item.irregularity)
    is_closing = item is not None and entry is not None and item.irregularity == entry.id
    if entry is None or not (entry.is_reportable or is_closing):
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


def _card_of(entry: CatalogueEntry, case: PotCase) -> int | None:
    """Return the index of the card that a report concerns, whatever card it names; None: none."""
    if "card_is_last_read" in entry.requires:
        return len(case.hand.draws) - 1
    return case.exposed_index if "card_dealt" in entry.requires else None


def _told(case: PotCase, facts: Mapping[str, str], index: int | None) -> Mapping[str, str]:
    """Add to a report what the table knows of it: the card, and how much has been acted."""
    added: dict[str, str] = {}
    if index is not None:
        added[READ] = case.hand.draws[index]
    choices = case.rules.pot.house_choices
    if case.state.is_round_open and any(one.startswith(CHOICE) for one in choices):
        added |= told(case.hand, choices)
    return {**facts, **added}
