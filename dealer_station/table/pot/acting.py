"""Acts of players: in turn alone, in the sizes that are offered, and by the clock who is late."""

from dealer_station.games.pots.acting import default_act
from dealer_station.games.pots.betting import Act, ActRefusedError
from dealer_station.games.pots.betting import Refusal as BettingRefusal
from dealer_station.money import to_minor
from dealer_station.table import commands as c
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import showing
from dealer_station.table.pot.acts import take
from dealer_station.table.pot.choices import declare_all_in, may_declare_all_in
from dealer_station.table.pot.progress import move_on
from dealer_station.table.pot.reasons import ActReason
from dealer_station.table.refusals import RefusalReason, RefusedError

_REASONS = {
    BettingRefusal.NOT_NEXT: RefusalReason.NOT_NEXT,
    BettingRefusal.NOT_OFFERED: RefusalReason.NOT_OFFERED,
    BettingRefusal.WRONG_AMOUNT: RefusalReason.WRONG_AMOUNT,
}
_ACTS = {kind.value: kind for kind in Act}


def act(draft: Draft, command: c.Act) -> None:
    """Take a player's act: of a betting round, or his answer at the showdown."""
    draft.refuse_if_held()
    if command.action in showing.ANSWERS:
        showing.answer(draft, command.seat, command.action)
        return
    refuse_unless(draft, Phase.ACTING)
    hand = draft.play.hand
    if command.seat not in hand.seats:
        refuse_strangers(draft, command.seat)
    kind = _ACTS.get(command.action)
    if kind is None:
        raise RefusedError(RefusalReason.NOT_OFFERED, **_facts(command))
    if command.amount is not None and not draft.rules.pot.tracks_stakes:
        raise RefusedError(RefusalReason.WRONG_AMOUNT, **_facts(command))
    to = None if command.amount is None else to_minor(command.amount)
    if command.amount is not None and to is None:
        raise RefusedError(RefusalReason.BAD_AMOUNT, **_facts(command))
    if kind is Act.ALL_IN and may_declare_all_in(hand, command.seat):
        declare_all_in(draft, command.seat)
        move_on(draft)
        return
    try:
        take(draft, command.seat, kind, to, ActReason.HIMSELF)
    except ActRefusedError as refused:
        raise RefusedError(_REASONS[refused.reason], **_facts(command)) from refused
    move_on(draft)


def _facts(command: c.Act) -> dict[str, str]:
    return {"seat": str(command.seat), "action": command.action}


def refuse_unless(draft: Draft, phase: Phase) -> None:
    """Refuse outside a phase; while cards are due, say so."""
    if draft.phase is phase:
        return
    if draft.phase is Phase.DEALING:
        raise RefusedError(RefusalReason.CARDS_MISSING, position=draft.hand.next_position)
    raise RefusedError(RefusalReason.WRONG_PHASE, phase=draft.state.phase)


def refuse_strangers(draft: Draft, seat: int) -> None:
    """Refuse a seat that the table does not have, or that was not dealt in."""
    if seat not in draft.state.seats:
        raise RefusedError(RefusalReason.NO_SUCH_SEAT, seat=str(seat))
    if seat not in draft.play.hand.seats:
        raise RefusedError(RefusalReason.NOT_IN_ROUND, seat=str(seat))


def advance_clock(draft: Draft, command: c.AdvanceClock) -> None:
    """Act for everybody whose time has run out by now, each at the moment at which it did."""
    while not draft.state.open_irregularity and draft.state.phase is Phase.ACTING:
        clock, betting = draft.state.clock, draft.hand.betting
        assert betting is not None, "a betting round is open"
        seat = betting.to_act
        if clock is None or seat is None or clock.elapsed_ms(command.issued_at) < clock.limit_ms:
            return
        due_at = clock.started_at + clock.stood_ms + clock.limit_ms
        take(draft, seat, default_act(betting), None, ActReason.TIMEOUT, at=due_at)
        move_on(draft)
