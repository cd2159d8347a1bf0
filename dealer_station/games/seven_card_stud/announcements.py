"""What the dealer says aloud, as data that a screen words (ST-70).

Who is low, who is high, every raise and every pair are always said. That somebody may be making a
straight or a flush is said only below a limit that the house sets.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from dealer_station.cards.card import Card, Rank, Suit
from dealer_station.games.pot_rules import Announcement, AnnouncementKind, InSight
from dealer_station.games.seven_card_stud.boards import groups_of, high_seat, low_seat

_DRAW: Final = 3
"""So many up cards that go together may be a straight or a flush with the down cards."""

_SPAN: Final = 5
"""A straight's ranks."""

_OF_A_KIND: Final = {
    4: AnnouncementKind.FOUR_OF_A_KIND,
    3: AnnouncementKind.THREE_OF_A_KIND,
    2: AnnouncementKind.PAIR,
}


def announced(hand: InSight, *, is_first: bool, says_draws: bool) -> tuple[Announcement, ...]:
    """Return what is said when a street has been dealt: first who is low or high.

    `is_first`: third street, where the low card opens. `says_draws`: the limit is one in which
    possible straights and flushes are said.
    """
    boards = {seat: hand.up[seat] for seat in hand.live if hand.up.get(seat)}
    if not boards:
        return ()
    said: list[Announcement] = []
    if is_first:
        low = low_seat(boards)
        said.append(Announcement(AnnouncementKind.LOW, low, card=boards[low][0]))
    else:
        high = high_seat(boards, hand.board)
        ranks = tuple(rank for _, rank in groups_of((*boards[high], *hand.board)))
        said.append(Announcement(AnnouncementKind.HIGH, high, ranks=ranks))
    for seat in sorted(boards):
        said += _of_a_kind(seat, boards[seat])
        if says_draws:
            said += _draws(seat, boards[seat])
    return tuple(said)


def _of_a_kind(seat: int, board: Sequence[Card]) -> list[Announcement]:
    """Return what equal ranks a board shows; two pairs are said as one."""
    groups = [(size, rank) for size, rank in groups_of(board) if size in _OF_A_KIND]
    if not groups:
        return []
    most = groups[0][0]
    ranks = tuple(rank for size, rank in groups if size == most)
    return [Announcement(_OF_A_KIND[most], seat, ranks=ranks)]


def _draws(seat: int, board: Sequence[Card]) -> list[Announcement]:
    said: list[Announcement] = []
    if may_be_straight(board):
        said.append(Announcement(AnnouncementKind.POSSIBLE_STRAIGHT, seat))
    if (suit := may_be_flush(board)) is not None:
        said.append(Announcement(AnnouncementKind.POSSIBLE_FLUSH, seat, suit=suit))
    return said


def may_be_straight(board: Sequence[Card]) -> bool:
    """Say whether three up cards or more lie within one straight; the ace is high or low.

    >>> from dealer_station.cards.card import parse_cards
    >>> may_be_straight(parse_cards("As 3d 5c")), may_be_straight(parse_cards("Ks Ad 2c"))
    (True, False)
    """
    ranks = {int(card.rank) for card in board}
    if Rank.ACE in ranks:
        ranks.add(1)
    return any(
        len(ranks & set(range(low, low + _SPAN))) >= _DRAW for low in range(1, Rank.ACE - _SPAN + 2)
    )


def may_be_flush(board: Sequence[Card]) -> Suit | None:
    """Return the suit of three up cards or more; None: no suit has so many."""
    suits = Counter(card.suit for card in board)
    return next((suit for suit, count in suits.most_common(1) if count >= _DRAW), None)
