"""What the second reading asks of an event's own facts: wagers that count once, wins that are due.

An entry may fit its event and the event be wrong all the same: a round that is counted twice, a
wager that goes back twice, a win that is not the prize's. Knows events and no state of play.
"""

from dataclasses import dataclass, field

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.award import AwardKind, AwardOwed, LevelPrize, PrizeTake


def win_due(prize: LevelPrize, owed: AwardOwed) -> int:
    """Return what a winner is owed by his prize, told by what he takes from the meter.

    The entry proves that all of them together take from the meter what is to be taken.
    """
    share = prize.fixed_minor if prize.take is PrizeTake.FIXED else owed.from_meter_minor
    return max(share, prize.minimum_minor)


def wrong_wins(event: e.LevelHit) -> list[tuple[int, int]]:
    """Return each win of a hit that is not what the prize makes it: what is due, what is owed."""
    wins = [owed for owed in event.awards if owed.kind is AwardKind.WIN]
    pairs = [(win_due(event.prize, owed), owed.amount_minor) for owed in wins]
    return [(due, amount) for due, amount in pairs if due != amount]


@dataclass(slots=True)
class CountedWagers:
    """What each table's newest round has counted and not given back. Lives for one recount."""

    rounds: dict[str, tuple[int, dict[int | None, int]]] = field(default_factory=dict)

    def again(self, event: e.WagersCounted) -> int:
        """Take a round's wagers in; return what of them counts a second time (PRG-15)."""
        newest = self.rounds.get(event.table_id)
        if newest is not None and newest[0] >= event.round_number:
            return sum(one.amount_minor for one in event.wagers)
        wagers = {one.seat: one.amount_minor for one in event.wagers}
        self.rounds[event.table_id] = (event.round_number, wagers)
        return 0

    def left(self, event: e.CountedWagerReturned) -> int:
        """Return what a seat has left to be given back before this return of it (PRG-16)."""
        number, wagers = self.rounds.get(event.table_id, (0, {}))
        if number != event.round_number:
            return 0
        left = wagers.get(event.seat, 0)
        wagers[event.seat] = left - event.amount_minor
        return left
