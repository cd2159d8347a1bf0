"""What a table's state knows of the bettors' book: its sums, never a bettor.

The bettors themselves lie packed beside the state (`book_fold.py`), so that a state stays small and
a million bettors do not make a round slower to read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from dealer_station.bettors.book import Stage
from dealer_station.bettors.terms import BookTerms
from dealer_station.bettors.totals import BookTotals
from dealer_station.games.rules import SpotsInPlay
from dealer_station.table.book_events import BookOutcome

BOOK_SEAT: Final = 0
"""The number under which all bettors of the book stand where seats are named: paid, verified."""


@dataclass(frozen=True, slots=True)
class BookSums:
    """The book in sums. `accepted` counts entries, `chain` goes over all batches and answers.

    `outcomes` are empty until it is settled; `in_play` counts once decisions are closed.
    """

    terms: BookTerms
    totals: BookTotals
    stage: Stage = Stage.BETTING
    batches: int = 0
    accepted: int = 0
    chain: str = bytes(32).hex()
    outcomes: tuple[BookOutcome, ...] = ()
    is_settled: bool = False
    house_minor: int = 0
    in_play: SpotsInPlay = field(default_factory=SpotsInPlay)

    @property
    def staked_minor(self) -> Mapping[str, int]:
        """What lies on each spot, or lay there before it was settled; spots without are absent."""
        pairs = zip(self.terms.spots, self.totals.staked_minor, strict=True)
        return {spot.name: staked for spot, staked in pairs if staked}

    @property
    def spots_in_play(self) -> SpotsInPlay:
        """The spots with stakes of bettors who play on, and of folded ones."""
        if self.stage is Stage.CLOSED:
            return self.in_play
        return SpotsInPlay(in_hand=frozenset(self.staked_minor))
