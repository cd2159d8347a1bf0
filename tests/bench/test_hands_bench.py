"""Whole hands of poker, decided and folded event by event, beside pokerkit in the same run.

Ours: every card, act, show and push is a command that is decided; its events go to a list, and the
state after them is the next command's. pokerkit: its state, told the same cards and acts. Every
player stays to the showdown; where there are to be side pots, three have short stacks.

The goal of x50 is not reached: a state that is never changed is made anew for each of a hundred
events, and every event is an object. What is gated is about half of what is reached.
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench_runs import times
from engine_pot_table import EngineTable
from pokerkit_table import PokerkitTable
from pot_hands import UNIT, Choice, PotGame, RandomHand, Turn, random_hand

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.decide import decide
from dealer_station.table.draft import TableRules
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.state import TableState

HANDS = times(20, 4)
ROUNDS = times(9, 3)
DEEP = 400 * UNIT
SHORT = (30 * UNIT, 60 * UNIT, 90 * UNIT)
"""Stacks in bets of four to ten units: some are all-in on an early street."""
TOLD = frozenset(
    {
        "burn_card", "deal_board", "deal_hole", "fold", "check_or_call", "post_bring_in",
        "complete_bet_or_raise_to", "show_or_muck_hole_cards", "kill_hand", "push_chips",
        "pull_chips",
    }
)  # fmt: skip
"""What changes a state of pokerkit."""
GOAL = 50
"""How many times pokerkit's rate is wanted."""
STANDS = 1.2
"""What is gated, with room for a machine that others use."""


def hand_of(game: PotGame, seed: int, *, with_side_pots: bool) -> RandomHand:
    drawn = random_hand(game, seed)
    stacks = (*SHORT, DEEP, DEEP, DEEP) if with_side_pots else (DEEP,) * 6
    return RandomHand(
        seed=seed, game=game, stacks=stacks, deck=drawn.deck, small=10 * UNIT, big=20 * UNIT,
        ante=UNIT if game is PotGame.STUD else 0, bring_in=2 * UNIT,
    )  # fmt: skip


class Told(EngineTable):
    """A table that remembers its commands from the start of the hand on."""

    def __init__(self, hand: RandomHand) -> None:
        self.commands: list[c.Command] = []
        super().__init__(hand)

    def _decided(self, command: c.Command) -> None:
        if isinstance(command, pc.StartHand):
            self.before = self.state
        if isinstance(command, pc.StartHand) or self.commands:
            self.commands.append(command)
        super()._decided(command)

    @property
    def pots_pushed(self) -> int:
        """How many pots there were."""
        assert self.state.pot.hand is not None
        return len(self.state.pot.hand.awards)


class Tape:
    """pokerkit's state, which remembers what it was told."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.told: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._state, name)
        if name not in TOLD:
            return found

        def tell(*said: Any) -> Any:
            self.told.append((name, said))
            return found(*said)

        return tell


class TapedTable(PokerkitTable):
    """The oracle, with everything that pokerkit was told."""

    def _new_state(self) -> Any:
        return Tape(super()._new_state())

    @property
    def told(self) -> list[tuple[str, tuple[Any, ...]]]:
        """What it was told, in order."""
        tape: Tape = self._state
        return tape.told

    def anew(self) -> Any:
        """Return a state of pokerkit before the first card."""
        return super()._new_state()


def played(hand: RandomHand) -> tuple[Told, TapedTable]:
    """Play a hand at both: whoever can, checks or calls; a street's first act may be a bet."""
    ours, theirs = Told(hand), TapedTable(hand)
    while True:
        ours.deal_to(theirs.dealt)
        while (turn := theirs.turn()) is not None:
            choice = wanted(turn, theirs)
            theirs.take(choice)
            ours.take(choice)
        if not theirs.next_street():
            ours.finish()
            return ours, theirs


def wanted(turn: Turn, table: PokerkitTable) -> Choice:
    if turn.call is None:
        return Choice("bring_in")
    if not turn.call and turn.low is not None and table.street and not table.cur:
        return Choice("wager", turn.low)
    return Choice("match")


def decided(commands: list[c.Command], state: TableState, rules: TableRules) -> list[e.TableEvent]:
    """Decide every command of a hand, and return its events."""
    log: list[e.TableEvent] = []
    for command in commands:
        decision = decide(command, state, rules, {})
        assert decision.state is not None
        log += decision.events
        state = decision.state
    assert state.phase is Phase.SETTLED
    return log


def told(table: TapedTable) -> None:
    """Tell pokerkit the hand again, from its making on."""
    state = table.anew()
    for name, said in table.told:
        getattr(state, name)(*said)
    assert not state.status


def rate(kind: PotGame, *, with_side_pots: bool) -> tuple[float, float, int, int]:
    """Median CPU time of a hand in us, ours and pokerkit's; events and pots of the first hand."""
    tables = [played(hand_of(kind, seed, with_side_pots=with_side_pots)) for seed in range(HANDS)]
    contenders: list[list[Callable[[], object]]] = [
        [partial(decided, ours.commands, ours.before, ours.rules) for ours, _ in tables],
        [partial(told, theirs) for _, theirs in tables],
    ]
    taken: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for times_of, calls in zip(taken, contenders, strict=True):
            began = time.process_time_ns()
            for call in calls:
                call()
            times_of.append((time.process_time_ns() - began) / len(calls) / 1000)
    (first, _), *_ = tables
    events = len(decided(first.commands, first.before, first.rules))
    return statistics.median(taken[0]), statistics.median(taken[1]), events, first.pots_pushed


def measured(kind: PotGame, *, with_side_pots: bool) -> float:
    ours, peer, events, pots = rate(kind, with_side_pots=with_side_pots)
    sys.stdout.write(
        f"\n{kind}, six players, {pots} pots, {events} events: {ours:.0f} us of CPU a hand,"
        f" pokerkit {peer:.0f} us: x{peer / ours:.1f}, goal x{GOAL}\n"
    )
    return peer / ours


def test_stud_hands_with_side_pots_against_pokerkit():
    assert measured(PotGame.STUD, with_side_pots=True) >= STANDS
    assert measured(PotGame.STUD, with_side_pots=False) >= STANDS


def test_no_limit_hands_with_side_pots_against_pokerkit():
    assert measured(PotGame.NO_LIMIT_HOLDEM, with_side_pots=True) >= STANDS
    assert measured(PotGame.NO_LIMIT_HOLDEM, with_side_pots=False) >= STANDS
