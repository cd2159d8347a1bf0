"""Who gets which card: the order of the deal, and where each card of the shoe belongs.

A deal is a tuple of hands in dealing order, one entry a card: the third card out of the shoe goes
to the third entry. What lies where is always derived from two lists, the draws in the order of the
shoe and this order; putting a misdeal right edits the order, never a card. Cards after the edit
are thereby booked anew in the order in which they left the shoe (table-script: house games).

Hands are named as positions read: `seat 3`, `dealer`, `board`, `player`, `banker`, `burn`, `aside`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

DEALER = "dealer"
BOARD = "board"
PLAYER = "player"
BANKER = "banker"
ASIDE = "aside"
BURN = "burn"

_UNNUMBERED = (ASIDE, BURN)
_OF_THE_TABLE = (DEALER, BOARD, PLAYER, BANKER)


@lru_cache(maxsize=64)
def seat_hand(seat: int) -> str:
    """Name the hand of a seat; a table has few, and every street asks for all of them."""
    return f"seat {seat}"


def seat_of(hand: str) -> int | None:
    """Return the seat that a hand belongs to; None for the dealer's and the others."""
    word, _, number = hand.partition(" ")
    return int(number) if word == "seat" and number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Position:
    """One card's place: the hand, and which card of it, counted from 1."""

    hand: str
    number: int

    def __str__(self) -> str:
        if self.hand == BOARD:
            return f"{self.hand} {self.number}"
        return self.hand if self.hand in _UNNUMBERED else f"{self.hand} card {self.number}"

    @staticmethod
    def parse(text: str) -> "Position":
        """Read `seat 3 card 2`, `dealer card 5` or `board 3`; anything else raises ValueError.

        >>> Position.parse("seat 3 card 2")
        Position(hand='seat 3', number=2)
        """
        is_board = text.startswith(f"{BOARD} ")
        hand, separator, number = text.partition(" " if is_board else " card ")
        seat = seat_of(hand)
        known = hand in _OF_THE_TABLE or (seat is not None and hand == seat_hand(seat))
        if not separator or not known or not number.isdecimal() or int(number) < 1:
            raise ValueError(f"not a position: {text!r}")
        position = Position(hand, int(number))
        if str(position) != text:
            raise ValueError(f"not a position as positions are written: {text!r}")
        return position


def position_at(order: Sequence[str], index: int) -> Position:
    """Return the place of the card number `index` (from 0) of the deal."""
    hand = order[index]
    return Position(hand, order[: index + 1].count(hand))


@lru_cache(maxsize=1024)
def text_of(hand: str, number: int) -> str:
    """Return a place as positions are written; a table has few, and every card asks for one."""
    return str(Position(hand, number))


@lru_cache(maxsize=256)
def texts_of(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the place of every card of a deal as positions are written.

    Hand after hand is dealt to the same seats.
    """
    return tuple(str(position_at(order, index)) for index in range(len(order)))


def is_of_the_deal(order: Sequence[str], index: int, deal: Sequence[str]) -> bool:
    """Say whether the card number `index` (from 0) is one of the first deal, not drawn after it."""
    place = position_at(order, index)
    return place.number <= deal.count(place.hand)


def without_called_cards(
    order: tuple[str, ...], index: int, deal: Sequence[str]
) -> tuple[str, ...]:
    """Leave out what was called for after the first deal, from the card number `index` (from 0) on.

    >>> without_called_cards(("player", "banker", "player", "banker", "player"), 3, ("player",) * 2)
    ('player', 'banker', 'player')
    """
    kept = (at for at in range(index, len(order)) if is_of_the_deal(order, at, deal))
    return order[:index] + tuple(order[at] for at in kept)


def index_of(order: Sequence[str], position: Position) -> int | None:
    """Return where in the deal a position stands; None when the deal has no such place."""
    seen = 0
    for index, hand in enumerate(order):
        seen += hand == position.hand
        if hand == position.hand and seen == position.number:
            return index
    return None


def without_card(order: tuple[str, ...], position: Position) -> tuple[str, ...] | None:
    """Leave out a place that got no card; None when there is no such place."""
    index = index_of(order, position)
    return None if index is None else order[:index] + order[index + 1 :]


def with_surplus_card(order: tuple[str, ...], position: Position) -> tuple[str, ...] | None:
    """Add a surplus card, dealt right after that hand's card before it; None without such a card.

    A surplus first card was dealt before all others of the hand, so it stands before the first.
    """
    if position.number == 1:
        index = index_of(order, position)
    else:
        before = index_of(order, Position(position.hand, position.number - 1))
        index = None if before is None else before + 1
    return None if index is None else (*order[:index], position.hand, *order[index:])


def out_of_play(order: tuple[str, ...], index: int, pile: str) -> tuple[str, ...]:
    """Send the card number `index` (from 0) to a pile; the next card takes its place."""
    return (*order[:index], pile, *order[index:])


def without_future_cards(order: tuple[str, ...], dealt: int, hand: str) -> tuple[str, ...]:
    """Deal no more cards to a hand; what the first `dealt` cards gave it stays."""
    return order[:dealt] + tuple(other for other in order[dealt:] if other != hand)
