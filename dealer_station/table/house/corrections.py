"""Putting the order of the deal right: what a report of a wrong hand says about every card.

`position` is the place where the deal left the order: too few, the place that got no card; too
many, the place of the surplus card (table-script: house games).
"""

from dealer_station.games.procedure import (
    DEALER,
    Position,
    with_surplus_card,
    without_card,
)
from dealer_station.irregularities.kinds import Correction
from dealer_station.table.state import HouseRound

_AT_THE_REPORT = frozenset({Correction.HAND_SIZE, Correction.DEALER_CARD_LAST})


def corrected_order(
    current: HouseRound, correction: Correction, position: Position | None, count: int | None
) -> tuple[str, ...] | None:
    """Return the order after a report; None where the report and the cards do not add up."""
    if correction not in _AT_THE_REPORT:
        return current.deal_order
    if position is None or count is None:
        return None
    if correction is Correction.DEALER_CARD_LAST:
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
    if count - planned > len(current.draws):
        return None
    for missing in range(planned - count):
        number = min(position.number, planned - missing)
        resized = resized and without_card(resized, Position(position.hand, number))
    for surplus in range(count - planned):
        number = position.number + surplus
        resized = resized and with_surplus_card(resized, Position(position.hand, number))
    return resized


def order_without_skipped(
    current: HouseRound, hand: str, position: Position | None
) -> tuple[str, ...]:
    """Leave a skipped place out: the one reported, or else the newest that was booked there."""
    newest = Position(hand, len(current.cards(hand)))
    return without_card(current.deal_order, position or newest) or current.deal_order
