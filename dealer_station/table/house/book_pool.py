"""What the shared hand wins for the tickets of the bettors' book, and who has to see it.

For the book as a whole, under `BOOK_SEAT`; who of its bettors gets what is the settlement's (CH-42,
CH-D07). The tickets stand on one spot of the terms, and a fold does not touch them (CH-D09). What
they move in the ledger is in `pool.py`.
"""

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import Prize
from dealer_station.games.rules import OnFold, ProgressiveRules
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import TableRules
from dealer_station.table.house.hands import known_cards
from dealer_station.table.state import HouseRound


def tickets_minor(rules: ProgressiveRules, current: HouseRound) -> int:
    """Return the value of all tickets in the book that have not been settled."""
    return current.pending_stakes(BOOK_SEAT).get(rules.spot, 0)


def prize_of(rules: TableRules, current: HouseRound) -> Prize | None:
    """Return what the shared hand wins for every ticket of the book; None without one.

    The hand has all its cards by then; one that is not known, or is there twice, wins nothing.
    """
    progressive = rules.house.progressive
    if progressive is None or not tickets_minor(progressive, current):
        return None
    assert progressive.on_fold is OnFold.SURVIVE, "a ticket of the book outlives a fold (CH-D09)"
    known = known_cards(rules, _cards_in_use(rules, current))
    return None if known is None else rules.house.prize(known)


def _cards_in_use(rules: TableRules, current: HouseRound) -> tuple[str, ...]:
    names = rules.house.plays_with(rules.house.hand_of(BOOK_SEAT))
    return tuple(card for name in names for card in current.cards(name))


def must_be_seen(rules: TableRules, current: HouseRound) -> bool:
    """Whether a supervisor has yet to see the hand before the book is paid (CH-D10)."""
    return needs_sight(rules, current) and BOOK_SEAT not in current.verified


def needs_sight(rules: TableRules, current: HouseRound) -> bool:
    """Whether the hand wins a prize for the book that a supervisor has to see, seen or not."""
    progressive, prize = rules.house.progressive, prize_of(rules, current)
    return (
        progressive is not None and prize is not None and prize.kind not in progressive.unseen_kinds
    )


def hand_of_book(rules: TableRules, current: HouseRound) -> HandCategory | None:
    """Return the category of the finished shared hand; None while it is not known."""
    known = known_cards(rules, _cards_in_use(rules, current))
    return None if known is None else rules.house.category(known)
