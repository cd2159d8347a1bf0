"""What the second reading asks of an event's own facts: wagers that count once, wins that are due.

An entry may fit its event and the event be wrong all the same: a round that is counted twice, a
wager that goes back twice, a win that is not the prize's, an act that one person alone has signed.
Knows events and no state of play.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.award import AwardKind, AwardOwed, LevelPrize, PrizeTake

SaidAmounts = Iterable[tuple[Fraction | int, Fraction | int]]
"""Pairs of what an amount is, by the second reading, and what an event says of it."""

SIGNED_BY_TWO = (
    e.LevelTermsChanged,
    e.TransferEvent,
    e.LevelRetired,
    e.LevelCorrected,
    e.AwardDisputed,
    e.DisputeSettled,
)
"""What two people must sign, whatever it moves; of a void hit and a payment the reader knows."""


SignedByTwo = (
    e.LevelTermsChanged
    | e.TransferEvent
    | e.LevelRetired
    | e.LevelCorrected
    | e.AwardDisputed
    | e.DisputeSettled
)


def is_signed(event: SignedByTwo) -> bool:
    """Whether an event that takes two people names two."""
    return "" not in (event.person_id, event.approver_id) and event.person_id != event.approver_id


def is_of_award(event: e.AwardEvent, hit: e.LevelHit | None, owed: AwardOwed) -> bool:
    """Whether an event in an award's life names the hit, the round and the seat that it has."""
    return (
        hit is not None
        and owed in hit.awards
        and (event.level_id, event.table_id, event.round_number, event.seat, event.kind)
        == (hit.level_id, hit.table_id, hit.round_number, owed.seat, owed.kind)
    )


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
        wagers: dict[int | None, int] = {}
        again = 0
        for one in event.wagers:
            again += one.amount_minor if one.seat in wagers else 0
            wagers[one.seat] = one.amount_minor
        self.rounds[event.table_id] = (event.round_number, wagers)
        return again

    def counts(self, event: e.LevelHit, seat: int | None) -> bool:
        """Whether a seat has a counted wager in the round of a hit: only that wins (HIT-01)."""
        number, wagers = self.rounds.get(event.table_id, (0, {}))
        return number == event.round_number and wagers.get(seat, 0) > 0

    def left(self, event: e.CountedWagerReturned) -> int:
        """Return what a seat has left to be given back before this return of it (PRG-16)."""
        number, wagers = self.rounds.get(event.table_id, (0, {}))
        if number != event.round_number:
            return 0
        left = wagers.get(event.seat, 0)
        wagers[event.seat] = left - event.amount_minor
        return left
