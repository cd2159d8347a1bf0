"""What a page may say of a game's rules: figures, choices and tables, read off the loaded game.

A game's own file (`baccarat.py`) makes its facts; what is so for every game is added here. A key of
the rule set that no player needs is named, with the reason, in the file's `UNSAID`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from dealer_station.games.paytable import Prize, PrizeKind
from dealer_station.games.rules import Spot
from dealer_station.house_rules.pages.figures import (
    Amount,
    Code,
    Exact,
    Figure,
    Share,
    Times,
    Word,
)
from dealer_station.irregularities.kinds import Catalogue
from dealer_station.progressive.conversion import Conversion
from dealer_station.table.draft import TableRules


class TableKind(StrEnum):
    """What a table of a page tells."""

    LIMITS = "limits"
    PAYTABLE = "paytable"
    DRAWS = "draws"
    """Who gets a further card."""


@dataclass(frozen=True, slots=True)
class FactTable:
    """A table in no language: the words of its head, and its lines."""

    kind: TableKind
    head: tuple[Figure, ...]
    lines: tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True, slots=True)
class PageFacts:
    """All that the text of a page may ask for.

    `figures` fill the places in sentences; `choices` are what the rule set decides, each name with
    the value that holds; `tables` by name.
    """

    figures: Mapping[str, Figure]
    choices: Mapping[str, str]
    tables: Mapping[str, FactTable]


def with_every_game(facts: PageFacts, rules: TableRules) -> PageFacts:
    """Add what is so for every game: its irregularities' rulings, its deck, its decisions."""
    catalogue = rules.catalogue
    found = {"fouled_deck": catalogue.fouled_deck, "unread_card": catalogue.unread_card}
    filed = {name: _ruling(catalogue, entry) for name, entry in found.items() if entry}
    choices = {
        **{entry: _ruling(catalogue, entry) for entry in catalogue.entries},
        **filed,
        "decisions": "some" if rules.has_pots or rules.house.has_decisions else "none",
    }
    return PageFacts(facts.figures, {**choices, **facts.choices}, facts.tables)


def with_conversion(facts: PageFacts, conversion: Conversion | None) -> PageFacts:
    """Add in which currency the progressive is: the table's, or another one (LNK-12).

    What a meter restarts at is the progressive's money.
    """
    choices = {**facts.choices, "pool_currency": "own" if conversion is None else "other"}
    if conversion is None:
        return PageFacts(facts.figures, choices, facts.tables)
    figures = {
        **facts.figures,
        "currency": Code(conversion.currency),
        "pool_currency": Code(conversion.pool_currency),
        "conversion": Exact(conversion.rate),
    }
    seed = facts.figures.get("seed_amount")
    if isinstance(seed, Amount):
        figures["seed_amount"] = Amount(seed.minor, conversion.pool_currency)
    return PageFacts(figures, choices, facts.tables)


def _ruling(catalogue: Catalogue, irregularity: str) -> str:
    """Return what is proposed where no special condition holds: the last row's first option."""
    return catalogue.entries[irregularity].rulings[-1].options[0].option.value


def limits(*spots: Spot) -> FactTable:
    """Return the table of the least and the most that may lie on each spot."""
    lines = []
    for spot in spots:
        least = spot.min_minor if spot.price_minor is None else spot.price_minor
        most = spot.max_minor if spot.price_minor is None else spot.price_minor
        highest = Word("no_limit") if most is None else Amount(most)
        lines.append((Word(spot.name), Amount(least), highest))
    return FactTable(TableKind.LIMITS, (Word("wager"), Word("least"), Word("most")), tuple(lines))


def prize_figure(prize: Prize) -> Figure:
    """Return how a progressive's prize is written."""
    match prize.kind:
        case PrizeKind.FIXED:
            return Amount(prize.fixed_minor)
        case PrizeKind.METER_SHARE:
            return Share(prize.share)
        case PrizeKind.WHOLE_METER:
            return Word("whole_meter")
        case PrizeKind.TIMES_STAKE:
            return Times(prize.times)


def switch(value: bool) -> str:  # noqa: FBT001 - the value itself is what is written
    """Write a switch as a rule set does."""
    return "true" if value else "false"
