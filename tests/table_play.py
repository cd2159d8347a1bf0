"""A live table's controller for tests: on a record in memory and a virtual clock, in short words.

The words are those of table scripts: `play.run("open_betting", "wager: 1 ante 10")`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from progressive_builders import open_main

from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.ports import Record
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.controller.table_controller import Outcome, TableController, TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.house_rules.loader import load_rules
from dealer_station.progressive.ledger import AnyEvent, Ledger
from dealer_station.table import commands as c
from dealer_station.table.draft import TableRules
from dealer_station.table.events import TableEvent
from dealer_station.table.refusals import Refusal
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role
from dealer_station.table.state import HouseRound, TableState
from dealer_station.table.view import View
from dealer_station.table_script.case import Step
from dealer_station.table_script.document import Node, documents
from dealer_station.table_script.steps import NamedCards, commands_of, wait_ms

CONFIG = Path(__file__).parent.parent / "config"
LEVELS = Path(__file__).parent / "levels" / "config"
"""Where the rule set `envy` stands: two levels, cap, overflow, reserve and envy prizes."""

DEALER = Actor("d1", Role.DEALER)
SUPERVISOR = Actor("s1", Role.SUPERVISOR)
MANAGER = Actor("m1", Role.MANAGER)
STATION = Actor("station", Role.STATION)
SHOE = Actor("shoe", Role.DEVICE)

# Hands that are often needed; no two of them share a card unless their names say so.
ROYAL_CLUBS = "Ac Kc Qc Jc Tc"
ROYAL_DIAMONDS = "Ad Kd Qd Jd Td"
ROYAL_SPADES = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9d 8d 7d 6d 5d"
FLUSH = "9h 7h 5h 3h 2h"
FULL_HOUSE = "3c 3s 3d 2c 2d"
NOTHING = "8h 7c 5c 4d 2s"
PAIR_OF_EIGHTS = "8s 8c 9c 4s 7s"
DEALER_QUALIFIES = "Ah Kh 9s 6c 4h"
DEALER_DOES_NOT = "Qh Jh 9s 6c 4h"

Event = TypeVar("Event", bound=TableEvent)


def rules_of(
    game: str, name: str, overrides: Mapping[str, str] | None = None, config: Path = CONFIG
) -> TableRules:
    """Load a rule set as `load_rules` does, each once: files and rules stay as they are."""
    return _loaded(config, game, name, tuple((overrides or {}).items()))


@cache
def _loaded(
    config: Path, game: str, name: str, overrides: tuple[tuple[str, str], ...]
) -> TableRules:
    return load_rules(config, game, name, dict(overrides))


def classic(**overrides: str) -> TableRules:
    """The classic rule set with some values replaced."""
    return rules_of("caribbean-stud", "classic", overrides)


@cache
def step(line: str) -> Step:
    """Read one step of a table script."""
    (node,) = documents(line, "test")
    if isinstance(node.value, str):
        return Step(node.text, node)
    ((verb, argument),) = node.mapping.items()
    return Step(verb, argument)


class TablePlay:
    """One table, open; several may share a record and a progressive.

    `rules` is a rule set of Caribbean Stud (`classic`, or `envy` of the tests' own), or game and
    rule set (`baccarat/gardens`).
    """

    def __init__(
        self,
        rules: str = "classic",
        *,
        seats: Sequence[int] = (1, 2, 3),
        meter: int = 10_000_00,
        table_id: str = "t1",
        record: Record | None = None,
        clock: VirtualClock | None = None,
        acceptors: Sequence[int] = (),
        is_open: bool = True,
        **overrides: str,
    ) -> None:
        game, _, name = rules.rpartition("/")
        self.rules = rules_of(
            game or "caribbean-stud", name, overrides, LEVELS if name == "envy" else CONFIG
        )
        self.record = record or MemoryRecord()
        self.registry = station_registry()
        self.clock = clock or VirtualClock()
        pools = {"main": "p1"} if self.rules.game.progressive else {}
        self.setup = TableSetup(
            TableFacts(table_id, "Table", "USD"),
            tuple(seats),
            self.rules,
            pools,
            tuple((seat, f"acceptor-{seat}") for seat in acceptors),
        )
        self._meter = meter
        self.controller = self._new_controller()
        if is_open:
            self.open_table()

    def _new_controller(self) -> TableController:
        self.progressives = Progressives(self.record, self.registry)
        for progressive_id in self.setup.progressives.values():
            open_main(
                self.progressives, progressive_id, self.rules, self._meter, at=self.clock.now()
            )
        return TableController(self.setup, self.record, self.registry, self.progressives)

    # ------------------------------------------------------------------------- commands

    def submit(self, kind: type[c.Command], actor: Actor = DEALER, **said: Any) -> Outcome:
        """Send a command of this kind with a fresh id."""
        command = kind(
            command_id=self.clock.new_id(), issued_at=self.clock.now(), actor=actor, **said
        )
        return self.controller.submit(command)

    def open_table(self) -> Outcome:
        """Take the table into service."""
        return self.submit(c.OpenTable, table_id=self.setup.facts.id, seats=self.setup.seats)

    def run(self, *lines: str) -> "TablePlay":
        """Carry out steps that must all be accepted."""
        for line in lines:
            refusal = self._take(step(line))
            assert refusal is None, f"{line}: {refusal}"
        return self

    def attempt(self, line: str) -> Refusal | None:
        """Carry out a step that may be refused."""
        return self._take(step(line))

    def refusal(self, line: str) -> Refusal:
        """Carry out a step that must be refused with nothing changed; returns the refusal."""
        before = (self.state, self.progressive)
        refusal = self._take(step(line))
        assert refusal is not None, f"{line} was accepted"
        assert (self.state, self.progressive) == before, f"{line} was refused and changed something"
        return refusal

    def refused(self, line: str) -> str:
        """Return the reason for which a step is refused."""
        return self.refusal(line).reason.value

    def _take(self, taken: Step) -> Refusal | None:
        if taken.verb == "restart":
            self.restart()
            return None
        if taken.verb == "wait":
            self.clock.advance(wait_ms(taken))
            return self.submit(c.AdvanceClock, STATION).refusal
        if taken.verb == "deal":
            return self._first_refusal(self._deal(taken))
        if taken.verb == "pay" and taken.argument.value == "pay":
            return self._pay_all()
        return self._first_refusal(commands_of(taken, self.clock, self.rules))

    def _first_refusal(self, commands: list[c.Command]) -> Refusal | None:
        for command in commands:
            refusal = self.controller.submit(command).refusal
            if refusal is not None:
                return refusal
        return None

    def _deal(self, taken: Step) -> list[c.Command]:
        order = self.round.deal_order[len(self.round.draws) :]
        named = NamedCards(taken, self.rules)
        cards = [named.take(hand) for hand in order]
        named.end(len(cards))
        shoe = Step("shoe", Node("test", 1, " ".join(cards)))
        return commands_of(shoe, self.clock, self.rules)

    def _pay_all(self) -> Refusal | None:
        refusal = None
        while refusal is None and self.next["kind"] in {"verify", "pay"}:
            seat = self.next["seat"]
            if self.next["kind"] == "verify":
                refusal = self.submit(c.VerifyHand, SUPERVISOR, seat=seat).refusal
            else:
                refusal = self.submit(c.PaySeat, seat=seat).refusal
        return refusal

    def restart(self) -> None:
        """Forget everything and come back from the record."""
        self.controller = self._new_controller()
        self.controller.recover(self.clock.now(), self.clock.now())

    # -------------------------------------------------------------------------- reading

    @property
    def state(self) -> TableState:
        """The table's state."""
        return self.controller.state

    @property
    def round(self) -> HouseRound:
        """The round."""
        assert self.state.round is not None
        return self.state.round

    @property
    def progressive(self) -> Ledger:
        """The progressive as the record has it."""
        return self.progressives.refresh("p1").state

    @property
    def meter(self) -> int:
        """What the meter shows, in cents."""
        return self.progressive.meter_minor

    @property
    def view(self) -> View:
        """The view of the record."""
        return self.controller.record_view()

    @property
    def next(self) -> View:
        """What the table waits for."""
        following: View = self.view["next"]
        return following

    def seen_by(self, role: Role) -> View:
        """What a role sees now."""
        return self.controller.view(role, self.clock.now())

    def events(self, kind: type[Event]) -> list[Event]:
        """The table's events of a kind, oldest first."""
        stored = self.record.read(table_stream(self.setup.facts.id))
        decoded = [self.registry.decode(row) for row in stored]
        return [event for event in decoded if type(event) is kind]

    def history(self) -> list[str]:
        """The names of the table's events, oldest first."""
        return [row.name for row in self.record.read(table_stream(self.setup.facts.id))]

    def postings(self) -> list[AnyEvent]:
        """The progressive's events, oldest first."""
        return [self.registry.decode(row) for row in self.record.read(progressive_stream("p1"))]


def baccarat(**options: Any) -> TablePlay:
    """A baccarat table under the rules of The Gardens."""
    return TablePlay("baccarat/gardens", **options)


def dealt(
    hands: dict[int, str],
    dealer: str = DEALER_QUALIFIES,
    progressive: Sequence[int] = (),
    **options: Any,
) -> TablePlay:
    """A round with antes of 10.00, these hands dealt, before any decision."""
    play = TablePlay(seats=tuple(hands), **options)
    stakes = [f"{seat} ante 10" for seat in hands] + [f"{seat} progressive" for seat in progressive]
    cards = ", ".join(f"{seat}: {cards}" for seat, cards in hands.items())
    return play.run(
        "open_betting",
        f"wager: {'; '.join(stakes)}",
        "close_betting",
        f"deal: {{{cards}, dealer: {dealer}}}",
    )


def decided(
    hands: dict[int, str],
    dealer: str = DEALER_QUALIFIES,
    progressive: Sequence[int] = (),
    folds: Sequence[int] = (),
    **options: Any,
) -> TablePlay:
    """The same after every decision: all bet but the seats that fold."""
    play = dealt(hands, dealer, progressive, **options)
    acts = [f"{seat} {'fold' if seat in folds else 'bet'}" for seat in hands]
    return play.run(f"act: {'; '.join(acts)}")
