"""Decisions: in any order, one a seat; the clock folds who is late (CS-08)."""

from dealer_station.money import format_minor, to_minor
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.book_closing import close_decisions
from dealer_station.table.house.closing import hold_for_silence, is_silence_due
from dealer_station.table.house.progress import move_on
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import HandStatus, SeatHand, TableState

FOLD = "fold"


def act(draft: Draft, command: c.Act) -> None:
    """Take a player's decision."""
    draft.refuse_if_held()
    refuse_unless(draft, Phase.DECIDING)
    hand = _deciding_hand(draft, command.seat)
    base = draft.round.pending_stakes(hand.seat)[draft.game.spots[0].name]
    stakes = draft.game.act_stakes(base)
    facts = {"seat": str(hand.seat), "action": command.action}
    if command.action not in stakes:
        raise RefusedError(RefusalReason.NOT_OFFERED, **facts)
    stake = stakes[command.action]
    if command.amount is not None and to_minor(command.amount) != stake:
        due = format_minor(stake)
        raise RefusedError(RefusalReason.WRONG_AMOUNT, due=due, **facts)
    _take(draft, hand.seat, command.action, stake, is_timeout=False)
    move_on(draft)


def refuse_unless(draft: Draft, phase: Phase) -> None:
    """Refuse outside a phase; while cards are due, say so."""
    if draft.state.phase is phase:
        return
    if draft.state.phase in {Phase.DEALING, Phase.DRAWING}:
        position = draft.round.next_position
        raise RefusedError(RefusalReason.CARDS_MISSING, position=position)
    raise RefusedError(RefusalReason.WRONG_PHASE, phase=draft.state.phase)


def _deciding_hand(draft: Draft, seat: int) -> SeatHand:
    if seat not in draft.state.seats:
        raise RefusedError(RefusalReason.NO_SUCH_SEAT, seat=str(seat))
    hand = draft.round.hand(seat)
    if hand is None or hand.status in {HandStatus.VOID, HandStatus.DEAD}:
        raise RefusedError(RefusalReason.NOT_IN_ROUND, seat=str(seat))
    if hand.decision:
        raise RefusedError(RefusalReason.ALREADY_DECIDED, seat=str(seat), decision=hand.decision)
    return hand


def _take(draft: Draft, seat: int, action: str, stake_minor: int, *, is_timeout: bool) -> None:
    draft.emit(
        e.ActTaken(
            at=draft.at,
            seat=seat,
            action=action,
            spot=draft.game.act_spot(action) or "",
            stake_minor=stake_minor,
            is_timeout=is_timeout,
            person_id=draft.command.actor.person_id,
        )
    )


def is_time_due(state: TableState, now: int) -> bool:
    """Say whether `advance_clock` would change something at that moment."""
    clock = state.clock
    is_over = clock is not None and clock.elapsed_ms(now) >= clock.limit_ms
    return is_over or is_silence_due(state, now)


def advance_clock(draft: Draft, command: c.AdvanceClock) -> None:
    """Let time come to the table: an acceptor's silence, and the end of time for decisions.

    Every seat that owes a decision, and every bettor of the book who does, is folded once the time
    has run out, at that instant too.
    """
    hold_for_silence(draft)
    clock = draft.state.clock
    if clock is None or draft.state.open_irregularity or draft.state.phase is not Phase.DECIDING:
        return
    if clock.elapsed_ms(command.issued_at) < clock.limit_ms:
        return
    for seat in draft.round.undecided:
        _take(draft, seat, FOLD, 0, is_timeout=True)
    close_decisions(draft)
    move_on(draft)
