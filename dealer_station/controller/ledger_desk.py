"""Changes of a progressive's levels: decided on the newest ledger, appended at its version.

What may be changed, and by whom, is the ledger's own decision (`progressive.changes`); here stands
what that decision cannot see: whether a round is open, whether somebody was faster, and whether
this very command was carried out before.

**No round opens between the question and the append.** Which rounds are open is read from the
record. The append then demands, beside the version of each progressive, the version at which each
of these tables was read; `TableController` lets no round open but at the progressive's version that
it knows. So of a change and an opening the second is refused by the record and decided anew on what
the first has made, and no lock is held over both. This holds over all stations of one record. The
tables asked are those that this station plays the progressive at, and all that have ever counted a
wager for it: only the first round that a table of another station ever plays for it is not seen.
Its wagers feed the levels by the terms that were in force when it opened, and the recount says so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, Final, Protocol

import orjson

from dealer_station.controller.open_rounds import newest_round
from dealer_station.controller.ports import Record
from dealer_station.controller.progressives import Known, Progressives
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.errors import WrongVersion
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.registry import EventRegistry
from dealer_station.progressive import award_life, changes
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.contributions import LedgerDecision, read_meter
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.ledger_events import LevelEvent
from dealer_station.progressive.levels import Level, LevelTerms
from dealer_station.progressive.refusals import Consent, LedgerRefusal, LedgerRefusalReason

_TRIES_MAX: Final = 50
"""So often a change is decided anew when others are faster; then it is left to be sent again."""


@dataclass(frozen=True, slots=True)
class LevelPlace:
    """A level of a progressive, by their ids."""

    progressive_id: str
    level_id: str


@dataclass(frozen=True, slots=True)
class Order:
    """A change as it was sent: its id, and when (UTC milliseconds)."""

    command_id: str
    at: int


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change came to: each progressive's version after it, or a refusal and no change."""

    versions: Mapping[str, int] = field(default_factory=dict)
    refusal: LedgerRefusal | None = None
    is_repeat: bool = False


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a change is decided on: ledgers by progressive, and whether a round counts for one."""

    ledgers: Mapping[str, Ledger]
    is_in_play: bool


_Decided = Mapping[str, Sequence[LevelEvent]] | LedgerRefusal
_Decide = Callable[[_Moment], _Decided]


class _AskOfAward(Protocol):
    """A question to the ledger about one award."""

    __name__: str

    def __call__(
        self, state: Ledger, award_id: str, consent: Consent, /, *, at: int
    ) -> LedgerDecision:
        """Decide on a ledger's state, at a moment (ms)."""


class LedgerDesk:
    """Changes levels of progressives, and reads their meters. Safe to call from any thread.

    Every method is idempotent by the order's command id: a repeat returns what was written first,
    with other content it raises CommandConflict. A refusal changed nothing and is decided anew.
    Another EventLogError: send it again with the same id.
    """

    def __init__(
        self,
        record: Record,
        registry: EventRegistry,
        progressives: Progressives,
        tables: Mapping[str, TableController],
    ) -> None:
        self._record = record
        self._registry = registry
        self._progressives = progressives
        self._tables = tables

    def is_known(self, progressive_id: str) -> bool:
        """Whether a progressive was ever opened, be it played for at this station or not."""
        return self._record.version(progressive_stream(progressive_id)) > 0

    def levels(self, progressive_id: str) -> tuple[Level, ...]:
        """Return the levels that are played for, as last read; nothing where none was opened."""
        return self._progressives.known(progressive_id).state.levels_in_play

    def newest(self, progressive_id: str) -> Ledger:
        """Return the ledger with what other stations have moved since. Raises EventLogError."""
        return self._progressives.refresh(progressive_id).state

    # ------------------------------------------------------------------------- the changes

    def change_terms(
        self, place: LevelPlace, terms: LevelTerms, consent: Consent, order: Order
    ) -> Changed:
        """Give a level new terms, which all its tables play under from the next round on."""

        def decide(now: _Moment) -> _Decided:
            ledger = now.ledgers[place.progressive_id]
            return _of(
                place,
                changes.change_terms(
                    ledger, place.level_id, terms, consent, at=order.at, is_in_play=now.is_in_play
                ),
            )

        said = _said("change_terms", place=place, terms=terms, consent=consent)
        return self._carry_out((place.progressive_id,), decide, order, said, needs_idle=True)

    def correct(
        self, place: LevelPlace, correction: changes.Correction, consent: Consent, order: Order
    ) -> Changed:
        """Put an amount of a level right; in play too, a malfunction does not wait."""

        def decide(now: _Moment) -> _Decided:
            ledger = now.ledgers[place.progressive_id]
            return _of(
                place, changes.correct(ledger, place.level_id, correction, consent, at=order.at)
            )

        said = _said("correct", place=place, correction=correction, consent=consent)
        return self._carry_out((place.progressive_id,), decide, order, said)

    def transfer(
        self, source: LevelPlace, target: LevelPlace, consent: Consent, order: Order
    ) -> Changed:
        """Move a whole meter: both halves in one transaction, named by the command's id."""

        def decide(now: _Moment) -> _Decided:
            here, there = (
                changes.Place(now.ledgers[one.progressive_id], one.level_id)
                for one in (source, target)
            )
            moved = changes.transfer(
                order.command_id, here, there, consent, at=order.at, is_in_play=now.is_in_play
            )
            if isinstance(moved, LedgerRefusal):
                return moved
            if source.progressive_id == target.progressive_id:
                return {source.progressive_id: (*moved.sent, *moved.received)}
            return {source.progressive_id: moved.sent, target.progressive_id: moved.received}

        said = _said("transfer", source=source, target=target, consent=consent)
        touched = tuple(dict.fromkeys((source.progressive_id, target.progressive_id)))
        return self._carry_out(touched, decide, order, said, needs_idle=True)

    def retire(
        self, place: LevelPlace, into: Account | str, consent: Consent, order: Order
    ) -> Changed:
        """Close a level for good; not while a table of this station has it in its rules.

        Whether another station's tables have it in theirs, the two people who sign must know.
        """

        def decide(now: _Moment) -> _Decided:
            ledger = now.ledgers[place.progressive_id]
            decision = changes.retire(
                ledger, place.level_id, into, consent, at=order.at, is_in_play=now.is_in_play
            )
            if not isinstance(decision, LedgerRefusal) and (tables := self._players_for(place)):
                facts = {"tables": ", ".join(tables)}
                return LedgerRefusal(LedgerRefusalReason.PLAYED_FOR, facts)
            return _of(place, decision)

        said = _said("retire", place=place, into=(type(into).__name__, into), consent=consent)
        return self._carry_out((place.progressive_id,), decide, order, said, needs_idle=True)

    def dispute(self, place: LevelPlace, award_id: str, consent: Consent, order: Order) -> Changed:
        """Freeze an award that is in doubt: its table pays nothing until it is settled (HIT-13)."""
        return self._about_award(award_life.dispute_award, place, award_id, consent, order)

    def settle(self, place: LevelPlace, award_id: str, consent: Consent, order: Order) -> Changed:
        """Let a disputed award stand; it has to be verified anew before it is paid."""
        return self._about_award(award_life.settle_dispute, place, award_id, consent, order)

    def void(self, place: LevelPlace, award_id: str, consent: Consent, order: Order) -> Changed:
        """Take a disputed award back that is not owed: new entries restore the meter (HIT-12)."""
        return self._about_award(award_life.void_disputed, place, award_id, consent, order)

    def _about_award(
        self, ask: _AskOfAward, place: LevelPlace, award_id: str, consent: Consent, order: Order
    ) -> Changed:
        """Decide about an award of this level; that of another one is not known here."""

        def decide(now: _Moment) -> _Decided:
            ledger = now.ledgers[place.progressive_id]
            known = ledger.award(award_id)
            if known is None or known[0].level_id != place.level_id:
                return LedgerRefusal(LedgerRefusalReason.NO_SUCH_AWARD)
            return _of(place, ask(ledger, award_id, consent, at=order.at))

        said = _said(ask.__name__, place=place, award_id=award_id, consent=consent)
        return self._carry_out((place.progressive_id,), decide, order, said)

    def read(self, place: LevelPlace, person_id: str, order: Order) -> Changed:
        """Take a reading of a level (DSP-13)."""

        def decide(now: _Moment) -> _Decided:
            ledger = now.ledgers[place.progressive_id]
            return _of(place, read_meter(ledger, place.level_id, person_id=person_id, at=order.at))

        said = _said("read", place=place, person_id=person_id)
        return self._carry_out((place.progressive_id,), decide, order, said)

    def _players_for(self, place: LevelPlace) -> list[str]:
        return sorted(
            table_id
            for table_id, table in self._tables.items()
            if place.level_id in table.levels_of(place.progressive_id)
        )

    # ------------------------------------------------------------------------- the append

    def _carry_out(
        self,
        touched: tuple[str, ...],
        decide: _Decide,
        order: Order,
        digest: bytes,
        *,
        needs_idle: bool = False,
    ) -> Changed:
        """Decide and append; again on the newest ledgers when somebody was faster."""
        tries_left = _TRIES_MAX
        while True:
            committed = self._record.committed(order.command_id, digest)
            if committed is not None:
                return self._repeated(touched, committed.versions)
            known = {one: self._progressives.refresh(one) for one in touched}
            ledgers = {one: each.state for one, each in known.items()}
            is_in_play, guards = self._rounds(known) if needs_idle else (False, [])
            decided = decide(_Moment(ledgers, is_in_play))
            if isinstance(decided, LedgerRefusal):
                return Changed(refusal=decided)
            try:
                return self._append(decided, known, guards, order, digest)
            except WrongVersion:
                tries_left -= 1
                if not tries_left:
                    raise

    def _append(
        self,
        decided: Mapping[str, Sequence[LevelEvent]],
        known: Mapping[str, Known],
        guards: list[Append],
        order: Order,
        digest: bytes,
    ) -> Changed:
        written = [
            Append(
                progressive_stream(one),
                known[one].version,
                tuple(self._registry.encode(event) for event in events),
            )
            for one, events in decided.items()
        ]
        appended = self._record.append(
            AppendRequest(
                (*written, *guards),
                command_id=order.command_id,
                content_digest=digest,
                epoch=0,
                recorded_at=order.at,
            )
        )
        if appended.is_repeat:
            return self._repeated(tuple(decided), appended.versions)
        versions = {one: appended.versions[progressive_stream(one)] for one in decided}
        for one, events in decided.items():
            self._progressives.take(one, events, versions[one])
        return Changed(versions)

    def _repeated(self, touched: tuple[str, ...], written: Mapping[str, int]) -> Changed:
        """Return what the command wrote the first time."""
        for one in touched:
            self._progressives.refresh(one)
        versions = {one: written[progressive_stream(one)] for one in touched}
        return Changed(versions, is_repeat=True)

    # ------------------------------------------------------------------------- open rounds

    def _rounds(self, known: Mapping[str, Known]) -> tuple[bool, list[Append]]:
        """Return whether a round is open for one of them, and guards that it stays so."""
        tables = {
            table_id
            for one in known
            for table_id, table in self._tables.items()
            if table.plays_for(one)
        }
        tables |= {one.table_id for each in known.values() for one in each.state.counted}
        # The record and not the tables' memory: a table that was taken over knows no more.
        seen = [
            (stream, *newest_round(self._record, self._registry, stream))
            for stream in map(table_stream, sorted(tables))
        ]
        guards = [Append(stream, version, ()) for stream, version, _ in seen]
        return any(is_open for _, _, is_open in seen), guards


def _of(place: LevelPlace, decision: LedgerDecision) -> _Decided:
    """Return a decision about one progressive, by its id."""
    return decision if isinstance(decision, LedgerRefusal) else {place.progressive_id: decision}


def _said(change: str, **content: Any) -> bytes:
    """Return the digest of all that a change says, but its id and time."""
    written = orjson.dumps({"change": change, **content}, default=_plain, option=_SORTED)
    return sha256(written).digest()


_SORTED: Final = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS


def _plain(value: Any) -> Any:
    return asdict(value) if hasattr(value, "__dataclass_fields__") else str(value)
