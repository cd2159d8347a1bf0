"""A street in which nobody could act, taken up again because of a report.

Where all are all-in the next street is called with the last card of the one before, and after the
river the showdown begins: a card too many is then taken for the burn or a card of the next street.
What is reported late is judged, and put right, as if nothing had been called yet (HE-I27: until the
pot is pushed). Cards that came since lose their places; only a ruling that sends them back may do
that. What has been acted on stays as it is.
"""

from collections.abc import Iterator

from dealer_station.games.procedure import BOARD, BURN, Position, seat_of
from dealer_station.table.copying import replace
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.state import PotHand
from dealer_station.table.state import TableState

_SHOWN = frozenset({Phase.SHOWDOWN, Phase.PAYING})

PHASES = frozenset({phase.value for phase in _SHOWN})
"""Where a report may take up the last street again; while cards are due, one before it."""

_SHORTAGES = ("ST-I11", "ST-I12")


def earlier_states(state: TableState) -> Iterator[TableState]:
    """Yield the table as it was before the showdown, before the last street was called, and so on.

    Nothing where a ruling is open, or where there is nothing that could be taken up again.
    """
    hand = state.pot.hand
    if hand is None or state.open_irregularity is not None:
        return
    if state.phase in _SHOWN and hand.shows:
        hand = taken_up(hand, hand.street, hand.deal_order, is_burn_out=hand.is_burn_out)
    elif state.phase is Phase.DEALING:
        earlier = _before_the_call(state, hand)
        if earlier is None:
            return
        hand = earlier
    else:
        return
    while True:
        yield replace(state, phase=Phase.DEALING, pot=replace(state.pot, hand=hand))
        earlier = _before_the_call(state, hand)
        if earlier is None:
            return
        hand = earlier


def taken_up(hand: PotHand, street: int, order: tuple[str, ...], *, is_burn_out: bool) -> PotHand:
    """Return the hand when a street is taken up again; its betting is over, or there was none."""
    return replace(
        hand,
        street=street,
        deal_order=order,
        is_burn_out=is_burn_out,
        is_street_over=True,
        starts=hand.starts[: street + 1],
        shows=(),
    )


def _before_the_call(state: TableState, hand: PotHand) -> PotHand | None:
    """Return the hand as it was before its street was called; None: that is not to be had."""
    start, drawn = hand.street_from, len(hand.draws)
    called, came = hand.deal_order[start:], hand.deal_order[start:drawn]
    acted = {one.street for one in hand.acts}
    has_acted = hand.street in acted or (drawn > start and hand.street - 1 in acted)
    is_plain = all(owner in {BOARD, BURN} or seat_of(owner) is not None for owner in called)
    is_moved = bool(hand.after_mixing) or any(one.index >= start for one in hand.late)
    places = [hand.places.at(at) for at in range(start, min(drawn, len(hand.deal_order)))]
    is_turned = any(Position(one.hand, one.number) in places for one in hand.turned)
    is_short = any(one.irregularity in _SHORTAGES for one in state.irregularities)
    if not hand.street or has_acted or not is_plain or is_moved or is_turned or is_short:
        return None
    before, is_burn_out = hand.deal_order[:start], called[:1] != (BURN,)
    if came[:1] == (BURN,):
        before, is_burn_out = (*before, BURN), True
    return taken_up(hand, hand.street - 1, before, is_burn_out=is_burn_out)
