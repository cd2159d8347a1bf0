"""What people see of the book: a bettor his own row, everybody the totals.

Up to `SHOWN_MAX` bettors a table's view names them all, above that it shows totals only. What the
hand is called is the table's to say: all bettors have the same one.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from dealer_station.bettors.book import BettorsBook, Stage
from dealer_station.bettors.columns import Rows
from dealer_station.bettors.settlement import UNDECIDED, PayKind, Settlement
from dealer_station.bettors.terms import BookTerms

SHOWN_MAX = 100
"""So many bettors are shown one by one."""


class StakeOutcome(StrEnum):
    """What became of one stake, in the table's words."""

    PENDING = "pending"
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


_OUTCOME_OF = {
    PayKind.ODDS: StakeOutcome.WIN,
    PayKind.LOSE: StakeOutcome.LOSE,
    PayKind.PUSH: StakeOutcome.PUSH,
    PayKind.VOID: StakeOutcome.VOID,
}


@dataclass(frozen=True, slots=True)
class StakeView:
    """One stake in smallest units; the net counts once it is no longer pending."""

    spot: str
    staked_minor: int
    outcome: StakeOutcome = StakeOutcome.PENDING
    net_minor: int = 0


@dataclass(frozen=True, slots=True)
class BettorView:
    """One bettor. `decision` is empty while there is none; `auto_folded`: the closing took it.

    `call_to_collect`: a stake has won already and is collected only by a decision that is still
    open (CH-32a).
    """

    bettor: int
    stakes: tuple[StakeView, ...]
    decision: str
    auto_folded: bool
    call_to_collect: bool

    @property
    def net_minor(self) -> int:
        """What the bettor won (+) or lost (-) so far."""
        return sum(stake.net_minor for stake in self.stakes)


@dataclass(frozen=True, slots=True)
class SpotView:
    """One spot in sum: how many stakes, how much, and the bettors' net once settled."""

    spot: str
    stakes: int
    staked_minor: int
    net_minor: int | None = None


@dataclass(frozen=True, slots=True)
class BookView:
    """The book in sum, and its bettors in rising order while they are at most `SHOWN_MAX`."""

    stage: Stage
    bettors: int
    undecided: int
    auto_folded: int
    decisions: Mapping[str, int]
    spots: tuple[SpotView, ...]
    shown: tuple[BettorView, ...]


def bettor_view(
    book: BettorsBook,
    bettor: int,
    settlement: Settlement | None = None,
    collected_by_calling: Collection[str] = (),
) -> BettorView | None:
    """Return what one bettor sees; None when he is not in the round.

    `collected_by_calling` are the spots whose stakes have won by the cards that lie there, and are
    paid only to who plays on.
    """
    if settlement is not None:
        place = settlement.rows.position(bettor)
        if place is None:
            return None
        return _view(book.terms, settlement.rows, place, settlement, ())
    row = book.row(bettor)
    return None if row is None else _view(book.terms, row, 0, None, collected_by_calling)


def book_view(
    book: BettorsBook,
    settlement: Settlement | None = None,
    collected_by_calling: Collection[str] = (),
) -> BookView:
    """Return what the table shows of its bettors; the arguments as in `bettor_view`."""
    totals, terms = book.totals, book.terms
    nets = (
        [spot.net_minor for spot in settlement.spots] if settlement else [None] * len(terms.spots)
    )
    spots = tuple(
        SpotView(spot.name, count, staked, net)
        for spot, count, staked, net in zip(
            terms.spots, totals.stakes, totals.staked_minor, nets, strict=True
        )
    )
    return BookView(
        book.stage,
        totals.bettors,
        totals.undecided,
        totals.auto_folded,
        dict(zip((action.name for action in terms.actions), totals.decisions, strict=True)),
        spots,
        _shown(book, settlement, collected_by_calling) if totals.bettors <= SHOWN_MAX else (),
    )


def _shown(
    book: BettorsBook, settlement: Settlement | None, collected_by_calling: Collection[str]
) -> tuple[BettorView, ...]:
    rows = book.rows() if settlement is None else settlement.rows
    collected = collected_by_calling if settlement is None else ()
    return tuple(_view(book.terms, rows, n, settlement, collected) for n in range(len(rows)))


def _view(
    terms: BookTerms,
    rows: Rows,
    place: int,
    settlement: Settlement | None,
    collected_by_calling: Collection[str],
) -> BettorView:
    decision = (UNDECIDED, *(action.name for action in terms.actions))[int(rows.decisions[place])]
    stakes = tuple(
        StakeView(spot.name, staked)
        if settlement is None
        else StakeView(
            spot.name,
            staked,
            _outcome(settlement, spot.name, decision),
            int(settlement.nets[number, place]),
        )
        for number, spot in enumerate(terms.spots)
        if (staked := int(rows.stakes[number, place]))
    )
    waits = decision == UNDECIDED and bool(terms.actions)
    return BettorView(
        int(rows.bettors[place]),
        stakes,
        decision,
        bool(rows.auto_folded[place]),
        waits and any(stake.spot in collected_by_calling for stake in stakes),
    )


def _outcome(settlement: Settlement, spot: str, decision: str) -> StakeOutcome:
    if settlement.pool is not None and settlement.pool.spot == spot:
        return StakeOutcome.WIN
    return _OUTCOME_OF[settlement.pays[spot][decision].kind]
