"""What happens to the bettors' book of a shared hand, in the words of the table's record.

A batch stands in the record whole, with its answers; of everything else only sums stand there, and
the digests by which a book that was folded again is known to be the same one. Amounts are in
smallest units, digests in hexadecimal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dealer_station.bettors.terms import BookTerms
from dealer_station.bettors.totals import BookTotals
from dealer_station.games.rules import Outcome
from dealer_station.table.device_events import TableEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOpened(TableEvent):
    """The round's book takes wagers; `terms` are what may be staked and decided in it."""

    round_number: int
    terms: BookTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchTaken(TableEvent):
    """A batch of bettors' wagers, withdrawals or decisions was answered, entry by entry.

    `kind` is `wagers`, `withdrawals` or `decisions`. `refused` counts entries by reason, and
    `moved_minor` is what each spot gained (withdrawals: lost). `totals` and `accepted_in_all` are
    the book's after it, `chain` goes over all batches and answers so far. `content` is the batch
    with its answers (form: `bettors/encoding.py`), `content_hash` the SHA-256 of the batch alone.
    """

    batch_id: str
    kind: str
    entries: int
    accepted: int
    refused: Mapping[str, int]
    moved_minor: Mapping[str, int]
    totals: BookTotals
    accepted_in_all: int
    content_hash: str
    chain: str
    content: bytes
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookWagersClosed(TableEvent):
    """No wager goes into the book any more; `digest` is that of all that lies in it."""

    totals: BookTotals
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookDecisionsClosed(TableEvent):
    """Every bettor has decided, or the closing has for him: he is folded, and sees it (CH-14).

    `playing` are the spots with stakes of bettors who play on, `folded` those of the others.
    """

    totals: BookTotals
    digest: str
    playing: tuple[str, ...]
    folded: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOutcome:
    """What all stakes on a spot came to whose bettors decided alike; no action: none was taken.

    `odds_to_one` is exact and counts with a win; `rule` is the id of the rule that says so.
    """

    spot: str
    action: str
    outcome: Outcome
    odds_to_one: Fraction
    rule: str
    stakes: int
    staked_minor: int
    net_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSettled(TableEvent):
    """Every bettor's stakes were settled in one pass, or given back by a ruling (`reason`).

    `bettors_minor` is the sum of all nets, `house_minor` what the house has from them with the
    pool's payment (`pool_minor`, on `pool_spot`) set aside: bettors + house - pool = 0 was proved.
    `book_digest` is what was settled, `digest` every single net.
    """

    round_number: int
    outcomes: tuple[BookOutcome, ...]
    bettors_minor: int
    house_minor: int
    pool_spot: str
    pool_minor: int
    book_digest: str
    digest: str
    reason: str = ""
    person_id: str = ""
