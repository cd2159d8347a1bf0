"""What rules pages say of every game that players play against each other: clock, rake, cap."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.structure import FixedLimit, HeadsUp
from dealer_station.house_rules.pages.facts import FactTable, PageFacts, TableKind, switch
from dealer_station.house_rules.pages.figures import Amount, Figure, Share, Whole, Word

_MS = 1000
_HUNDRED = 100

HEADS_UP: Mapping[HeadsUp, str] = {
    HeadsUp.ACTION: "action",
    HeadsUp.ROUND_START: "round_start",
    HeadsUp.NEVER: "never",
}


def with_table(facts: PageFacts, game: PotGame) -> PageFacts:
    """Add what every such table has: its chip, its clock, its rake, its readers."""
    figures: dict[str, Figure] = {"chip": Amount(game.chip_minor)}
    choices = {
        "clock_s": "some" if game.clock_ms else "none",
        "rake": "some" if game.rake else "none",
        "hole_cards": "read" if game.reads_hole_cards else "unread",
        "stakes": "tracked" if game.tracks_stakes else "untracked",
    }
    if game.clock_ms:
        figures["clock_s"] = Whole(game.clock_ms // _MS)
    if game.rake is not None:
        figures["rake_percent"] = Share(Fraction(game.rake.percent, _HUNDRED))
        figures["rake_unit"] = Amount(game.rake.unit)
        choices["rake_cap"] = "none" if game.rake.cap is None else "some"
        choices["no_flop_no_drop"] = switch(game.rake.no_flop_no_drop)
        if game.rake.cap is not None:
            figures["rake_cap"] = Amount(game.rake.cap)
    return PageFacts({**figures, **facts.figures}, {**choices, **facts.choices}, facts.tables)


def limit_facts(limit: FixedLimit) -> tuple[dict[str, Figure], dict[str, str]]:
    """Return figures and choices of a fixed limit."""
    figures: dict[str, Figure] = {}
    if limit.raise_cap is not None:
        figures["raise_cap"] = Whole(limit.raise_cap)
    choices = {
        "raise_cap": "none" if limit.raise_cap is None else "some",
        "heads_up": "none" if limit.raise_cap is None else HEADS_UP[limit.heads_up],
    }
    return figures, choices


def amounts(**said: int) -> FactTable:
    """Return a table of what is put in, each by its word."""
    lines = tuple((Word(name), Amount(minor)) for name, minor in said.items())
    return FactTable(TableKind.LIMITS, (Word("put_in"), Word("amount")), lines)
