"""The tableau: who draws a third card in baccarat. Every draw is forced (BA-20 to BA-23).

Knows totals and points of cards only. `next_hand` reads it off the cards that lie there, so that
a card goes where the shoe's order puts it, wherever it was laid (BA-D01).
"""

from collections.abc import Sequence
from typing import Final

from dealer_station.cards.baccarat_hand import is_natural, point_value, total
from dealer_station.cards.card import Card, format_cards

PLAYER: Final = "player"
BANKER: Final = "banker"

FIRST_CARDS: Final = 2
"""Cards of a hand before any third card."""
HAND_MAX: Final = 3
"""Cards of a hand at most (BA-23)."""

_TOTALS: Final = range(10)
_STANDS_FROM: Final = 6
"""The lowest total on which the Player stands, and the Banker where the Player stood."""
_BANKER_DRAWS: Final = (
    # The Player's third card: 0 (ten, court), ace, 2 to 9; D draws, S stands.
    "DDDDDDDDDD",  # Banker's total 0
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDSD",
    "SSDDDDDDSS",
    "SSSSDDDDSS",
    "SSSSSSDDSS",
    "SSSSSSSSSS",
    "SSSSSSSSSS",  # 8 and 9 are naturals
    "SSSSSSSSSS",
)


def player_draws(total: int) -> bool:
    """Say whether the Player draws on the total of two cards (BA-23).

    A natural stands. ValueError for a number that is no total.
    """
    _check(total)
    return total < _STANDS_FROM


def banker_draws(banker_total: int, player_third_points: int | None) -> bool:
    """Say whether the Banker draws on the total of two cards (BA-23).

    `player_third_points` are the points of the Player's third card, not of his hand; None where
    he stood. ValueError for a number that is no total or no card's points.
    """
    _check(banker_total)
    if player_third_points is None:
        return banker_total < _STANDS_FROM
    _check(player_third_points)
    return _BANKER_DRAWS[banker_total][player_third_points] == "D"


def next_hand(player: Sequence[Card], banker: Sequence[Card]) -> str | None:
    """Return the hand that gets the next card once four are out; None when both are finished.

    ValueError for hands that no coup leads to: fewer than two cards or more than three, or a third
    card of a hand that had to stand.
    """
    if not all(FIRST_CARDS <= len(hand) <= HAND_MAX for hand in (player, banker)):
        raise ValueError(f"no coup: {_named(player, banker)}")
    first, second = player[:FIRST_CARDS], banker[:FIRST_CARDS]
    due = _due(first, second, None)
    if len(player) == HAND_MAX:
        if due != PLAYER:
            raise ValueError(f"the Player had to stand: {_named(player, banker)}")
        due = _due(first, second, player[-1])
    if len(banker) == FIRST_CARDS:
        return due
    if due != BANKER:
        raise ValueError(f"it was not the Banker's turn to draw: {_named(player, banker)}")
    return None


def _due(player: Sequence[Card], banker: Sequence[Card], third: Card | None) -> str | None:
    """Who draws next with two cards in each hand, and the Player's third card if it is there."""
    if is_natural(player) or is_natural(banker):
        return None
    if third is None and player_draws(total(player)):
        return PLAYER
    points = None if third is None else point_value(third)
    return BANKER if banker_draws(total(banker), points) else None


def _check(number: int) -> None:
    """Refuse what is no last digit of a sum of points."""
    if number not in _TOTALS:
        raise ValueError(f"{number} is not 0 to 9")


def _named(player: Sequence[Card], banker: Sequence[Card]) -> str:
    return f"{PLAYER} {format_cards(player)}, {BANKER} {format_cards(banker)}"
