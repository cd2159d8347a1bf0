"""Cards of stud that no reader has seen, where somebody reports one (ST 10.2).

A card that has come to lie open is named by who reports it, and takes part from then on as if it
had been read. One that lies face down stays unknown: which it is, follows from the seat.
"""

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import seat_hand
from dealer_station.table.pot.case import PotCase
from dealer_station.table.pot.naming import may_be
from dealer_station.table.pot.places import exposed_places

LAST_CARD = 7


def unread_index(case: PotCase) -> int | None:
    """Return which draw a report is about that names a card nobody has seen; None: there is none.

    It is the newest unread one of the seat's hand, or that at the place which the report names.
    """
    hand, seat, card = case.hand, case.facts.seat, case.facts.card
    if seat is None or card is None or not may_be(hand, card):
        return None
    waiting = {len(hand.draws) - 1} if hand.has_unread_card else set()
    unread = [at for at in unread_of(case, seat) if at not in waiting]
    position = case.facts.position
    if position is not None:
        unread = [at for at in unread if hand.places.at(at) == position]
    return unread[-1] if unread else None


def unread_of(case: PotCase, seat: int) -> tuple[int, ...]:
    """Return which draws are cards of a seat that no reader has seen."""
    hand, name = case.hand, seat_hand(seat)
    dealt = enumerate(zip(hand.draws, hand.deal_order, strict=False))
    return tuple(at for at, (card, owner) in dealt if owner == name and card == UNREADABLE)


def turned_up_with(case: PotCase) -> tuple[int, ...]:
    """Return which seats' last cards lie up too when that of the named seat does (ST-I17, ST-I18).

    Of two hands the second follows the first; of more, where the house wants it, all others.
    """
    seat, live, chips = case.facts.seat, case.hand.live, case.chips
    if seat is None or chips is None or not chips.stack or seat != min(live, default=None):
        return ()
    is_up = len(live) == _TWO or "exposed_last_card=up" in case.rules.pot.house_choices
    return tuple(other for other in live if other != seat) if is_up else ()


def unread_with(case: PotCase) -> tuple[int, ...]:
    """Return which unread draws lie up by it, in the order of the deal, and have to be named.

    One that was drawn last needs no name: the table waits until it is read or keyed in.
    """
    hand = case.hand
    found = [
        at
        for other in turned_up_with(case)
        for at in unread_of(case, other)
        if hand.places.at(at).number == LAST_CARD
        and LAST_CARD not in exposed_places(hand.turned, seat_hand(other))
    ]
    if found == [len(hand.draws) - 1] and not case.facts.cards:
        return ()
    return tuple(sorted(found))


def are_others_named(case: PotCase) -> bool:
    """Whether the report names every unread card that lies up by it, and nothing else."""
    cards, due = case.facts.cards, unread_with(case)
    told = (*cards, case.facts.card)
    return (
        len(cards) == len(due)
        and len(set(told)) == len(told)
        and all(may_be(case.hand, card) for card in cards)
    )


_TWO = 2
