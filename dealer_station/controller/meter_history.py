"""What a progressive's events have come to, for those who show it: the meter, and its hits.

Pure: a fold over the committed rows of one stream, so nothing that is not in the record can come
out of it. Knows no table, no card and no clock.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from dealer_station.progressive import meter
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.events import (
    AwardsReversed,
    MoneyEvent,
    PrizeLocked,
    ShareReleased,
)
from dealer_station.progressive.meter import Progressive


@dataclass(frozen=True, slots=True)
class MeterHit:
    """A prize taken from the meter (DSP-06). `number` counts them from 1, `hit_at` is UTC ms.

    `shares` are the seats that win and what each is owed, in smallest units.
    """

    number: int
    table_id: str
    round_number: int
    category: str
    shares: tuple[tuple[int, int], ...]
    hit_at: int

    @property
    def amount_minor(self) -> int:
        """What the winners are owed together, in smallest units."""
        return sum(amount for _, amount in self.shares)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that win."""
        return tuple(seat for seat, _ in self.shares)


HITS_KEPT: Final = 16
"""How many hits are remembered: more never wait for the signs at one time."""


@dataclass(frozen=True, slots=True)
class MeterHistory:
    """A progressive as of one version of its stream.

    `hits` are the newest that still stand, oldest first, at most `HITS_KEPT`.
    """

    progressive: Progressive = field(default_factory=Progressive)
    version: int = 0
    hit_count: int = 0
    hits: tuple[MeterHit, ...] = ()

    @property
    def amount_minor(self) -> int:
        """What the meter shows, in whole smallest units."""
        return self.progressive.meter_minor

    @property
    def is_open(self) -> bool:
        """Whether the progressive exists: before that there is no amount."""
        return self.version > 0


def after(history: MeterHistory, event: MoneyEvent, version: int) -> MeterHistory:
    """Return the history after one more event, which has this version in its stream."""
    moved = replace(history, progressive=meter.evolve(history.progressive, event), version=version)
    match event:
        case PrizeLocked() if _takes_from_meter(event):
            hit = _hit(event, history.hit_count + 1)
            return replace(moved, hits=(*history.hits, hit)[-HITS_KEPT:], hit_count=hit.number)
        case AwardsReversed() | ShareReleased():
            left = (_left_of(hit, event) for hit in history.hits)
            return replace(moved, hits=tuple(hit for hit in left if hit is not None))
        case _:
            return moved


def _takes_from_meter(prize: PrizeLocked) -> bool:
    """Whether a prize came out of the meter, wholly or in part.

    The amounts before and after do not tell: a meter below its seed stands higher after a royal.
    """
    return any(part.account is Account.METER and part.amount < 0 for part in prize.entry)


def _hit(prize: PrizeLocked, number: int) -> MeterHit:
    return MeterHit(number, prize.table_id, prize.round_number, prize.hand, prize.shares, prize.at)


def _left_of(hit: MeterHit, event: AwardsReversed | ShareReleased) -> MeterHit | None:
    """Return what stands of a hit when its round is void or one of its hands went out after all."""
    if (hit.table_id, hit.round_number) != (event.table_id, event.round_number):
        return hit
    if isinstance(event, AwardsReversed):
        return None
    shares = tuple(share for share in hit.shares if share[0] != event.seat)
    return replace(hit, shares=shares) if shares else None
