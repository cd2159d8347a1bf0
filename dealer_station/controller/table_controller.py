"""One table: take a command, decide, append, evolve, hand out. The shell around the pure core.

Live play, table scripts and simulation run this very class; they differ in the record and the
clock that they hand in.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from typing import Any

import orjson

from dealer_station.bettors.batches import Batch
from dealer_station.bettors.columns import Codes
from dealer_station.bettors.encoding import content_hash, decode_recorded
from dealer_station.controller.clock_watch import ClockWatch
from dealer_station.controller.meter_versions import postings_by_pool, progressive_appends
from dealer_station.controller.ports import Record
from dealer_station.controller.progressives import Known, Progressives
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.event_log.errors import CommandConflict, StaleEpoch, WrongBook, WrongVersion
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.registry import EventRegistry
from dealer_station.house_rules.loader import rules_from_content
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.levels import LevelTerms
from dealer_station.table import commands as c
from dealer_station.table.book_fold import BookDiffersError, PackedBook, fold_book
from dealer_station.table.decide import Decision, decide
from dealer_station.table.draft import TableRules
from dealer_station.table.events import BatchTaken, TableEvent, TableOpened
from dealer_station.table.evolve import evolve, fold
from dealer_station.table.levels import terms_of
from dealer_station.table.refusals import Refusal, RefusalReason
from dealer_station.table.role_view import TableFacts, public_view, role_view
from dealer_station.table.roles import Actor, Role
from dealer_station.table.seen_book import SeenBook, seen_book
from dealer_station.table.state import TableState
from dealer_station.table.view import View, record_view
from dealer_station.table.wishes import AcceptorWish, acceptor_wishes

REMEMBERED_COMMANDS = 1000
"""How many outcomes are kept in memory; older commands are found in the record."""

_BATCHES = (c.PlaceWagers, c.WithdrawWagers, c.TakeDecisions)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command came to: the table's version after it, a refusal, whether it was a repeat."""

    version: int
    refusal: Refusal | None = None
    is_repeat: bool = False


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What a table is configured with.

    `progressives` maps pool names to progressive ids; `acceptors` are pairs of seat and device;
    `conversions` are those of pools in another currency.
    """

    facts: TableFacts
    seats: tuple[int, ...]
    rules: TableRules
    progressives: Mapping[str, str]
    acceptors: tuple[tuple[int, str], ...] = ()
    conversions: Mapping[str, Conversion] = field(default_factory=dict)


class TableController:
    """One table's state in memory, kept equal to the record. Safe to call from any thread."""

    def __init__(
        self,
        setup: TableSetup,
        record: Record,
        registry: EventRegistry,
        progressives: Progressives,
        epoch: int = 0,
        watch: ClockWatch | None = None,
    ) -> None:
        """`watch` looks out for a clock that is set; None where time is made up."""
        self._setup = setup
        self._watch = watch
        self._record = record
        self._registry = registry
        self._progressives = progressives
        self._epoch = epoch
        self._stream = table_stream(setup.facts.id)
        self._rules = setup.rules
        self._pools = setup.progressives
        # What a table shows before it was ever opened goes by its configuration.
        self._state = TableState(conversions=setup.conversions)
        self._packed: PackedBook | None = None
        self._outcomes: OrderedDict[str, tuple[bytes, Outcome]] = OrderedDict()
        self._listeners: list[Callable[[int], None]] = []
        self._lock = threading.RLock()
        self._picture = 0
        self._picture_lock = threading.Lock()
        self._is_taken_over = False
        progressives.subscribe(self._meter_moved)

    @property
    def table_id(self) -> str:
        """The table's id."""
        return self._setup.facts.id

    @property
    def state(self) -> TableState:
        """The table's state."""
        return self._state

    @property
    def version(self) -> int:
        """How many events the table has."""
        return self._state.version

    @property
    def is_taken_over(self) -> bool:
        """Whether another station has taken the table: nothing is recorded here any more."""
        return self._is_taken_over

    @property
    def picture(self) -> int:
        """A number that changes with everything that a screen shows: the table or its meters."""
        return self._picture

    @property
    def rules(self) -> TableRules:
        """The rules in force: those of the last opening, as the record has them."""
        return self._rules

    def plays_for(self, progressive_id: str) -> bool:
        """Whether a round that is open now, or opens next, counts for a progressive."""
        return progressive_id in self.progressive_ids

    @property
    def progressive_ids(self) -> frozenset[str]:
        """The progressives that a round counts for, one that is open now or one opened next."""
        return frozenset({*self._pools.values(), *self._setup.progressives.values()})

    def suspends(self, progressive_id: str) -> bool:
        """Whether no wager for a progressive is taken here at present."""
        return self._state.suspends(progressive_id)

    @property
    def conversions(self) -> Mapping[str, Conversion]:
        """How wagers count for pools in another currency: as of the last opening, or configured."""
        return self._state.conversions

    def levels_of(self, progressive_id: str) -> frozenset[str]:
        """Return the levels of a progressive that this table plays for, now or once opened anew."""
        sides = ((self._rules, self._pools), (self._setup.rules, self._setup.progressives))
        return frozenset(
            level_id
            for rules, pools in sides
            if rules.game.progressive and pools.get(rules.game.progressive.pool) == progressive_id
            for level_id in terms_of(rules.game.progressive)
        )

    def filed_terms(self) -> dict[str, LevelTerms]:
        """Return the terms, as last read, of every level that the rules in force play for."""
        progressive = self._rules.game.progressive
        if progressive is None or progressive.pool not in self._pools:
            return {}
        ledger = self._progressives.known(self._pools[progressive.pool]).state
        return {one.level_id: one.terms for one in ledger.levels_in_play if one.terms is not None}

    # ------------------------------------------------------------------------- recovery

    def recover(self, now: int, alive_at: int | None) -> None:
        """Fold the record; say since when the clocks stood (design 2.12).

        `alive_at` is when the station was last known to run; the last event is later if it lies
        after that.
        """
        with self._lock:
            last_at = 0
            for stored in self._record.read(self._stream):
                event: TableEvent = self._registry.decode(stored)
                self._take_event(event)
                last_at = event.at
            if self._state.version:
                stopped_at = min(now, max(last_at, alive_at or 0))
                self.submit(
                    c.ResumeTable(
                        command_id=f"resume-{self.table_id}-{self._state.version}",
                        issued_at=now,
                        actor=Actor("station", Role.STATION),
                        stopped_at=stopped_at,
                    )
                )

    def _take_event(self, event: TableEvent) -> None:
        """Take an event's effect; the book is folded from what stands in the record, live too."""
        try:
            self._packed = fold_book(self._packed, event)
        except BookDiffersError as error:
            raise WrongBook(self._stream, self._state.version + 1, str(error)) from error
        self._state = evolve(self._state, event)
        if isinstance(event, TableOpened):
            self._rules = rules_from_content(event.rules_content)
            self._pools = event.progressives

    # -------------------------------------------------------------------------- commands

    def submit(
        self,
        command: c.Command,
        received: tuple[str, int, int] | None = None,
        *,
        check: Callable[[TableState], None] | None = None,
    ) -> Outcome:
        """Decide a command and record what it comes to; returns after the commit.

        A repeated command id returns its first outcome; with other content it raises
        `CommandConflict`. The record keeps this for ever for commands that came to events; a
        refusal changed nothing, is remembered for the last commands alone and then decided anew.
        A batch of bettors whose id stands for other content is refused (`batch_conflict`).
        `received` is the place of the device's fact the command stands for. `check` sees the state
        that a new command would be decided on, and may raise.
        """
        with self._lock:
            try:
                return self._submitted(command, received, check)
            except CommandConflict:
                if not isinstance(command, _BATCHES):
                    raise
                refusal = Refusal(RefusalReason.BATCH_CONFLICT, {"batch": command.command_id})
                return Outcome(self._state.version, refusal)

    def _submitted(
        self,
        command: c.Command,
        received: tuple[str, int, int] | None,
        check: Callable[[TableState], None] | None,
    ) -> Outcome:
        digest = content_digest(command)
        known = self._known_outcome(command.command_id, digest)
        if known is not None:
            return known
        self.note_clock()
        self._fold_overdue(command)
        outcome = self._decide_and_record(command, digest, received, check)
        self._remember(command.command_id, digest, outcome)
        return outcome

    def _known_outcome(self, command_id: str, digest: bytes) -> Outcome | None:
        if command_id in self._outcomes:
            first_digest, outcome = self._outcomes[command_id]
            if first_digest != digest:
                raise CommandConflict(command_id)
            return replace(outcome, is_repeat=True)
        appended = self._record.committed(command_id, digest)
        if appended is None:
            return None
        version = appended.versions.get(self._stream, self._state.version)
        if version > self._state.version:
            self._catch_up()
        return Outcome(version, is_repeat=True)

    def _catch_up(self) -> None:
        """Take in what the record has and memory has not.

        When the database fails at the very end of a commit, the command stands in the record
        although its caller was told otherwise.
        """
        for stored in self._record.read(self._stream, self._state.version):
            self._take_event(self._registry.decode(stored))
        self._refresh_progressives()
        self._hand_out()

    def _remember(self, command_id: str, digest: bytes, outcome: Outcome) -> None:
        self._outcomes[command_id] = (digest, outcome)
        if len(self._outcomes) > REMEMBERED_COMMANDS:
            self._outcomes.popitem(last=False)

    def note_clock(self) -> None:
        """Record it if the machine's clock was set: nobody's time is longer or shorter for it."""
        with self._lock:
            if self._watch is None or self._is_taken_over:
                return
            step = self._watch.step()
            if step is None:
                return
            noting = c.NoteClockSet(
                command_id=f"clock-set-{self.table_id}-{step.at}-{self._state.version}",
                issued_at=step.at,
                actor=Actor("station", Role.STATION),
                from_at=step.from_at,
            )
            self._decide_and_record(noting, content_digest(noting), None)
            self._watch.take(step)

    def _fold_overdue(self, command: c.Command) -> None:
        """Let time come to the table before anything else that happens at it."""
        if self._state.clock is None or isinstance(command, c.AdvanceClock | c.ResumeTable):
            return
        tick = c.AdvanceClock(
            # With the version: the same command may come again at another moment of the table.
            command_id=f"{command.command_id}:clock:{self._state.version}",
            issued_at=command.issued_at,
            actor=Actor("station", Role.STATION),
        )
        self._decide_and_record(tick, content_digest(tick), None)

    def _decide_and_record(
        self,
        command: c.Command,
        digest: bytes,
        received: tuple[str, int, int] | None,
        check: Callable[[TableState], None] | None = None,
    ) -> Outcome:
        """Decide on the newest state; where the record has moved on, fold and decide again."""
        if isinstance(command, c.OpenTable):
            command = replace(
                command,
                progressives=self._setup.progressives,
                acceptors=self._setup.acceptors,
                conversions=self._setup.conversions,
            )
        while True:
            if check is not None:
                check(self._state)
            rules = self._setup.rules if isinstance(command, c.OpenTable) else self._rules
            # State and version in one look: another table may move a meter while this one decides.
            known = self._known_meters()
            meters = {pool: one.state for pool, one in known.items()}
            decision = decide(command, self._state, rules, meters, self._packed)
            if decision.refusal is not None or not decision.events:
                if received is not None:
                    self._record.record_received(received, command.issued_at)
                return Outcome(self._state.version, decision.refusal)
            try:
                self._append(command, digest, decision, known, received)
            except StaleEpoch:
                self._is_taken_over = True
                raise
            except WrongVersion as wrong:
                if wrong.stream != self._stream:
                    self._refresh_progressives()
                elif wrong.actual > self._state.version:
                    self._catch_up()
                else:
                    raise
                continue
            self._hand_out()
            return Outcome(self._state.version)

    def _known_meters(self) -> Mapping[str, Known]:
        """Return state and version of the progressives by pool name, each as of one moment."""
        return {
            pool: self._progressives.known(progressive_id)
            for pool, progressive_id in self._pools.items()
        }

    def _meters(self) -> Mapping[str, Ledger]:
        return {pool: one.state for pool, one in self._known_meters().items()}

    def _refresh_progressives(self) -> None:
        for progressive_id in self._pools.values():
            self._progressives.refresh(progressive_id)

    def _append(
        self,
        command: c.Command,
        digest: bytes,
        decision: Decision,
        known: Mapping[str, Known],
        received: tuple[str, int, int] | None,
    ) -> None:
        """Commit the events of all streams in one transaction, then take them in."""
        events = tuple(self._registry.encode(event) for event in decision.events)
        pools = progressive_appends(decision, self._rules, self._pools, known, self._registry)
        appended = self._record.append(
            AppendRequest(
                (Append(self._stream, self._state.version, events), *pools),
                command_id=command.command_id,
                content_digest=digest,
                epoch=self._epoch,
                recorded_at=command.issued_at,
                received=received,
            )
        )
        if appended.is_repeat:
            self._catch_up()
            return
        for event in decision.events:
            self._take_event(event)
        for pool, postings in postings_by_pool(decision).items():
            progressive_id = self._pools[pool]
            version = appended.versions[progressive_stream(progressive_id)]
            self._progressives.take(progressive_id, postings, version)

    # ----------------------------------------------------------------------- handing out

    def subscribe(self, listener: Callable[[int], None]) -> Callable[[], None]:
        """Call `listener` with the new version after each commit; returns how to stop it."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    def _meter_moved(self, progressive_id: str) -> None:
        """Another table may have moved a meter that this one shows."""
        if progressive_id in self._pools.values():
            self._hand_out()

    def _hand_out(self) -> None:
        # Another table's thread may be here at once; the table's own lock is not for it to take.
        with self._picture_lock:
            self._picture += 1
        for listener in tuple(self._listeners):
            listener(self._state.version)

    def record_view(self) -> View:
        """Return the view of the record: nothing is masked (table scripts, the auditor's check)."""
        with self._lock:
            return record_view(self._state, self._rules, self._meters())

    def book(self) -> SeenBook | None:
        """Return the book of the round and what may be told of its hand; None without one."""
        with self._lock:
            return seen_book(self._packed, self._state, self._rules)

    def batch_answers(self, batch_id: str) -> Codes | None:
        """Return the answers to a batch that was taken here, in whatever round; None: it was not.

        They are numbers of `Answer`, in the order of the entries. Those of this round are in
        memory, others are looked up in the record.
        """
        with self._lock:
            known = None if self._packed is None else self._packed.book.known(batch_id)
            return known.answers.codes if known is not None else self._recorded_answers(batch_id)

    def _recorded_answers(self, batch_id: str) -> Codes | None:
        for stored in self._record.of_command(batch_id):
            event = self._registry.decode(stored)
            if stored.stream == self._stream and isinstance(event, BatchTaken):
                return decode_recorded(event.content).codes
        return None

    def acceptor_wishes(self) -> tuple[AcceptorWish, ...]:
        """Return what the seats' acceptors and lamps should be."""
        with self._lock:
            return acceptor_wishes(self._state, self._rules)

    def public_view(self) -> View:
        """Return what everybody may see."""
        with self._lock:
            return public_view(self._state, self._rules, self._meters(), self._setup.facts)

    def view(self, role: Role, now: int) -> View:
        """Return the whole snapshot that a role may see."""
        with self._lock:
            return role_view(self._state, self._rules, self._meters(), self._setup.facts, role, now)


def content_digest(command: c.Command) -> bytes:
    """Return the hash of what a command says: its kind and all but id and time."""
    said: dict[str, Any] = {
        field.name: _said(getattr(command, field.name))
        for field in fields(command)
        if field.name not in {"command_id", "issued_at"}
    }
    content = {"command": type(command).__name__, **said}
    return sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS, default=str)).digest()


def _said(value: Any) -> Any:
    """A batch of bettors is known by its hash."""
    return content_hash(value).hex() if isinstance(value, Batch) else value


def replayed(record: Record, registry: EventRegistry, table_id: str) -> TableState:
    """Fold a table's whole history from the record."""
    return fold(registry.decode(stored) for stored in record.read(table_stream(table_id)))
