"""Tables that live under an oracle: steered, disturbed, restarted, and checked after every command.

A `House` is its tables, their record and their progressive; a `LiveTable` sends commands to a real
controller and compares what comes of them with a shadow that is folded from the record and with
the books and the sight of `table_oracle`. Used by the state machine of `tests/properties`.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from ledger_sum import reconcile
from progressive_builders import open_main
from table_books import Books
from table_laws import FAVOURITES, check_moment
from table_oracle import Sight, category_of
from table_play import DEALER, MANAGER, SHOE, STATION, SUPERVISOR, rules_of

from dealer_station.cards.deck import standard_deck
from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.ports import Record
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.controller.table_controller import (
    Outcome,
    TableController,
    TableSetup,
    replayed,
)
from dealer_station.event_log.errors import CommandConflict
from dealer_station.event_log.station_registry import station_registry
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.ledger import fold as fold_ledger
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role
from dealer_station.table.state import TableState
from dealer_station.table.view import View

VIEWERS = (*Role, None)
"""Every role, and everybody: the public view."""
IRREGULARITIES = tuple(f"CS-I{number:02}" for number in range(1, 25))
IN_DOUBT = ("device_lost",)
"""Faults of the shoe that a person has to clear."""
DECK = tuple(map(str, standard_deck()))
GOOD_HANDS = tuple(
    tuple(cards.split())
    for cards in (
        "Ac Kc Qc Jc Tc", "Ad Kd Qd Jd Td", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts",
        "9c 8c 7c 6c 5c", "9d 8d 7d 6d 5d", "5h 4h 3h 2h Ah", "4c 4d 4h 4s 2c",
        "3c 3d 3h 2d 2h", "7c 7d 7s 6d 6h", "9h 7h 5h 3h 2h", "Js 9s 6s 4s 2s", "Kc Kd 8h 5s 2c",
    )
)  # fmt: skip
# A card that could not be read, `??`, is no card that anybody could see too soon.
CARD_WORD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jo)(?![A-Za-z0-9])")


@dataclass(frozen=True)
class HouseSetup:
    """A house to be tried: rule set, its overrides, seats of each table, opening meter."""

    rules: str
    overrides: dict[str, str]
    tables: tuple[tuple[int, ...], ...]
    meter: int = 5_000_00


@dataclass(frozen=True)
class Sent:
    """A command that was sent, and what came of it."""

    command: c.Command
    outcome: Outcome
    has_events: bool


class LiveTable:
    """One table under test: its controller, a shadow folded from the record, and the oracle."""

    game = "caribbean-stud"

    def __init__(self, house: "House", table_id: str, seats: tuple[int, ...]) -> None:
        self.house = house
        self.seats = seats
        rules = rules_of(self.game, house.setup.rules, house.setup.overrides)
        self.values: dict[str, str] = json.loads(rules.content)["values"]
        pools = {"main": "p1"} if rules.game.progressive else {}
        self.setup = TableSetup(TableFacts(table_id, table_id, "USD"), seats, rules, pools)
        self.table_id = table_id
        self.shadow = TableState()
        self.seen_at = 0
        self.opened: frozenset[tuple[int, int]] = frozenset()
        self.sent: list[Sent] = []
        self.plan: dict[str, list[str]] = {}
        self.stub: list[str] = []
        self.controller = self._new_controller()

    def _new_controller(self) -> TableController:
        # Each table has its own, as if another station ran it: meters move behind its back.
        self.progressives = Progressives(self.house.record, self.house.registry)
        return TableController(
            self.setup, self.house.record, self.house.registry, self.progressives
        )

    @property
    def state(self) -> TableState:
        return self.controller.state

    # ------------------------------------------------------------------------- commands

    def send(self, kind: type[c.Command], actor: Actor = DEALER, **said: Any) -> Outcome:
        """Let the clock come to the table, send a command, and check everything."""
        if self.state.clock is not None and kind is not c.AdvanceClock:
            self.send(c.AdvanceClock, STATION)
        clock = self.house.clock
        command = kind(command_id=clock.new_id(), issued_at=clock.now(), actor=actor, **said)
        before, moved = self.state, self.house.versions()
        outcome = self.controller.submit(command)
        new = self._new_events()
        assert not outcome.is_repeat
        if outcome.refusal is not None:
            assert self.state == before, f"{outcome.refusal} changed the table"
            assert self.house.versions() == moved, f"{outcome.refusal} wrote something"
            self.house.reached[f"refused {outcome.refusal.reason.value}"] += 1
        self.sent.append(Sent(command, outcome, bool(new)))
        self._check(before, new)
        return outcome

    def send_again(self, sent: Sent) -> None:
        """A repeated id changes nothing; with other content it is an error."""
        before, moved = self.state, self.house.versions()
        again = self.controller.submit(replace(sent.command, issued_at=self.house.clock.now()))
        assert again.is_repeat
        if not sent.has_events:
            assert again.refusal == sent.outcome.refusal
        other = replace(sent.command, actor=Actor("somebody else", sent.command.actor.role))
        with pytest.raises(CommandConflict):
            self.controller.submit(other)
        assert self.state == before
        assert self.house.versions() == moved
        self.house.reached["repeat"] += 1

    def restart(self) -> None:
        """The process dies and comes back from its record; only how long clocks stood changes."""
        before = self.state
        self.controller = self._new_controller()
        now = self.house.clock.now()
        self.controller.recover(now, now)
        new = self._new_events()
        assert all(isinstance(event, e.TableResumed) for event in new)
        assert self.state.round == before.round
        assert self.state.irregularities == before.irregularities
        assert (self.state.phase, self.state.service) == (before.phase, before.service)
        # What was refused or came to nothing left no trace, so it is forgotten.
        self.sent = [sent for sent in self.sent if sent.has_events]
        self._check(before, new)
        self.house.reached["restart"] += 1
        self.house.reached[f"restart {before.shown_phase}"] += 1

    # --------------------------------------------------------------------------- checks

    def _new_events(self) -> list[e.TableEvent]:
        rows = self.house.record.read(table_stream(self.table_id), self.shadow.version)
        return [self.house.registry.decode(row) for row in rows]

    def _check(self, before: TableState, new: list[e.TableEvent]) -> None:
        self._check_moment(before, new)
        for event in new:
            self.shadow = evolve(self.shadow, event)
        assert self.shadow == self.state, "the record does not fold to the live state"
        self.opened = Sight(self.state, self.values, self.opened).open_hands()
        self.house.books.take(self.table_id, self.values, before, new)
        self.house.books.check_state(self.state)
        self.house.check_progressive()
        self._check_hold()
        # One role in turn after every command; `TableMachine.nobody_sees_too_much` asks them all.
        self.check_views(VIEWERS[self.state.version % len(VIEWERS)])

    def _check_moment(self, before: TableState, new: list[e.TableEvent]) -> None:
        """Nothing happens in a phase but what may, least of all to a finished round's money."""
        state = before
        for event in new:
            check_moment(state, event)
            state = evolve(state, event)

    def _check_hold(self) -> None:
        """At most one ruling is open; a fouled deck holds the round and ends it."""
        state, reached = self.state, self.house.reached
        reached[state.shown_phase.value] += 1
        assert sum(item.is_open for item in state.irregularities) <= 1
        if state.round is None or state.phase is Phase.IDLE:
            return
        known = [card for card in state.round.draws if card != "??"]
        if "Jo" in known or len(set(known)) < len(known):
            if state.is_round_open:
                assert state.open_irregularity is not None
                assert state.open_irregularity.irregularity == "CS-I17"
            else:
                assert state.phase is Phase.VOID
                reached["fouled deck"] += 1

    def check_views(self, *viewers: Role | None) -> None:
        """Ask for the views of some roles (None: the public) and compare with what each may see."""
        sight = Sight(self.state, self.values, self.opened)
        now = self.house.clock.now()
        for role in viewers:
            if role is None:
                self._check_view(sight, self.controller.public_view(), Role.DEVICE)
            else:
                self._check_view(sight, self.controller.view(role, now), role)

    def _check_view(self, sight: Sight, view: View, role: Role) -> None:
        """Cards are masked as design section 9 says, and stand nowhere else in the view."""
        state = self.state
        seen: set[str] = set()
        expected: dict[str, str] = {}
        if state.round is not None:
            hands = {str(hand.seat): f"seat {hand.seat}" for hand in state.round.hands}
            for key, hand in (hands | {name: name for name in ("dealer", "aside", "burn")}).items():
                cards = sight.cards(hand, role)
                seen.update(cards)
                if cards:
                    expected[key] = " ".join(cards)
                category = category_of(tuple(cards)) if "##" not in cards else None
                assert view["hands"].get(key) == category
        assert view["cards"] == expected
        item = state.open_irregularity
        if role in {Role.SUPERVISOR, Role.MANAGER} and item is not None:
            seen.update(CARD_WORD.findall(" ".join(item.facts.values())))
        if view.get("deck_check"):
            # Whoever is signed in may know which cards of the deck are missing, or too often there.
            seen.update(view["deck_check"]["missing"], view["deck_check"]["surplus"])
        spoken = {key: value for key, value in view.items() if key != "irregularities"}
        if spoken.get("ruling"):
            assert item is not None
            assert spoken["ruling"]["facts"] == sight.facts(item, role)
            told = {"title", "source"}
            spoken["ruling"] = {k: v for k, v in spoken["ruling"].items() if k not in told}
        assert set(CARD_WORD.findall(json.dumps(spoken))) <= seen

    def check_replay(self) -> None:
        """A fold of the whole record, from nothing, is the live state."""
        assert replayed(self.house.record, self.house.registry, self.table_id) == self.state

    # -------------------------------------------------------------------------- steering

    def go_on(self, chance: random.Random) -> None:
        """Do what the table waits for."""
        state = self.state
        if state.service is Service.CLOSED:
            self.send(c.OpenTable, table_id=self.table_id, seats=self.seats)
        elif state.open_irregularity is not None:
            self._rule(chance)
        elif not state.is_round_open:
            if state.is_deck_locked and chance.random() < 0.8:
                self.send(c.ChangeDeck)
            self.send(c.OpenBetting)
        else:
            steps: dict[Phase, Callable[[random.Random], None]] = {
                Phase.BETTING: self._bet,
                Phase.DEALING: self._deal,
                Phase.DECIDING: self._decide,
                Phase.PAYING: self._pay,
            }
            steps[state.phase](chance)

    def _rule(self, chance: random.Random) -> None:
        item = self.state.open_irregularity
        assert item is not None
        current = self.state.round
        if current is not None and current.has_unread_card and chance.random() < 0.7:
            self.send(c.RecordCard, SHOE, card=self.next_card(chance))
            return
        option = chance.choice(item.options).option.value
        self.send(c.ApplyRuling, chance.choice((SUPERVISOR, MANAGER, MANAGER)), option=option)

    def _bet(self, chance: random.Random) -> None:
        if self.state.last_wagers and chance.random() < 0.2:
            self.send(c.RepeatWagers)
        for seat in self.seats:
            if chance.random() < 0.7:
                amount = Decimal(chance.choice(("5", "10", "12.50", "100", "500")))
                self.send(c.PlaceWager, seat=seat, spot="ante", amount=amount)
            if chance.random() < 0.7:
                is_coin = chance.random() < 0.5
                self.send(c.PlaceWager, seat=seat, spot="progressive", is_coin=is_coin)
        if self.send(c.CloseBetting).refusal is None:
            self._plan_cards(chance)

    def _plan_cards(self, chance: random.Random) -> None:
        """Choose good hands for many seats; everything else comes from a shuffled stub."""
        assert self.state.round is not None
        self.plan = {}
        used: set[str] = set()
        for hand in self.state.round.hands:
            good = [cards for cards in GOOD_HANDS if used.isdisjoint(cards)]
            if good and chance.random() < 0.7:
                chosen = chance.choice(good)
                used.update(chosen)
                self.plan[f"seat {hand.seat}"] = list(chosen)
        self.stub = [card for card in DECK if card not in used]
        chance.shuffle(self.stub)

    def next_card(self, chance: random.Random) -> str:
        """Return the card that leaves the shoe next: as planned while nothing went wrong."""
        current = self.state.round
        if current is None or not current.is_card_due:
            return chance.choice(DECK)
        index = len(current.draws) - (1 if current.has_unread_card else 0)
        planned = self.plan.get(current.deal_order[index])
        return (planned or self.stub or list(DECK)).pop()

    def _deal(self, chance: random.Random) -> None:
        assert self.state.round is not None
        due = len(self.state.round.deal_order) - len(self.state.round.draws)
        self.deal(due if chance.random() < 0.5 else chance.randint(1, due), chance)

    def deal(self, count: int, chance: random.Random) -> None:
        """Let so many due cards leave the shoe, or fewer where the deal is stopped."""
        for _ in range(count):
            self.send(c.RecordCard, SHOE, card=self.next_card(chance))
            if self.state.shown_phase is not Phase.DEALING:
                return

    def _decide(self, chance: random.Random) -> None:
        assert self.state.round is not None
        for seat in self.state.round.undecided:
            if chance.random() < 0.85:
                self.send(c.Act, seat=seat, action=chance.choice(("bet", "bet", "fold")))

    def _pay(self, chance: random.Random) -> None:
        for _ in range(chance.choice((1, 2, 20))):
            if self.state.shown_phase is not Phase.PAYING:
                return
            following = self.controller.record_view()["next"]
            if following["kind"] == "verify":
                self.send(c.VerifyHand, SUPERVISOR, seat=following["seat"])
            self.send(c.PaySeat, seat=following["seat"])
            # A prize that was paid is undone too seldom else.
            if self.house.books.rounds[self.table_id].meter_moved and chance.random() < 0.5:
                self.send(c.ReportIrregularity, irregularity="CS-I19", facts={"count": "3"})
                if chance.random() < 0.5:
                    self.send(c.ApplyRuling, MANAGER, option="fouled_deck")
                return

    # ------------------------------------------------------------------------ disturbing

    def disturb(self, chance: random.Random) -> None:
        """Report something, or let a card come that must not be."""
        drawn = self.state.round.draws if self.state.round else ()
        if chance.random() < 0.75:
            self.report(chance)
        else:
            card = chance.choice(("??", "??", "??", chance.choice(DECK), ("Jo", *drawn)[-1]))
            self.send(c.RecordCard, SHOE, card=card)

    def doubt_the_shoe(self) -> None:
        """The shoe says that a fault waits for a person."""
        self.send(
            c.RecordDevice,
            SHOE,
            device_id="shoe",
            device_kind="card_shoe",
            device_state="degraded",
            faults=IN_DOUBT,
        )

    def report(self, chance: random.Random, name: str = "") -> None:
        """Report an irregularity, mostly one that fits the moment; facts are more or less right."""
        stays = 0.9 if self.state.phase is Phase.SETTLED else 0.5
        if not name and not self.state.is_round_open and chance.random() > stays:
            self.go_on(chance)
        entries = self.controller.rules.catalogue.entries
        fitting = [name for name, entry in entries.items() if self.state.phase in entry.stages]
        # Those that bend a round are taken more often than those that end it.
        likely = FAVOURITES.get(self.state.phase, ()) if chance.random() < 0.7 else ()
        if likely and self._with_bet:
            likely = (*likely, *("CS-I13",) * 4)  # where there is a Bet it may be a wrong one
        name = name or chance.choice(likely or (*fitting, *IRREGULARITIES))
        said = self._facts(name, chance)
        facts: list[str] = []
        if name in entries:
            optional = entries[name].optional
            extra = chance.sample(optional, chance.randint(0, len(optional)))
            facts = [fact.value for fact in (*entries[name].facts, *extra)]
        outcome = self.send(
            c.ReportIrregularity, irregularity=name, facts={fact: said[fact] for fact in facts}
        )
        if outcome.refusal is None:
            self.house.reached[f"reported {name}"] += 1

    @property
    def _with_bet(self) -> list[int]:
        current = self.state.round
        return [w.seat for w in current.wagers if w.spot == "bet"] if current else []

    def _facts(self, name: str, chance: random.Random) -> dict[str, str]:
        current = self.state.round
        drawn = current.draws if current else ()
        paid = [w.seat for w in current.wagers if not w.is_pending] if current else []
        fitting = {"CS-I13": self._with_bet, "CS-I21": paid}
        likely = fitting.get(name) or self.seats
        seat = chance.choice((*likely, *likely, *likely, 9))
        hand = "dealer" if name in {"CS-I02", "CS-I05", "CS-I07"} else f"seat {seat}"
        held = len(current.cards(hand)) if current else 0
        counts = ("4",) if name == "CS-I02" else ("3", "4", "4", "4", "5", "6", "6", "6", "7")
        return {
            "seat": str(seat),
            "position": f"{hand} card {max(1, held + chance.choice((-1, 0, 0, 1, 1)))}",
            "card": chance.choice((*drawn[-1:], *drawn[-1:], chance.choice(DECK))),
            "cards": " ".join(chance.sample(DECK, 2)),
            "count": chance.choice(counts),
            "amount": chance.choice(("0", "15", "1000", "20", "1.005")),
            "note": f"{(*drawn, 'nothing')[0]} was seen by the dealer",
        }


class House:
    """Tables, their record, their progressive, and the books that judge them.

    The record is one in memory unless another is given.
    """

    table_kind: type[LiveTable] = LiveTable

    def __init__(
        self,
        setup: HouseSetup,
        reached: Counter[str],
        record: Record | None = None,
        clock: VirtualClock | None = None,
    ) -> None:
        self.setup = setup
        self.reached = reached
        self.record = record or MemoryRecord()
        self.registry = station_registry()
        self.clock = clock or VirtualClock()
        self.books = Books(Fraction(setup.meter), reached=reached)
        self.shadow = Ledger()
        self.version = 0
        self.balances = dict.fromkeys(Account, Fraction(0))
        self.has_progressive = setup.overrides.get("progressive_paytable") != "none"
        if setup.rules == "classic" and self.has_progressive:
            rules = rules_of("caribbean-stud", setup.rules, setup.overrides)
            progressives = Progressives(self.record, self.registry)
            open_main(progressives, "p1", rules, setup.meter, at=self.clock.now())
        self.tables = [
            self.table_kind(self, f"t{number}", seats) for number, seats in enumerate(setup.tables)
        ]

    def versions(self) -> tuple[int, ...]:
        """Return how much is written in every stream."""
        streams = [table_stream(table_id) for table_id in ("t0", "t1")]
        return tuple(self.record.version(stream) for stream in (*streams, progressive_stream("p1")))

    def check_progressive(self) -> None:
        """The ledger sums to zero, folds as it was played, and says what the oracle's books say."""
        new = []
        for row in self.record.read(progressive_stream("p1"), self.version):
            new.append(self.registry.decode(row))
            self.version = row.version
        self.shadow = fold_ledger(tuple(new), self.shadow)
        read_again = reconcile(new)
        assert read_again.is_balanced
        for account, amount in read_again.balances.items():
            self.balances[account] += amount
        if not self.version:
            return
        level = self.shadow.level("main")
        for account, amount in self.balances.items():
            assert (level.holds(account) if level else 0) == amount
        books = self.books
        owed = sum(
            share
            for lying in books.rounds.values()
            for seat, share in lying.shares.items()
            if (seat, "progressive") in lying.lying
        )
        assert self.balances[Account.METER] == books.meter
        assert books.meter >= 0
        assert self.balances[Account.CONTRIBUTIONS] == -books.contributed
        assert self.balances[Account.AWARDS_PAID] == books.paid_out
        assert self.balances[Account.AWARDS_PAYABLE] == owed
        assert not sum(self.balances.values())
