"""The shoe of a poker hand: what left it, and what the dealer mixes into the stub again.

People at the table know which cards lie among the burns and what they have put back; nobody reads
that from a screen. Where the stub has been mixed, the cards that leave are the rest and those that
went back, in an order that follows from the shuffle.
"""

import random
from collections.abc import Mapping

from dealer_station.cards.card import UNREADABLE
from dealer_station.cards.deck import standard_deck
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import View
from dealer_station.games.procedure import ASIDE, BURN

_PILES = (BURN, ASIDE)


class PokerShoe:
    """Deals the cards of one hand at a time."""

    def __init__(self, shoe: ShoeControl) -> None:
        self.control = shoe
        self._shuffle = 0
        self._out: list[str] = []
        self._piles: dict[str, list[str]] = {}
        self._mixed: list[str] | None = None

    def shuffle(self, shuffle: int) -> None:
        """Bring a fresh deck, in the order of this shuffle."""
        self.control.shuffle(shuffle)
        self._shuffle = shuffle
        self._out, self._piles, self._mixed = [], {}, None

    def next_card(self, view: View) -> str:
        """Let the card leave that the table waits for; returns how it reads."""
        self._put_back(view["cards"])
        if self._mixed is None:
            card = self.control.next_card()
        else:
            card = self._mixed.pop()
            self.control.draw(card)
        self._out.append(card)
        pile, _, _ = str(view["next"]["position"]).partition(" card ")
        if pile in _PILES:
            self._piles.setdefault(pile, []).append(card)
        return card

    def misread(self) -> None:
        """Let a card leave whose symbol no scanner reads; it goes through once more."""
        self.control.draw(UNREADABLE)

    def _put_back(self, lying: Mapping[str, str]) -> None:
        """Mix the stub when burns, or cards set aside, do not lie there any more."""
        returned: list[str] = []
        for pile, cards in self._piles.items():
            there = len(lying.get(pile, "").split())
            returned += cards[there:]
            del cards[there:]
        if not returned:
            return
        self._out = [card for card in self._out if card not in returned]
        rest = [str(card) for card in standard_deck() if str(card) not in self._out]
        random.Random(f"{self._shuffle}/{len(self._out)}").shuffle(rest)  # noqa: S311 - play, no secret
        self._mixed = rest
