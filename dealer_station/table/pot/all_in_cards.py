"""Hands that lie open because nobody can bet any more before the last street (HE-45).

Whether they do is the house's choice. What everybody sees changes, and nothing else: the showdown
has its order and its answers as ever.
"""

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.players import Standing
from dealer_station.table.pot.state import PotHand

TURNED_UP = "allin_cards=up"
"""The house choice, as `key=value`."""


def lies_open_all_in(game: PotGame, hand: PotHand, seat: int) -> bool:
    """Say whether a seat's whole hand is turned up: it plays on, and the betting is over."""
    if TURNED_UP not in game.house_choices:
        return False
    chips = hand.chips_of(seat)
    return chips is not None and chips.live and _is_betting_over(game, hand)


def _is_betting_over(game: PotGame, hand: PotHand) -> bool:
    """Whether several hands play on, at most one of them with chips, and cards were still to come.

    On the last street, once somebody has acted on it, there is nothing before the showdown.
    """
    standings = [one.standing for one in hand.chips if one.live]
    if hand.betting is not None or len(standings) < _SEVERAL:
        return False
    if standings.count(Standing.IN) > 1:
        return False
    if hand.is_street_over and hand.street + 1 < len(game.streets):
        return True
    return hand.street > 0 and all(act.street != hand.street for act in hand.acts)


_SEVERAL = 2
