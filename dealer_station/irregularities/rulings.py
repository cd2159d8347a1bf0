"""Which rulings are offered for an irregularity: the proposal first, each with who may give it."""

from dataclasses import dataclass
from typing import Protocol

from dealer_station.irregularities.kinds import CatalogueEntry, OfferedRuling


class Judged(Protocol):
    """What is the case where something irregular is judged."""

    @property
    def stage(self) -> str:
        """The phase of the round or hand."""

    def holds(self, condition: str) -> bool:
        """Say whether a condition of the catalogue holds."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is offered: the first option is what the rule sheet proposes."""

    options: tuple[OfferedRuling, ...]


def missing_cause(entry: CatalogueEntry, situation: Judged) -> str | None:
    """Say why a report has no cause here: the condition that fails, None when it has."""
    if situation.stage not in entry.stages:
        return "stage"
    for name in entry.requires:
        if not situation.holds(name):
            return name
    return None


def filed_under(entry: CatalogueEntry, situation: Judged) -> str:
    """Return the id under which a report is written down: by the facts, else its own (HE-D24)."""
    for refiling in entry.refiles:
        if all(situation.holds(name) for name in refiling.when):
            return refiling.id
    return entry.id


def propose(entry: CatalogueEntry, situation: Judged) -> Proposal:
    """Return the first of the entry's rulings whose conditions all hold."""
    for rule in entry.rulings:
        if all(situation.holds(name) for name in rule.when):
            return Proposal(rule.options)
    raise AssertionError(f"{entry.id} has no ruling without a condition")
