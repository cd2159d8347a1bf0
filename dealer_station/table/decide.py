"""Command plus state plus rules gives events, or a refusal: the one place where a table decides.

Pure. Clock, ids and chance arrive inside the command. A refusal changes nothing. The events of a
table and those of its progressives belong together and are recorded in one transaction.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.ledger_events import LevelEvent
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.draft import Draft, TableRules, start
from dealer_station.table.events import TableEvent
from dealer_station.table.house import (
    batches,
    betting,
    checking,
    closing,
    dealing,
    deciding,
    paying,
    reporting,
    ruling,
    suspending,
    tokens,
)
from dealer_station.table.house.raising import hold_for_fouled_shoe, hold_for_stray_token
from dealer_station.table.lifecycle import Service
from dealer_station.table.pot.handlers import POT_HANDLERS
from dealer_station.table.refusals import Refusal, RefusalReason, RefusedError
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.values import made_quickly


@made_quickly
@dataclass(frozen=True, slots=True)
class Decision:
    """What a command comes to: events (perhaps none), or a refusal and nothing else.

    `postings` are events of progressives by pool name. `state` is the table's state after the
    events, which whoever records them need not fold again; None with a refusal.
    """

    events: tuple[TableEvent, ...] = ()
    postings: tuple[tuple[str, LevelEvent], ...] = ()
    refusal: Refusal | None = None
    state: TableState | None = field(default=None, compare=False, repr=False)


def decide(
    command: c.Command,
    state: TableState,
    rules: TableRules,
    meters: Mapping[str, Ledger],
    packed: PackedBook | None = None,
) -> Decision:
    """Decide a command on a table's state, under its rules and the meters it plays for.

    `packed` is the book of the round's bettors, where the round has one.
    """
    draft = start(command, rules, state, meters, packed)
    handlers = _POT_HANDLERS if rules.has_pots else _HOUSE_HANDLERS
    try:
        handlers.get(type(command), _refuse_other_games)(draft, command)
    except RefusedError as refused:
        return Decision(refusal=refused.refusal)
    return Decision(tuple(draft.events), tuple(draft.postings), state=draft.state)


def _open_table(draft: Draft, command: c.OpenTable) -> None:
    if draft.state.service is Service.OPEN:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase=draft.state.phase)
    draft.emit(
        e.TableOpened(
            at=draft.at,
            table_id=command.table_id,
            game=draft.rules.game.name,
            rules_name=draft.rules.name,
            rules_digest=draft.rules.digest,
            rules_content=draft.rules.content,
            seats=command.seats,
            progressives=command.progressives,
            acceptors=command.acceptors,
            conversions=command.conversions,
            person_id=command.actor.person_id,
        )
    )
    if not draft.rules.has_pots:
        hold_for_fouled_shoe(draft)
        hold_for_stray_token(draft)


def _close_table(draft: Draft, command: c.CloseTable) -> None:
    draft.refuse_if_held()
    if draft.state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    if draft.state.is_round_open:
        raise RefusedError(RefusalReason.ROUND_OPEN, phase=draft.state.phase)
    draft.emit(e.TableClosed(at=draft.at, person_id=command.actor.person_id))


def _change_deck(draft: Draft, command: c.ChangeDeck) -> None:
    draft.refuse_if_held()
    if draft.state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    if draft.state.is_round_open:
        raise RefusedError(RefusalReason.ROUND_OPEN, phase=draft.state.phase)
    shoe = draft.rules.game.shoe
    draft.emit(
        e.DeckChanged(
            at=draft.at,
            person_id=command.actor.person_id,
            burn_count=0 if shoe is None else shoe.burn_count,
        )
    )


def _call_supervisor(draft: Draft, command: c.CallSupervisor) -> None:
    if not draft.state.is_supervisor_called:
        draft.emit(e.SupervisorCalled(at=draft.at, person_id=command.actor.person_id))


def _answer_call(draft: Draft, command: c.AnswerCall) -> None:
    draft.require_role(Role.SUPERVISOR, Role.MANAGER)
    if not draft.state.is_supervisor_called:
        raise RefusedError(RefusalReason.NOT_APPLICABLE)
    draft.emit(e.CallAnswered(at=draft.at, person_id=command.actor.person_id))


def _record_device(draft: Draft, command: c.RecordDevice) -> None:
    known = draft.state.device(command.device_id)
    told = (command.device_state, command.session, command.reason, command.faults)
    if known and told == (known.device_state, known.session, known.reason, known.faults):
        return
    draft.emit(
        e.DeviceReported(
            at=draft.at,
            device_id=command.device_id,
            device_kind=command.device_kind,
            device_state=command.device_state,
            session=command.session,
            reason=command.reason,
            faults=command.faults,
        )
    )


def _clear_device_faults(draft: Draft, command: c.ClearDeviceFaults) -> None:
    """Take a supervisor's word for the faults that stand; one he has not seen is not cleared."""
    draft.require_role(Role.SUPERVISOR, Role.MANAGER)
    device = draft.state.device(command.device_id)
    if device is None:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, unknown=command.device_id)
    faults = device.to_look_after
    if not faults or Counter(command.faults) != Counter(faults):
        raise RefusedError(RefusalReason.NOT_APPLICABLE)
    draft.emit(
        e.DeviceFaultsCleared(
            at=draft.at,
            device_id=command.device_id,
            faults=faults,
            reason=device.reason,
            person_id=command.actor.person_id,
        )
    )


def _record_not_cleared(draft: Draft, command: c.RecordNotCleared) -> None:
    """Take note of it, unless the device has told a word since, or he has cleared it again."""
    device = draft.state.device(command.device_id)
    if device is None or device.cleared_at != command.cleared_at:
        return
    draft.emit(
        e.DeviceFaultsNotCleared(at=draft.at, device_id=command.device_id, reason=command.reason)
    )


def _record_device_fault(draft: Draft, command: c.RecordDeviceFault) -> None:
    draft.emit(
        e.DeviceFaultReported(
            at=draft.at,
            device_id=command.device_id,
            device_kind=command.device_kind,
            code=command.code,
            fault_class=command.fault_class,
            detail=command.detail,
            lost_count=command.lost_count,
            source=command.source,
        )
    )


def _resume_table(draft: Draft, command: c.ResumeTable) -> None:
    draft.emit(e.TableResumed(at=draft.at, stopped_at=command.stopped_at))


def _note_clock_set(draft: Draft, command: c.NoteClockSet) -> None:
    """A closed table waits for nothing."""
    if draft.state.service is not Service.CLOSED:
        draft.emit(e.ClockSet(at=draft.at, from_at=command.from_at))


def _refuse_other_games(draft: Draft, command: c.Command) -> None:
    """A table against the house knows no pots, and a table with pots no wagers."""
    assert type(command) in COMMAND_TYPES, f"nobody decides {type(command).__name__}"
    raise RefusedError(RefusalReason.NOT_OFFERED, game=draft.rules.game.name)


_HANDLERS: dict[type[c.Command], Callable[[Draft, Any], None]] = {
    c.OpenTable: _open_table,
    c.CloseTable: _close_table,
    c.ChangeDeck: _change_deck,
    c.CallSupervisor: _call_supervisor,
    c.AnswerCall: _answer_call,
    c.RecordDevice: _record_device,
    c.ClearDeviceFaults: _clear_device_faults,
    c.RecordNotCleared: _record_not_cleared,
    c.RecordDeviceFault: _record_device_fault,
    c.ResumeTable: _resume_table,
    c.NoteClockSet: _note_clock_set,
}
"""What every table decides alike."""

_HOUSE_HANDLERS: dict[type[c.Command], Callable[[Draft, Any], None]] = {
    **_HANDLERS,
    c.OpenBetting: betting.open_betting,
    c.PlaceWager: betting.place_wager,
    c.WithdrawWager: betting.withdraw_wager,
    c.RepeatWagers: betting.repeat_wagers,
    c.PlaceWagers: batches.place_wagers,
    c.WithdrawWagers: batches.withdraw_wagers,
    c.TakeDecisions: batches.take_decisions,
    c.CloseBetting: closing.close_betting,
    c.RecordToken: tokens.record_token,
    c.RecordWindow: tokens.record_window,
    c.RecordLamp: tokens.record_lamp,
    c.RecordCard: dealing.record_card,
    c.Act: deciding.act,
    c.AdvanceClock: deciding.advance_clock,
    c.VerifyHand: paying.verify_hand,
    c.PaySeat: paying.pay_seat,
    c.ReportIrregularity: reporting.report,
    c.ApplyRuling: ruling.apply_ruling,
    c.CheckDeck: checking.check_deck,
    c.SuspendProgressive: suspending.suspend,
    c.ResumeProgressive: suspending.resume,
}

_POT_HANDLERS: dict[type[c.Command], Callable[[Draft, Any], None]] = {
    **_HANDLERS,
    **POT_HANDLERS,
}

COMMAND_TYPES = tuple({**_HOUSE_HANDLERS, **_POT_HANDLERS})
"""Every command that a table takes."""
