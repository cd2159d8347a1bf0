"""What follows by itself: the deal is complete, the last decision is closed, the round is over.

Called after everything that may have brought a round further. While a ruling is open nothing moves.
"""

from dealer_station.bettors.book import Stage
from dealer_station.games.procedure import is_of_the_deal
from dealer_station.table import events as e
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import Draft
from dealer_station.table.house import book_closing, closing, jackpot
from dealer_station.table.house.hands import further_order, hands_of
from dealer_station.table.house.locking import lock_due_prize
from dealer_station.table.house.raising import hold_for_stray_token, raise_open_faults
from dealer_station.table.lifecycle import Phase


def move_on(draft: Draft) -> None:
    """Raise what is wrong; if nothing is, take every step that needs nobody."""
    if not draft.state.open_irregularity:
        _go_back(draft)
        _call_waiting_cards(draft)
    raise_open_faults(draft)
    hold_for_stray_token(draft)
    if draft.state.open_irregularity:
        return
    if draft.state.phase is Phase.CLOSING:
        closing.finish(draft)
    if draft.state.phase is Phase.DEALING and not draft.round.is_card_due:
        _leave_dealing(draft)
    if draft.state.phase is Phase.DECIDING and not _is_decision_due(draft):
        _leave_deciding(draft)
    if draft.state.phase is Phase.DRAWING and not draft.round.is_card_due:
        _complete_hands(draft)
    lock_due_prize(draft)
    if draft.state.phase is Phase.PAYING and not draft.round.turns:
        draft.emit(e.RoundSettled(at=draft.at, round_number=draft.round.number))


def _go_back(draft: Draft) -> None:
    """Go back to the deal, or to the further cards, where a correction has left a hand open.

    A card is due again, or the one that came in its place could not be read.
    """
    current, phase = draft.round, draft.state.phase
    if not current.is_card_due and not (phase is Phase.PAYING and _is_hand_unread(draft)):
        return
    if phase is Phase.DECIDING or (
        phase in {Phase.DRAWING, Phase.PAYING} and _is_of_the_deal(draft)
    ):
        draft.emit(e.DealResumed(at=draft.at))
    elif phase is Phase.PAYING:
        draft.emit(e.CardsCalled(at=draft.at, deal_order=current.deal_order))


def _is_hand_unread(draft: Draft) -> bool:
    current = draft.round
    return current.has_unread_card and not current.has_surplus_card


def _call_waiting_cards(draft: Draft) -> None:
    """Call for cards that are out already: they came while the table was held (BA-D01).

    Until the ruling nobody could say whether they were due. A correction in the payment may call
    for a card, too.
    """
    after_deal = {Phase.DRAWING, Phase.PAYING}
    if not draft.game.has_decisions:
        after_deal.add(Phase.DEALING)
    while draft.state.phase in after_deal and not draft.round.is_card_due:
        may_wait = draft.round.has_surplus_card or draft.state.phase is Phase.PAYING
        if not may_wait or not _are_hands_known(draft) or not _call_cards(draft):
            return


def _are_hands_known(draft: Draft) -> bool:
    """Say whether every card of the hands that the game asks about is known."""
    return all(name in hands_of(draft.rules, draft.round) for name in draft.game.table_hands)


def _is_of_the_deal(draft: Draft) -> bool:
    """Say whether the card to come (or to be read again) belongs to the first deal."""
    current = draft.round
    index = len(current.draws) - (not current.is_card_due)
    first = draft.game.deal_order(tuple(hand.seat for hand in current.hands))
    return is_of_the_deal(current.deal_order, index, first)


def _leave_dealing(draft: Draft) -> None:
    """The deal is out: decisions where the game has them, else further cards or payment."""
    if draft.game.has_decisions:
        draft.emit(e.DealCompleted(at=draft.at, decision_ms=draft.game.decision_ms))
    else:
        _complete_hands(draft)


def _leave_deciding(draft: Draft) -> None:
    """Nobody owes a decision: further cards where the game has them, else payment."""
    book_closing.close_decisions(draft)
    if not _call_cards(draft):
        draft.emit(e.DecisionsClosed(at=draft.at, pay_order=_pay_order(draft)))


def _is_decision_due(draft: Draft) -> bool:
    """Say whether a seat or a bettor of the book has not decided."""
    book = draft.round.book
    is_book_due = book is not None and book.stage is Stage.DECIDING and book.totals.undecided > 0
    return bool(draft.round.undecided) or is_book_due


def _pay_order(draft: Draft) -> tuple[int, ...]:
    """Return the seats in the order of payment, and then the book."""
    book = () if draft.round.book is None else (BOOK_SEAT,)
    return (*jackpot.payment_order(draft.rules, draft.round), *book)


def _complete_hands(draft: Draft) -> None:
    """Call for the next cards of the round; without any the hands are complete."""
    if not _call_cards(draft):
        draft.emit(e.HandsCompleted(at=draft.at, pay_order=_pay_order(draft)))


def _call_cards(draft: Draft) -> bool:
    """Say which cards the game wants next; return whether there are any."""
    further = further_order(draft.rules, draft.round)
    if further:
        order = (*draft.round.deal_order, *further)
        draft.emit(e.CardsCalled(at=draft.at, deal_order=order))
    return bool(further)
