"""What a rules page says of a progressive's levels and of envy prizes, read off its rules.

A reserve is shown nowhere (PRG-04), so no page tells how much of a wager feeds it: of each stake
the page tells what the players play for.
"""

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import EnvyFrom
from dealer_station.games.rules import ProgressiveRules
from dealer_station.house_rules.pages.facts import FactTable, TableKind, prize_figure
from dealer_station.house_rules.pages.figures import Amount, Figure, Name, Share, Word

_BEST_FIRST = tuple(reversed(HandCategory))


def level_figures(progressive: ProgressiveRules) -> dict[str, Figure]:
    """Return the figures of a progressive of one level: its cap, where it has one."""
    caps = [level.cap_minor for level in progressive.levels.values() if level.cap_minor is not None]
    return {"cap": Amount(caps[0])} if len(progressive.levels) == 1 and caps else {}


def term_choices(progressive: ProgressiveRules) -> dict[str, str]:
    """Return whether some level has a cap, and whether some level has a reserve."""
    levels = tuple(progressive.levels.values())
    return {
        "cap": "given" if any(level.cap_minor is not None for level in levels) else "none",
        "reserve": "given" if any(level.reserve_rate for level in levels) else "none",
    }


def level_choices(progressive: ProgressiveRules) -> dict[str, str]:
    """Return what the rule set decides: one level or several, their terms, envy prizes."""
    prizes = progressive.table.prizes.values()
    paid_by = {prize.envy_from for prize in prizes if prize.envy_minor}
    return term_choices(progressive) | {
        "levels": "one" if len(progressive.levels) == 1 else "several",
        "envy": "given" if paid_by else "none",
        "envy_from_level": "some" if EnvyFrom.LEVEL in paid_by else "none",
    }


def levels_table(progressive: ProgressiveRules) -> FactTable:
    """Return what feeds each level, what it starts again at, and where it ends."""
    head = (Word("level"), Word("feeds"), Word("starts_at"), Word("cap"))
    lines = []
    for name in progressive.level_names:
        level = progressive.levels[name]
        cap = Word("no_cap") if level.cap_minor is None else Amount(level.cap_minor)
        lines.append((Name(name), Share(level.rate), Amount(level.base_minor), cap))
    return FactTable(TableKind.LIMITS, head, tuple(lines))


def progressive_table(progressive: ProgressiveRules) -> FactTable:
    """Return the prizes by hand, with the level that each takes from where there are several."""
    has_levels = len(progressive.levels) > 1
    head: tuple[Figure, ...] = (Word("hand"), Word(progressive.spot))
    lines = []
    for hand in _BEST_FIRST:
        prize = progressive.prize(hand)
        if prize is not None:
            line: tuple[Figure, ...] = (Word(hand.value), prize_figure(prize))
            lines.append((*line, Name(prize.level)) if has_levels else line)
    head = (*head, Word("level")) if has_levels else head
    return FactTable(TableKind.PAYTABLE, head, tuple(lines))


def envy_table(progressive: ProgressiveRules) -> FactTable:
    """Return what every other bettor gets, by the hand that wins (CS-25)."""
    lines = tuple(
        (Word(hand.value), Amount(prize.envy_minor))
        for hand in _BEST_FIRST
        if (prize := progressive.prize(hand)) is not None and prize.envy_minor
    )
    return FactTable(TableKind.PAYTABLE, (Word("hand"), Word("envy_pays")), lines)
