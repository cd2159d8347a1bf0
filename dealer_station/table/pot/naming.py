"""Cards of a hand that no reader has seen, as people name them when the hand is turned over."""

from collections.abc import Sequence

from dealer_station.cards.card import UNREADABLE, CardNotationError, parse_cards
from dealer_station.games.procedure import seat_hand
from dealer_station.table.pot.places import JOKER
from dealer_station.table.pot.state import PotHand


def may_be(hand: PotHand, card: str) -> bool:
    """Say whether a card that no reader has seen can be this one: it lies nowhere else."""
    named = {card for _, cards in hand.named for card in cards}
    return card not in {UNREADABLE, JOKER} and card not in named and card not in hand.cards_out


def whole_hand(hand: PotHand, seat: int, named: Sequence[str]) -> tuple[str, ...] | None:
    """Return a seat's cards with the named ones in the places of those that nobody knows.

    `named` stand in the order in which they lie. None: they are too few or too many, no cards of
    the deck, or cards that lie somewhere else.
    """
    cards = hand.cards(seat_hand(seat))
    if len(named) != cards.count(UNREADABLE):
        return None
    try:
        known = parse_cards(" ".join(named))
    except CardNotationError:
        return None
    texts = [str(card) for card in known]
    seen = {card for card in hand.cards_out if card != UNREADABLE}
    seen |= {card for other, told in hand.named for card in told if other != seat}
    is_doubled = len(set(texts)) < len(texts) or bool(seen.intersection(texts))
    if len(texts) != len(named) or is_doubled or any(card.is_joker for card in known):
        return None
    left = iter(texts)
    return tuple(next(left) if card == UNREADABLE else card for card in cards)
