"""The cards of a hand against each other: each once, as many as there can be, shown as dealt."""

from dataclasses import dataclass

from dealer_station.cards.card import UNREADABLE
from dealer_station.hand_history.phh import (
    HOLE_CARDS,
    BoardCards,
    Cards,
    Hand,
    HoleCards,
    ShowOrMuck,
    Variant,
)

BOARD_CARDS = 5


@dataclass(frozen=True, slots=True)
class CardFault:
    """A line of `actions`, from 0, whose cards cannot be, and why."""

    place: int
    reason: str


def check_cards(hand: Hand) -> CardFault | None:
    """Return the first line whose cards cannot be; None when all can.

    In stud a common card may be dealt to the board where the deck has not enough (ST-60, ST-62).
    """
    check = _CardCheck(hand)
    for place, action in enumerate(hand.actions):
        match action:
            case HoleCards(player=player, cards=cards):
                reason = check.deal(player, cards)
            case BoardCards(cards=cards):
                reason = check.deal_board(cards)
            case ShowOrMuck(player=player, cards=cards):
                reason = check.show(player, cards)
            case _:
                reason = None
        if reason is not None:
            return CardFault(place, reason)
    return None


class _CardCheck:
    """Follows the cards of one hand; every method returns what is wrong, or None."""

    def __init__(self, hand: Hand) -> None:
        self._is_stud = hand.variant is Variant.SEVEN_CARD_STUD
        self._cards_max = HOLE_CARDS[hand.variant]
        self._dealt: set[str] = set()
        self._held: dict[int, Cards] = {}
        self._board = 0

    def deal(self, player: int, cards: Cards) -> str | None:
        held = self._held.get(player, ()) + cards
        if len(held) > self._cards_max:
            return f"p{player} has more than {self._cards_max} cards"
        self._held[player] = held
        return self._take(cards)

    def deal_board(self, cards: Cards) -> str | None:
        self._board += len(cards)
        cards_max = 1 if self._is_stud else BOARD_CARDS
        if self._board > cards_max:
            return f"the board has more than {cards_max} cards"
        return self._take(cards)

    def show(self, player: int, cards: Cards) -> str | None:
        """A show names all cards of the hand, in the order in which they were dealt."""
        if not cards:
            return None
        held = self._held.get(player, ())
        if len(cards) != len(held):
            return f"p{player} shows {len(cards)} cards of {len(held)}"
        revealed = []
        for card, dealt in zip(cards, held, strict=True):
            if dealt not in {card, UNREADABLE}:
                return f"p{player} shows {card}, but was dealt {dealt}"
            if dealt == UNREADABLE:
                revealed.append(card)
        self._held[player] = cards
        return self._take(tuple(revealed))

    def _take(self, cards: Cards) -> str | None:
        for card in cards:
            if card == UNREADABLE:
                continue
            if card in self._dealt:
                return f"{card} is dealt twice"
            self._dealt.add(card)
        return None
