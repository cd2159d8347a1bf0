"""Which rulings are offered for an irregularity: the proposal first, each with who may give it."""

from dataclasses import dataclass

from dealer_station.irregularities.kinds import CatalogueEntry, OfferedRuling
from dealer_station.irregularities.situation import CONDITIONS, Situation


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is offered: the first option is what the rule sheet proposes."""

    options: tuple[OfferedRuling, ...]


def missing_cause(entry: CatalogueEntry, situation: Situation) -> str | None:
    """Say why a report has no cause here: the condition that fails, None when it has."""
    if situation.stage not in entry.stages:
        return "stage"
    for name in entry.requires:
        if not CONDITIONS[name](situation):
            return name
    return None


def propose(entry: CatalogueEntry, situation: Situation) -> Proposal:
    """Return the first of the entry's rulings whose conditions all hold."""
    for rule in entry.rulings:
        if all(CONDITIONS[name](situation) for name in rule.when):
            return Proposal(rule.options)
    raise AssertionError(f"{entry.id} has no ruling without a condition")
