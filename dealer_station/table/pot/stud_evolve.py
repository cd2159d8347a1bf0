"""How rulings of stud change a hand (see `table.evolve`). Pure and total."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pots.players import Chips
from dealer_station.games.pots.rulings import declare_all_in
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.pot.evolve_rulings import betting_of, hand_of, with_hand
from dealer_station.table.state import TableState


def faces_turned(state: TableState, event: e.FacesTurned) -> TableState:
    """The cards lie as the event says."""
    hand = replace(hand_of(state), turned=event.turned, excused=event.excused)
    return with_hand(state, hand)


def card_named(state: TableState, event: e.CardNamed) -> TableState:
    """It takes part as if it had been read."""
    hand = hand_of(state)
    draws = list(hand.draws)
    draws[event.card_number - 1] = event.card
    return with_hand(state, replace(hand, draws=tuple(draws)))


def ante_returned(state: TableState, event: e.AnteReturned) -> TableState:
    """What the seat had put in lies before it again; it comes out of no betting round."""
    hand = hand_of(state)
    assert hand.betting is None, "antes go back while cards are dealt"
    pulled = tuple(
        _with_ante_back(one, event.amount_minor) if one.seat == event.seat else one
        for one in hand.pulled
    )
    return with_hand(state, replace(hand, pulled=pulled))


def _with_ante_back(one: Chips, amount: int) -> Chips:
    return replace(one, stack=one.stack + amount, put_in=one.put_in - amount)


def player_absent(state: TableState, event: e.PlayerAbsent) -> TableState:
    """He acts by himself in this hand, unless he is back before his turn."""
    hand = hand_of(state)
    return with_hand(state, replace(hand, absent=(*hand.absent, event.seat)))


def all_in_offered(state: TableState, event: e.AllInOffered) -> TableState:
    """The seat has the choice."""
    hand = hand_of(state)
    return with_hand(state, replace(hand, offers=(*hand.offers, event.seat)))


def all_in_declared(state: TableState, event: e.AllInDeclared) -> TableState:
    """Later bets are a side pot without the seat."""
    hand = hand_of(state)
    declared = replace(
        hand,
        betting=declare_all_in(betting_of(state), event.seat),
        offers=tuple(seat for seat in hand.offers if seat != event.seat),
    )
    return with_hand(state, declared)


STUD_EVOLVERS: Mapping[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    e.AllInDeclared: all_in_declared,
    e.AllInOffered: all_in_offered,
    e.AnteReturned: ante_returned,
    e.CardNamed: card_named,
    e.FacesTurned: faces_turned,
    e.PlayerAbsent: player_absent,
}
"""How each event of a stud ruling changes the hand."""
