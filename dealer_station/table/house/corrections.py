"""Putting the order of the deal right: what a report of a wrong hand says about every card.

`position` is the place where the deal left the order: too few, the place that got no card; too
many, the place of the surplus card (table-script: house games).
"""

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import (
    DEALER,
    Position,
    index_of,
    with_surplus_card,
    without_card,
)
from dealer_station.irregularities.kinds import Correction
from dealer_station.table.copying import replace
from dealer_station.table.state import HouseRound

_AT_THE_REPORT = frozenset(
    {Correction.HAND_SIZE, Correction.DEALER_CARD_LAST, Correction.DEALER_HAND}
)


def corrected_order(
    current: HouseRound, correction: Correction, position: Position | None, count: int | None
) -> tuple[str, ...] | None:
    """Return the order after a report; None where the report and the cards do not add up."""
    if correction not in _AT_THE_REPORT:
        return current.deal_order
    if position is None or count is None:
        return None
    is_one_short = count == current.deal_order.count(DEALER) - 1
    if correction is Correction.DEALER_CARD_LAST or (
        correction is Correction.DEALER_HAND and is_one_short
    ):
        shorter = without_card(current.deal_order, position)
        order = None if shorter is None else (*shorter, DEALER)
    else:
        order = _resized(current, position, count)
    if order is None or len(order) < len(current.draws):
        return None
    return order


def _resized(current: HouseRound, position: Position, count: int) -> tuple[str, ...] | None:
    """Give a hand the number of cards that it really has; each surplus card has left the shoe."""
    resized: tuple[str, ...] | None = current.deal_order
    planned = current.deal_order.count(position.hand)
    if count - planned > len(current.draws) or position.number > max(planned, count):
        return None
    for missing in range(planned - count):
        number = min(position.number, planned - missing)
        resized = resized and without_card(resized, Position(position.hand, number))
    for surplus in range(count - planned):
        number = position.number + surplus
        resized = resized and with_surplus_card(resized, Position(position.hand, number))
    return resized


def with_doubted_card(
    current: HouseRound, correction: Correction, position: Position | None, card: str | None
) -> HouseRound:
    """Return the round as a report of a misread card has it: the true card, or an unknown one.

    After a payment nothing is counted anew, so the cards are what they were (CH-I02).
    """
    if correction is not Correction.TRUE_CARD or position is None or current.paid_seats:
        return current
    index = index_of(current.deal_order, position)
    if index is None or index >= len(current.draws):
        return current
    true = UNREADABLE if card is None else card
    return replace(current, draws=(*current.draws[:index], true, *current.draws[index + 1 :]))


def place_of_report(
    current: HouseRound, correction: Correction, hand: str | None, count: int | None
) -> Position | None:
    """Return the place that a report means when it names none; None where there is none to mean.

    Too few: the hand's last place. Too many: the place after it. A skipped seat: the newest place
    that was booked for it.
    """
    if hand is None:
        return None
    if correction is Correction.SKIPPED_SEAT:
        dealt = len(current.cards(hand))
        return Position(hand, dealt) if dealt else None
    if correction is not Correction.HAND_SIZE or count is None:
        return None
    planned = current.deal_order.count(hand)
    return Position(hand, planned if count < planned else planned + 1)


def order_without_skipped(current: HouseRound, position: Position | None) -> tuple[str, ...]:
    """Leave a skipped place out of the deal; without a place nothing changes."""
    if position is None:
        return current.deal_order
    return without_card(current.deal_order, position) or current.deal_order
