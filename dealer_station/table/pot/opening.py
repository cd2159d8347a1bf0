"""A betting round of a hand before anybody acts, with amounts or without."""

from dealer_station.games.pots.betting import BettingRound, Opening
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.order import open_in_order
from dealer_station.table.pot.state import PotHand


def opened(
    hand: PotHand,
    first: int,
    opening: Opening,
    *,
    amount: int,
    big: bool,
    both_units: bool,
    barred: tuple[int, ...],
) -> BettingRound:
    """Return the round as `open_round` opens it; where no chips are followed, its order alone."""
    if hand.structure is None:
        posted = frozenset(post.seat for post in hand.posts if post.live_minor >= amount)
        if opening is not Opening.BLINDS:
            posted = frozenset()
        return open_in_order(hand.pulled, first, opening, posted=posted, barred=frozenset(barred))
    return open_round(
        hand.structure,
        hand.pulled,
        first,
        opening,
        amount=amount,
        big=big,
        both_units=both_units,
        barred=frozenset(barred),
    )
