"""A hand of a pot game as a round: what was put in, what came back, what the house kept.

Players win from each other, so what the house keeps is the rake.
"""

from typing import Any

from dealer_station.money import format_minor
from dealer_station.projections.rounds.played import PlayedRound
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.state import PotHand

HAND_KEYS = ("up", "stacks", "pots", "won", "winners", "shows", "button", "blinds", "rake")
"""The keys of the table's view that say how a hand went, beside those of every round."""


def hand_money(played: PlayedRound) -> dict[str, Any]:
    """Return seats and sums of a hand, as the line of a round has them; amounts as text."""
    hand = played.state.pot.hand
    assert hand is not None, "a hand has begun"
    staked = _staked_minor(hand)
    returned = staked if played.state.phase is Phase.VOID else _won_minor(hand)
    return {
        "seats": sorted(hand.seats),
        "bettors": 0,
        "staked": format_minor(staked),
        "returned": format_minor(returned),
        "house": format_minor(rake_minor(hand)),
        "prize": None,
    }


def rake_minor(hand: PotHand) -> int:
    """Return what the house took from the pots."""
    return sum(award.rake_minor for award in hand.awards)


def _won_minor(hand: PotHand) -> int:
    return sum(share.amount_minor for award in hand.awards for share in award.shares)


def _staked_minor(hand: PotHand) -> int:
    """Return what the players have put in and nobody had to give back as uncalled."""
    if hand.awards:
        return sum(award.amount_minor for award in hand.awards)
    return sum(one.bet + one.put_in + one.dead for one in hand.chips)
