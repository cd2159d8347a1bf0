"""The cards of a hand in which nothing was moved, by the hand or pile in which they lie."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from dealer_station.cards.card import JOKER, UNREADABLE, Card
from dealer_station.cards.deck import standard_deck
from dealer_station.games.pot_rules import PotGame
from dealer_station.table.pot.state import PotHand

CARD_OF: Mapping[str, Card] = {str(card): card for card in (*standard_deck(), JOKER)}
"""Every card by its text: those of a hand have been checked when they came."""

_KNOWN: Mapping[str, Card | None] = {**CARD_OF, UNREADABLE: None}


class Lying:
    """What has been read of the cards of a hand; reading on reads those that have come since.

    Right as long as every card lies where and as the deal has put it.
    """

    __slots__ = ("_faces", "_hands", "_read", "_up")

    def __init__(self, game: PotGame) -> None:
        self._faces = [face for street in game.streets for face in street.faces]
        self._hands: dict[str, list[Card | None]] = defaultdict(list)
        self._up: dict[str, list[Card]] = defaultdict(list)
        self._read = 0

    def read_on(self, hand: PotHand) -> None:
        """Read the cards of the hand that came since it was read last."""
        faces, hands, up = self._faces, self._hands, self._up
        read = self._read
        cards = hand.draws[read:]
        for card, owner in zip(cards, hand.deal_order[read:], strict=False):
            mine = hands[owner]
            known = _KNOWN[card]
            if len(mine) < len(faces) and faces[len(mine)] and known is not None:
                up[owner].append(known)
            mine.append(known)
        self._read = min(len(hand.draws), len(hand.deal_order))

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return the known cards of a hand or pile, in the order in which they came."""
        return tuple(filter(None, self._hands.get(name, ())))

    def up(self, name: str) -> Sequence[Card]:
        """Return those of them that the rules deal face up to a seat."""
        return self._up.get(name, ())


def lying(game: PotGame, hand: PotHand) -> Lying:
    """Read all the cards of a hand."""
    found = Lying(game)
    found.read_on(hand)
    return found
