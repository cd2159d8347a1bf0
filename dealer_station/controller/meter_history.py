"""What a progressive's events have come to, for those who show it: the meters, and their hits.

Pure: a fold over the committed rows of one stream, so nothing that is not in the record can come
out of it. Knows no table, no card and no clock.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from dealer_station.progressive import events as old
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.conversion import SAME
from dealer_station.progressive.ledger import AnyEvent, Ledger, evolve
from dealer_station.progressive.ledger_events import AwardVoided, HitVoided, LevelHit
from dealer_station.progressive.levels import SOLE_LEVEL, Level

Shares = tuple[tuple[int | None, int], ...]
"""Pairs of a seat (None: a bettors' book as a whole) and what it is owed, in smallest units."""


@dataclass(frozen=True, slots=True)
class MeterHit:
    """A prize taken from a meter (DSP-06). `number` counts them from 1, `hit_at` is UTC ms.

    `shares` are those who win and what each is owed, in the currency of their table; `conversion`
    is what one unit of it is in the progressive's. `hit_id` is empty in an old record.
    """

    number: int
    table_id: str
    round_number: int
    category: str
    shares: Shares
    hit_at: int
    level_id: str = SOLE_LEVEL
    hit_id: str = ""
    conversion: Fraction = SAME

    @property
    def amount_minor(self) -> int:
        """What the winners are owed together, in smallest units of their currency."""
        return sum(amount for _, amount in self.shares)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that win."""
        return tuple(seat for seat, _ in self.shares if seat is not None)


HITS_KEPT: Final = 16
"""How many hits are remembered: more never wait for the signs at one time."""


@dataclass(frozen=True, slots=True)
class MeterHistory:
    """A progressive as of one version of its stream.

    `hits` are the newest that still stand, oldest first, at most `HITS_KEPT`.
    """

    ledger: Ledger = field(default_factory=Ledger)
    version: int = 0
    hit_count: int = 0
    hits: tuple[MeterHit, ...] = ()

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that are played for, in the order in which they were opened."""
        return self.ledger.levels_in_play

    @property
    def is_open(self) -> bool:
        """Whether the progressive exists: before that there is no amount."""
        return bool(self.levels)


def after(history: MeterHistory, event: AnyEvent, version: int) -> MeterHistory:
    """Return the history after one more event, which has this version in its stream."""
    moved = replace(history, ledger=evolve(history.ledger, event), version=version)
    match event:
        case old.PrizeLocked() | LevelHit() if _takes_from_meter(event):
            hit = _hit(event, history.hit_count + 1)
            return replace(moved, hits=(*history.hits, hit)[-HITS_KEPT:], hit_count=hit.number)
        case AwardVoided(kind=AwardKind.ENVY):
            return moved
        case old.AwardsReversed() | old.ShareReleased() | HitVoided() | AwardVoided():
            left = (_left_of(hit, event) for hit in history.hits)
            return replace(moved, hits=tuple(hit for hit in left if hit is not None))
        case _:
            return moved


def _takes_from_meter(prize: old.PrizeLocked | LevelHit) -> bool:
    """Whether a prize came out of the meter, wholly or in part.

    The amounts before and after do not tell: a meter below its seed stands higher after a royal.
    """
    return any(part.account is Account.METER and part.amount < 0 for part in prize.entry)


def _hit(prize: old.PrizeLocked | LevelHit, number: int) -> MeterHit:
    if isinstance(prize, old.PrizeLocked):
        return MeterHit(
            number, prize.table_id, prize.round_number, prize.hand, prize.shares, prize.at
        )
    won = (award for award in prize.awards if award.kind is AwardKind.WIN)
    shares = tuple((award.seat, award.amount_minor) for award in won)
    return MeterHit(
        number,
        prize.table_id,
        prize.round_number,
        prize.hand,
        shares,
        prize.at,
        prize.level_id,
        prize.hit_id,
        prize.conversion,
    )


def _left_of(
    hit: MeterHit, event: old.AwardsReversed | old.ShareReleased | HitVoided | AwardVoided
) -> MeterHit | None:
    """Return what stands of a hit when it is void or one of its hands went out after all."""
    is_named = not isinstance(event, HitVoided | AwardVoided) or event.hit_id == hit.hit_id
    is_of_round = (hit.table_id, hit.round_number) == (event.table_id, event.round_number)
    if not (is_named and is_of_round):
        return hit
    if isinstance(event, old.AwardsReversed | HitVoided):
        return None
    shares = tuple(share for share in hit.shares if share[0] != event.seat)
    return replace(hit, shares=shares) if shares else None
