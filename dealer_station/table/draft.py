"""A decision in the making: the events so far, and the state as they leave it.

One draft lives for one command. Handlers emit events into it and read the evolved state, so that a
command with many consequences decides each of them on what is already the case.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from dealer_station.bettors.book import BettorsBook
from dealer_station.games.pot_rules import PotGame
from dealer_station.games.rules import HouseGame, ProgressiveRules
from dealer_station.irregularities.kinds import Catalogue
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.ledger import evolve as evolve_ledger
from dealer_station.progressive.ledger_events import LevelEvent
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.commands import Command
from dealer_station.table.events import TableEvent
from dealer_station.table.evolve import Folding
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.play import HandInPlay
from dealer_station.table.pot.state import PotHand
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Role
from dealer_station.table.state import HouseRound, TableState


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules in force at a table: the game, its irregularities, and the rule set's identity."""

    game: HouseGame | PotGame
    catalogue: Catalogue
    name: str
    digest: str
    content: str
    has_pots: bool = False
    """Whether players play against each other."""

    @property
    def house(self) -> HouseGame:
        """The rules of a game against the house; the table must play one."""
        assert not self.has_pots, f"{self.game.name} is not played against the house"
        return cast("HouseGame", self.game)

    @property
    def pot(self) -> PotGame:
        """The rules of a game in which players play against each other; it must be one."""
        assert self.has_pots, f"{self.game.name} is played against the house"
        return cast("PotGame", self.game)


@dataclass(slots=True)
class Draft:
    """Everything a handler works on. `meters` are the progressives' ledgers by pool name.

    `packed` is the round's book of bettors, None where there is none.
    """

    command: Command
    rules: TableRules
    folding: Folding
    meters: dict[str, Ledger]
    packed: PackedBook | None
    events: list[TableEvent]
    postings: list[tuple[str, LevelEvent]] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        """The table's state as the events so far leave it."""
        return self.folding.state

    @property
    def at(self) -> int:
        """The time of the command, for its events."""
        return self.command.issued_at

    @property
    def game(self) -> HouseGame:
        """The rules of the game against the house."""
        return self.rules.house

    @property
    def round(self) -> HouseRound:
        """The round; there must be one."""
        assert self.state.round is not None, "no round"
        return self.state.round

    @property
    def hand(self) -> PotHand:
        """The hand of a game in which players play against each other; there must be one."""
        play = self.folding.play
        if play is not None:
            return play.value
        assert self.state.pot.hand is not None, "no hand"
        return self.state.pot.hand

    @property
    def play(self) -> HandInPlay:
        """The hand in play; one must be open."""
        play = self.folding.play
        assert play is not None, "no hand is open"
        return play

    @property
    def phase(self) -> Phase:
        """The phase of the round, as the events so far leave it."""
        return self.folding.phase

    def emit(self, event: TableEvent) -> None:
        """Add an event and take its effect."""
        self.events.append(event)
        self.folding.take(event)

    @property
    def bettors(self) -> BettorsBook:
        """The round's book of bettors; there must be one."""
        assert self.packed is not None, "a round with a book is decided with it"
        return self.packed.book

    def book(self, pool: str, event: LevelEvent) -> None:
        """Add an event of a progressive and take its effect."""
        self.postings.append((pool, event))
        self.meters[pool] = evolve_ledger(self.meters[pool], event)

    def pool(self, progressive: ProgressiveRules) -> Ledger:
        """Return the progressive's ledger as the draft leaves it."""
        return self.meters[progressive.pool]

    @property
    def is_held(self) -> bool:
        """Whether an irregularity waits for its ruling."""
        found = self.folding.irregularities
        return bool(found) and any(one.is_open for one in found)

    def refuse_if_held(self) -> None:
        """Refuse while an irregularity waits for its ruling."""
        if not self.folding.irregularities:
            return
        open_item = self.state.open_irregularity
        if open_item:
            raise RefusedError(RefusalReason.HELD, irregularity=open_item.irregularity)

    def require_role(self, *roles: Role) -> None:
        """Refuse an actor who may not do this; a manager may whatever a supervisor may."""
        if self.command.actor.role in roles:
            return
        needs = (
            RefusalReason.NEEDS_SUPERVISOR
            if Role.SUPERVISOR in roles
            else RefusalReason.NEEDS_MANAGER
        )
        raise RefusedError(needs)


def start(
    command: Command,
    rules: TableRules,
    state: TableState,
    meters: Mapping[str, Ledger],
    packed: PackedBook | None = None,
) -> Draft:
    """Begin a decision on a state."""
    events: list[TableEvent] = []
    return Draft(command, rules, Folding(state, events), dict(meters), packed, events)
