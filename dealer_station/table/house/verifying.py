"""Which hands a supervisor has yet to see before they are paid: those of seats, and the book's."""

from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import TableRules
from dealer_station.table.house import book_pool, jackpot
from dealer_station.table.state import HouseRound


def must_be_seen(rules: TableRules, current: HouseRound, seat: int) -> bool:
    """Whether a supervisor has yet to see the hand that is paid under a seat's number."""
    if seat == BOOK_SEAT:
        return book_pool.must_be_seen(rules, current)
    return jackpot.must_be_seen(rules, current, seat)


def hands_to_see(rules: TableRules, current: HouseRound) -> tuple[int, ...]:
    """Return the numbers under which hands are paid that a supervisor has yet to see, in order."""
    book = (BOOK_SEAT,) if book_pool.must_be_seen(rules, current) else ()
    return (*jackpot.hands_to_see(rules, current), *book)
