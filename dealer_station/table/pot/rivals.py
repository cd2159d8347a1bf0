"""Who plays for which pot, also where nobody follows the chips."""

from dealer_station.games.pots.pots import pots_of
from dealer_station.table.pot.state import PotHand


def rivals_of_pots(hand: PotHand) -> tuple[tuple[int, ...], ...]:
    """Return the seats that can win each pot, main pot first; mucked hands count.

    Where chips are not followed, side pots are the dealer's: one pot is known, for every live hand.
    """
    if hand.structure is None:
        return (tuple(one.seat for one in hand.chips if one.live),)
    return tuple(pot.seats for pot in pots_of(hand.pulled))
