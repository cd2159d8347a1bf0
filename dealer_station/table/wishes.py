"""What acceptors and lamps should be, read off the table's state: desired states, never commands.

Pure. The station publishes what this returns after every commit and again after every crash, so a
lamp is never lit for a wager that is not in the record (design: effects are desired states).
"""

from dataclasses import dataclass

from dealer_station.table.draft import TableRules
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.state import TableState


@dataclass(frozen=True, slots=True)
class AcceptorWish:
    """What one seat's acceptor and lamp should be.

    `order` names what the window serves, 0 before the first: the opening or closing of betting, or
    the token given back, after which the seat has room for one more.
    """

    device_id: str
    is_open: bool
    order: int
    is_lit: bool


def acceptor_wishes(state: TableState, rules: TableRules) -> tuple[AcceptorWish, ...]:
    """Return the wish for every acceptor of the table.

    A window is open while betting is, nothing holds the table, the progressive is not suspended and
    the seat has no wager yet; a lamp burns while the seat's progressive wager is in (CS-03), until
    it is collected, paid or returned.
    """
    has_betting = state.service is Service.OPEN and state.phase is Phase.BETTING
    is_taking = has_betting and state.open_irregularity is None and not state.is_suspended
    wishes = []
    for acceptor in state.acceptors:
        is_in = _has_progressive(state, rules, acceptor.seat)
        order = max(state.window_order, acceptor.reopened_at)
        wishes.append(AcceptorWish(acceptor.device_id, is_taking and not is_in, order, is_in))
    return tuple(wishes)


def _has_progressive(state: TableState, rules: TableRules, seat: int) -> bool:
    """Whether the seat's progressive stake lies in the round."""
    progressive = rules.game.progressive
    if progressive is None or state.round is None or not state.is_round_open:
        return False
    return progressive.spot in state.round.pending_stakes(seat)
