"""What a hand of poker holds: who comes and goes before it, how players act, what goes wrong.

The same for a seed. A player's act follows from chance and from what the view offers him, so it is
legal whatever has happened before; amounts are text as the view writes them.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from dealer_station.demo.plan import SHUFFLES

View = Mapping[str, Any]

_BUY_INS: Final = {True: (4, 6, 10, 15, 25), False: (10, 20, 30, 50, 80, 120)}
"""Stacks that players bring, in the table's smallest bets, with a limit and without one.

They are so different that pots have side pots."""

_CLEAN_SHARE: Final = 0.6
_LOOSE_SHARE: Final = 0.2
_PLAYERS_MIN: Final = 3
"""Fewer players bring somebody else to the table."""

_PLAYERS_AT_FIRST: Final = 6
_LATEST_ACT: Final = 6
_ADDS_WHEN_BROKE: Final = 0.6
_ADDS_WHEN_SHORT: Final = 0.2
_COMES_BACK: Final = 0.6
_CHANGES: Final = {"": 88, "leave_seat": 4, "sit_out": 6, "correct_chips": 2}
"""What a player does between two hands, out of a hundred times; empty: nothing."""


class PokerTrouble(StrEnum):
    """What happens in a hand beside its play; the value names it in the summary."""

    NONE = "clean"
    UNREADABLE = "card read again"
    JOKER = "joker replaced"
    FOULED_DECK = "joker, hand void, deck changed"
    LEAVES = "player leaves in the hand"
    AWAY = "player is away in the hand"
    STRING_BET = "HE-I46, ST-I45 raise in several motions"
    KILLED = "HE-I51, ST-I46 hand killed by mistake"
    STUB = "HE-I29, ST-I48 stub dropped"
    CALL = "supervisor called"


AT_A_CARD: Final = frozenset(
    {PokerTrouble.UNREADABLE, PokerTrouble.JOKER, PokerTrouble.FOULED_DECK}
)
"""What happens when a card is due that is no burn; the rest happens when somebody is to act."""


@dataclass(frozen=True, slots=True)
class PokerPlan:
    """One hand: the shuffle, how much is called, and the trouble after so many acts or cards.

    In a loose hand hardly anybody folds: many see the last card, and stud runs out of cards.
    """

    shuffle: int
    is_loose: bool
    trouble: PokerTrouble
    trouble_at: int

    def chance_of_act(self, number: int) -> random.Random:
        """Return the chance from which a player's act number `number` of the hand follows."""
        return random.Random(f"{self.shuffle}/{number}")  # noqa: S311 - play, no secret


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happens between hands: a command, its seat, and what else it says.

    `by_supervisor`: a supervisor counts chips.
    """

    command: str
    seat: int
    said: Mapping[str, str]
    by_supervisor: bool = False


def plan_hand(chance: random.Random) -> PokerPlan:
    """Draw a hand's plan."""
    troubles = [one for one in PokerTrouble if one is not PokerTrouble.NONE]
    is_clean = chance.random() < _CLEAN_SHARE
    return PokerPlan(
        shuffle=chance.randrange(SHUFFLES),
        is_loose=chance.random() < _LOOSE_SHARE,
        trouble=PokerTrouble.NONE if is_clean else chance.choice(troubles),
        trouble_at=chance.randint(1, _LATEST_ACT),
    )


# ------------------------------------------------------------------------------- between hands


def changes(chance: random.Random, view: View) -> tuple[Change, ...]:
    """Return who comes, leaves, sits out, comes back, adds chips or is counted before a hand.

    `view` is the dealer's, between two hands. At least three players remain, or come.
    """
    buy_ins = _buy_ins(view)
    stacks = {int(seat): Decimal(stack) for seat, stack in view["stacks"].items()}
    found: list[Change] = []
    there = set(stacks)
    empty = [seat for seat in view["table"]["seats"] if seat not in stacks]
    # At a table without room for others nobody may be away.
    is_full = len(empty) < _PLAYERS_MIN
    for seat in sorted(stacks):
        is_away = view["players"][str(seat)]["is_away"]
        change = _change_of(chance, seat, stacks[seat], buy_ins, is_away=is_away)
        if is_full and (change is None or change.command == "sit_out"):
            change = Change("come_back", seat, {"entry": "post"}) if is_away else None
        if change is not None:
            found.append(change)
        is_out = is_away if change is None else change.command in {"leave_seat", "sit_out"}
        if is_out:
            there.discard(seat)
    empty += [one.seat for one in found if one.command == "leave_seat"]
    chance.shuffle(empty)
    wanted = _PLAYERS_AT_FIRST if not stacks else max(_PLAYERS_MIN, _newcomer(chance, len(there)))
    while len(there) < wanted and empty:
        seat = empty.pop()
        there.add(seat)
        entry = chance.choice(("wait", "post"))
        stack = _money(chance.choice(buy_ins))
        found.append(Change("take_seat", seat, {"stack": stack, "entry": entry}))
    return tuple(found)


def _newcomer(chance: random.Random, there: int) -> int:
    """Return how many players there will be: now and then one more comes."""
    return there + (chance.random() < 2 / (2 + there))


def _buy_ins(view: View) -> tuple[Decimal, ...]:
    """Return the stacks that are brought to a table, ascending."""
    limits = view["table"]["limits"]
    unit, has_limit = Decimal(limits["min"]), limits["max"] is not None
    return tuple(times * unit for times in _BUY_INS[has_limit])


def _change_of(
    chance: random.Random, seat: int, stack: Decimal, buy_ins: Sequence[Decimal], *, is_away: bool
) -> Change | None:
    """Return what a player does between two hands; mostly nothing."""
    if not stack:
        stays = chance.random() < _ADDS_WHEN_BROKE and not is_away
        return _add(chance, seat, buy_ins) if stays else _leave(seat)
    if is_away:
        entry = chance.choice(("wait", "post"))
        comes = chance.random() < _COMES_BACK
        return Change("come_back", seat, {"entry": entry}) if comes else None
    if stack < buy_ins[0] and chance.random() < _ADDS_WHEN_SHORT:
        return _add(chance, seat, buy_ins)
    (what,) = chance.choices(tuple(_CHANGES), weights=tuple(_CHANGES.values()))
    if what == "correct_chips":
        # So many more than the record has: never so few that nothing is left.
        counted = _money(stack + chance.choice((1, 2, 5)))
        return Change(what, seat, {"stack": counted}, by_supervisor=True)
    return Change(what, seat, {}) if what else None


def _leave(seat: int) -> Change:
    return Change("leave_seat", seat, {})


def _add(chance: random.Random, seat: int, buy_ins: Sequence[Decimal]) -> Change:
    return Change("add_chips", seat, {"amount": _money(chance.choice(buy_ins))})


# ---------------------------------------------------------------------------------------- acts


@dataclass(frozen=True, slots=True)
class PlayersAct:
    """What a player does in his turn; `amount` is the total of the round it goes to, or None."""

    action: str
    amount: str | None = None


_WAGERS: Final = ("bet", "complete", "raise")
_QUIET: Final = ("check", "call", "bring_in", "fold")
_RAISE_SHARE: Final = 0.2
_FOLD_SHARE: Final = 0.25
_ALL_IN_SHARE: Final = 0.12
_MUCK_SHARE: Final = 0.35


def players_act(chance: random.Random, legal: View, chip: str, *, is_loose: bool) -> PlayersAct:
    """Choose among what is offered; `chip` is the table's smallest.

    >>> players_act(random.Random(1), {"fold": True, "call": "2.00"}, "1.00", is_loose=True)
    PlayersAct(action='call', amount=None)
    """
    if "show" in legal:
        is_mucked = "muck" in legal and chance.random() < _MUCK_SHARE
        return PlayersAct("muck" if is_mucked else "show")
    roll = chance.random()
    wagers = [name for name in _WAGERS if name in legal]
    quiet = [name for name in _QUIET if name in legal]
    if wagers and (roll < _RAISE_SHARE or not quiet):
        name = chance.choice(wagers)
        return PlayersAct(name, _size(chance, legal[name], Decimal(chip)))
    is_dear = "fold" in quiet and "check" not in quiet
    if is_dear and not is_loose and roll < _RAISE_SHARE + _FOLD_SHARE:
        return PlayersAct("fold")
    return PlayersAct(quiet[0])


def _size(chance: random.Random, offered: str | Mapping[str, Any], chip: Decimal) -> str | None:
    """Return how much is wagered: one of the sizes, or something between the limits."""
    if isinstance(offered, str):
        return None
    if "sizes" in offered:
        sizes: Sequence[str] = offered["sizes"]
        return chance.choice(sizes)
    low, high = Decimal(offered["min"]), Decimal(offered["max"])
    if low == high or chance.random() < _ALL_IN_SHARE:
        return _money(high)
    steps = int(min(high - low, 4 * low) // chip)
    return _money(low + chip * chance.choice((0, chance.randint(0, steps))))


def _money(amount: Decimal | int) -> str:
    return f"{amount:.2f}"
