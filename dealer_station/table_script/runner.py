"""Runs a case against a live table's controller, on a record in memory and a virtual clock."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dealer_station.bettors.answers import Answer
from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.table_controller import TableController, TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.games.procedure import BURN
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import load_rules
from dealer_station.money import to_minor
from dealer_station.progressive.levels import LevelTerms
from dealer_station.table import commands as c
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.levels import terms_of
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.refusals import Refusal
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role
from dealer_station.table.state import TableState
from dealer_station.table.view import View, meter_name
from dealer_station.table_script import pot_steps
from dealer_station.table_script.batches import BATCH, VERBS, batch_of, bettors_view
from dealer_station.table_script.case import Case, Step, TableLine, inner_step
from dealer_station.table_script.compare import differences
from dealer_station.table_script.document import Node, ScriptError
from dealer_station.table_script.maker import Maker
from dealer_station.table_script.steps import NamedCards, commands_of, wait_ms

_STATION = Actor("station", Role.STATION)


@dataclass(frozen=True, slots=True)
class Miss:
    """An expectation that does not hold: which step, which key, expected and got."""

    where: str
    key: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.where}: {self.key}: expected {self.expected}, got {self.got}"


@dataclass(slots=True)
class CaseResult:
    """What came of a case; it passed when nothing was missed."""

    case: Case
    view: View = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The case's id."""
        return self.case.id

    @property
    def title(self) -> str:
        """The case's title."""
        return self.case.title

    @property
    def is_passed(self) -> bool:
        """Whether every expectation held."""
        return not self.misses


class _Stopped(Exception):  # noqa: N818 - no error: it ends a case whose state is lost
    """A step was refused that should not have been: what follows means nothing."""


def run_case(case: Case, config: Path) -> CaseResult:
    """Play a case; a table that cannot be set up is a `ScriptError`."""
    result = CaseResult(case)
    run = _Run(case, config, result)
    try:
        for step in case.steps:
            run.take(step)
        if case.expect is not None:
            run.expect(case.expect, "end")
    except _Stopped:
        pass
    result.view = run.view()
    return result


class _Run:
    """One case being played."""

    def __init__(self, case: Case, config: Path, result: CaseResult) -> None:
        self._case = case
        self._result = result
        self._clock = VirtualClock()
        self._record = MemoryRecord()
        self._registry = station_registry()
        self._setup = _setup(case, config)
        self._maker = Maker(self._clock, self._setup.rules)
        self._open_pools(case.table)
        self.controller = self._new_controller()
        self._open_table()

    def _new_controller(self) -> TableController:
        progressives = Progressives(self._record, self._registry)
        return TableController(self._setup, self._record, self._registry, progressives)

    def _open_pools(self, table: TableLine) -> None:
        """Open each level of a pool at the case's meter, or at its base."""
        progressive = self._setup.rules.game.progressive
        progressives = Progressives(self._record, self._registry)
        for pool, progressive_id in self._setup.progressives.items():
            assert progressive is not None, "pools come with a progressive"
            levels = {
                level: (terms, self._opening(table, meter_name(pool, level), terms))
                for level, terms in terms_of(progressive).items()
            }
            progressives.open_at(progressive_id, levels, at=self._clock.now())

    def _opening(self, table: TableLine, meter: str, terms: LevelTerms) -> int:
        """Return what a level begins with; what the case gives it must be possible."""
        given = table.meters.get(meter)
        if given is None:
            return terms.base_minor
        node = self._case.node.mapping["table"].mapping["meters"].mapping[meter]
        minor = to_minor(given)
        if minor is None:
            raise node.error(f"{given} is no amount in whole cents")
        if terms.cap_minor is not None and minor > terms.cap_minor:
            raise node.error(f"{given} is more than the cap of the level")
        return minor

    def _open_table(self) -> None:
        opening = c.OpenTable(
            command_id=self._clock.new_id(),
            issued_at=self._clock.now(),
            actor=Actor("dealer", Role.DEALER),
            table_id=self._setup.facts.id,
            seats=self._setup.seats,
        )
        outcome = self.controller.submit(opening)
        assert outcome.refusal is None, "a new table opens"
        for command in pot_steps.opening(self._case.table, self._maker):
            refusal = self._submit(command)
            if refusal is not None:
                seats = self._case.node.mapping["table"].mapping["seats"]
                raise seats.error(f"nobody can sit down like that: {refusal.reason}")

    # ---------------------------------------------------------------------------- steps

    def take(self, step: Step) -> None:
        """Carry out one step."""
        special: dict[str, Callable[[Step], None]] = {
            "expect": lambda step: self.expect(step.argument, step.where),
            "refuse": self._refuse,
            "restart": self._restart,
            "wait": self._wait,
            "deal": self._deal,
            "pay": self._pay,
        }
        handler = special.get(step.verb)
        if handler is not None:
            handler(step)
            return
        if self._is_batch(step):
            self._batch(step)
            return
        for command in self._commands(step):
            self._must_accept(step, command)

    def _is_batch(self, step: Step) -> bool:
        """Whether a step is a batch of bettors here."""
        has_book = self._setup.rules.game.has_book
        if step.verb == BATCH and not has_book:
            raise step.argument.error("the bettors play at seats: there is no book for a batch")
        return has_book and step.verb in VERBS

    def _batch(self, step: Step) -> None:
        """Send a batch, which must be taken, and compare the answer of every entry."""
        batch = batch_of(step, self._clock, self._setup.rules)
        self._must_accept(step, batch.command)
        codes = self.controller.batch_answers(batch.command.command_id)
        assert codes is not None, "a batch that was taken has its answers"
        answers = [Answer(code).reason for code in codes.tolist()]
        for number, (expected, got) in enumerate(zip(batch.reasons, answers, strict=True), 1):
            if expected != got:
                self._miss(step.where, f"entry {number}", expected or "accepted", got or "accepted")
        if batch.reasons != tuple(answers):
            raise _Stopped

    def _commands(self, step: Step) -> list[c.Command]:
        return commands_of(step, self._clock, self._setup.rules)

    def _submit(self, command: c.Command) -> Refusal | None:
        return self.controller.submit(command).refusal

    def _must_accept(self, step: Step, command: c.Command) -> None:
        refusal = self._submit(command)
        if refusal is not None:
            facts = " ".join(f"{key}={value}" for key, value in refusal.facts.items())
            self._miss(step.where, step.verb, "accepted", f"refused: {refusal.reason} {facts}")
            raise _Stopped

    def _miss(self, where: str, key: str, expected: object, got: object) -> None:
        self._result.misses.append(Miss(where, key, str(expected), str(got)))

    def view(self, bettors: Iterable[str] = ()) -> View:
        """Return the table's view; with a book its bettors too: all while few, and these."""
        view = self.controller.record_view()
        book = self.controller.book()
        return view if book is None else view | {"bettors": bettors_view(book, bettors)}

    def expect(self, expected: Node, where: str) -> None:
        """Compare the view with an expectation."""
        named = expected.mapping.get("bettors")
        view = self.view(() if named is None else named.mapping)
        for difference in differences(expected.plain(), view):
            self._miss(where, difference.key, difference.expected, difference.got)

    def _refuse(self, step: Step) -> None:
        """The step inside must be refused, with nothing changed."""
        inner = inner_step(step)
        before = (self.controller.version, self.view())
        refusal = self._submit(self._only_command(inner))
        after = (self.controller.version, self.view())
        if refusal is None:
            self._miss(step.where, inner.verb, f"refused {step.reason or ''}", "accepted")
            raise _Stopped
        if step.reason is not None and refusal.reason != step.reason:
            self._miss(step.where, inner.verb, step.reason, refusal.reason)
        if before != after:
            self._miss(step.where, inner.verb, "nothing changed", "the table changed")

    def _only_command(self, step: Step) -> c.Command:
        if step.verb == "pay" and self._setup.rules.has_pots:
            return self._maker.make(pc.PushPots, Role.DEALER)
        if step.verb == "pay" and step.argument.value == "pay":
            return self._pay_command(self._seat_to_pay())
        if step.verb in {"expect", "refuse", "restart", "wait", "deal"}:
            raise step.argument.error(f"{step.verb!r} cannot be refused")
        if self._is_batch(step):
            return batch_of(step, self._clock, self._setup.rules).command
        commands = self._commands(step)
        if len(commands) != 1:
            raise step.argument.error("a refusal is about one command")
        return commands[0]

    def _restart(self, step: Step) -> None:
        """The process dies and comes back from its record; nothing may change."""
        before = self.view()
        self.controller = self._new_controller()
        self.controller.recover(self._clock.now(), self._clock.now())
        if self.view() != before:
            self._miss(step.where, "restart", "nothing changed", "the table changed")

    def _wait(self, step: Step) -> None:
        self._clock.advance(wait_ms(step))
        self._submit(
            c.AdvanceClock(
                command_id=self._clock.new_id(), issued_at=self._clock.now(), actor=_STATION
            )
        )

    def _deal(self, step: Step) -> None:
        """Deal until no card is due: what is due may depend on the cards before."""
        cards, count = NamedCards(step, self._setup.rules), 0
        while (hand := _due_hand(self.controller.state)) is not None:
            self._must_accept(
                step,
                c.RecordCard(
                    command_id=self._clock.new_id(),
                    issued_at=self._clock.now(),
                    actor=Actor("shoe", Role.DEVICE),
                    card=cards.take(hand),
                ),
            )
            count += 1
        cards.end(count)

    # -------------------------------------------------------------------------- payment

    def _pay(self, step: Step) -> None:
        """Pay the named seats, or every seat in order, verifying each jackpot hand on the way."""
        if self._setup.rules.has_pots:
            self._push_pots(step)
            return
        if step.argument.value != "pay":
            for command in self._commands(step):
                self._must_accept(step, command)
            return
        if self._has_nothing_to_pay():
            return
        self._must_accept_payment(step)
        while self.controller.record_view()["next"]["kind"] in {"pay", "verify"}:
            self._must_accept_payment(step)

    def _push_pots(self, step: Step) -> None:
        """Let every live hand that has not answered show, then push the pots."""
        while self.controller.state.phase is Phase.SHOWDOWN:
            self._must_accept(step, pot_steps.paying(self.controller.state, self._maker))
        self._must_accept(step, pot_steps.paying(self.controller.state, self._maker))

    def _has_nothing_to_pay(self) -> bool:
        """Whether the round is settled and nobody had a stake in it (BA-D13)."""
        current, is_over = self.controller.state.round, self.controller.state.phase is Phase.SETTLED
        return is_over and current is not None and not current.wagers and current.book is None

    def _must_accept_payment(self, step: Step) -> None:
        following = self.controller.record_view()["next"]
        if following["kind"] == "verify":
            verify = c.VerifyHand(
                command_id=self._clock.new_id(),
                issued_at=self._clock.now(),
                actor=Actor("supervisor", Role.SUPERVISOR),
                seat=following["seat"],
            )
            self._must_accept(step, verify)
        self._must_accept(step, self._pay_command(self._seat_to_pay()))

    def _seat_to_pay(self) -> int:
        following = self.controller.record_view()["next"]
        return int(following.get("seat", next(iter(self._setup.seats), BOOK_SEAT)))

    def _pay_command(self, seat: int) -> c.Command:
        return c.PaySeat(
            command_id=self._clock.new_id(),
            issued_at=self._clock.now(),
            actor=Actor("dealer", Role.DEALER),
            seat=seat,
        )


def _due_hand(state: TableState) -> str | None:
    """Return the hand or pile that the next card belongs to; None when none is due."""
    hand = state.pot.hand
    if hand is not None:
        is_dealt = state.phase is Phase.DEALING and not state.open_irregularity
        return hand.deal_order[len(hand.draws)] if is_dealt and hand.is_card_due else None
    current = state.round
    if current is not None and state.is_round_open:
        return current.deal_order[len(current.draws)] if current.is_card_due else None
    return BURN if state.shoe.is_burn_due else None


def _rules_error(table: Mapping[str, Node], error: RuleSetError) -> ScriptError:
    """Point at the value that the case has set, or at the name of the rule set."""
    overrides = table["set"].mapping if "set" in table else {}
    if error.key in overrides:
        return overrides[error.key].error(f"{error.key}: {error.reason}")
    return table["rules"].error(str(error))


def _setup(case: Case, config: Path) -> TableSetup:
    table = case.table
    try:
        rules = load_rules(config, table.game, table.rules, table.overrides)
    except RuleSetError as error:
        raise _rules_error(case.node.mapping["table"].mapping, error) from None
    seats = case.node.mapping["table"].mapping["seats"]
    if rules.game.has_book and table.seats:
        raise seats.error("its bettors are a book: the table has no seats")
    if not table.seats and not rules.game.has_book:
        raise seats.error("a table needs seats from 1, each number once")
    if len(table.seats) > rules.game.seats_max:
        raise seats.error(f"{table.game} has cards for {rules.game.seats_max} seats")
    progressive = rules.game.progressive
    pools = [progressive.pool] if progressive else []
    levels = progressive.level_names if progressive else ()
    known = {meter_name(pool, level) for pool in pools for level in levels}
    for meter in table.meters:
        if meter not in known:
            node = case.node.mapping["table"].mapping["meters"].mapping[meter]
            raise node.error(f"the rule set has no pool {meter!r}")
    return TableSetup(
        facts=TableFacts(case.id, case.title, "USD"),
        seats=tuple(range(1, rules.game.seats_max + 1)) if rules.has_pots else table.seats,
        rules=rules,
        progressives={pool: f"{case.id}-{pool}" for pool in pools},
    )
