"""What follows by itself: the deal is complete, the last decision is closed, the round is over.

Called after everything that may have brought a round further. While a ruling is open nothing moves.
"""

from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house import closing, jackpot
from dealer_station.table.house.raising import hold_for_stray_token, raise_open_faults
from dealer_station.table.lifecycle import Phase


def move_on(draft: Draft) -> None:
    """Raise what is wrong; if nothing is, take every step that needs nobody."""
    raise_open_faults(draft)
    hold_for_stray_token(draft)
    if draft.state.open_irregularity:
        return
    if draft.state.phase is Phase.CLOSING:
        closing.finish(draft)
    if draft.state.phase is Phase.DEALING and not draft.round.is_card_due:
        draft.emit(e.DealCompleted(at=draft.at, decision_ms=draft.game.decision_ms))
    if draft.state.phase is Phase.DECIDING:
        _leave_deciding(draft)
    if draft.state.phase is Phase.PAYING and not draft.round.turns:
        draft.emit(e.RoundSettled(at=draft.at, round_number=draft.round.number))


def _leave_deciding(draft: Draft) -> None:
    """Deal on when a correction made cards due again; pay when nobody owes a decision."""
    if draft.round.is_card_due:
        draft.emit(e.DealResumed(at=draft.at))
    elif not draft.round.undecided:
        order = jackpot.payment_order(draft.rules, draft.round)
        draft.emit(e.DecisionsClosed(at=draft.at, pay_order=order))
