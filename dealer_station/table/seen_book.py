"""The bettors' book as people see it: in sums, and one bettor as he sees himself.

No card stands in it but those that lie open for everybody: what the hand is called is read off them
(`visibility.py` decides, as for the public view).
"""

from dataclasses import dataclass

from dealer_station.bettors.view import BettorView, StakeOutcome, StakeView, bettor_view
from dealer_station.bettors.view import book_view as packed_view
from dealer_station.money import format_minor
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.book_state import BOOK_SEAT, BookSums
from dealer_station.table.book_view import BookJson, book_view
from dealer_station.table.draft import TableRules
from dealer_station.table.house.book_paying import collected_by_calling
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table.view import hand_values


@dataclass(frozen=True, slots=True)
class SeenBook:
    """The packed book, the sums of it, and what the bettors are told of their common hand.

    `number` is the round's. `hand` is what it is called, None while it is nothing yet;
    `collected_by_calling` are the spots that have won already and that a fold would lose.
    """

    number: int
    packed: PackedBook
    sums: BookSums
    hand: str | int | None
    collected_by_calling: frozenset[str]

    def view(self) -> BookJson:
        """Return the book in sums, and its bettors one by one while they are few."""
        shown = packed_view(self.packed.book, self.packed.settlement, self.collected_by_calling)
        return book_view(self.sums) | {"shown": [_bettor(one, self.hand) for one in shown.shown]}

    def bettor(self, number: int) -> BookJson | None:
        """Return what one bettor sees of himself; None when he is not in the round."""
        packed = self.packed
        found = bettor_view(packed.book, number, packed.settlement, self.collected_by_calling)
        return None if found is None else _bettor(found, self.hand)


def seen_book(packed: PackedBook | None, state: TableState, rules: TableRules) -> SeenBook | None:
    """Return a round's book with what everybody may know of its hand; None without a book."""
    current = state.round
    if packed is None or current is None or current.book is None:
        return None
    hand = hand_values(state, rules, Role.DEVICE).get(rules.house.hand_of(BOOK_SEAT))
    is_deciding = state.phase is Phase.DECIDING
    waiting = collected_by_calling(rules, current) if is_deciding else frozenset()
    return SeenBook(current.number, packed, current.book, hand, waiting)


def _bettor(bettor: BettorView, hand: str | int | None) -> BookJson:
    is_settled = any(stake.outcome is not StakeOutcome.PENDING for stake in bettor.stakes)
    return {
        "bettor": bettor.bettor,
        "hand": hand,
        "stakes": [_stake(stake) for stake in bettor.stakes],
        "decision": bettor.decision or None,
        "auto_folded": bettor.auto_folded,
        "call_to_collect": bettor.call_to_collect,
        "result": format_minor(bettor.net_minor) if is_settled else None,
    }


def _stake(stake: StakeView) -> BookJson:
    is_pending = stake.outcome is StakeOutcome.PENDING
    return {
        "spot": stake.spot,
        "staked": format_minor(stake.staked_minor),
        "outcome": stake.outcome.value,
        "net": None if is_pending else format_minor(stake.net_minor),
    }
