"""Troubles that a table left to chance seldom comes to: met where they fit, and ruled on."""

import random

from table_lives import LiveTable
from table_play import MANAGER, SHOE

from dealer_station.table import commands as c
from dealer_station.table.lifecycle import Phase

SELDOM = (
    ("CS-I01", "void_hand", Phase.DEALING),
    ("CS-I02", "complete_hand", Phase.DEALING),
    ("CS-I15", "reorder", Phase.DEALING),
    ("CS-I14", "set_aside", Phase.DEALING),
    ("CS-I14", "set_aside", Phase.DECIDING),
    ("CS-I16", "burn_card", Phase.DEALING),
    ("CS-I16", "burn_card", Phase.DECIDING),
    ("CS-I13", "correct_wager", Phase.DECIDING),
    ("CS-I13", "correct_wager", Phase.PAYING),
    ("CS-I13", "void_hand", Phase.DECIDING),
    ("CS-I09", "dead_hand", Phase.DECIDING),
    ("CS-I03", "honour_side_bets", Phase.DECIDING),
    ("CS-I21", "play_on", Phase.PAYING),
    ("CS-I21", "play_on", Phase.SETTLED),
)
"""What is reported, how it is ruled on, and in which phase."""


def come_to(table: LiveTable, phase: Phase, chance: random.Random) -> None:
    """Go on until the table is in a phase; where too much is in the way it does not get there."""
    for _ in range(12):
        if table.state.shown_phase is phase:
            return
        table.go_on(chance)


def meet_trouble(table: LiveTable, chance: random.Random) -> None:
    """Come to where a trouble may be, report it with facts that fit sooner or later, and rule."""
    name, option, phase = chance.choice(SELDOM)
    come_to(table, phase, chance)
    current = table.state.round
    if phase is Phase.DEALING and current is not None and current.deal_order:
        table.deal(chance.randint(1, len(current.deal_order) - 1), chance)
        if chance.random() < 0.2:
            table.send(c.RecordCard, SHOE, card="??")
            table.go_on(chance)
    if phase is Phase.DECIDING and current is not None and current.undecided:
        table.send(c.Act, seat=current.undecided[0], action="bet")
    if phase is Phase.PAYING:
        for _ in range(chance.randint(0, 2)):
            table.go_on(chance)
    for _ in range(4):
        if table.state.open_irregularity is None:
            table.report(chance, name)
    if chance.random() < 0.2:
        table.send(c.RecordCard, SHOE, card="Jo")
    table.send(c.ApplyRuling, MANAGER, option=option)
