"""Steps of games in which players play against each other, as commands.

`start_hand`, `seat`, `leave`, `away`, `back`, and the payment of the pots. Acts, cards and rulings
are the steps of every game.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from dealer_station.games.pot_rules import Entry
from dealer_station.table import commands as c
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table_script.case import Step, TableLine, decimal, seat_of_text, whole
from dealer_station.table_script.document import Node
from dealer_station.table_script.given_start import given_start
from dealer_station.table_script.maker import Maker

_WORDS_OF_SEAT: Final = (1, 2, 3)
_WORDS_OF_BACK: Final = (1, 2)


def opening(table: TableLine, maker: Maker) -> list[c.Command]:
    """Return what puts the players of a case before their chips, and the button before one."""
    commands: list[c.Command] = [
        maker.make(pc.TakeSeat, Role.SUPERVISOR, seat=seat, stack=stack)
        for seat, stack in table.stacks.items()
    ]
    if table.button is not None:
        commands.append(maker.make(pc.PlaceButton, Role.DEALER, seat=table.button))
    return commands


def _start_hand(step: Step, maker: Maker) -> list[c.Command]:
    """Read a bare `start_hand`, or one that states what lies where."""
    node = step.argument
    is_bare = node.value in {step.verb, ""}
    given = None if is_bare else given_start(node)
    return [maker.make(pc.StartHand, Role.DEALER, given=given)]


def _seat(step: Step, maker: Maker) -> list[c.Command]:
    """Read `SEAT STACK [HOW]`, without the stack where the table follows none."""
    node, words = step.argument, step.argument.text.split()
    if len(words) not in _WORDS_OF_SEAT:
        raise node.error(f"expected SEAT STACK [HOW], not {node.text!r}")
    seat, *others = words
    has_stack = bool(others) and others[0] not in set(Entry)
    stack = decimal(node, others.pop(0)) if has_stack else Decimal(0)
    entry = _entry(node, others)
    number = seat_of_text(node, seat)
    return [maker.make(pc.TakeSeat, Role.DEALER, seat=number, stack=stack, entry=entry)]


def _back(step: Step, maker: Maker) -> list[c.Command]:
    """Read `SEAT [HOW]`."""
    node, words = step.argument, step.argument.text.split()
    if len(words) not in _WORDS_OF_BACK:
        raise node.error(f"expected SEAT [HOW], not {node.text!r}")
    entry = _entry(node, words[1:])
    return [maker.make(pc.ComeBack, Role.DEALER, seat=seat_of_text(node, words[0]), entry=entry)]


def _entry(node: Node, words: list[str]) -> Entry:
    if not words:
        return Entry.WAIT
    if words[0] not in set(Entry):
        raise node.error(f"{words[0]!r} is no way to come in; post or wait is")
    return Entry(words[0])


def _of_seat(command: type[c.Command]) -> Callable[[Step, Maker], list[c.Command]]:
    return lambda step, maker: [maker.make(command, Role.DEALER, seat=whole(step.argument))]


VERBS: Mapping[str, Callable[[Step, Maker], list[c.Command]]] = {
    "start_hand": _start_hand,
    "seat": _seat,
    "leave": _of_seat(pc.LeaveSeat),
    "away": _of_seat(pc.SitOut),
    "back": _back,
}


def paying(state: TableState, maker: Maker) -> c.Command:
    """Return what brings the pots nearer to their winners: the next hand shows, or they are pushed.

    A player whose hand no reader has seen cannot show by a script: it has no word for his cards.
    """
    hand = state.pot.hand
    if state.phase is Phase.SHOWDOWN and hand is not None and hand.next_to_show is not None:
        return maker.make(c.Act, Role.DEALER, seat=hand.next_to_show, action="show")
    return maker.make(pc.PushPots, Role.DEALER)
