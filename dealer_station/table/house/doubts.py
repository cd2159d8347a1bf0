"""Prizes whose dispute was settled: their hands are seen anew before they are paid (HIT-13).

Who had seen such a hand before the dispute no longer stands for it. The dispute is the ledger's, so
it is read there; the table's own word on who has seen a hand knows nothing of it.
"""

from collections.abc import Mapping

from dealer_station.progressive.award import AwardOwed
from dealer_station.progressive.ledger import Award, Ledger
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import TableRules
from dealer_station.table.state import TableState


def doubted_awards(
    state: TableState, rules: TableRules, meters: Mapping[str, Ledger], seat: int
) -> tuple[Award, ...]:
    """Return the awards of this round that are paid with a seat's hand and wait to be seen anew."""
    progressive, current = rules.game.progressive, state.round
    if progressive is None or current is None or progressive.pool not in meters:
        return ()
    place = (state.table_id, current.number)
    return tuple(
        award
        for hit in meters[progressive.pool].hits
        if (hit.table_id, hit.round_number) == place
        for award in hit.awards
        if award.is_doubted and seat == paid_with(award.owed)
    )


def paid_with(owed: AwardOwed) -> int:
    """Return under which number an award is paid: its hand's seat, or that of a bettors' book."""
    seat = owed.seat if owed.follows is None else owed.follows
    return BOOK_SEAT if seat is None else seat


def seats_in_doubt(
    state: TableState, rules: TableRules, meters: Mapping[str, Ledger]
) -> tuple[int, ...]:
    """Return the seats, in order of payment, whose hands a supervisor has to see anew."""
    turns = () if state.round is None else state.round.turns
    return tuple(seat for seat in turns if doubted_awards(state, rules, meters, seat))
