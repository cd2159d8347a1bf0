"""Prizes of a level that are fixed and neither paid nor taken back, as each reader may see them.

A prize names a hand that has won, an envy sum the hand that it follows from: it is told once that
hand lies open to its reader.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dealer_station.money import format_exact, format_minor, whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award_life import falling_with, void_entry
from dealer_station.progressive.conversion import Conversion, to_pool
from dealer_station.progressive.hits import award_return
from dealer_station.progressive.ledger import OPEN, Award, Hit
from dealer_station.progressive.levels import Level
from dealer_station.progressive.postings import Posting
from dealer_station.projections.events.reading import Reading
from dealer_station.table.book_state import BOOK_SEAT


def open_awards(
    level: Level,
    hits: Sequence[Hit],
    reading: Reading,
    currency: str,
    conversions: Mapping[str, Conversion],
) -> list[dict[str, Any]]:
    """Return the open awards of a level, which are among these hits, as JSON, oldest hit first.

    Amounts are in the winners' currency; in the progressive's, `currency`, where theirs is not
    known. `void` is in the progressive's: what taking the award back moves, the lapsing sums in it.
    """
    shown = []
    for hit in hits:
        if not hit.is_open:
            continue
        sight = reading.sight(hit.table_id, hit.round_number)
        if sight is None:
            continue
        for award in hit.awards:
            seat = _won_at(award)
            if award.status in OPEN and (seat is None or sight.sees_hand(seat)):
                cards = list(sight.seat_hand(seat or BOOK_SEAT))
                of_hit = {"cards": cards, **_of_hit(hit, currency, conversions)}
                of_award = _award(hit, award, is_converted=hit.table_id in conversions)
                shown.append(of_award | of_hit | {"void": _void(level, hit, award)})
    return shown


def _won_at(award: Award) -> int | None:
    """Return the seat whose hand has won; None for a bettors' book, which is dealt face up."""
    return award.owed.seat if award.owed.follows is None else award.owed.follows


def _of_hit(hit: Hit, currency: str, conversions: Mapping[str, Conversion]) -> dict[str, Any]:
    known = conversions.get(hit.table_id)
    return {
        "table": hit.table_id,
        "round": hit.round_number,
        "category": hit.hand,
        "at": hit.at,
        "currency": currency if known is None else known.currency,
    }


def _award(hit: Hit, award: Award, *, is_converted: bool) -> dict[str, Any]:
    owed = award.owed
    minor = owed.amount_minor
    if not is_converted:
        minor = whole_minor(to_pool(minor, hit.conversion))
    return {
        "award": owed.award_id,
        "kind": owed.kind.value,
        "status": award.status.value,
        "is_doubted": award.is_doubted,
        "seat": owed.seat,
        "follows": owed.follows,
        "amount": format_minor(minor),
    }


def _void(level: Level, hit: Hit, award: Award) -> dict[str, Any]:
    """Return what taking an award back gives to the meter and to the house, and what lapses.

    `base` is what leaves the meter with it where nothing of the hit stands then: what the level
    started again with.
    """
    lapsing = falling_with(hit, award)
    back = [posting for one in (award, *lapsing) for posting in award_return(hit, one)]
    to_meter = _sum(back, Account.METER)
    base = to_meter - _sum(void_entry(level, hit, award), Account.METER)
    return {
        "meter": format_exact(to_meter),
        "house": format_exact(_sum(back, Account.HOUSE)),
        "base": format_exact(base),
        "lapses": [one.owed.seat for one in lapsing],
    }


def _sum(entry: Iterable[Posting], account: Account) -> Fraction:
    return sum((p.amount for p in entry if p.account is account), Fraction(0))
